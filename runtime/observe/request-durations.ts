import type { Histogram, Registry } from "prom-client";
import { NO_ANSWER } from "../http/server.ts";
import { knownMethod } from "./method.ts";
import type { AnsweredRequest } from "./requests.ts";

export interface RequestDurationsOptions {
  readonly registry: Registry;
  /** The upper bounds, ascending. */
  readonly bucketsSeconds: readonly number[];
}

interface Series {
  /**
   * Counts by bucket: durations above the previous bound, up to this one; the last has no bound.
   */
  readonly counts: Float64Array;
  sumSeconds: number;
}

type ByStatus = Map<string, Series>;
type ByMethod = Map<string, ByStatus>;

const NAME = "docgate_http_request_duration_seconds";

/**
 * Creates a histogram of the requests. Looking up a series in prom-client's own histogram takes
 * longer than the rest of docgate's observation, so this one counts in plain numbers and passes
 * them to the registry.
 *
 * @returns a function that counts a request; it allocates nothing once the series exists
 */
export function countDurations({
  registry,
  bucketsSeconds,
}: RequestDurationsOptions): (answered: AnsweredRequest) => void {
  const byRoute = new Map<string, ByMethod>();
  const bounds = [...bucketsSeconds, Number.POSITIVE_INFINITY];
  const newSeries = (): Series => ({ counts: new Float64Array(bounds.length), sumSeconds: 0 });

  function* values() {
    for (const [route, byMethod] of byRoute) {
      for (const [method, byStatus] of byMethod) {
        for (const [status, series] of byStatus) {
          yield* valuesOf(series, { bounds, labels: { route, method, status } });
        }
      }
    }
  }

  const histogram = {
    name: NAME,
    help: "Duration from a request's head to its answer.",
    type: "histogram",
    aggregator: "sum",
    get: async () => ({ ...histogram, values: [...values()] }),
  };
  // Everything that a registry needs of a metric; its type lists the classes of prom-client.
  registry.registerMetric(histogram as unknown as Histogram);

  return ({ route, method, status, durationMs }) => {
    const byMethod = childOf(byRoute, route ?? "none", newMap<string, ByStatus>);
    const byStatus = childOf(byMethod, knownMethod(method) ?? "other", newMap<string, Series>);
    const series = childOf(byStatus, statusClass(status), newSeries);
    const seconds = durationMs / 1000;
    let bucket = 0;
    while (seconds > bounds[bucket]!) bucket += 1;
    series.counts[bucket]! += 1;
    series.sumSeconds += seconds;
  };
}

function childOf<Key, Child>(parent: Map<Key, Child>, key: Key, make: () => Child): Child {
  const known = parent.get(key);
  if (known !== undefined) return known;
  const child = make();
  parent.set(key, child);
  return child;
}

function newMap<Key, Value>(): Map<Key, Value> {
  return new Map();
}

const STATUS_CLASSES = ["", "1xx", "2xx", "3xx", "4xx", "5xx"];

function statusClass(status: number): string {
  return status === NO_ANSWER ? "dropped" : STATUS_CLASSES[Math.floor(status / 100)]!;
}

interface ValuesOptions {
  readonly bounds: readonly number[];
  readonly labels: Readonly<Record<string, string>>;
}

/** Returns the lines of one series: each bucket includes the previous ones. */
function* valuesOf({ counts, sumSeconds }: Series, { bounds, labels }: ValuesOptions) {
  let count = 0;
  for (const [index, bound] of bounds.entries()) {
    count += counts[index]!;
    const le = bound === Number.POSITIVE_INFINITY ? "+Inf" : String(bound);
    yield { metricName: `${NAME}_bucket`, labels: { le, ...labels }, value: count };
  }
  yield { metricName: `${NAME}_sum`, labels, value: sumSeconds };
  yield { metricName: `${NAME}_count`, labels, value: count };
}

import type { Hono } from "hono";
import { DocgateError } from "../../corpus/error.ts";
import type { SignedStatement } from "../../corpus/signature/verify.ts";
import type { ReloadOutcome } from "../docs/corpus-source.ts";
import type { Docs } from "../docs/execute/queries.ts";
import type { DocsWatch } from "../docs/http/observer.ts";
import type { DropReason } from "../http/gate.ts";
import type { ServerBindings } from "../http/server.ts";
import { type PartnerWatch, UNWATCHED } from "../partner/observer.ts";
import { createLog, type Log, type LogFormat } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import { createRequests, type Requests } from "./requests.ts";
import { type Tracing, UNTRACED } from "./spans.ts";
import type { TraceSettings } from "./trace-settings.ts";
import { watchExchange, watchExecutor, watchStore } from "./watchers.ts";

export interface ObserveOptions {
  readonly logFormat: LogFormat;
  readonly accessLog: boolean;
  /** Who may read the metrics; undefined if nobody may, and then nothing is counted. */
  readonly metrics: string | undefined;
  readonly traces: TraceSettings;
  /** Version of docgate. */
  readonly version: string;
  /** The docs in use now. */
  readonly docs: () => Docs;
  /** Returns who signed them; null if no key is required. Default: never signed. */
  readonly signed?: () => SignedStatement | null;
  /** Returns the number of open connections. */
  readonly connections: () => Promise<number>;
  /** Called with a line of the log, without its line break. */
  readonly write: (line: string) => void;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  /** Returns milliseconds of a monotonic clock. */
  readonly elapsed: () => number;
  readonly newId: () => string;
}

/** Observes docgate while it serves. */
export interface Observation {
  readonly log: Log;
  readonly requests: Requests;
  /** The route of the metrics. */
  readonly metrics: Hono<{ Bindings: ServerBindings }> | undefined;
  readonly docs: DocsWatch | undefined;
  readonly partner: PartnerWatch;
  readonly onDrop: ((reason: DropReason) => void) | undefined;
  readonly onReload: ((outcome: ReloadOutcome) => void) | undefined;
  /** Sends the remaining traces. @returns true if that finished within `graceMs` */
  close(options: { readonly graceMs: number }): Promise<boolean>;
}

/** Loads the metrics and traces that are configured, and nothing else. */
export async function observe(options: ObserveOptions): Promise<Observation> {
  const { logFormat: format, accessLog, write, now, elapsed, newId } = options;
  const log = createLog({ format, write, now, current: () => requests.current() });
  const metrics = await loadMetrics(options);
  const tracing = await loadTracing(options, log);
  const onAnswer = [accessLog ? log.access : [], metrics?.onAnswer ?? []].flat();
  const requests = createRequests({ now: elapsed, newId, onAnswer, tracing });
  const watch = metrics || tracing ? watchWork({ metrics, tracing, now: elapsed }) : undefined;
  return {
    log,
    requests,
    metrics: metrics?.route,
    docs: watch?.docs,
    partner: watch?.partner ?? UNWATCHED,
    onDrop: metrics?.onDrop,
    onReload: metrics?.onReload,
    close: async (limit) => tracing?.close(limit) ?? true,
  };
}

type RoutedMetrics = Metrics & { readonly route: NonNullable<Observation["metrics"]> };

async function loadMetrics(options: ObserveOptions): Promise<RoutedMetrics | undefined> {
  const { metrics: access } = options;
  if (access === undefined) return undefined;
  const { createMetrics } = await import("./metrics.ts");
  const { createMetricsRoute } = await import("./metrics-route.ts");
  const metrics = createMetrics({ signed: () => null, ...options });
  return { ...metrics, route: createMetricsRoute({ access, metrics }) };
}

async function loadTracing(
  { traces, version }: ObserveOptions,
  { warn }: Log,
): Promise<Tracing | undefined> {
  const { sampler, warnings } = traces;
  for (const warning of warnings) warn(warning);
  if (!sampler) return undefined;
  const { startTracing } = await importTracing();
  return startTracing({ sampler, version, log: warn });
}

/** Optional peer dependencies: they are larger than everything else that a server loads. */
const TRACING_PACKAGES = [
  "@opentelemetry/api",
  "@opentelemetry/context-async-hooks",
  "@opentelemetry/exporter-trace-otlp-proto",
  "@opentelemetry/resources",
  "@opentelemetry/sdk-trace",
];

/** @throws {DocgateError} `setting` if the packages that send traces are not installed */
async function importTracing(): Promise<typeof import("./tracing.ts")> {
  try {
    return await import("./tracing.ts");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw cause;
    throw new DocgateError(
      "setting",
      "The environment asks for traces, but the packages that send them are not installed. " +
        `Run "npm install ${TRACING_PACKAGES.join(" ")}", or set OTEL_TRACES_EXPORTER=none.`,
      { cause },
    );
  }
}

interface Watchers {
  readonly metrics: Metrics | undefined;
  readonly tracing: Tracing | undefined;
  readonly now: () => number;
}

function watchWork({ metrics, tracing, now }: Watchers): {
  readonly docs: DocsWatch;
  readonly partner: PartnerWatch;
} {
  const span = tracing?.span ?? UNTRACED;
  const { onExecution = ignore, onTransaction = ignore } = metrics ?? {};
  return {
    docs: {
      executor: (executor) => watchExecutor(executor, { now, span, onExecution }),
      onAnswerHit: metrics?.onAnswerHit ?? ignore,
      onAnswerError: metrics?.onAnswerError ?? ignore,
    },
    partner: {
      store: (store) => watchStore(store, { now, span, onTransaction }),
      exchange: (exchange) => watchExchange(exchange, { span }),
      onNotice: metrics?.onNotice ?? ignore,
      onMail: metrics?.onMail ?? ignore,
      onRefusal: metrics?.onRefusal ?? ignore,
      onAdminRefusal: metrics?.onAdminRefusal ?? ignore,
    },
  };
}

function ignore(): void {}

/**
 * Loaded into a measured process: at each SIGUSR2 it writes to descriptor 3 the delay of the event
 * loop since the last one, in milliseconds, as one line of JSON.
 */
import { writeSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

/** Sampling interval; it does not count as delay. */
const INTERVAL_MS = 1;

if (isMainThread) {
  const histogram = monitorEventLoopDelay({ resolution: INTERVAL_MS });
  const late = (nanoseconds: number) => nanoseconds / 1e6 - INTERVAL_MS;
  histogram.enable();
  process.on("SIGUSR2", () => {
    const [p50, p99] = [histogram.percentile(50), histogram.percentile(99)].map(late);
    writeSync(3, `${JSON.stringify({ p50, p99, max: late(histogram.max) })}\n`);
    histogram.reset();
  });
}

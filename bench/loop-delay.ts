/**
 * Loaded into a measured process: at each SIGUSR2 it tells on descriptor 3 how late the event loop
 * was since the last one, in milliseconds, as one line of JSON.
 */
import { writeSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

/** How often it is looked; being this far apart is no delay. */
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

/** Loaded into a measured process: tells its peak resident memory in kilobytes at its end. */
import { writeSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  process.on("exit", () => {
    writeSync(3, String(process.resourceUsage().maxRSS));
  });
}

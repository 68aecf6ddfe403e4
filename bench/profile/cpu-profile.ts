/**
 * Loaded into a measured process: the first SIGUSR2 starts a CPU profile, the next one writes it to
 * the file in `CPU_PROFILE`. With `CPU_PROFILE_FROM_START` the profile starts with the process.
 */
import { writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  let isRunning = process.env.CPU_PROFILE_FROM_START === "1";
  if (isRunning) await session.post("Profiler.start");
  process.on("SIGUSR2", async () => {
    if (isRunning) {
      const { profile } = await session.post("Profiler.stop");
      writeFileSync(process.env.CPU_PROFILE!, JSON.stringify(profile));
    } else {
      await session.post("Profiler.start");
    }
    isRunning = !isRunning;
  });
}

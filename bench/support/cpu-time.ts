import { readFileSync } from "node:fs";

/** Milliseconds of one of the ticks in which Linux counts. */
const TICK_MS = 10;

/** Returns the processor time of a process so far, in milliseconds; `NaN` if not on Linux. */
export function cpuMsOf(pid: number): number {
  if (process.platform !== "linux") return Number.NaN;
  // The name of the program, in parentheses, may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

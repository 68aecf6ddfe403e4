import { setImmediate as nextTurn } from "node:timers/promises";

/** Returns the milliseconds of a processor that work takes, however busy the machine is. */
export function cpuMsOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** Times that work took of a processor, in milliseconds. */
export interface TurnTimes {
  readonly totalMs: number;
  /** The longest time in which nothing else could run. */
  readonly longestMs: number;
}

/** Measures the turns that work takes of this thread's event loop, however busy the machine is. */
export async function turnTimesOf(work: () => Promise<unknown>): Promise<TurnTimes> {
  let isDone = false;
  let totalMs = 0;
  let longestMs = 0;
  let last = process.threadCpuUsage();
  const end = () => {
    isDone = true;
  };
  const working = work();
  working.then(end, end);
  while (!isDone) {
    await nextTurn();
    const { user, system } = process.threadCpuUsage(last);
    last = process.threadCpuUsage();
    const turnMs = (user + system) / 1_000;
    totalMs += turnMs;
    longestMs = Math.max(longestMs, turnMs);
  }
  await working;
  return { totalMs, longestMs };
}

/**
 * Asks a server for `/healthz` all the time on a separate connection, in a worker thread, so that a
 * busy main thread does not delay it.
 */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

/** Pause between two requests. */
const EVERY_MS = 5;
/** Linux counts processor time in ticks. */
const TICK_MS = 10;

/** The slowest answers. */
export interface SlowestHealth {
  readonly ms: number;
  /**
   * The same, but a wait counts at most as much as the processor time that the server's event loop
   * used in it: on a busy machine, both wait for other processes, too. As `ms` if not on Linux.
   */
  readonly usedMs: number;
}

export interface HealthWatch {
  /** Returns the slowest answers since the last call. */
  slowest(): Promise<SlowestHealth>;
  stop(): Promise<unknown>;
}

interface WatchedServer {
  readonly url: string;
  readonly pid: number;
}

/** Starts to watch; the first answer has arrived. */
export async function watchHealth({ url, pid }: WatchedServer): Promise<HealthWatch> {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { url, pid, isHealthWatch: true },
  });
  await once(worker, "message");
  return {
    async slowest() {
      worker.postMessage("slowest");
      const [slowest] = await once(worker, "message");
      return slowest;
    },
    stop: () => worker.terminate(),
  };
}

async function watch(
  { url, pid }: WatchedServer,
  port: NonNullable<typeof parentPort>,
): Promise<never> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let ms = 0;
  let usedMs = 0;
  let isAsked = false;
  await ask(url, agent);
  port.postMessage("ready");
  port.on("message", () => (isAsked = true));
  for (;;) {
    const before = { now: performance.now(), used: cpuMsOf(pid) };
    await ask(url, agent);
    const waited = performance.now() - before.now;
    ms = Math.max(ms, waited);
    usedMs = Math.max(usedMs, Math.min(waited, cpuMsOf(pid) - before.used));
    if (isAsked) {
      port.postMessage({ ms, usedMs } satisfies SlowestHealth);
      isAsked = false;
      ms = 0;
      usedMs = 0;
    }
    await delay(EVERY_MS);
  }
}

/** Asks again if a server that was held for long has ended the connection. */
async function ask(url: string, agent: Agent): Promise<void> {
  for (;;) {
    try {
      const [response] = await once(get(new URL("/healthz", url), { agent }), "response");
      await once(response.resume(), "end");
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ECONNRESET") throw error;
    }
  }
}

/** Processor time of the main thread. */
function cpuMsOf(pid: number): number {
  if (process.platform !== "linux") return performance.now();
  const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

if (!isMainThread && workerData?.isHealthWatch === true) await watch(workerData, parentPort!);

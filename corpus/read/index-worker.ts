import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { FlatTerms } from "../search/scan-index.ts";
import type { ScanOptions } from "../search/scan-terms.ts";

/** What a thread is to scan. */
export interface ScanTask {
  /** The terms of an index; the memory is the thread's from then on. */
  readonly json: Uint8Array<ArrayBuffer>;
  readonly sizes: ScanOptions;
}

/** A thread that does what needs no objects, while the docs are read. */
export interface ScanThread {
  /** @throws if the terms are not as MiniSearch writes them */
  scan(task: ScanTask): Promise<FlatTerms>;
  /** Ends it, if it has not ended by itself. */
  stop(): Promise<unknown>;
}

export function startScanThread(): ScanThread {
  const file = import.meta.url.endsWith(".ts") ? "./index-thread.ts" : "./index-thread.js";
  const worker = new Worker(new URL(file, import.meta.url));
  const answer = once(worker, "message");
  // It may fail before it is asked.
  answer.catch(() => undefined);
  return {
    async scan(task) {
      worker.postMessage(task, [task.json.buffer]);
      const [terms] = await answer;
      return terms;
    },
    stop: () => worker.terminate(),
  };
}

import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { DocgateError } from "../error.ts";
import type { FlatTerms, ScanOptions } from "../search/scan-terms.ts";

/** What a thread is to scan. */
export interface ScanTask {
  /** The terms of an index; the memory is the thread's from then on. */
  readonly json: Uint8Array<ArrayBuffer>;
  readonly sizes: ScanOptions;
}

/** A thread that scans the terms of an index while the docs are read. */
export interface ScanThread {
  /** @throws {DocgateError} `corpus-layout` as {@link scanTerms} does */
  scan(task: ScanTask): Promise<FlatTerms>;
  /** Ends it, if it has not ended by itself. */
  stop(): Promise<unknown>;
}

/**
 * Starts a thread.
 *
 * Buys time at the start of a large corpus (bench/start.ts, 10 000 pages): about a quarter of what
 * loading takes is done at the same time as the rest.
 */
export function startScanThread(): ScanThread {
  const file = import.meta.url.endsWith(".ts") ? "./index-thread.ts" : "./index-thread.js";
  const worker = new Worker(new URL(file, import.meta.url));
  const answer = once(worker, "message");
  // It may fail before it is asked.
  answer.catch(() => undefined);
  return {
    async scan(task) {
      worker.postMessage(task, [task.json.buffer]);
      const [terms]: (FlatTerms | null)[] = await answer;
      if (!terms)
        throw new DocgateError("corpus-layout", "Its terms are not as MiniSearch writes them.");
      return terms;
    },
    stop: () => worker.terminate(),
  };
}

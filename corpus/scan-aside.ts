import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { ScanOptions } from "./search/scan-terms.ts";
import type { FlatTerms } from "./search/term-index.ts";

/** What a thread is to check and to scan. */
export interface ScanTask extends ScanOptions {
  /** A file; the memory is the thread's from then on. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The hash that it must have. */
  readonly sha256: string;
  /** Where the terms of its index are. */
  readonly start: number;
  readonly end: number;
}

/** A thread that does what needs no objects, while the docs are read. */
export interface ScanThread {
  /** @throws if the bytes are not intact, or the terms not as MiniSearch writes them */
  scan(task: ScanTask): Promise<FlatTerms>;
  /** Ends it, if it has not ended by itself. */
  stop(): Promise<unknown>;
}

export function startScanThread(): ScanThread {
  const file = import.meta.url.endsWith(".ts") ? "./scan-thread.ts" : "./scan-thread.js";
  const worker = new Worker(new URL(file, import.meta.url));
  const answer = once(worker, "message");
  // It may fail before it is asked.
  answer.catch(() => undefined);
  return {
    async scan(task) {
      worker.postMessage(task, [task.bytes.buffer]);
      const [terms] = await answer;
      return terms;
    },
    stop: () => worker.terminate(),
  };
}

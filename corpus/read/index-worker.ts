import { Worker } from "node:worker_threads";
import { DocgateError } from "../error.ts";
import type { FlatTerms, ScanOptions } from "../search/scan-terms.ts";
import type { Trigrams } from "../search/trigrams.ts";

/** A task for the thread. */
export type IndexTask =
  | {
      /** The terms of an index as JSON. Their memory is moved to the thread. */
      readonly terms: Uint8Array<ArrayBuffer>;
      readonly sizes: ScanOptions;
    }
  | {
      /** The texts. Their memory is moved to the thread. */
      readonly bytes: Uint8Array<ArrayBuffer>;
    };

/** A thread that does part of the work of opening a large corpus. */
export interface IndexThread {
  /** @throws {DocgateError} `corpus-layout` as {@link scanTerms} does */
  scanTerms(terms: Buffer, sizes: ScanOptions): Promise<FlatTerms>;
  /** @param bytes A whole buffer, which is moved to the thread. */
  indexTrigrams(bytes: Uint8Array<ArrayBuffer>): Promise<Trigrams>;
  stop(): Promise<unknown>;
}

/**
 * Starts a thread.
 *
 * Saves time at the start of a large corpus (bench/requests/start.ts, 10 000 pages): about a third of the
 * loading runs at the same time as the rest.
 */
export function startIndexThread(): IndexThread {
  const file = import.meta.url.endsWith(".ts") ? "./index-thread.ts" : "./index-thread.js";
  const worker = new Worker(new URL(file, import.meta.url));
  const failed = new Promise<never>((_, reject) => worker.once("error", reject));
  // The thread may fail before its first task.
  failed.catch(() => undefined);
  const waiting: ((done: unknown) => void)[] = [];
  worker.on("message", (done) => waiting.shift()!(done));

  /** The thread answers in the order of the tasks. */
  function run(task: IndexTask, { buffer }: Uint8Array<ArrayBuffer>): Promise<unknown> {
    worker.postMessage(task, [buffer]);
    return Promise.race([new Promise((resolve) => waiting.push(resolve)), failed]);
  }

  return {
    async scanTerms(json, sizes) {
      const terms = new Uint8Array(json);
      const done = await run({ terms, sizes }, terms);
      if (!done)
        throw new DocgateError("corpus-layout", "The term index is not in MiniSearch's layout.");
      return done as FlatTerms;
    },
    indexTrigrams: async (bytes) => (await run({ bytes }, bytes)) as Trigrams,
    stop: () => worker.terminate(),
  };
}

import { Worker } from "node:worker_threads";
import { DocgateError } from "../error.ts";
import type { FlatTerms, ScanOptions } from "../search/scan-terms.ts";
import type { Trigrams } from "../search/trigrams.ts";

/** What the thread is to do. */
export type IndexTask =
  | {
      /** The terms of an index as JSON; their memory is the thread's from then on. */
      readonly terms: Uint8Array<ArrayBuffer>;
      readonly sizes: ScanOptions;
    }
  | {
      /** Texts; their memory is the thread's from then on. */
      readonly bytes: Uint8Array<ArrayBuffer>;
    };

/** A thread that does a part of the work of opening a large corpus. */
export interface IndexThread {
  /** @throws {DocgateError} `corpus-layout` as {@link scanTerms} does */
  scanTerms(terms: Buffer, sizes: ScanOptions): Promise<FlatTerms>;
  /** @param bytes All of a memory, which is the thread's from then on. */
  indexTrigrams(bytes: Uint8Array<ArrayBuffer>): Promise<Trigrams>;
  stop(): Promise<unknown>;
}

/**
 * Starts a thread.
 *
 * Buys time at the start of a large corpus (bench/start.ts, 10 000 pages): about a third of what
 * loading takes is done at the same time as the rest.
 */
export function startIndexThread(): IndexThread {
  const file = import.meta.url.endsWith(".ts") ? "./index-thread.ts" : "./index-thread.js";
  const worker = new Worker(new URL(file, import.meta.url));
  const failed = new Promise<never>((_, reject) => worker.once("error", reject));
  // It may fail before it is asked.
  failed.catch(() => undefined);
  const waiting: ((done: unknown) => void)[] = [];
  worker.on("message", (done) => waiting.shift()!(done));

  /** It answers in the order in which it is asked. */
  function run(task: IndexTask, { buffer }: Uint8Array<ArrayBuffer>): Promise<unknown> {
    worker.postMessage(task, [buffer]);
    return Promise.race([new Promise((resolve) => waiting.push(resolve)), failed]);
  }

  return {
    async scanTerms(json, sizes) {
      const terms = new Uint8Array(json);
      const done = await run({ terms, sizes }, terms);
      if (!done)
        throw new DocgateError("corpus-layout", "Its terms are not as MiniSearch writes them.");
      return done as FlatTerms;
    },
    indexTrigrams: async (bytes) => (await run({ bytes }, bytes)) as Trigrams,
    stop: () => worker.terminate(),
  };
}

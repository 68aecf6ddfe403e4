import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { FoundFile } from "./collect.ts";
import type { Memory } from "./memory.ts";
import { createReader, type ReadOptions, type ReadResult } from "./read.ts";
import { renumberTerms } from "./terms.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Below so many files, starting threads takes longer than it saves. */
const MIN_FILES_PER_JOB = 64;

/** Files handed to a thread at a time. */
const BATCH = 16;

/** A thread's memory for what is new, which no longer grows where more would hardly save time. */
const YOUNG_MEGABYTES = 16;

export interface PoolOptions extends ReadOptions {
  /** Threads to read with. */
  readonly jobs: number;
  /** Told after each batch how many files are done. */
  readonly onProgress: (done: number) => void;
  /** What earlier runs have read. */
  readonly memory: Memory;
}

/**
 * Reads files: what is known is only looked up, the rest read with several threads where that pays.
 *
 * @returns the results in the order of the files, whichever thread came first
 * @throws if a thread dies
 */
export async function readAll(
  files: readonly FoundFile[],
  { memory, onProgress, jobs, ...options }: PoolOptions,
): Promise<ReadResult[]> {
  const known = files.map((file) => memory.recall(file));
  const missing = files.filter((_, place) => known[place] === null);
  let done = files.length - missing.length;
  onProgress(done);
  const batches: FoundFile[][] = [];
  for (let start = 0; start < missing.length; start += BATCH) {
    batches.push(missing.slice(start, start + BATCH));
  }
  const threads = Math.min(jobs, Math.floor(missing.length / MIN_FILES_PER_JOB));
  const readers = startReaders(threads, { ...options, vocabulary: memory.vocabulary });
  const read: ReadResult[][] = [];
  const waiting = batches.entries();
  try {
    await Promise.all(readers.map(({ read }) => drain(read)));
  } finally {
    await Promise.all(readers.map(({ stop }) => stop()));
  }
  const inTurn = read.flat().values();
  const results = known.map((result) => result ?? inTurn.next().value!);
  memory.keep(files, results);
  return results;

  async function drain(readBatch: BatchReader["read"]): Promise<void> {
    for (const [place, batch] of waiting) {
      read[place] = await readBatch(batch);
      done += batch.length;
      onProgress(done);
    }
  }
}

/** Reads one batch at a time. */
interface BatchReader {
  readonly read: (batch: readonly FoundFile[]) => Promise<ReadResult[]>;
  readonly stop: () => Promise<unknown>;
}

interface ReaderOptions extends ReadOptions {
  readonly vocabulary: Vocabulary;
}

/** One for each thread, or one without any. */
function startReaders(threads: number, options: ReaderOptions): BatchReader[] {
  const { vocabulary, ...readOptions } = options;
  if (threads > 1) return Array.from({ length: threads }, () => startThread(options));
  const read = createReader(readOptions, vocabulary);
  return [
    {
      // In a copy, no piece of a text keeps the whole of it in memory.
      read: async (batch) => structuredClone(await inOrder(batch, read)),
      stop: async () => {},
    },
  ];
}

/** What a thread says of a batch, with the terms that it meets for the first time. */
export interface Answer {
  readonly results: ReadResult[];
  readonly newTerms: readonly string[];
}

/** A thread numbers terms in its own way. */
function startThread({ vocabulary, ...workerData }: ReaderOptions): BatchReader {
  const file = import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js";
  const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MEGABYTES };
  const worker = new Worker(new URL(file, import.meta.url), { workerData, resourceLimits });
  const numbers: number[] = [];
  return {
    async read(batch) {
      worker.postMessage(batch);
      const [{ results, newTerms }] = (await once(worker, "message")) as [Answer];
      for (const term of newTerms) numbers.push(vocabulary.numberOf(term));
      for (const { result } of results) {
        if ("terms" in result) renumberTerms(result.terms, (term) => numbers[term]!);
      }
      return results;
    },
    stop: () => worker.terminate(),
  };
}

/** Reads a batch one by one. */
export async function inOrder(
  batch: readonly FoundFile[],
  read: (file: FoundFile) => Promise<ReadResult>,
): Promise<ReadResult[]> {
  const results: ReadResult[] = [];
  for (const file of batch) results.push(await read(file));
  return results;
}

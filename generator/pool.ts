import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { FoundFile } from "./collect.ts";
import type { Memory } from "./memory.ts";
import { createLookup, createReader, type ReadOptions, type ReadResult } from "./read.ts";

/** Below so many files, starting threads takes longer than it saves. */
const MIN_FILES_PER_JOB = 64;

/** Files handed to a thread at a time. */
const BATCH = 8;

export interface PoolOptions extends ReadOptions {
  /** Threads to read with. */
  readonly jobs: number;
  /** Told after each batch how many files are done. */
  readonly onProgress: (done: number) => void;
  /** What an earlier run has read; none unless told. */
  readonly memory?: Memory | undefined;
}

/**
 * Reads files: what is known is only looked up, the rest read with several threads where that pays.
 *
 * @returns the results in the order of the files, whichever thread came first
 * @throws if a thread dies
 */
export async function readAll(
  files: readonly FoundFile[],
  { memory, ...options }: PoolOptions,
): Promise<ReadResult[]> {
  const lookUp = createLookup(options);
  const known = files.map((file) => memory?.recall(file) ?? lookUp(file));
  const missing = files.filter((_, place) => known[place] === null);
  const done = files.length - missing.length;
  options.onProgress(done);
  const read = await readMissing(missing, {
    ...options,
    onProgress: (count) => options.onProgress(done + count),
  });
  let next = 0;
  const results = known.map((result) => result ?? read[next++]!);
  memory?.keep(files, results);
  return results;
}

async function readMissing(
  files: readonly FoundFile[],
  { jobs, onProgress, ...options }: PoolOptions,
): Promise<ReadResult[]> {
  const results: ReadResult[] = [];
  let next = 0;
  let done = 0;

  async function drain(
    read: (batch: readonly FoundFile[]) => Promise<ReadResult[]>,
  ): Promise<void> {
    while (next < files.length) {
      const start = next;
      next += BATCH;
      const batch = await read(files.slice(start, start + BATCH));
      for (const [index, result] of batch.entries()) results[start + index] = result;
      done += batch.length;
      onProgress(done);
    }
  }

  const threads = Math.min(jobs, Math.floor(files.length / MIN_FILES_PER_JOB));
  if (threads <= 1) {
    const read = createReader(options);
    await drain((batch) => inOrder(batch, read));
    return results;
  }
  const workers = Array.from({ length: threads }, () => startWorker(options));
  try {
    await Promise.all(workers.map((worker) => drain((batch) => ask(worker, batch))));
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
  return results;
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

function startWorker(options: ReadOptions): Worker {
  const file = import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js";
  return new Worker(new URL(file, import.meta.url), { workerData: options });
}

async function ask(worker: Worker, batch: readonly FoundFile[]): Promise<ReadResult[]> {
  worker.postMessage(batch);
  const [results] = await once(worker, "message");
  return results;
}

import { statSync } from "node:fs";
import { hasCode } from "../../corpus/error.ts";
import type { FoundFile } from "./collect.ts";
import { createReader, type ReadResult, unreadable } from "./read.ts";
import { Thread, type ThreadOptions } from "./thread.ts";

/** With fewer files, starting threads takes longer than it saves. */
const MIN_FILES_PER_JOB = 64;

/** Files handed to a thread at a time. */
const BATCH = 16;

/**
 * The time in which a page is read, or not at all: pages that pass the limits on their text can
 * still end here. No page of a tree that builds comes near it, even on a slow machine.
 */
const PAGE_BUDGET_MS = 10_000;

/** A page up to this size can be read without a thread: it takes a moment, whatever it contains. */
const MAX_SMALL_BYTES = 32_768;

export interface ReadFilesOptions extends ThreadOptions {
  /** Threads to read with. */
  readonly jobs: number;
  /** Called after each batch with the number of files done. */
  readonly onProgress: (done: number) => void;
  /**
   * Time limit for a page that is read in a thread, in milliseconds. Default: 10 000; tests set
   * less.
   */
  readonly budgetMs?: number;
}

/**
 * Reads files with several threads where that pays.
 *
 * @returns the results in the order of the files
 */
export async function readFiles(
  files: readonly FoundFile[],
  { onProgress, jobs, budgetMs = PAGE_BUDGET_MS, ...options }: ReadFilesOptions,
): Promise<ReadResult[]> {
  let done = 0;
  const batches: FoundFile[][] = [];
  for (let start = 0; start < files.length; start += BATCH) {
    batches.push(files.slice(start, start + BATCH));
  }
  const threads = Math.min(jobs, Math.floor(files.length / MIN_FILES_PER_JOB));
  const readers = startReaders(threads, { ...options, budgetMs });
  const read: ReadResult[][] = [];
  const waiting = batches.entries();
  try {
    await Promise.all(readers.map(({ read }) => drain(read)));
  } finally {
    await Promise.all(readers.map(({ stop }) => stop()));
  }
  return read.flat();

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
  readonly stop: () => Promise<void>;
}

interface ReaderOptions extends ThreadOptions {
  readonly budgetMs: number;
}

/** Starts one reader for each thread, or one that avoids threads where it can. */
function startReaders(threads: number, options: ReaderOptions): BatchReader[] {
  if (threads > 1) return Array.from({ length: threads }, () => readInThread(options));
  const { vocabulary, ...readOptions } = options;
  const readHere = createReader(readOptions, vocabulary);
  const thread = readInThread(options);
  return [
    {
      async read(batch) {
        const results: ReadResult[] = [];
        for (const file of batch) {
          // As a copy, so that a piece of a text does not keep all of it in memory.
          if (isSmall(file)) results.push(structuredClone(await readHere(file)));
          else results.push(...(await thread.read([file])));
        }
        return results;
      },
      stop: thread.stop,
    },
  ];
}

/** Tells whether a file is small. One without a readable size cannot be read, which takes no time. */
function isSmall({ location }: FoundFile): boolean {
  const found = statSync(location, { throwIfNoEntry: false });
  return found === undefined || found.size <= MAX_SMALL_BYTES;
}

/**
 * Reads in a thread, which is started when it is needed and replaced if a page is too much for it.
 * Reading each page of that batch by itself shows which page it was.
 */
function readInThread({ budgetMs, ...options }: ReaderOptions): BatchReader {
  let thread: Thread | undefined;

  async function read(batch: readonly FoundFile[]): Promise<ReadResult[]> {
    thread ??= new Thread(options);
    try {
      return await thread.read(batch, budgetMs);
    } catch (error) {
      if (!hasCode(error, "page-limit")) throw error;
      await stop();
      const [first] = batch;
      if (batch.length === 1) return [unreadable(first!.path, error)];
    }
    const results: ReadResult[] = [];
    for (const file of batch) results.push(...(await read([file])));
    return results;
  }

  async function stop(): Promise<void> {
    await thread?.stop();
    thread = undefined;
  }

  return { read, stop };
}

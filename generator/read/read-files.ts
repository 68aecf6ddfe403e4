import { readFileSync, statSync } from "node:fs";
import { type DocgateError, hasCode } from "../../corpus/error.ts";
import { isSystemError } from "../../corpus/system-error.ts";
import type { FoundFile } from "./collect.ts";
import { createReader, type ReadResult, unreadable } from "./read.ts";
import { type Batch, Thread, type ThreadOptions } from "./thread.ts";

/** With fewer files, starting threads takes longer than it saves. */
const MIN_FILES_PER_JOB = 64;

/** Files handed to a thread at a time. */
const BATCH = 16;

/** The CPU time in which a page is read, or not at all (DOC-A16). */
const PAGE_BUDGET_MS = 10_000;

/**
 * A page of this size, with this number of bytes that may be markup, can be read without a thread: it
 * takes a second or a few, whatever it contains. One page in fifty has more.
 */
const MAX_QUICK_BYTES = 32_768;
const MAX_QUICK_MARKS = 4_000;

export interface ReadFilesOptions extends ThreadOptions {
  /** Threads to read with. */
  readonly jobs: number;
  /** Called after each batch with the number of files done. */
  readonly onProgress: (done: number) => void;
  /**
   * CPU time for a page that is read in a thread, in milliseconds. Default: 10 000; tests set less.
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
          if (isQuick(file)) results.push(structuredClone(await readHere(file)));
          else results.push(...(await thread.read([file])));
        }
        return results;
      },
      stop: thread.stop,
    },
  ];
}

/** Tells whether a file can be read in a moment. One that cannot be read at all is. */
function isQuick({ location }: FoundFile): boolean {
  const found = statSync(location, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile()) return true;
  if (found.size <= MAX_QUICK_MARKS) return true;
  return found.size <= MAX_QUICK_BYTES && countMarks(location) <= MAX_QUICK_MARKS;
}

/** Counts the bytes of ASCII punctuation and line ends. */
function countMarks(location: string): number {
  try {
    const bytes = readFileSync(location);
    let count = 0;
    // An iterator takes four times as long, and a callback for each byte was 7 % of a build
    // (`npm run bench -- --builds`).
    for (let at = 0; at < bytes.length; at++) count += MARKS[bytes[at]!]!;
    return count;
  } catch (error) {
    if (isSystemError(error)) return 0;
    throw error;
  }
}

const MARKS = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(/[!-/:-@[-`{-~\r\n]/.test(String.fromCharCode(byte))),
);

/**
 * Reads in a thread, which is started when it is needed and replaced if a page is too much for it.
 * Reading each page of that batch by itself shows which page it was.
 */
function readInThread({ budgetMs, ...options }: ReaderOptions): BatchReader {
  let thread: Thread | undefined;

  async function read(files: readonly FoundFile[]): Promise<ReadResult[]> {
    const answer = await attempt({ files });
    if (Array.isArray(answer)) return answer;
    const [first, ...others] = files;
    if (others.length === 0) return [await readLimited(first!, answer)];
    const results: ReadResult[] = [];
    for (const file of files) results.push(...(await read([file])));
    return results;
  }

  /** @returns the error if a page in the batch is too much */
  async function attempt(batch: Batch): Promise<ReadResult[] | DocgateError> {
    thread ??= new Thread(options);
    try {
      return await thread.read(batch, budgetMs);
    } catch (error) {
      if (!hasCode(error, "page-limit")) throw error;
      await stop();
      return error;
    }
  }

  /** Reads what can be read of a page that is too much: its text, perhaps with its frontmatter. */
  async function readLimited(file: FoundFile, error: DocgateError): Promise<ReadResult> {
    const { message } = error;
    for (const isBodyOnly of [false, true]) {
      const read = await attempt({ files: [file], limited: { message, line: 1, isBodyOnly } });
      if (Array.isArray(read)) return read[0]!;
    }
    return unreadable(file.path, error);
  }

  async function stop(): Promise<void> {
    await thread?.stop();
    thread = undefined;
  }

  return { read, stop };
}

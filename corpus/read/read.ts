import { stat } from "node:fs/promises";
import type { Corpus } from "../open/corpus.ts";
import { openContent } from "../open/open-corpus.ts";
import { verifyCorpus } from "../open/verify.ts";
import type { CorpusFile } from "../schema.ts";
import { isSystemError } from "../system-error.ts";
import { type IndexThread, startIndexThread } from "./index-worker.ts";
import { type OpenedFile, openWithThread, openWritten } from "./open-written.ts";
import { readBytes } from "./read-bytes.ts";

/** Smallest corpus for which a thread saves more time than it takes to start. */
export const MIN_BYTES_FOR_THREAD = 2 ** 24;

/**
 * Loads and verifies a corpus file, opens its index and freezes it.
 *
 * @throws {DocgateError} if the file cannot be read or is not an intact corpus
 *
 * @example
 * import { loadCorpus } from "docgate/corpus";
 *
 * const corpus = await loadCorpus("dist/corpus.json");
 * const pages = corpus.search.ranked("quick start");
 */
export async function loadCorpus(file: string): Promise<Corpus> {
  return (await openFile(file)).corpus;
}

/**
 * Loads a corpus file as {@link loadCorpus} does.
 *
 * @param previous An earlier state of the file; its unchanged parts are reused.
 * @throws {DocgateError} if the file cannot be read or is not an intact corpus
 *
 * @internal
 */
export async function openFile(file: string, previous?: OpenedFile): Promise<OpenedFile> {
  // The thread starts while the file is read.
  const thread = (await sizeOf(file)) < MIN_BYTES_FOR_THREAD ? null : startThread();
  try {
    const { bytes, digest } = await readBytes(file);
    const opened = thread
      ? await openWithThread(bytes, { digest, previous, thread })
      : openWritten(bytes, { digest, previous });
    return opened ?? { corpus: openContent(await loadCorpusFile(file), file), kept: null };
  } finally {
    await thread?.stop();
  }
}

/** @returns null for a process that may not start threads: see `--permission` of Node.js */
function startThread(): IndexThread | null {
  try {
    return startIndexThread();
  } catch (error) {
    if (isSystemError(error)) return null;
    throw error;
  }
}

/**
 * Loads a corpus file as plain data, verified, without opening the index.
 *
 * @throws {DocgateError} if the file cannot be read or is not an intact corpus
 */
export async function loadCorpusFile(file: string): Promise<CorpusFile> {
  const { bytes } = await readBytes(file);
  return verifyCorpus(bytes, file);
}

/** Returns the size of a file in bytes; 0 if there is none. */
async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

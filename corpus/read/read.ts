import { stat } from "node:fs/promises";
import type { AsPlainObject } from "minisearch";
import { DocgateError, hasCode } from "../error.ts";
import type { CorpusFile, Doc } from "../schema.ts";
import { createSearch } from "../search/search.ts";
import { createSegment } from "../search/segment.ts";
import { toSegments } from "../search/segments.ts";
import { createSubstringIndex } from "../search/substring-index.ts";
import { layOut, sortTerms, type TermIndex } from "../search/term-index.ts";
import { isSystemError } from "../system-error.ts";
import { type Corpus, freezeCorpus } from "./corpus.ts";
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
    return opened ?? { corpus: openCorpus(await loadCorpusFile(file), file), kept: null };
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
  // The library that checks shapes is loaded only where it is needed.
  const { verifyCorpus } = await import("./verify.ts");
  return verifyCorpus(bytes, file);
}

/** Returns the size of a file in bytes; 0 if there is none. */
async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

/**
 * Opens the index of a verified file and freezes the rest.
 *
 * @param file names the content in messages
 * @throws {DocgateError} `corpus-shape` if the index cannot be opened
 */
export function openCorpus(content: CorpusFile, file: string): Corpus {
  const { docs, search } = content;
  const index = openIndex(search as unknown as AsPlainObject, { docs, file });
  return freezeCorpus({
    ...content,
    graph: () => content.graph,
    search: createSearch({
      docs,
      index,
      substrings: createSubstringIndex(toSegments(docs, { before: [], make: createSegment })),
    }),
  });
}

function openIndex(
  plain: AsPlainObject,
  { docs, file }: { readonly docs: readonly Doc[]; readonly file: string },
): TermIndex {
  try {
    return layOut(sortTerms(plain), docs);
  } catch (error) {
    if (!hasCode(error, "corpus-layout")) throw error;
    const message = `Corpus "${file}" has no usable search index. ${error.message}`;
    throw new DocgateError("corpus-shape", message);
  }
}

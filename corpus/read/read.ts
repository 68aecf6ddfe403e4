import { stat } from "node:fs/promises";
import type { AsPlainObject } from "minisearch";
import { DocgateError, hasCode } from "../error.ts";
import { graphOf } from "../graph.ts";
import { unlessOther } from "../other-layout.ts";
import type { CorpusFile, Doc, DocGraph } from "../schema.ts";
import { type FlatTerms, scanTerms } from "../search/scan-terms.ts";
import { createSearch, type Search } from "../search/search.ts";
import { createSubstringIndex, type SubstringIndex } from "../search/substring-index.ts";
import { layOut, sortTerms, type TermIndex } from "../search/term-index.ts";
import { isSystemError } from "../system-error.ts";
import type { DocLines } from "./doc-lines.ts";
import { freezeDoc, freezeGraph } from "./freeze.ts";
import { type ScanThread, startScanThread } from "./index-worker.ts";
import { readBytes } from "./read-bytes.ts";
import {
  type CanonicalParts,
  type IndexParts,
  partFile,
  partIndex,
  readDocs,
} from "./written-layout.ts";

/** A verified, frozen corpus, ready to answer. */
export interface Corpus {
  /** SHA-256 of the file, as it tells itself: two corpora with the same one are the same. */
  readonly sha256: string;
  readonly meta: { readonly name: string; readonly description: string };
  /** Every page, in code-point order of `path`. */
  readonly docs: readonly Doc[];
  readonly graph: DocGraph;
  readonly search: Search;
}

/** With less to do, it takes longer to start a thread than it saves. */
export const MIN_BYTES_FOR_THREAD = 2 ** 24;

/**
 * A corpus, and what helps to read a later state of its file.
 *
 * @internal
 */
export interface OpenedFile {
  readonly corpus: Corpus;
  /** Null for a file that is not laid out as docgate writes it. */
  readonly kept: Kept | null;
}

/**
 * What is taken over where a later state of a file has the same docs: nothing but time depends on it.
 *
 * @internal
 */
export interface Kept {
  readonly read: DocLines;
  readonly substrings: SubstringIndex;
}

/**
 * Loads and verifies a corpus file, opens its index and freezes it.
 *
 * @throws {DocgateError} if the file cannot be read or is not an intact corpus
 *
 * @example
 * const corpus = await loadCorpus("dist/corpus.json");
 * const pages = corpus.search.ranked("quick start");
 */
export async function loadCorpus(file: string): Promise<Corpus> {
  return (await openFile(file)).corpus;
}

/**
 * Loads a corpus file as {@link loadCorpus} does.
 *
 * @param previous An earlier state of the file: what is the same is taken over.
 * @throws {DocgateError} if the file cannot be read or is not an intact corpus
 *
 * @internal
 */
export async function openFile(file: string, previous?: OpenedFile): Promise<OpenedFile> {
  // It starts while the file is read.
  const thread = (await sizeOf(file)) < MIN_BYTES_FOR_THREAD ? null : startThread();
  try {
    const { bytes, digest } = await readBytes(file);
    const opened = thread
      ? await openAside(bytes, { digest, previous, thread })
      : openCanonical(bytes, { digest, previous });
    return opened ?? { corpus: openCorpus(await verify(bytes, file), file), kept: null };
  } finally {
    await thread?.stop();
  }
}

/** @returns null for a process that may not have threads: see `--permission` of Node.js */
function startThread(): ScanThread | null {
  try {
    return startScanThread();
  } catch (error) {
    if (isSystemError(error)) return null;
    throw error;
  }
}

/**
 * Loads a corpus file as the plain data that it holds, verified but without opening the index.
 *
 * @throws {DocgateError} if the file cannot be read or is not an intact corpus
 */
export async function loadCorpusFile(file: string): Promise<CorpusFile> {
  return verify((await readBytes(file)).bytes, file);
}

/** The library that checks shapes is only loaded where it is needed. */
async function verify(bytes: Buffer, file: string): Promise<CorpusFile> {
  const { verifyCorpus } = await import("./verify.ts");
  return verifyCorpus(bytes, file);
}

/** In bytes; 0 for no file. */
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
    search: createSearch({ docs, index, substrings: createSubstringIndex(docs) }),
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

interface OpenOptions {
  readonly digest: string;
  readonly previous?: OpenedFile | undefined;
}

/**
 * Opens a file in the layout in which docgate writes it, in less time and memory than it takes to
 * parse it.
 *
 * @param bytes Those of the docs are kept.
 * @param options.digest As {@link createFileHash} gives it.
 * @returns Null for a file in another layout, or one that is not intact.
 *
 * @internal
 */
export function openCanonical(bytes: Buffer, { digest, previous }: OpenOptions): OpenedFile | null {
  return unlessOther(() => {
    const parts = partFile(bytes, digest);
    const index = partIndex(parts);
    const kept = readParts(parts, previous);
    return open(parts, { kept, index, terms: scanTerms(index.terms, index.sizes) });
  });
}

/** Opens a file as {@link openCanonical} does, with another thread that does a part of the work. */
async function openAside(
  bytes: Buffer,
  { digest, previous, thread }: OpenOptions & { readonly thread: ScanThread },
): Promise<OpenedFile | null> {
  try {
    const parts = partFile(bytes, digest);
    const index = partIndex(parts);
    const scanned = thread.scan({ json: new Uint8Array(index.terms), sizes: index.sizes });
    // Reading the docs may fail first.
    scanned.catch(() => undefined);
    const kept = readParts(parts, previous);
    return open(parts, { kept, index, terms: await scanned });
  } catch (error) {
    if (hasCode(error, "corpus-layout")) return null;
    throw error;
  }
}

/** Reads everything but the terms of the index. */
function readParts(parts: CanonicalParts, previous: OpenedFile | undefined): Kept {
  const read = readDocs(parts, previous?.kept?.read);
  return { read, substrings: createSubstringIndex(read.docs, previous?.kept?.substrings) };
}

interface ReadParts {
  readonly kept: Kept;
  readonly index: IndexParts;
  readonly terms: FlatTerms;
}

function open(
  { sha256, meta, lines }: CanonicalParts,
  { kept, index, terms }: ReadParts,
): OpenedFile {
  const { docs } = kept.read;
  const search = createSearch({
    docs,
    index: layOut({ plain: index.plain, terms }, docs),
    substrings: kept.substrings,
  });
  const corpus = freezeCorpus({ sha256, meta, docs, graph: () => graphOf(docs), search });
  giveBackBehind(lines);
  return { corpus, kept };
}

/** Gives the memory of a file back that is behind its docs, if it is the file's alone. */
function giveBackBehind({ buffer, byteOffset, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.resizable) buffer.resize(byteOffset + length);
}

interface CorpusParts extends Omit<Corpus, "graph"> {
  /** Called the first time that the graph is asked for. */
  readonly graph: () => DocGraph;
}

function freezeCorpus({ sha256, meta, docs, graph, search }: CorpusParts): Corpus {
  let known: DocGraph | undefined;
  docs.forEach(freezeDoc);
  return Object.freeze({
    sha256,
    meta: Object.freeze(meta),
    docs: Object.freeze(docs),
    get graph() {
      known ??= freezeGraph(graph());
      return known;
    },
    search,
  });
}

import { stat } from "node:fs/promises";
import type { AsPlainObject } from "minisearch";
import { CorpusError } from "../error.ts";
import { graphOf } from "../graph.ts";
import type { CorpusFile, Doc, DocGraph } from "../schema.ts";
import { createSearch, type Search } from "../search/search.ts";
import { partIndex } from "../search/term-index.ts";
import { type FoldedDocs, foldDocs } from "../search/texts.ts";
import { freezeDoc, freezeGraph } from "./freeze.ts";
import { type ScanThread, startScanThread } from "./index-worker.ts";
import { type FileBytes, readBytes } from "./read-bytes.ts";
import { type CanonicalCorpus, readCanonical, readCanonicalAside } from "./written-layout.ts";

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
const MIN_BYTES_FOR_THREAD = 2 ** 24;

export interface OpenOptions {
  readonly previous?: Corpus | undefined;
}

/**
 * Loads and verifies a corpus file, opens its index and freezes it.
 *
 * @param options.previous An earlier state of the file: what is the same is taken over, which makes
 *   loading faster and nothing else.
 * @throws {CorpusError} if the file cannot be read or is not an intact corpus
 *
 * @example
 * const corpus = await loadCorpus("dist/corpus.json");
 * const pages = corpus.search.ranked("quick start");
 */
export async function loadCorpus(file: string, { previous }: OpenOptions = {}): Promise<Corpus> {
  const isLarge = !previous && (await sizeOf(file)) >= MIN_BYTES_FOR_THREAD;
  // It starts while the file is read.
  const thread = isLarge ? startThread() : null;
  try {
    const { bytes, digest } = await readBytes(file);
    const aside = thread && (await openAside({ bytes, digest }, thread));
    const corpus = aside ?? openCanonical(bytes, { digest, previous });
    return corpus ?? openCorpus(await verify(bytes, file), file);
  } finally {
    await thread?.stop();
  }
}

/** @returns null where none may be started */
function startThread(): ScanThread | null {
  try {
    return startScanThread();
  } catch {
    return null;
  }
}

/**
 * Loads a corpus file as the plain data that it holds, verified but without opening the index.
 *
 * @throws {CorpusError} if the file cannot be read or is not an intact corpus
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
 * @throws {CorpusError} if the index cannot be opened
 */
export function openCorpus(content: CorpusFile, file: string): Corpus {
  const { docs, search } = content;
  try {
    const index = partIndex(search as unknown as AsPlainObject);
    return freezeCorpus({
      ...content,
      graph: () => content.graph,
      search: createSearch({ docs, folded: foldDocs(docs).texts, index }),
    });
  } catch (cause) {
    const { message } = cause as Error;
    throw new CorpusError("shape", `Corpus "${file}" has no usable search index: ${message}.`);
  }
}

/**
 * Opens a file in the layout in which it was written, in less time and memory than it takes to parse
 * it as one.
 *
 * @param bytes The corpus keeps those of its docs.
 *
 * @returns Null if anything about it is unexpected: {@link verify} tells what it is.
 *
 * @internal
 */
export function openCanonical(
  bytes: Buffer,
  { previous, digest }: OpenOptions & { readonly digest?: string | undefined } = {},
): Corpus | null {
  try {
    const before = previous && MADE_OF.get(previous);
    const read = readCanonical(bytes, { digest, previous: before });
    return open(read, foldDocs(read.docs, before?.folded));
  } catch {
    return null;
  }
}

/** Opens a file as {@link openCanonical} does, with another thread that does a part of the work. */
async function openAside(file: FileBytes, thread: ScanThread): Promise<Corpus | null> {
  try {
    const aside = readCanonicalAside(file, thread);
    const folded = foldDocs(aside.docs);
    return open({ ...aside, index: await aside.index }, folded);
  } catch {
    return null;
  }
}

/** What corpora were made of. */
const MADE_OF = new WeakMap<Corpus, CanonicalCorpus & { readonly folded: FoldedDocs }>();

function open(read: CanonicalCorpus, folded: FoldedDocs): Corpus {
  const { sha256, meta, docs, index } = read;
  const search = createSearch({ docs, folded: folded.texts, index });
  const corpus = freezeCorpus({ sha256, meta, docs, graph: () => graphOf(docs), search });
  MADE_OF.set(corpus, { ...read, folded });
  release(read.lines);
  return corpus;
}

/** Gives the memory behind the docs of a file back. */
function release({ buffer, byteOffset, length }: Buffer): void {
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

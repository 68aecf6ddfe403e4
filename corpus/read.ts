import { stat } from "node:fs/promises";
import type { AsPlainObject } from "minisearch";
import { type CanonicalCorpus, readCanonical, readCanonicalAside } from "./canonical.ts";
import { CorpusError } from "./error.ts";
import { freezeDoc, freezeGraph } from "./freeze.ts";
import { graphOf } from "./graph.ts";
import { readBytes } from "./read-bytes.ts";
import { type ScanThread, startScanThread } from "./scan-aside.ts";
import type { CorpusFile, Doc, DocGraph } from "./schema.ts";
import { partIndex } from "./search/term-index.ts";
import { foldDocs } from "./search/texts.ts";
import { createSearch, type Search } from "./search.ts";

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
  readonly previous?: Corpus;
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
export async function loadCorpus(file: string, options: OpenOptions = {}): Promise<Corpus> {
  const isLarge = !options.previous && (await sizeOf(file)) >= MIN_BYTES_FOR_THREAD;
  const large = isLarge ? await openAside(file) : null;
  if (large) return large;
  const { bytes, digest } = await readBytes(file);
  const corpus = openCanonical(bytes, { digest, ...options });
  if (!corpus) return openCorpus(await verify(bytes, file), file);
  release(bytes);
  return corpus;
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
      search: createSearch({ docs, folded: foldDocs(docs), index }),
    });
  } catch (cause) {
    const { message } = cause as Error;
    throw new CorpusError("shape", `Corpus "${file}" has no usable search index: ${message}.`);
  }
}

/**
 * Opens a file in the layout in which it was written, in less time and memory than it takes to parse
 * it as one. The corpus does not need the bytes.
 *
 * @returns Null if anything about it is unexpected: {@link verify} tells what it is.
 */
export function openCanonical(
  bytes: Buffer,
  { previous, digest }: OpenOptions & { readonly digest?: string } = {},
): Corpus | null {
  try {
    return open(readCanonical(bytes, { digest, previous: previous && READ_AS.get(previous) }));
  } catch {
    return null;
  }
}

/** Opens a file as {@link openCanonical} does, with another thread that does a part of the work. */
async function openAside(file: string): Promise<Corpus | null> {
  let thread: ScanThread | undefined;
  try {
    // It starts while the file is read.
    thread = startScanThread();
    const aside = readCanonicalAside(await readBytes(file), thread);
    foldDocs(aside.docs);
    return open({ ...aside, index: await aside.index });
  } catch {
    return null;
  } finally {
    await thread?.stop();
  }
}

/** What corpora were read as. */
const READ_AS = new WeakMap<Corpus, CanonicalCorpus>();

function open(read: CanonicalCorpus): Corpus {
  const { sha256, meta, docs, index } = read;
  const search = createSearch({ docs, folded: foldDocs(docs), index });
  const corpus = freezeCorpus({ sha256, meta, docs, graph: () => graphOf(docs), search });
  READ_AS.set(corpus, read);
  return corpus;
}

/** Gives the memory of bytes back at once; if they are a part of others, they are left alone. */
function release({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0);
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

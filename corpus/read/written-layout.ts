import { isUtf8 } from "node:buffer";
import type { AsPlainObject } from "minisearch";
import { createFileHash } from "../digest.ts";
import { checkGraph } from "../graph.ts";
import {
  AFTER_TERMS,
  BEFORE_DOCS,
  BEFORE_GRAPH,
  BEFORE_HASH,
  BEFORE_META,
  BEFORE_SEARCH,
  BEFORE_TERMS,
  END,
} from "../layout.ts";
import type { CorpusFile } from "../schema.ts";
import { type FlatTerms, scanIndex } from "../search/scan-index.ts";
import type { ScanOptions } from "../search/scan-terms.ts";
import { countFields, FINAL_SIGMA } from "../search/term-index.ts";
import { isCount, isMeta } from "./doc-guard.ts";
import { type DocLines, readDocLines } from "./doc-lines.ts";
import type { ScanThread } from "./index-worker.ts";
import type { FileBytes } from "./read-bytes.ts";

/**
 * What a corpus file holds, with bodies left in JSON. Its graph is that of its docs. A later state of
 * the file is read with the help of it.
 */
export interface CanonicalCorpus extends Pick<CorpusFile, "sha256" | "meta">, DocLines {
  readonly graphHash: string;
  readonly index: {
    /** The index; its terms are left out. */
    readonly plain: AsPlainObject;
    readonly terms: FlatTerms;
  };
}

const LINE_FEED = 0x0a;

interface ReadOptions {
  /** Of the bytes. */
  readonly digest?: string | undefined;
  /** An earlier state of the file: what is the same is taken over. */
  readonly previous?: CanonicalCorpus | undefined;
}

/**
 * Reads and verifies a corpus that is laid out as `serializeCorpus` does it: doc by doc, for no
 * line feed can be inside a string of JSON, and without making strings of bodies or objects of the
 * index's terms. Whether bodies are JSON is told by who reads them.
 *
 * @param bytes Those of the docs are kept.
 * @throws if the file is laid out in any other way or is no intact corpus
 */
export function readCanonical(
  bytes: Buffer,
  { digest = createFileHash().update(bytes).digest(), previous }: ReadOptions = {},
): CanonicalCorpus {
  const parts = partFile(bytes, digest);
  const { plain, terms, sizes } = readIndex(parts.search);
  const docs = readDocs(parts, previous);
  return { ...docs, index: { plain, terms: scanIndex(terms, sizes, previous?.index.terms) } };
}

/** What is known before the terms are scanned. */
interface ReadAside extends Omit<CanonicalCorpus, "index"> {
  readonly index: Promise<CanonicalCorpus["index"]>;
}

/**
 * Reads a corpus as {@link readCanonical} does, with another thread that scans the index.
 *
 * @throws if the file is laid out in any other way or is no intact corpus
 */
export function readCanonicalAside({ bytes, digest }: FileBytes, thread: ScanThread): ReadAside {
  const parts = partFile(bytes, digest);
  const { plain, terms, sizes } = readIndex(parts.search);
  const scanned = thread.scan({ json: new Uint8Array(terms), sizes });
  const index = scanned.then((flat) => ({ plain, terms: flat }));
  // Who reads the docs may fail first.
  index.catch(() => undefined);
  return { ...readDocs(parts), index };
}

interface Parts extends Pick<CorpusFile, "sha256" | "meta"> {
  readonly lines: Buffer;
  readonly graph: Buffer;
  readonly search: Buffer;
}

/**
 * Short parts are found from the start, long ones from the end: of those each is in one line.
 *
 * @throws if the bytes are framed in any other way or not intact
 */
function partFile(bytes: Buffer, digest: string): Parts {
  const hash = find(bytes, BEFORE_HASH, 0);
  const meta = find(bytes, BEFORE_META, hash.end);
  const docs = find(bytes, BEFORE_DOCS, meta.end);
  const end = findLast(bytes, END, bytes.length);
  const search = findLast(bytes, BEFORE_SEARCH, end.start);
  const graph = findLast(bytes, `\n${BEFORE_GRAPH}`, search.start);
  const sha256 = bytes.toString("latin1", hash.end, meta.start);
  if (hash.start !== 0 || end.end !== bytes.length) fail("is framed otherwise");
  if (sha256 !== digest || !isUtf8(bytes)) fail("has another hash, or is not UTF-8");
  return {
    sha256,
    meta: readMeta(bytes.subarray(meta.end, docs.start)),
    lines: bytes.subarray(docs.end, graph.start),
    graph: bytes.subarray(graph.end, search.start),
    search: bytes.subarray(search.end, end.start),
  };
}

function readMeta(json: Buffer): CorpusFile["meta"] {
  const meta: unknown = JSON.parse(json.toString());
  return isMeta(meta) ? meta : fail("has other meta data");
}

function readDocs(
  { sha256, meta, lines, graph }: Omit<Parts, "search">,
  previous?: CanonicalCorpus,
): Omit<CanonicalCorpus, "index"> {
  const read = readDocLines(lines, previous);
  const graphHash = checkGraph(read.docs, graph, previous) ?? fail("has another graph");
  return { sha256, meta, ...read, graphHash };
}

interface IndexParts {
  readonly plain: AsPlainObject;
  readonly terms: Buffer;
  readonly sizes: ScanOptions;
}

function readIndex(search: Buffer): IndexParts {
  const start = find(search, BEFORE_TERMS, 0).end - 1;
  const end = search.lastIndexOf(AFTER_TERMS) + 1;
  const plain = JSON.parse(`${search.toString("utf8", 0, start)}[]${search.toString("utf8", end)}`);
  if (!isCount(plain.documentCount)) fail("has no number of docs in its index");
  const sizes = { fieldCount: countFields(plain), docCount: plain.documentCount };
  const terms = search.subarray(start, end);
  if (terms.includes(FINAL_SIGMA)) fail("has terms that are folded in another way");
  return { plain, terms, sizes };
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function find(bytes: Buffer, text: string, from: number): Range {
  const start = bytes.indexOf(text, from);
  return start < 0 ? fail(`has no ${text}`) : { start, end: start + text.length };
}

/** @param text It has the last line feed that is before a place. */
function findLast(bytes: Buffer, text: string, before: number): Range {
  const start = bytes.lastIndexOf(LINE_FEED, before - 1) - text.lastIndexOf("\n");
  const end = start + text.length;
  return bytes.toString("latin1", start, end) === text ? { start, end } : fail(`has no ${text}`);
}

function fail(reason: string): never {
  throw new TypeError(`It ${reason}`);
}

import type { AsPlainObject } from "minisearch";
import { moveBody, withBody } from "./body.ts";
import { isIntact } from "./digest.ts";
import { isGraphOf } from "./graph.ts";
import { isCount, isDoc, isMeta } from "./is-doc.ts";
import {
  AFTER_TERMS,
  BEFORE_DOCS,
  BEFORE_GRAPH,
  BEFORE_HASH,
  BEFORE_META,
  BEFORE_SEARCH,
  BEFORE_TERMS,
  END,
} from "./layout.ts";
import type { ScanThread } from "./scan-aside.ts";
import type { CorpusFile, Doc } from "./schema.ts";
import { countFields, type SerializedIndex } from "./search/term-index.ts";

/**
 * What a corpus file holds, with bodies and the terms of its index left in JSON. Its graph is that
 * of its docs.
 */
export interface CanonicalCorpus extends Pick<CorpusFile, "sha256" | "meta" | "docs"> {
  readonly index: SerializedIndex;
}

/** What comes before each part of a file. */
const FRAME = [BEFORE_HASH, BEFORE_META, BEFORE_DOCS, `\n${BEFORE_GRAPH}`, BEFORE_SEARCH] as const;
const BEFORE_PATH = Buffer.from(',"path":');
const BEFORE_BODY = Buffer.from(',"body":');
const AFTER_BODY = Buffer.from(',"wordCount":');
const EMPTY_BODY = '""';
const LINE_FEED = 0x0a;
const COMMA = 0x2c;

/** The line that a doc was read from. */
const LINE_OF = new WeakMap<Doc, Buffer>();

/**
 * Reads and verifies a corpus that is laid out as `serializeCorpus` does it: doc by doc, for no
 * line feed can be inside a string of JSON, and without making strings of bodies or objects of the
 * index's terms. Whether these are JSON is told by who reads them.
 *
 * @param options.previous Docs read before: those that are the same are given again.
 * @throws if the file is laid out in any other way or is no intact corpus
 */
export function readCanonical(
  bytes: Buffer,
  { previous = [] }: { readonly previous?: readonly Doc[] } = {},
): CanonicalCorpus {
  const [hash, head, lines, graph, search] = partFile(bytes);
  const sha256 = hash.toString("latin1");
  if (!isIntact(bytes, sha256)) fail("has another hash, or is not UTF-8");
  const meta = readMeta(head);
  const docs = readDocs(Buffer.from(lines), previous);
  if (!isGraphOf(docs, graph)) fail("has another graph");
  return { sha256, meta, docs, index: readIndex(search) };
}

interface AsideOptions {
  readonly previous: readonly Doc[];
  readonly thread: ScanThread;
}

/** What is read of a file before it is known to be intact. */
interface ReadAside extends Omit<CanonicalCorpus, "index"> {
  /** Rejected if it is not. */
  readonly index: Promise<SerializedIndex>;
}

/**
 * Reads a corpus as {@link readCanonical} does, with another thread that checks the bytes and scans
 * the index. The bytes are that thread's from then on.
 *
 * @throws if the file is laid out in any other way
 */
export function readCanonicalAside(
  bytes: Buffer<ArrayBuffer>,
  { previous, thread }: AsideOptions,
): ReadAside {
  const [hash, ...parts] = partFile(bytes);
  const [head, lines, graph] = parts.slice(0, -1).map((part) => Buffer.from(part));
  const sha256 = hash.toString("latin1");
  const { plain, terms } = readIndex(parts.at(-1)!);
  const start = terms.byteOffset - bytes.byteOffset;
  const sizes = { fieldCount: countFields(plain), docCount: plain.documentCount };
  const scanned = thread.scan({ bytes, sha256, start, end: start + terms.length, ...sizes });
  const index = scanned.then((flat) => ({ plain, terms: flat }));
  // Who reads the docs may fail first.
  index.catch(() => undefined);
  const meta = readMeta(head!);
  const docs = readDocs(lines!, previous);
  if (!isGraphOf(docs, graph!)) fail("has another graph");
  return { sha256, meta, docs, index };
}

function readMeta(json: Buffer): CorpusFile["meta"] {
  const meta: unknown = JSON.parse(json.toString());
  return isMeta(meta) ? meta : fail("has other meta data");
}

type Parts = readonly [Buffer, Buffer, Buffer, Buffer, Buffer];

function partFile(bytes: Buffer): Parts {
  const starts: number[] = [];
  for (const text of FRAME) starts.push(find(bytes, text, starts.at(-1) ?? 0) + text.length);
  const end = bytes.length - END.length;
  if (starts[0] !== FRAME[0].length || find(bytes, END, end) !== end) fail("is framed otherwise");
  return starts.map((start, part) => {
    const next = starts[part + 1];
    return bytes.subarray(start, next === undefined ? end : next - FRAME[part + 1]!.length);
  }) as unknown as Parts;
}

/** Where a doc is in the bytes, and the body in it. */
interface Place {
  readonly start: number;
  readonly body: number;
  readonly bodyEnd: number;
  readonly end: number;
}

/** @param lines They are kept, for the bodies in them and to tell which ones change. */
function readDocs(lines: Buffer, previous: readonly Doc[]): Doc[] {
  const known = new Map<string, Doc>();
  for (const doc of previous) {
    const line = LINE_OF.get(doc);
    if (line) known.set(startOf(line), doc);
  }
  return findDocs(lines).map((place) => {
    const line = lines.subarray(place.start, place.end);
    const body = lines.subarray(place.body, place.bodyEnd);
    const before = known.get(startOf(line));
    const isSame = before !== undefined && line.equals(LINE_OF.get(before)!);
    const doc = isSame ? before : withBody(readDoc(lines, place), body);
    if (isSame) moveBody(doc, body);
    LINE_OF.set(doc, line);
    return doc;
  });
}

/** What is before the path of a doc: its id, and no other doc has that. */
function startOf(line: Buffer): string {
  return line.toString("latin1", 0, line.indexOf(BEFORE_PATH));
}

/** @returns the doc without its body */
function readDoc(lines: Buffer, { start, body, bodyEnd, end }: Place): Doc {
  const before = lines.toString("utf8", start, body);
  const doc: unknown = JSON.parse(before + EMPTY_BODY + lines.toString("utf8", bodyEnd, end));
  return isDoc(doc) ? doc : fail("has a doc of another shape");
}

/** Each doc is on a line of its own, after a line feed, and a comma where there is one before. */
function findDocs(lines: Buffer): Place[] {
  const places: Place[] = [];
  for (let at = 0; at < lines.length; ) {
    if (lines[at] !== LINE_FEED) fail("has docs in one line");
    const start = at + 1;
    const body = find(lines, BEFORE_BODY, start) + BEFORE_BODY.length;
    const bodyEnd = find(lines, AFTER_BODY, body);
    const next = lines.indexOf(LINE_FEED, bodyEnd);
    at = next < 0 ? lines.length : next;
    if (next >= 0 && lines[next - 1] !== COMMA) fail("has docs without a comma between");
    places.push({ start, body, bodyEnd, end: next < 0 ? at : at - 1 });
  }
  return places;
}

function readIndex(search: Buffer): SerializedIndex & { readonly terms: Buffer } {
  const start = find(search, BEFORE_TERMS, 0) + BEFORE_TERMS.length - 1;
  const end = search.lastIndexOf(AFTER_TERMS) + 1;
  const plain = JSON.parse(`${search.toString("utf8", 0, start)}[]${search.toString("utf8", end)}`);
  if (!isCount(plain.documentCount)) fail("has no number of docs in its index");
  return { plain: plain as AsPlainObject, terms: search.subarray(start, end) };
}

function find(bytes: Buffer, text: string | Buffer, from: number): number {
  const at = bytes.indexOf(text, from);
  return at < 0 ? fail(`has no ${text}`) : at;
}

function fail(reason: string): never {
  throw new TypeError(`It ${reason}`);
}

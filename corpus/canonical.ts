import { isUtf8 } from "node:buffer";
import type { AsPlainObject } from "minisearch";
import { withBody } from "./body.ts";
import { digest } from "./digest.ts";
import { FORMAT_VERSION, SCHEMA_URL } from "./format.ts";
import { isGraphOf } from "./graph.ts";
import { isCount, isDoc, isMeta } from "./is-doc.ts";
import type { CorpusFile, Doc } from "./schema.ts";
import type { SerializedIndex } from "./search/term-index.ts";

/**
 * What a corpus file holds, with bodies and the terms of its index left in JSON. Its graph is that
 * of its docs.
 */
export interface CanonicalCorpus extends Pick<CorpusFile, "sha256" | "meta" | "docs"> {
  readonly index: SerializedIndex;
}

/** What is the same in all files, around and between their parts. */
const FRAME = [
  `{"$schema":${JSON.stringify(SCHEMA_URL)},"formatVersion":${FORMAT_VERSION},"sha256":"`,
  '",\n"meta":',
  ',\n"docs":[',
  '\n],\n"graph":',
  ',\n"search":',
] as const;
const END = "}\n";
const BEFORE_BODY = Buffer.from(',"body":');
const AFTER_BODY = Buffer.from(',"wordCount":');
const EMPTY_BODY = '""';
const BEFORE_TERMS = ',"index":[';
const AFTER_TERMS = '],"serializationVersion":';
const LINE_FEED = 0x0a;
const COMMA = 0x2c;

/**
 * Reads and verifies a corpus that is laid out as `serializeCorpus` does it: doc by doc, for no
 * line feed can be inside a string of JSON, and without making strings of bodies or objects of the
 * index's terms. Whether these are JSON is told by who reads them.
 *
 * @throws if the file is laid out in any other way or is no intact corpus
 */
export function readCanonical(bytes: Buffer): CanonicalCorpus {
  const [hash, head, lines, graph, search] = partFile(bytes);
  const sha256 = hash.toString("latin1");
  if (digest(bytes, sha256) !== sha256) fail("has another hash");
  // Strings are decoded one by one, or not at all.
  if (!isUtf8(bytes)) fail("is not UTF-8");
  const meta: unknown = JSON.parse(head.toString());
  if (!isMeta(meta)) return fail("has other meta data");
  const docs = readDocs(lines);
  if (!isGraphOf(docs, graph)) fail("has another graph");
  return { sha256, meta, docs, index: readIndex(search) };
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

function readDocs(lines: Buffer): Doc[] {
  const places = findDocs(lines);
  const bodies = Buffer.allocUnsafeSlow(
    places.reduce((sum, { body, bodyEnd }) => sum + bodyEnd - body, 0),
  );
  let copied = 0;
  return places.map(({ start, body, bodyEnd, end }) => {
    const rest = lines.toString("utf8", start, body) + EMPTY_BODY;
    const doc: unknown = JSON.parse(rest + lines.toString("utf8", bodyEnd, end));
    if (!isDoc(doc)) return fail("has a doc of another shape");
    const from = copied;
    copied += lines.copy(bodies, from, body, bodyEnd);
    return withBody(doc, bodies.subarray(from, copied));
  });
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

function readIndex(search: Buffer): SerializedIndex {
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

import type { AsPlainObject } from "minisearch";
import { digest } from "./digest.ts";
import { isDoc } from "./is-doc.ts";
import { type CorpusFile, corpusSchema, type Doc } from "./schema.ts";
import type { SerializedIndex } from "./search/term-index.ts";

/** What a corpus file holds, with the terms of its index left in JSON. */
export interface CanonicalCorpus {
  readonly file: CorpusFile;
  readonly index: SerializedIndex;
}

const LINE_FEED = 0x0a;
const COMMA = 0x2c;
const BEFORE_DOCS = '\n"docs":[\n';
const AFTER_DOCS = "],\n";
const BEFORE_TERMS = ',"index":[';
const AFTER_TERMS = '],"serializationVersion":';

/**
 * Reads and verifies a corpus that is laid out as `serializeCorpus` does it: doc by doc, for no
 * line feed can be inside a string of JSON, and without making objects of the index's terms.
 *
 * @throws if the file is laid out in any other way or is no intact corpus
 */
export function readCanonical(bytes: Buffer): CanonicalCorpus {
  const docsAt = find(bytes, BEFORE_DOCS, 0) + BEFORE_DOCS.length;
  const { docs, end } = readDocs(bytes, docsAt);
  const termsAt = find(bytes, BEFORE_TERMS, end) + BEFORE_TERMS.length - 1;
  const termsEnd = bytes.lastIndexOf(AFTER_TERMS) + 1;
  const frame = [bytes.subarray(0, docsAt), bytes.subarray(end, termsAt), bytes.subarray(termsEnd)];
  const [start, middle, rest] = frame.map(String);
  const file = corpusSchema.parse(JSON.parse(`${start}${middle}[]${rest}`));
  if (digest(bytes, file.sha256) !== file.sha256) throw new TypeError("It has another hash");
  const plain = file.search as unknown as AsPlainObject;
  return { file: { ...file, docs }, index: { plain, terms: bytes.subarray(termsAt, termsEnd) } };
}

function find(bytes: Buffer, text: string, from: number): number {
  const at = bytes.indexOf(text, from);
  if (at < 0) throw new TypeError(`It has no ${text}`);
  return at;
}

/** @returns the docs, and where the line after the last begins */
function readDocs(bytes: Buffer, from: number): { docs: Doc[]; end: number } {
  const docs: Doc[] = [];
  let start = from;
  let hasNext = !startsWith(bytes, AFTER_DOCS, start);
  while (hasNext) {
    const end = bytes.indexOf(LINE_FEED, start);
    hasNext = bytes[end - 1] === COMMA;
    const doc: unknown = JSON.parse(bytes.toString("utf8", start, hasNext ? end - 1 : end));
    if (!isDoc(doc)) throw new TypeError("It has a doc of another shape");
    docs.push(doc);
    start = end + 1;
  }
  if (!startsWith(bytes, AFTER_DOCS, start)) throw new TypeError("Its docs are not ended");
  return { docs, end: start };
}

function startsWith(bytes: Buffer, text: string, at: number): boolean {
  return bytes.toString("latin1", at, at + text.length) === text;
}

import { decodeLatin1, decodeUtf8 } from "../bytes.ts";
import { DocgateError } from "../error.ts";
import { parsePart } from "../other-layout.ts";
import { layOutTerms, type Vocabulary } from "./vocabulary.ts";

/**
 * The terms of an index and where each of them occurs, flat. Docs have the numbers that the index
 * gave them.
 */
export interface FlatTerms extends Vocabulary {
  /**
   * The postings of term t in field f begin at the entry `t * fieldCount + f`, and end at the next
   * entry.
   */
  readonly postingStarts: Int32Array;
  /** The doc of each posting, in ascending order within each term and field. */
  readonly postingDocs: Numbers;
  /** How often the term occurs in that field of that doc. */
  readonly postingCounts: Numbers;
}

/** The smallest array that holds the numbers. */
export type Numbers = Uint16Array | Int32Array;

export interface ScanOptions {
  readonly fieldCount: number;
  readonly docCount: number;
}

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const DELETE = 0x7f;

const MAX_UINT16 = 2 ** 16 - 1;
/** `"0":1,` */
const BYTES_OF_POSTING = 6;
/** `["a",{"0":{"0":1}}],` */
const BYTES_OF_TERM = 16;

/**
 * Reads the terms of a MiniSearch index from their JSON, `[["term",{"field":{"doc":count}}]]`
 * without white space.
 *
 * Saves time and memory at the start (bench/requests/start.ts): as objects, the terms would take more of
 * both than the rest of a corpus.
 *
 * @throws {DocgateError} `corpus-layout` if it is anything else, or not in ascending order
 *   throughout
 */
export function scanTerms(json: Uint8Array, { fieldCount, docCount }: ScanOptions): FlatTerms {
  const terms: string[] = [];
  // Memory pages that are never written to are never allocated.
  const capacity = Math.ceil(json.length / BYTES_OF_POSTING);
  const postingDocs = docCount > MAX_UINT16 ? new Int32Array(capacity) : new Uint16Array(capacity);
  let postingCounts: Numbers = new Uint16Array(capacity);
  const starts = new Int32Array(Math.ceil(json.length / BYTES_OF_TERM) * fieldCount + 1);
  let postings = 0;
  let range = 0;
  let at = 0;

  expect(OPENING_BRACKET);
  if (json[at] === CLOSING_BRACKET) at++;
  else scanList(scanTerm, CLOSING_BRACKET);
  if (at !== json.length) fail();
  starts[range] = postings;
  return {
    ...layOutTerms(terms),
    postingStarts: starts.slice(0, range + 1),
    postingDocs: postingDocs.subarray(0, postings),
    postingCounts: postingCounts.subarray(0, postings),
  };

  function scanList(scanItem: () => void, end: number): void {
    do scanItem();
    while (json[at++] === COMMA);
    at--;
    expect(end);
  }

  function scanTerm(): void {
    expect(OPENING_BRACKET);
    const term = scanText();
    if (terms.length > 0 && terms.at(-1)! >= term) fail();
    terms.push(term);
    expect(COMMA);
    expect(OPENING_BRACE);
    const end = terms.length * fieldCount;
    scanList(scanField, CLOSING_BRACE);
    while (range < end) starts[range++] = postings;
    expect(CLOSING_BRACKET);
  }

  function scanText(): string {
    const start = at;
    let isPlain = true;
    expect(QUOTE);
    while (json[at] !== QUOTE) {
      if (at >= json.length) fail();
      const byte = json[at]!;
      if (byte < SPACE || byte >= DELETE || byte === BACKSLASH) isPlain = false;
      at += byte === BACKSLASH ? 2 : 1;
    }
    at++;
    if (isPlain) return decodeLatin1(json, { start: start + 1, end: at - 1 });
    // JSON.parse decides what may be inside a string.
    return parsePart(decodeUtf8(json, { start, end: at })) as string;
  }

  function scanField(): void {
    expect(QUOTE);
    const field = scanNumber();
    expect(QUOTE);
    expect(COLON);
    const place = (terms.length - 1) * fieldCount + field;
    if (field >= fieldCount || place < range) fail();
    while (range <= place) starts[range++] = postings;
    at = scanPostings(at);
  }

  /** The hot loop. @returns the end of the object of postings */
  function scanPostings(start: number): number {
    if (json[start] !== OPENING_BRACE) fail();
    let next = start;
    let before = -1;
    do {
      if (json[++next] !== QUOTE) fail();
      let doc = digitAt(++next);
      while (isDigit(json[++next])) doc = doc * 10 + json[next]! - ZERO;
      if (json[next] !== QUOTE || json[++next] !== COLON) fail();
      let count = digitAt(++next);
      while (isDigit(json[++next])) count = count * 10 + json[next]! - ZERO;
      if (doc <= before || doc >= docCount) fail();
      before = doc;
      if (count > MAX_UINT16 && postingCounts instanceof Uint16Array) {
        postingCounts = Int32Array.from(postingCounts);
      }
      postingDocs[postings] = doc;
      postingCounts[postings++] = count;
    } while (json[next] === COMMA);
    if (json[next] !== CLOSING_BRACE) fail();
    return next + 1;
  }

  function scanNumber(): number {
    let number = digitAt(at);
    while (isDigit(json[++at])) number = number * 10 + json[at]! - ZERO;
    return number;
  }

  function digitAt(place: number): number {
    if (!isDigit(json[place])) fail();
    return json[place]! - ZERO;
  }

  function expect(byte: number): void {
    if (json[at++] !== byte) fail();
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte! >= ZERO && byte! <= NINE;
}

function fail(): never {
  throw new DocgateError("corpus-layout", "The term index is not in MiniSearch's layout.");
}

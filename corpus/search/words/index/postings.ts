import { DocgateError } from "../../../error.ts";
import { lowerBound } from "../../../text/order.ts";

/** Counts of a word in a text that are told apart, each standing for those up to the next. */
export const COUNTS: readonly number[] = [0, 1, 2, 3, 5, 8, 13];
/**
 * The value of a word in a unit: whether a label or its heading has the word, plus three times the
 * position of the count in {@link COUNTS}. A word in both counts as in the heading.
 */
export const IN_LABEL = 1;
export const IN_HEADING = 2;
const WHERE_COUNT = 3;
/** Value of a word that is once in the text alone; it is not written. */
export const ONCE = WHERE_COUNT;

/**
 * The characters of postings are printable ASCII, and JSON escapes none of them: first the values,
 * then the last digits of numbers, up to `[`, then their other digits. A number therefore ends by
 * itself.
 */
export const FIRST_VALUE = 0x22;
export const LAST_DIGIT = 0x37;
export const LAST_DIGITS = 37;
export const OTHER_DIGIT = 0x5d;
export const OTHER_DIGITS = 34;
/** Ends the postings of a term. */
export const POSTINGS_END = 0x20;

/** @param where {@link IN_LABEL}, {@link IN_HEADING}, or 0 if only the text has the word */
export function toValue(count: number, where: number): number {
  const level = lowerBound({ from: 1, to: COUNTS.length }, (at) => COUNTS[at]! <= count) - 1;
  return WHERE_COUNT * level + where;
}

/** Number of values, and more. */
const VALUES = WHERE_COUNT * COUNTS.length;
/** For each value, where the word is apart from the text, and how often it is in the text. */
export const WHERE_OF = Uint8Array.from({ length: VALUES }, (_, value) => value % WHERE_COUNT);
export const COUNT_OF = Uint8Array.from(
  { length: VALUES },
  (_, value) => COUNTS[Math.floor(value / WHERE_COUNT)]!,
);

/** Greater than any unit. */
export const NO_UNIT = 2 ** 30;

/** Reads the valid postings of one term, one after the other. */
export class PostingsReader {
  /** The unit of the current posting; {@link NO_UNIT} after the last one. */
  unit = -1;
  value = ONCE;
  /** Where the next posting begins. */
  at: number;
  readonly #bytes: Uint8Array;

  /** @param start where the postings of the term begin */
  constructor(bytes: Uint8Array, start: number) {
    this.#bytes = bytes;
    this.at = start;
    this.next();
  }

  /**
   * Continues where a posting begins.
   *
   * @param least The least unit that it may be of.
   */
  moveTo(at: number, least: number): void {
    this.at = at;
    this.unit = least - 1;
    this.next();
  }

  next(): void {
    const bytes = this.#bytes;
    let at = this.at;
    if (bytes[at] === POSTINGS_END) {
      this.unit = NO_UNIT;
      return;
    }
    this.value = bytes[at]! < LAST_DIGIT ? bytes[at++]! - FIRST_VALUE : ONCE;
    let number = 0;
    for (; bytes[at]! >= OTHER_DIGIT; at++) {
      number = number * OTHER_DIGITS + bytes[at]! - OTHER_DIGIT + 1;
    }
    this.unit += number * LAST_DIGITS + bytes[at++]! - LAST_DIGIT + 1;
    this.at = at;
  }
}

/** Returns where the valid postings of each term begin, followed by where the last ones end. */
export function startsOfTerms(postings: Uint8Array, termCount: number): Uint32Array {
  const starts = new Uint32Array(termCount + 1);
  for (let term = 1; term <= termCount; term++) {
    starts[term] = postings.indexOf(POSTINGS_END, starts[term - 1]) + 1;
  }
  return starts;
}

/**
 * Writes postings. For each unit that has the term: the value, unless it is {@link ONCE}, and the
 * number of units since the previous one that do not have it.
 */
export class PostingsWriter {
  #bytes: Uint8Array;
  #length = 0;
  #next = 0;

  /** @param capacity Expected number of bytes. If all fit, none are copied. */
  constructor(capacity = 2 ** 16) {
    this.#bytes = new Uint8Array(capacity);
  }

  /** Number of bytes written so far. */
  get length(): number {
    return this.#length;
  }

  write(unit: number, value: number): void {
    if (value !== ONCE) this.#byte(FIRST_VALUE + value);
    this.#number(unit - this.#next);
    this.#next = unit + 1;
  }

  endTerm(): void {
    this.#byte(POSTINGS_END);
    this.#next = 0;
  }

  /** Copies postings up to the end of a term. */
  copy(postings: Uint8Array, start: number, end: number): void {
    this.#makeRoom(end - start);
    this.#bytes.set(postings.subarray(start, end), this.#length);
    this.#length += end - start;
    this.#next = 0;
  }

  /** @returns everything written; valid until the next write */
  finish(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #number(number: number): void {
    // Numbers with one more digit begin where those with fewer end.
    const others = Math.floor(number / LAST_DIGITS);
    if (others > 0) this.#otherDigits(others - 1);
    this.#byte(LAST_DIGIT + (number % LAST_DIGITS));
  }

  #otherDigits(number: number): void {
    const before = Math.floor(number / OTHER_DIGITS);
    if (before > 0) this.#otherDigits(before - 1);
    this.#byte(OTHER_DIGIT + (number % OTHER_DIGITS));
  }

  #byte(byte: number): void {
    this.#makeRoom(1);
    this.#bytes[this.#length++] = byte;
  }

  #makeRoom(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const grown = new Uint8Array(2 * (this.#length + count));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}

/** The postings of one term: a range of bytes, which are read in place. */
export interface PostingList {
  readonly bytes: Uint8Array;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** Number of units that have the term. */
  readonly count: number;
  /**
   * For each block of all bytes in which a posting begins, the first such posting: the least unit
   * that it may be of, multiplied by {@link OFFSETS}, plus its offset in the block.
   */
  readonly marks: Uint32Array;
}

/** Size of a block of postings, which a reader can pass over. */
const BLOCK_BYTES = 32;
/** A posting, with the end of a term before it, begins in the first bytes of a block. */
const OFFSETS = 8;

/** Returns the postings of a term, by its number. */
export type PostingLists = (term: number) => PostingList;

interface FindOptions {
  readonly termCount: number;
  readonly unitCount: number;
}

/**
 * Finds the postings of consecutive terms, all of which must be valid.
 *
 * @returns the postings by the position of the term among these
 * @throws {DocgateError} `corpus-layout` if they are not those of this number of terms and units
 */
export function findPostings(
  bytes: Uint8Array,
  { termCount, unitCount }: FindOptions,
): PostingLists {
  const starts = new Uint32Array(termCount + 1);
  const counts = new Uint32Array(termCount);
  const blockMarks = new Uint32Array(Math.ceil(bytes.length / BLOCK_BYTES));
  let blockStart = 0;
  let at = 0;
  for (let term = 0; term < termCount; term++) {
    let count = 0;
    let next = 0;
    for (let byte = bytes[at++]!; byte !== POSTINGS_END; byte = bytes[at++]!) {
      if (at > blockStart) {
        const offset = at - 1 - blockStart;
        blockMarks[blockStart / BLOCK_BYTES] = next * OFFSETS + offset;
        blockStart += BLOCK_BYTES;
      }
      if (byte < LAST_DIGIT) {
        if (byte <= FIRST_VALUE) fail();
        byte = bytes[at++]!;
      }
      let number = 0;
      for (; byte >= OTHER_DIGIT && number <= unitCount; byte = bytes[at++]!) {
        number = number * OTHER_DIGITS + byte - OTHER_DIGIT + 1;
      }
      const digit = byte - LAST_DIGIT;
      next += number * LAST_DIGITS + digit + 1;
      // Outside the text, nothing is true of a byte.
      if (!(digit >= 0 && digit < LAST_DIGITS && next <= unitCount)) fail();
      count++;
    }
    if (count === 0) fail();
    counts[term] = count;
    starts[term + 1] = at;
  }
  if (at !== bytes.length) fail();
  // In the last block, no posting may begin.
  const marks = blockMarks.subarray(0, blockStart / BLOCK_BYTES);
  return (term) => ({
    bytes,
    start: starts[term]!,
    end: starts[term + 1]! - 1,
    count: counts[term]!,
    marks,
  });
}

/** Moves a reader of these postings on to the first one of a unit or a later one. */
export function passOver({ end, marks }: PostingList, reader: PostingsReader, unit: number): void {
  let passed = 0;
  for (let block = Math.floor(reader.at / BLOCK_BYTES) + 1; block < marks.length; block++) {
    const mark = marks[block]!;
    if (block * BLOCK_BYTES + (mark % OFFSETS) >= end || Math.floor(mark / OFFSETS) > unit) break;
    passed = block;
  }
  if (passed > 0) {
    const mark = marks[passed]!;
    reader.moveTo(passed * BLOCK_BYTES + (mark % OFFSETS), Math.floor(mark / OFFSETS));
  }
  while (reader.unit < unit) reader.next();
}

function fail(): never {
  throw new DocgateError("corpus-layout", "Its postings are not those of its terms and units.");
}

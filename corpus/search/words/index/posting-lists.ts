import { DocgateError } from "../../../error.ts";
import {
  FIRST_VALUE,
  LAST_DIGIT,
  LAST_DIGITS,
  OTHER_DIGIT,
  OTHER_DIGITS,
  POSTINGS_END,
  type PostingsReader,
} from "./postings.ts";

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

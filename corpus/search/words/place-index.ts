import { DocgateError } from "../../error.ts";
import type { Vocabulary } from "../vocabulary.ts";
import {
  FIRST_VALUE,
  LAST_DIGIT,
  LAST_DIGITS,
  OTHER_DIGIT,
  OTHER_DIGITS,
  POSTINGS_END,
} from "./postings.ts";
import { readTerms } from "./term-list.ts";
import { readUnits, type Units } from "./units.ts";

/** The index of words as a corpus has it: printable text. */
export interface WrittenWords {
  /** Two characters for each unit: see `units.ts`. */
  readonly units: string;
  /** All terms in the order of UTF-16 code units: see `term-list.ts`. */
  readonly terms: string;
  /** The postings of each term in turn, in ASCII: see `postings.ts`. */
  readonly postings: string | Uint8Array;
}

/** Inverted index of words: which units have a word in their heading or text, and how often. */
export interface PlaceIndex {
  readonly vocabulary: Vocabulary;
  readonly units: Units;
  readonly postings: Uint8Array;
  /** Start of each term's postings, followed by the end of the last term's. */
  readonly postingStarts: Uint32Array;
  /** Number of units that have each term. */
  readonly postingCounts: Uint32Array;
}

/**
 * Opens an index. The postings stay as they are written: scoring reads them in place.
 *
 * @throws {DocgateError} `corpus-layout` if it is not an index
 */
export function openPlaceIndex(written: WrittenWords): PlaceIndex {
  const units = readUnits(written.units);
  const vocabulary = readTerms(written.terms);
  const { postings: text } = written;
  const postings = typeof text === "string" ? bytesOf(text) : text;
  return { vocabulary, units, postings, ...findPostings(postings, { vocabulary, units }) };
}

function bytesOf(ascii: string): Uint8Array {
  const bytes = new Uint8Array(ascii.length);
  for (let at = 0; at < ascii.length; at++) bytes[at] = ascii.charCodeAt(at);
  return bytes;
}

/** Finds the postings of each term, all of which must be valid. */
function findPostings(
  postings: Uint8Array,
  { vocabulary, units }: Pick<PlaceIndex, "vocabulary" | "units">,
): Pick<PlaceIndex, "postingStarts" | "postingCounts"> {
  const { termCount } = vocabulary;
  const { unitCount } = units;
  const postingStarts = new Uint32Array(termCount + 1);
  const postingCounts = new Uint32Array(termCount);
  let at = 0;
  for (let term = 0; term < termCount; term++) {
    let count = 0;
    let next = 0;
    for (let byte = postings[at++]!; byte !== POSTINGS_END; byte = postings[at++]!) {
      if (byte < LAST_DIGIT) {
        if (byte <= FIRST_VALUE) fail();
        byte = postings[at++]!;
      }
      let number = 0;
      for (; byte >= OTHER_DIGIT && number <= unitCount; byte = postings[at++]!) {
        number = number * OTHER_DIGITS + byte - OTHER_DIGIT + 1;
      }
      const digit = byte - LAST_DIGIT;
      next += number * LAST_DIGITS + digit + 1;
      // Outside the text, nothing is true of a byte.
      if (!(digit >= 0 && digit < LAST_DIGITS && next <= unitCount)) fail();
      count++;
    }
    if (count === 0) fail();
    postingCounts[term] = count;
    postingStarts[term + 1] = at;
  }
  if (at !== postings.length) fail();
  return { postingStarts, postingCounts };
}

function fail(): never {
  throw new DocgateError("corpus-layout", "Its postings are not those of its terms and units.");
}

import { DocgateError } from "../../error.ts";
import { readVocabulary, type Vocabulary } from "../vocabulary.ts";
import {
  FIRST_DIGIT,
  FIRST_DIGITS,
  LAST_DIGIT,
  LAST_DIGITS,
  MAX_COUNT,
  ONCE,
  POSTINGS_END,
} from "./postings.ts";
import { readUnits, type Units } from "./units.ts";

/** The index of words as a corpus has it: printable text. */
export interface WrittenWords {
  /** Two characters for each unit: see `units.ts`. */
  readonly units: string;
  /** All terms in the order of UTF-16 code units, with a space before, between and after. */
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
  const vocabulary = readVocabulary(written.terms);
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
  let isValid = true;
  for (let term = 0; term < termCount && isValid; term++) {
    let unit = -1;
    let count = 0;
    for (let next = 0; postings[at] !== POSTINGS_END && isValid; count++) {
      let byte = postings[at++]!;
      let number = 0;
      for (; byte >= FIRST_DIGIT && number < 2 * unitCount; byte = postings[at++]!) {
        number = number * FIRST_DIGITS + byte - FIRST_DIGIT + 1;
      }
      number = number * LAST_DIGITS + byte - LAST_DIGIT;
      next += number >>> 1;
      const value = (number & 1) === 0 ? ONCE : postings[at++]! - LAST_DIGIT;
      // Comparisons with what lies outside the text are false.
      isValid = byte >= LAST_DIGIT && byte < FIRST_DIGIT && next > unit && next < unitCount;
      isValid &&= value > 0 && value <= MAX_COUNT * 2 + 1;
      unit = next;
    }
    postingCounts[term] = count;
    postingStarts[term + 1] = ++at;
    isValid &&= count > 0;
  }
  if (!isValid || at !== postings.length) {
    throw new DocgateError("corpus-layout", "Its postings are not those of its terms and units.");
  }
  return { postingStarts, postingCounts };
}

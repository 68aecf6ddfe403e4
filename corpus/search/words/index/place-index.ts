import type { Vocabulary } from "../../vocabulary.ts";
import { findPostings, type PostingLists } from "./postings.ts";
import { readTerms } from "./term-list.ts";
import { readUnits, type Units } from "./units.ts";

/** The index of words as a corpus has it: printable text. */
export interface WrittenWords {
  /** Three characters for each unit: see `units.ts`. */
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
  readonly postings: PostingLists;
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
  const { termCount } = vocabulary;
  const { unitCount } = units;
  const bytes = typeof text === "string" ? bytesOf(text) : text;
  return { vocabulary, units, postings: findPostings(bytes, { termCount, unitCount }) };
}

function bytesOf(ascii: string): Uint8Array {
  const bytes = new Uint8Array(ascii.length);
  for (let at = 0; at < ascii.length; at++) bytes[at] = ascii.charCodeAt(at);
  return bytes;
}

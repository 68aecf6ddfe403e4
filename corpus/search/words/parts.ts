import { type Place, placeReader, type WordsDoc } from "./places.ts";

/**
 * The parts of a corpus that a query needs, if not all of it is in memory. Methods that begin with
 * `need` throw if some of the parts have yet to be loaded: the query then runs again after that.
 */
export interface Parts {
  /** Requires the postings of terms. */
  needPostings(terms: Iterable<number>): void;
  /** Requires the headings of pages. */
  needHeadings(docs: Iterable<number>): void;
  /** Requires the texts of places. */
  needTexts(places: Iterable<Place>): void;
  /** Returns a function that reads the text of places of a page, without their headings. */
  readerOf(doc: number): (place: Place) => string;
}

/** Returns the parts of a corpus that is in memory as a whole. */
export function inMemory(docs: readonly WordsDoc[]): Parts {
  return {
    needPostings() {},
    needHeadings() {},
    needTexts() {},
    readerOf(doc) {
      const textOf = placeReader(docs[doc]!);
      return ({ heading }) => textOf(heading);
    },
  };
}

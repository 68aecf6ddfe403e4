/**
 * Loads the parts of a corpus that a query needs, if not all of it is in memory. Each method throws
 * if some of the parts have yet to be loaded: the query then runs again after that.
 */
export interface Parts {
  /** Requires the postings of terms. */
  needPostings(terms: Iterable<number>): void;
  /** Requires descriptions and headings of pages. */
  needHeadings(docs: Iterable<number>): void;
  /** Requires the Markdown of pages. */
  needBodies(docs: Iterable<number>): void;
}

/** The parts of a corpus that is in memory as a whole. */
export const IN_MEMORY: Parts = {
  needPostings() {},
  needHeadings() {},
  needBodies() {},
};

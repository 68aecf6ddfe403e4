/**
 * Weights of the ranking. They were tuned on one half of the queries of `npm run bench --
 * --relevance`, which reports the other half: run it after a change.
 */
export const WEIGHTS = {
  /** Other forms of a word; the word itself counts 1. */
  ways: { bare: 0.8, stem: 0.5, beginning: 0.6, corrected: 0.6 },
  /** An identifier that the docs have as a whole, and each of its parts; any other word counts 1. */
  whole: 1.5,
  part: 0.7,
  /** A word without the signs of an identifier that has no other parts: `important` of `!important`. */
  withoutSigns: 0.25,
  /** One occurrence in a field of a place; one in a text of mean length counts 1. */
  place: {
    heading: 8,
    label: 4,
    /** A heading above it. */
    above: 2,
    /** For the first place of a page; `titleAbove` for its other places. */
    title: 6,
    titleAbove: 3,
    description: 1.5,
    pageLabel: 3,
  },
  /** The same of a page as a whole. */
  page: { title: 8, description: 3, heading: 2, label: 4 },
  /** How much the score of its page adds to that of a place. */
  ofPage: 0.3,
  /** BM25's `k1`: how slowly further occurrences lose weight; and `b`: how much length matters. */
  saturation: 2,
  length: 0.5,
  /** Words near each other in the text, and their share of the heading and title. */
  fit: { near: 0.3, ofHeading: 0.4, ofTitle: 0.6 },
  /** Places with a smaller share of the best place's score are not hits. */
  leastShare: 0.3,
};

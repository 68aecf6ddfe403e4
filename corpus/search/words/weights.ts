/**
 * Weights of the ranking. They were tuned on one half of the queries of `npm run bench --
 * --relevance`, which reports the other half: run it after a change.
 */
export const WEIGHTS = {
  /** Other forms of a word; the word itself counts 1. */
  ways: { bare: 0.8, stem: 0.5, beginning: 0.6, corrected: 0.6 },
  /** One occurrence in a field; one in a text of mean length counts 1. */
  fields: {
    heading: 8,
    above: 2,
    /** For the first place of a page; `…Above` for its other places. */
    title: 6,
    titleAbove: 3,
    description: 1.5,
    descriptionAbove: 0.3,
  },
  /** BM25's `k1`: how slowly further occurrences lose weight; and `b`: how much length matters. */
  saturation: 1.2,
  length: 0.5,
  /** Words near each other in the text, and their share of the heading and title. */
  fit: { near: 0.3, ofHeading: 0.4, ofTitle: 0.6 },
};

/**
 * What counts how much. Chosen by one half of the queries of `npm run bench -- --relevance`, which
 * reports the other half: run it after a change.
 */
export const WEIGHTS = {
  /** Other ways to meet a word, beside the word itself, which counts 1. */
  ways: { bare: 0.8, stem: 0.5, beginning: 0.6, corrected: 0.6 },
  /** One of a word in a field, beside one in a text of mean length. */
  fields: {
    heading: 8,
    above: 2,
    /** For the first place of a page, which stands for it, and for its other places. */
    title: 6,
    titleAbove: 3,
    description: 1.5,
    descriptionAbove: 0.3,
  },
  /** Of BM25: how soon more of a word counts no more, and how much the length of a text matters. */
  saturation: 1.2,
  length: 0.5,
  /** How the words stand: near each other in the text, or in the headings; what they are of these. */
  fit: { near: 0.3, nearInHeadings: 0.2, ofHeading: 0.6, ofTitle: 0.6 },
};

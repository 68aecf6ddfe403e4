import { lowerBound } from "../../lower-bound.ts";
import { termAt, type Vocabulary } from "../vocabulary.ts";
import { stemOf } from "./stem.ts";

/** Terms of the vocabulary in a row: up to one that is not among them. */
export interface TermRange {
  readonly from: number;
  readonly to: number;
}

/** @returns -1 if the vocabulary does not have it */
export function findTerm(vocabulary: Vocabulary, term: string): number {
  const at = firstFrom(vocabulary, term);
  return at < vocabulary.termCount && termAt(vocabulary, at) === term ? at : -1;
}

/** The terms that begin with a text, and it itself if it is one. */
export function termsWithPrefix(vocabulary: Vocabulary, prefix: string): TermRange {
  return { from: firstFrom(vocabulary, prefix), to: firstFrom(vocabulary, `${prefix}\uffff`) };
}

/** The terms with the stem of a word. */
export function termsOfStem(vocabulary: Vocabulary, word: string): number[] {
  const stem = stemOf(word);
  const { from, to } = termsWithPrefix(vocabulary, stem.slice(0, Math.max(3, stem.length - 1)));
  const found: number[] = [];
  for (let term = from; term < to; term++) {
    if (stemOf(termAt(vocabulary, term)) === stem) found.push(term);
  }
  return found;
}

function firstFrom(vocabulary: Vocabulary, text: string): number {
  const { termCount } = vocabulary;
  return lowerBound({ from: 0, to: termCount }, (term) => termAt(vocabulary, term) < text);
}

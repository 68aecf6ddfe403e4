import { lowerBound } from "../../lower-bound.ts";
import { termAt, type Vocabulary } from "../vocabulary.ts";
import { LEAST_STEM, stemOf } from "./text/stem.ts";

/** Consecutive terms of the vocabulary; `to` is exclusive. */
export interface TermRange {
  readonly from: number;
  readonly to: number;
}

/** @returns the position of the term, or -1 if the vocabulary does not have it */
export function findTerm(vocabulary: Vocabulary, term: string): number {
  const at = firstFrom(vocabulary, term);
  return at < vocabulary.termCount && termAt(vocabulary, at) === term ? at : -1;
}

/** Returns the terms that begin with a text, including the text itself. */
export function termsWithPrefix(vocabulary: Vocabulary, prefix: string): TermRange {
  return { from: firstFrom(vocabulary, prefix), to: firstFrom(vocabulary, `${prefix}\uffff`) };
}

/** Returns the terms that have the same stem as a word. */
export function termsOfStem(vocabulary: Vocabulary, word: string): number[] {
  const stem = stemOf(word);
  const found: number[] = [];
  // Shorter ones are whole words.
  if (stem.length < LEAST_STEM) return found;
  const prefix = stem.slice(0, Math.max(LEAST_STEM, stem.length - 1));
  // The letter of the stem after the prefix, or what stands for it: `configurability`, `tries`.
  const letters = prefix === stem ? null : `${stem.at(-1)}iy`;
  const { from, to } = termsWithPrefix(vocabulary, prefix);
  for (let term = from; term < to; term++) {
    const letter = vocabulary.vocabulary[vocabulary.termStarts[term]! + prefix.length]!;
    if (letters !== null && !letters.includes(letter)) continue;
    if (stemOf(termAt(vocabulary, term)) === stem) found.push(term);
  }
  return found;
}

function firstFrom(vocabulary: Vocabulary, text: string): number {
  const { termCount } = vocabulary;
  return lowerBound({ from: 0, to: termCount }, (term) => termAt(vocabulary, term) < text);
}

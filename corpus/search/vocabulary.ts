import { lowerBound } from "../text/order.ts";

/** Ends each term in the vocabulary. No term contains it, because it separates words. */
export const TERM_END = " ";

/** All terms in one string. */
export interface Vocabulary {
  readonly termCount: number;
  /**
   * Every term in the order of UTF-16 code units, with {@link TERM_END} before, between and after.
   */
  readonly vocabulary: string;
  /** Where each term begins in the vocabulary; the last entry is where one more would begin. */
  readonly termStarts: Int32Array;
}

export function termAt({ vocabulary, termStarts }: Vocabulary, term: number): string {
  return vocabulary.slice(termStarts[term], termStarts[term + 1]! - TERM_END.length);
}

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

/** Endings of English words and their replacements; the first that matches is replaced. */
const ENDINGS: readonly (readonly [string, string])[] = [
  ["ization", "ize"],
  ["ational", "ate"],
  ["fulness", "ful"],
  ["iveness", "ive"],
  ["ivity", "ive"],
  ["ation", "ate"],
  ["ibility", "ible"],
  ["ability", "able"],
  ["ements", "e"],
  ["ement", "e"],
  ["ments", ""],
  ["ment", ""],
  ["ness", ""],
  ["ings", ""],
  ["ing", ""],
  ["ions", ""],
  ["ion", ""],
  ["ators", "ate"],
  ["ator", "ate"],
  ["ies", "y"],
  ["ied", "y"],
  ["ily", "y"],
  ["ly", ""],
  ["ed", ""],
  ["es", ""],
  ["s", ""],
];
/** Words of this length or less are their own stems, and no stem of a longer word is shorter. */
export const LEAST_STEM = 3;
const PLAIN = /^[a-z]+$/;
const VOWEL = /[aeiouy]/;

/**
 * Returns the stem of an English word, roughly as Porter's stemmer does: `renders`, `rendered` and
 * `rendering` have the stem of `render`. Any other word is its own stem.
 */
export function stemOf(word: string): string {
  if (word.length <= LEAST_STEM || !PLAIN.test(word) || word.endsWith("ss")) return word;
  for (const [ending, instead] of ENDINGS) {
    if (!word.endsWith(ending)) continue;
    const rest = word.slice(0, -ending.length) + instead;
    if (rest.length < LEAST_STEM || !VOWEL.test(rest)) return trim(word);
    return trim(rest);
  }
  return trim(word);
}

/** Gives spellings of one stem the same form: `configure` and `configur`, `stopp` and `stop`. */
function trim(stem: string): string {
  let end = stem.length;
  if (end > LEAST_STEM && stem[end - 1] === "e") end--;
  if (end > LEAST_STEM && stem[end - 1] === stem[end - 2] && !/[lsz]/.test(stem[end - 1]!)) end--;
  const cut = stem.slice(0, end);
  return cut.endsWith("y") && cut.length > LEAST_STEM ? `${cut.slice(0, -1)}i` : cut;
}

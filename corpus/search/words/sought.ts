import { termAt } from "../vocabulary.ts";
import type { Corrector } from "./corrections.ts";
import type { PlaceIndex } from "./index/place-index.ts";
import type { QueryWord } from "./query.ts";
import { findTerm, termsOfStem, termsWithPrefix } from "./terms.ts";
import { BARE, bareOf } from "./text/words.ts";
import { WEIGHTS } from "./weights.ts";

/** Maximum number of letters that may follow a word with diacritics if it is not open. */
const ENDING_LENGTH = 3;

/** A word to look for, with the terms that count as it. */
export interface Sought {
  /** The word as typed, but folded. */
  readonly word: string;
  /** Term → weight, up to 1 for the word as typed. */
  readonly terms: ReadonlyMap<number, number>;
  /** The texts of these terms, except those that only begin with the word. */
  readonly texts: readonly string[];
  /** Maximum number of letters that may follow the word in a longer one; -1: not a beginning. */
  readonly endingLength: number;
  /** Words that are searched for instead of a mistyped one; empty for any other word. */
  readonly corrections: readonly string[];
  /** True if the place itself must have the word. */
  readonly isQuoted: boolean;
}

interface Index {
  readonly index: PlaceIndex;
  readonly corrector: Corrector;
}

/**
 * Looks up the terms of a query's words. An identifier that no text has and that has no correction is
 * sought by its parts.
 */
export function seek(words: readonly QueryWord[], index: Index): Sought[] {
  const sought = words.flatMap((word) => seekWord(word, index));
  return sought.filter(({ word }, at) => sought.findIndex((other) => other.word === word) === at);
}

function seekWord({ word, parts, isOpen }: QueryWord, index: Index): Sought[] {
  const whole = asTypedOrCorrected(word, { ...index, isOpen });
  if (whole.terms.size > 0 || parts.length === 0) return [whole];
  return parts.map((part, at) =>
    asTypedOrCorrected(part, { ...index, isOpen: isOpen && at === parts.length - 1 }),
  );
}

interface TypedOptions {
  readonly index: PlaceIndex;
  readonly isOpen: boolean;
}

function asTypedOrCorrected(word: string, options: TypedOptions & Index): Sought {
  const typed = asTyped(word, options);
  return typed.terms.size > 0 ? typed : asCorrected(word, options);
}

function asCorrected(word: string, { index, corrector }: Index): Sought {
  const corrected = corrector.correct(word);
  const texts = corrected.map((term) => termAt(index.vocabulary, term));
  const terms = new Map(corrected.map((term) => [term, WEIGHTS.ways.corrected]));
  return { word, terms, texts, endingLength: -1, corrections: texts, isQuoted: false };
}

/** Looks up a word without corrections: itself, its other forms, and words that begin with it. */
function asTyped(word: string, { index, isOpen }: TypedOptions): Sought {
  const { vocabulary } = index;
  const { ways } = WEIGHTS;
  const terms = new Map<number, number>();
  const add = (term: number, weight: number): void => {
    if (term >= 0 && weight > (terms.get(term) ?? 0)) terms.set(term, weight);
  };
  const bare = bareOf(word);
  add(findTerm(vocabulary, word), 1);
  add(findTerm(vocabulary, bare), ways.bare);
  add(findTerm(vocabulary, BARE + bare), ways.bare);
  for (const term of termsOfStem(vocabulary, word)) add(term, ways.stem);
  const texts = Array.from(terms.keys(), (term) => termAt(vocabulary, term));
  let endingLength = -1;
  if (isOpen || terms.size === 0) endingLength = Number.POSITIVE_INFINITY;
  else if (bare !== word) endingLength = ENDING_LENGTH;
  if (endingLength > 0) {
    const { from, to } = termsWithPrefix(vocabulary, word);
    for (let term = from; term < to; term++) {
      const { length } = termAt(vocabulary, term);
      if (length - word.length <= endingLength) add(term, (ways.beginning * word.length) / length);
    }
  }
  return { word, terms, texts, endingLength, corrections: [], isQuoted: false };
}

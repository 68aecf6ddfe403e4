import { TERM_END, type TermIndex } from "./term-index.ts";

/** Finds the terms that hold a text. */
export interface GramIndex {
  /** How many terms hold it at most. */
  estimate(text: string): number;
  /**
   * @param text Not empty; {@link TERM_END} at its end stands for the end of a term.
   * @returns The numbers of the terms, in any order; one may be told again.
   */
  termsHolding(text: string): readonly number[];
}

/** Characters count as the same if they share their lowest six bits. */
const CLASS_BITS = 6;
const CLASS_MASK = 2 ** CLASS_BITS - 1;
const GRAM_LENGTH = 3;
const GRAM_BITS = GRAM_LENGTH * CLASS_BITS;
const GRAM_MASK = 2 ** GRAM_BITS - 1;

/**
 * Lists the places of each sequence of three characters in the vocabulary, so that a text is only
 * compared where its rarest three are. It takes four bytes for each character of the vocabulary,
 * and one megabyte.
 */
export function createGramIndex({ vocabulary, termStarts, termCount }: TermIndex): GramIndex {
  const { places, starts } = placesOfGrams(vocabulary);

  /** Which of the listed places are those of the rarest sequence in a text, and where it has it. */
  function rarest(text: string) {
    let best = rangeOf(text, 0);
    for (let offset = 1; offset + GRAM_LENGTH <= text.length; offset++) {
      const range = rangeOf(text, offset);
      if (range.to - range.from < best.to - best.from) best = range;
    }
    return best;
  }

  function rangeOf(text: string, offset: number) {
    const length = Math.min(GRAM_LENGTH, text.length - offset);
    let gram = 0;
    for (let i = 0; i < length; i++) gram = (gram << CLASS_BITS) | classAt(text, offset + i);
    // Of a shorter text: all that begin with it.
    const free = (GRAM_LENGTH - length) * CLASS_BITS;
    return { offset, from: starts[gram << free]!, to: starts[(gram + 1) << free]! };
  }

  /** The term at a place, which is mostly not far behind the last that was asked for. */
  function termAt(place: number, last: number): number {
    const known = termStarts[last]! <= place ? last : 0;
    let step = 1;
    while (known + step < termCount && termStarts[known + step]! <= place) step *= 2;
    let low = known + (step >> 1);
    let high = Math.min(known + step, termCount);
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (termStarts[middle]! <= place) low = middle;
      else high = middle;
    }
    return low;
  }

  return {
    estimate(text) {
      const { from, to } = rarest(text);
      return to - from;
    },
    termsHolding(text) {
      const { offset, from, to } = rarest(text);
      const terms: number[] = [];
      let term = 0;
      for (let i = from; i < to; i++) {
        const place = places[i]! - offset;
        if (!vocabulary.startsWith(text, place)) continue;
        const found = termAt(place, term);
        if (found === term && terms.length > 0) continue;
        term = found;
        terms.push(term);
      }
      return terms;
    },
  };
}

interface Places {
  /** All places of the vocabulary by the sequence that begins there, then ascending. */
  readonly places: Int32Array;
  /** Where those of each sequence begin; they end at the next. */
  readonly starts: Int32Array;
}

/** Sorts by counting. */
function placesOfGrams(vocabulary: string): Places {
  const { length } = vocabulary;
  const starts = new Int32Array(2 ** GRAM_BITS + 1);
  const grams = new Int32Array(length);
  let gram = 0;
  for (let place = length - 1; place >= 0; place--) {
    gram = (gram >> CLASS_BITS) | (classAt(vocabulary, place) << (GRAM_BITS - CLASS_BITS));
    grams[place] = gram;
    starts[gram]!++;
  }
  for (let i = 0, sum = 0; i <= GRAM_MASK + 1; i++) {
    sum += starts[i]!;
    starts[i] = sum;
  }
  const places = new Int32Array(length);
  for (let place = length - 1; place >= 0; place--) {
    const at = starts[grams[place]!]! - 1;
    starts[grams[place]!] = at;
    places[at] = place;
  }
  return { places, starts };
}

function classAt(text: string, place: number): number {
  return text.charCodeAt(place) & CLASS_MASK;
}

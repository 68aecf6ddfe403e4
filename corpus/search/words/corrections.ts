import { countBits } from "../../text/count-bits.ts";
import { termAt, type Vocabulary } from "../vocabulary.ts";
import type { Scope } from "./scope.ts";
import { BARE } from "./text/words.ts";

/** Minimum length of a word in which one wrong letter is corrected, and of one in which two are. */
const LEAST_FOR_ONE = 4;
const LEAST_FOR_TWO = 8;

/** Finds the words of a vocabulary that a mistyped word may stand for. */
export interface Corrector {
  /**
   * Returns the nearest terms, all equally near; none if no term is near enough.
   *
   * @param scope The pages that must have them. Default: all.
   */
  correct(word: string, scope?: Scope): readonly number[];
}

interface Near {
  readonly term: number;
  readonly edits: number;
}

/**
 * Creates a corrector, which compares a word with the terms that have nearly the same length and
 * letters: 32 bits record which letters a term has, and one edit changes at most two of them.
 */
export function createCorrector(vocabulary: Vocabulary): Corrector {
  const { terms, letters, starts } = sortByLength(vocabulary);

  function correct(word: string, scope?: Scope): number[] {
    const near = termsNear(word, scope !== undefined);
    const terms = near.map(({ term }) => term);
    const found = new Set(scope ? scope.termsIn(terms) : terms);
    const left = near.filter(({ term }) => found.has(term));
    const least = Math.min(...left.map(({ edits }) => edits));
    const nearest = left.filter(({ edits }) => edits === least);
    return nearest.map(({ term }) => term).sort((one, other) => one - other);
  }

  /** @param hasFarther True to return terms that are near enough, although others are nearer. */
  function termsNear(word: string, hasFarther: boolean): Near[] {
    let most = word.length >= LEAST_FOR_TWO ? 2 : word.length >= LEAST_FOR_ONE ? 1 : 0;
    if (most === 0) return [];
    const own = lettersOf(word, 0, word.length);
    let near: Near[] = [];
    for (let change = 0; change <= most; change++) {
      for (const length of new Set([word.length - change, word.length + change])) {
        const end = starts[length + 1] ?? 0;
        for (let at = starts[length] ?? 0; at < end; at++) {
          // A letter more or less changes one bit, and another one changes two.
          if (countBits(letters[at]! ^ own) > 2 * most - change) continue;
          const text = termAt(vocabulary, terms[at]!);
          if (text.startsWith(BARE)) continue;
          const edits = countEdits(word, text, most);
          if (edits > most) continue;
          if (edits < most && !hasFarther) {
            near = [];
            most = edits;
          }
          near.push({ term: terms[at]!, edits });
        }
      }
    }
    return near;
  }

  return { correct };
}

interface ByLength {
  /** Terms, the shortest first; those of one length in their order. */
  readonly terms: Int32Array;
  /** See {@link lettersOf}. */
  readonly letters: Uint32Array;
  /** Where the terms of each length begin, followed by where the last ones end. */
  readonly starts: readonly number[];
}

/** Sorts terms by counting those of each length. */
function sortByLength({ vocabulary, termStarts, termCount }: Vocabulary): ByLength {
  const lengthOf = (term: number): number => termStarts[term + 1]! - termStarts[term]! - 1;
  const starts = [0];
  for (let term = 0; term < termCount; term++) {
    const length = lengthOf(term);
    while (starts.length < length + 2) starts.push(0);
    starts[length + 1]!++;
  }
  for (let length = 1; length < starts.length; length++) starts[length]! += starts[length - 1]!;
  const next = Int32Array.from(starts);
  const terms = new Int32Array(termCount);
  const letters = new Uint32Array(termCount);
  for (let term = 0; term < termCount; term++) {
    const at = next[lengthOf(term)]!++;
    terms[at] = term;
    letters[at] = lettersOf(vocabulary, termStarts[term]!, termStarts[term + 1]! - 1);
  }
  return { terms, letters, starts };
}

/** Returns a bit for each letter that occurs in a text, wherever and however often. */
function lettersOf(text: string, from: number, to: number): number {
  let bits = 0;
  for (let at = from; at < to; at++) bits |= 1 << (text.charCodeAt(at) & 31);
  return bits;
}

/**
 * Counts the mistyped letters: inserted, left out, replaced, or swapped with their neighbour
 * (optimal string alignment).
 *
 * @param most Maximum that is counted.
 * @returns the number of edits, or `most + 1` if there are more than `most`
 */
function countEdits(left: string, right: string, most: number): number {
  const { length } = right;
  if (Math.abs(left.length - length) > most) return most + 1;
  let [before, last, row] = ROWS as [number[], number[], number[]];
  for (let column = 0; column <= length; column++) row[column] = column;
  let letterBefore = -1;
  for (let at = 1; at <= left.length; at++) {
    [before, last, row] = [last, row, before];
    row[0] = at;
    let least = at;
    const letter = left.charCodeAt(at - 1);
    let otherBefore = -1;
    for (let column = 1; column <= length; column++) {
      const other = right.charCodeAt(column - 1);
      let edits = last[column - 1]! + (letter === other ? 0 : 1);
      edits = Math.min(edits, last[column]! + 1, row[column - 1]! + 1);
      const isSwap = letter === otherBefore && letterBefore === other;
      if (isSwap) edits = Math.min(edits, before[column - 2]! + 1);
      row[column] = edits;
      if (edits < least) least = edits;
      otherBefore = other;
    }
    if (least > most) return most + 1;
    letterBefore = letter;
  }
  return Math.min(row[length]!, most + 1);
}

/** The rows of {@link countEdits}, which are written before they are read. */
const ROWS: readonly number[][] = [[], [], []];

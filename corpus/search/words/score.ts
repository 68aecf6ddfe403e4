import type { PlaceIndex } from "./place-index.ts";
import { ABOVE, eachPosting, IN_HEADING } from "./postings.ts";
import type { Sought } from "./sought.ts";
import { TUNE } from "./tune.ts";
import type { Units } from "./units.ts";

/** Units that hold words of a query, and how well. */
export interface Scored {
  readonly units: readonly number[];
  /** By unit. */
  readonly scores: Float64Array;
  /** Of each word: the rarer it is, the more. */
  readonly weights: readonly number[];
  /** Units whose heading, or title, has all words as they were typed. */
  readonly headed: readonly number[];
  /** Whether there are units that do not hold all words. */
  readonly isLoosened: boolean;
}

interface ScorerOptions {
  readonly index: PlaceIndex;
  readonly units: Units;
}

export interface ScoreOptions {
  readonly sought: readonly Sought[];
  /** Units that may be found; asked about those that have all words in quotes. */
  readonly isAllowed: (unit: number) => boolean;
}

/** Scores the places that have words of a query. */
export type Score = (options: ScoreOptions) => Scored;

/**
 * Up to so many words, all must be held, as far as any place holds them all. With more, places that
 * hold some of them are found too where fewer than so many hold them all: a question in plain words
 * has words that its answer does not have.
 */
const ALL_OF = 2;
const ENOUGH = 30;

/**
 * BM25 over fields (Robertson, Zaragoza & Taylor, 2004): how often a word is in a field, by the weight
 * of the field and the length of the text, counts towards one sum that is then dampened. A word that
 * is in many places counts little.
 */
export function createScore({ index, units }: ScorerOptions): Score {
  const { unitCount, firstUnits, docOf } = units;
  const meanLength = meanOf(index.textLengths);
  /** Of one word: what a unit has of it itself, and what its page and the headings above it have. */
  const own = new Float64Array(unitCount);
  const around = new Float64Array(unitCount);
  /** Of all words: the score, how many a unit holds, holds itself, and has in its heading as typed. */
  const scores = new Float64Array(unitCount);
  const held = new Uint8Array(unitCount);
  const heldItself = new Uint8Array(unitCount);
  const quoted = new Uint8Array(unitCount);
  const inHeading = new Uint8Array(unitCount);

  /** Adds up what all units have of a word. @returns which have some */
  function collect({ terms }: Sought): number[] {
    const met: number[] = [];
    for (const [term, weight] of terms) {
      const range = { from: index.postingStarts[term]!, to: index.postingStarts[term + 1]! };
      eachPosting(index.postings, range, (unit, value) => {
        const isInHeading = (value & IN_HEADING) !== 0;
        const count = value >>> 2;
        if (isInHeading && weight === 1) inHeading[unit]!++;
        const doc = docOf[unit]!;
        if (unit === firstUnits[doc]) {
          // The first place of a page stands for the page.
          meet(unit + 1);
          own[unit + 1]! += weight * ((isInHeading ? TUNE.title : 0) + count * TUNE.description);
          const above =
            weight * ((isInHeading ? TUNE.titleAbove : 0) + count * TUNE.descriptionAbove);
          for (let place = unit + 2; place < firstUnits[doc + 1]!; place++) {
            meet(place);
            around[place]! += above;
          }
          return;
        }
        meet(unit);
        const length = 1 - TUNE.b + (TUNE.b * index.textLengths[unit]!) / meanLength;
        own[unit]! += weight * (count / length + (isInHeading ? TUNE.heading : 0));
        if ((value & ABOVE) !== 0) around[unit]! += weight * TUNE.above;
      });
    }
    return met;

    function meet(unit: number): void {
      if (own[unit] === 0 && around[unit] === 0) met.push(unit);
    }
  }

  return ({ sought, isAllowed }) => {
    const found: number[] = [];
    const weights: number[] = [];
    for (const word of sought) {
      const met = collect(word);
      const weight = rarity(met.length, unitCount);
      weights.push(weight);
      for (const unit of met) {
        if (held[unit] === 0) found.push(unit);
        const count = own[unit]! + around[unit]!;
        scores[unit]! += weight * (count / (TUNE.k + count) + TUNE.cover);
        held[unit]!++;
        if (own[unit]! > 0) {
          heldItself[unit]!++;
          if (word.isQuoted) quoted[unit]!++;
        }
        own[unit] = 0;
        around[unit] = 0;
      }
    }
    const quotedCount = sought.filter(({ isQuoted }) => isQuoted).length;
    const some = found.filter(
      (unit) => heldItself[unit]! > 0 && quoted[unit] === quotedCount && isAllowed(unit),
    );
    const all = some.filter((unit) => held[unit] === sought.length);
    const isEnough = all.length >= (sought.length - quotedCount > ALL_OF ? ENOUGH : 1);
    const most = some.reduce((count, unit) => Math.max(count, held[unit]!), 0);
    const isShort = sought.length - quotedCount <= TUNE.lit;
    const chosen = isEnough
      ? all
      : isShort && all.length === 0
        ? some.filter((unit) => held[unit] === most)
        : some;
    const result = {
      units: chosen,
      scores: scores.slice(),
      weights,
      headed: chosen.filter(
        (unit) =>
          inHeading[unit] === sought.length || (unit > 0 && inHeading[unit - 1] === sought.length),
      ),
      isLoosened: chosen.length > all.length,
    };
    for (const unit of found) {
      scores[unit] = 0;
      held[unit] = 0;
      heldItself[unit] = 0;
      quoted[unit] = 0;
      inHeading[unit] = 0;
      inHeading[unit - 1] = 0;
    }
    return result;
  };
}

/** As BM25 weighs a word by how many units have it. */
function rarity(count: number, unitCount: number): number {
  return log2(1 + (unitCount - count + 0.5) / (count + 0.5));
}

/** Near enough, and the same on every machine, which `Math.log2` is not bound to be. */
function log2(number: number): number {
  let exponent = 0;
  let rest = number;
  for (; rest >= 2; rest /= 2) exponent++;
  return exponent + rest - 1;
}

function meanOf(numbers: Uint16Array): number {
  let sum = 0;
  for (const number of numbers) sum += number;
  return Math.max(1, sum / numbers.length);
}

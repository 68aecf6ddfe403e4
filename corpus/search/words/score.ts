import type { PlaceIndex } from "./index/place-index.ts";
import { LEAD, PAGE, type Units } from "./index/units.ts";
import type { SoughtWord } from "./query.ts";
import { Tally } from "./tally.ts";

/** The units that answer a query, with their scores. */
export interface ScoredUnits {
  readonly units: Int32Array;
  /** Scores by unit; valid until the next query. */
  readonly scores: Float64Array;
  /** Weights of the sought words; a rarer word weighs more. */
  readonly weights: readonly number[];
  /** Those of the units whose page's title has the words as typed and no others; its first place. */
  readonly titled: readonly number[];
  /** Those of the units whose heading has the words as typed and no others. */
  readonly headed: readonly number[];
  /** Number of the units that have all words. If there are none, the units have most of them. */
  readonly complete: number;
}

/** The scores of the places of some pages. */
export type PageScores = Pick<ScoredUnits, "scores" | "titled" | "headed">;

/** Returns some of the units, one step after the other. */
export type Select = (units: Int32Array) => Generator<undefined, Int32Array>;

export interface ScoreOptions {
  readonly sought: readonly SoughtWord[];
  /** Called with units that have all quoted words; returns those to find. Null: all. */
  readonly select: Select | null;
  /** True if places without any of the words can be found too. */
  readonly isAnywhere: boolean;
  /** True to find the units with most of the words even if some have all. */
  readonly loosen: boolean;
}

interface Word extends SoughtWord {
  readonly weight: number;
}

/**
 * Share of the greatest weight of the words of any place that is enough for a place if none has all:
 * one that lacks only common words is then found too.
 */
const ENOUGH_WEIGHT = 0.5;

/** More than the sums of weights differ if they are added in another order. */
const ROUNDING = 1e-9;

const NONE: Int32Array = new Int32Array(0);

/**
 * Scores places by BM25 over fields (Robertson, Zaragoza & Taylor, 2004): how often a word is in a
 * field, by the weight of the field and the length of the text, counts towards one sum that is then
 * dampened. A word that is in many places counts little.
 *
 * Words are taken from the rarest to the most common, so that most postings of the common ones are
 * of units that lack an earlier word, and are passed over.
 *
 * It scores one query at a time.
 */
export class Scorer {
  readonly #index: PlaceIndex;
  readonly #units: Units;
  readonly #tally: Tally;

  constructor(index: PlaceIndex) {
    this.#index = index;
    this.#units = index.units;
    this.#tally = new Tally(index);
  }

  /** Scores places, one term or place at each step. */
  *score(options: ScoreOptions): Generator<undefined, ScoredUnits> {
    const { sought, loosen } = options;
    const weighed = yield* this.#weigh(sought);
    const weights = weighed.map(({ weight }) => weight);
    const words = weighed.sort(byNeed);
    const quotedCount = words.filter(({ isQuoted }) => isQuoted).length;
    const canLack = quotedCount < words.length;
    let units: Int32Array = NONE;
    if (!(loosen && canLack))
      units = yield* this.#select(words, { ...options, needed: words.length });
    if (units.length === 0 && canLack) {
      units = this.#withMost(yield* this.#select(words, { ...options, needed: quotedCount }));
    }
    const named = this.#namedAmong(units, words.length);
    const { held, scores } = this.#tally;
    const complete = units.filter((unit) => held[unit] === words.length).length;
    return { units, scores, weights, ...named, complete };
  }

  /** Scores the places of some pages by the words that they have, one term at each step. */
  *scorePages(
    sought: readonly SoughtWord[],
    docs: readonly number[],
  ): Generator<undefined, PageScores> {
    const tally = this.#tally;
    tally.clear();
    tally.narrowToPages(docs);
    const words = yield* this.#weigh(sought);
    for (const word of words.sort(byNeed)) yield* tally.add(word);
    return { scores: tally.scores, ...this.#namedAmong(tally.places(0, false), sought.length) };
  }

  /** Finds the places that have the first words, and selects among them. */
  *#select(
    words: readonly Word[],
    { needed, select, isAnywhere }: SelectOptions,
  ): Generator<undefined, Int32Array> {
    const some = yield* this.#find(words, { needed, isSelected: select !== null });
    const found = isAnywhere && needed === 0 ? this.#tally.allPlaces() : some;
    return select === null ? found : yield* select(found);
  }

  *#weigh(sought: readonly SoughtWord[]): Generator<undefined, Word[]> {
    const words: Word[] = [];
    for (const word of sought) {
      const weight = rarity(this.#countUnits(word.terms), this.#units.unitCount);
      words.push({ ...word, weight });
      yield;
    }
    return words;
  }

  /** Returns roughly how many units have one of the terms. */
  #countUnits(terms: ReadonlyMap<number, number>): number {
    let count = 0;
    for (const term of terms.keys()) count += this.#index.postings(term).count;
    return Math.min(count, this.#units.unitCount);
  }

  /**
   * Scores the places that have the first words, and at least one word themselves. Places that
   * {@link Scorer.#withMost} would leave out may be missing, unless some are selected before.
   */
  *#find(
    words: readonly Word[],
    { needed, isSelected }: FindOptions,
  ): Generator<undefined, Int32Array> {
    const tally = this.#tally;
    tally.clear();
    for (const [at, word] of words.entries()) {
      if (needed === 0 && !isSelected && 2 * at > words.length) this.#leaveOutdone(words.slice(at));
      const count = yield* tally.add(word);
      if (at >= needed) continue;
      if (count === 0) return NONE;
      if (at + 1 < words.length) tally.narrow({ words: at + 1 });
    }
    return tally.places(needed, needed === words.length && needed > 0);
  }

  /**
   * Passes over units that would not be among those with the most words even if they had all the
   * words that are left (as in MaxScore: Turtle & Flood, 1995). Without it, a question in which a
   * word is mistyped takes several times as long (bench/search/relevance/hits-speed.ts, descriptions).
   */
  #leaveOutdone(left: readonly Word[]): void {
    const most = this.#tally.most();
    const leftWeight = left.reduce((sum, word) => sum + word.weight, 0);
    const words = most.words - left.length;
    const weight = ENOUGH_WEIGHT * most.weight - leftWeight - ROUNDING;
    if (words > 0 && weight > 0) this.#tally.narrow({ words, weight });
  }

  /** Returns the units with the most words, by their number or, roughly, by their weight. */
  #withMost(units: Int32Array): Int32Array {
    const { held, heldWeights } = this.#tally;
    let [mostWords, mostWeight] = [0, 0];
    for (const unit of units) {
      mostWords = Math.max(mostWords, held[unit]!);
      mostWeight = Math.max(mostWeight, heldWeights[unit]!);
    }
    const enough = ENOUGH_WEIGHT * mostWeight;
    return units.filter((unit) => held[unit] === mostWords || heldWeights[unit]! >= enough);
  }

  /** Returns those of the units whose headings have the words as typed and no others. */
  #namedAmong(units: Int32Array, wordCount: number): Pick<ScoredUnits, "titled" | "headed"> {
    const { depths, headingLengths } = this.#units;
    const { asTyped } = this.#tally;
    const titled: number[] = [];
    const headed: number[] = [];
    for (const unit of units) {
      const page = unit - 1;
      const isNamed = asTyped[unit] === wordCount && headingLengths[unit] === wordCount;
      // Without words in the query, this is also true of places that have no heading.
      if (isNamed && depths[unit] !== LEAD) headed.push(unit);
      if (depths[page] !== PAGE || asTyped[page] !== wordCount) continue;
      if (headingLengths[page] === wordCount) titled.push(unit);
    }
    return { titled, headed };
  }
}

interface SelectOptions extends Pick<ScoreOptions, "select" | "isAnywhere"> {
  /** Number of words that a place must have. */
  readonly needed: number;
}

interface FindOptions {
  /** Number of words that a place must have. */
  readonly needed: number;
  /** True if some of the places are selected before those with the most words. */
  readonly isSelected: boolean;
}

/** Scorers for queries in progress at the same time, one for each. */
export class ScorerPool {
  readonly #index: PlaceIndex;
  /** Those that no query in progress uses. */
  readonly #free: Scorer[] = [];

  constructor(index: PlaceIndex) {
    this.#index = index;
  }

  /** Lends a scorer to work until the work ends or is given up. */
  *lend<Result>(
    work: (scorer: Scorer) => Generator<undefined, Result>,
  ): Generator<undefined, Result> {
    const scorer = this.#free.pop() ?? new Scorer(this.#index);
    try {
      return yield* work(scorer);
    } finally {
      this.#free.push(scorer);
    }
  }
}

/** Sorts quoted words first, since all of them are needed, and then rare words. */
function byNeed(left: Word, right: Word): number {
  return Number(right.isQuoted) - Number(left.isQuoted) || right.weight - left.weight;
}

/** Returns the weight of a word in BM25: its inverse document frequency. */
function rarity(count: number, unitCount: number): number {
  return log2(1 + (unitCount - count + 0.5) / (count + 0.5));
}

/** Approximates `Math.log2`, whose results may differ between machines. */
function log2(number: number): number {
  let exponent = 0;
  let rest = number;
  for (; rest >= 2; rest /= 2) exponent++;
  return exponent + rest - 1;
}

import type { PlaceIndex } from "./index/place-index.ts";
import { LEAD, PAGE, type Units } from "./index/units.ts";
import type { SoughtWord } from "./query.ts";
import { Tally, type WordBits } from "./tally.ts";
import { WEIGHTS } from "./weights.ts";

/** The places that answer a query, with their scores. */
export interface ScoredUnits {
  readonly units: Int32Array;
  /** Scores by unit; valid until the next query. */
  readonly scores: Float64Array;
  /** Weights of the sought words; a rarer word weighs more. */
  readonly weights: readonly number[];
  /** For each sought word, whether it is common: it only counts next to words that are not. */
  readonly isCommon: readonly boolean[];
  /** Those of the units whose page's title has the words as typed and no others; its first place. */
  readonly titled: readonly number[];
  /** Those of the units whose heading has the words as typed and no others. */
  readonly headed: readonly number[];
  /** Number of the units that have all words, apart from common ones. */
  readonly complete: number;
  /** The unit whose words weigh most, the first by score of several; -1 if there are no units. */
  readonly fullest: number;
  /** Returns the positions of the sought words that the page of a unit has. */
  heldOnPage(unit: number): ReadonlySet<number>;
}

/** The scores of the places of some pages. */
export type PageScores = Pick<ScoredUnits, "scores" | "titled" | "headed">;

/** Returns some of the units, one step after the other. */
export type Select = (units: Int32Array) => Generator<undefined, Int32Array>;

export interface ScoreOptions {
  readonly sought: readonly SoughtWord[];
  /** The pages that are searched; null if all are. */
  readonly docs: readonly number[] | null;
  /** Called with places that have all quoted words; returns those to find. Null: nothing is quoted. */
  readonly select: Select | null;
}

interface Word extends SoughtWord {
  /** Position among the sought words. */
  readonly at: number;
  readonly weight: number;
  readonly isCommon: boolean;
}

/** A word in more than this share of the units is common if the query has one that is not. */
const COMMON = 0.1;
/** The most that a word counts for a place, in its weight: in the place and in its page. */
const EACH = 1 + WEIGHTS.ofPage;
/** More than the sums of weights differ if they are added in another order. */
const ROUNDING = 1e-9;

/**
 * Scores places by BM25 over fields (Robertson, Zaragoza & Taylor, 2004): how often a word is in a
 * field, by the weight of the field and the length of the text, counts towards one sum that is then
 * dampened. A word that is in many places counts little. The page as a whole is scored in the same
 * way, and counts for each of its places.
 *
 * Words are taken from the rarest to the most common, so that most postings of the common ones are
 * of places that cannot be hits any more, and are passed over.
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
  *score({ sought, docs, select }: ScoreOptions): Generator<undefined, ScoredUnits> {
    const tally = this.#tally;
    tally.clear();
    if (docs !== null) tally.narrowToPages(docs);
    const words = yield* this.#weigh(sought);
    const left = words.toSorted(byNeed);
    const quoted = left.filter(({ isQuoted }) => isQuoted);
    for (const word of quoted) yield* tally.add(word);
    const selected = select && (yield* select(this.#withAll(quoted)));
    if (selected) tally.narrowToUnits(selected);
    yield* this.#addAll(left.slice(quoted.length), { canPassOver: selected === null });
    const { units, complete, fullest } = this.#hits(selected, words);
    for (const unit of units) tally.raise(unit, tally.scoreOf(unit) - tally.scores[unit]!);
    return {
      units,
      scores: tally.scores,
      weights: words.map(({ weight }) => weight),
      isCommon: words.map(({ isCommon }) => isCommon),
      ...this.#namedAmong(units, countTyped(sought)),
      complete,
      fullest,
      heldOnPage: (unit) => this.#heldOnPage(unit, words),
    };
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
    const units = tally.places();
    for (const unit of units) tally.raise(unit, tally.scoreOf(unit) - tally.scores[unit]!);
    return { scores: tally.scores, ...this.#namedAmong(units, countTyped(sought)) };
  }

  *#weigh(sought: readonly SoughtWord[]): Generator<undefined, Word[]> {
    const { unitCount } = this.#units;
    const counts: number[] = [];
    for (const { terms } of sought) {
      counts.push(this.#countUnits(terms));
      yield;
    }
    const isFrequent = counts.map((count) => count > COMMON * unitCount);
    const hasOther = isFrequent.includes(false);
    return sought.map((word, at) => ({
      ...word,
      at,
      weight: word.share * rarity(counts[at]!, unitCount),
      isCommon: isFrequent[at]! && hasOther,
    }));
  }

  /** Returns roughly how many units have one of the terms. */
  #countUnits(terms: ReadonlyMap<number, number>): number {
    let count = 0;
    for (const term of terms.keys()) count += this.#index.postings(term).count;
    return Math.min(count, this.#units.unitCount);
  }

  /** Returns the places that have all of some words themselves; without words, all places. */
  #withAll(words: readonly Word[]): Int32Array {
    const tally = this.#tally;
    if (words.length === 0) return tally.allPlaces();
    return tally.places().filter((unit) => {
      const held = this.#bitsOf(unit);
      return words.every(({ at }) => held(at));
    });
  }

  /** Adds words, the rarest first. */
  *#addAll(
    words: readonly Word[],
    { canPassOver }: { readonly canPassOver: boolean },
  ): Generator<undefined, void> {
    const tally = this.#tally;
    let left = words.reduce((sum, { weight }) => sum + weight, 0);
    let most = 0;
    let isNarrow = !canPassOver;
    for (const [at, word] of words.entries()) {
      yield* tally.add(word);
      left -= word.weight;
      most += word.weight;
      if (isNarrow || left >= WEIGHTS.leastShare * most) continue;
      if (this.#countPostings(words.slice(at + 1)) < tally.foundCount) continue;
      const best = tally.best();
      const least = WEIGHTS.leastShare * best - EACH * left - ROUNDING;
      if (least <= 0) continue;
      tally.narrow({ best, least });
      isNarrow = true;
    }
  }

  #countPostings(words: readonly Word[]): number {
    let count = 0;
    for (const { terms } of words) {
      for (const term of terms.keys()) count += this.#index.postings(term).count;
    }
    return count;
  }

  /** Finds the places that are hits, and what they have. */
  #hits(
    selected: Int32Array | null,
    words: readonly Word[],
  ): Pick<ScoredUnits, "units" | "complete" | "fullest"> {
    const tally = this.#tally;
    const needed = groupsOf(words);
    const least = WEIGHTS.leastShare * tally.best() - ROUNDING;
    const units = selected ?? tally.places({ least, needed: bitsOfAll(needed.flat()) });
    const known = new Map<number, HeldWords>();
    const heldWords = (unit: number): HeldWords => {
      const [first, others] = tally.heldBy(unit);
      const key = others * 2 ** 32 + first;
      let held = known.get(key);
      if (held === undefined) {
        const has = (at: number) => isBitSet(at, first, others);
        const isComplete = needed.every((group) => isHeld(group, has));
        const weight = words.reduce((sum, word) => sum + (has(word.at) ? word.weight : 0), 0);
        held = { isComplete, weight };
        known.set(key, held);
      }
      return held;
    };
    let complete = 0;
    let [fullest, most] = [-1, -1];
    for (const unit of units) {
      const { isComplete, weight } = heldWords(unit);
      if (isComplete) complete++;
      if (weight < most - ROUNDING) continue;
      const isMore = weight > most + ROUNDING;
      const difference = isMore ? 1 : tally.scoreOf(unit) - tally.scoreOf(fullest);
      if (isMore) most = weight;
      if (difference > 0 || (difference === 0 && unit < fullest)) fullest = unit;
    }
    return { units, complete, fullest };
  }

  #bitsOf(unit: number): (at: number) => boolean {
    const [first, others] = this.#tally.heldBy(unit);
    return (at) => isBitSet(at, first, others);
  }

  #heldOnPage(unit: number, words: readonly Word[]): Set<number> {
    const [first, others] = this.#tally.heldByPage(this.#units.docOf[unit]!);
    return new Set(words.map(({ at }) => at).filter((at) => isBitSet(at, first, others)));
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

/** Returns how many words a heading must have as typed to be the query. */
function countTyped(sought: readonly SoughtWord[]): number {
  const isWhole = ({ role }: SoughtWord) => role !== "part";
  const groups = Map.groupBy(sought, ({ typed }) => typed);
  // An identifier that is sought only by its parts is not typed in any heading.
  const unknown = [...groups.values()].filter((group) => !group.some(isWhole));
  return sought.filter(isWhole).length + unknown.length;
}

/** Sorts quoted words first, since all of them are needed, and then rare words. */
function byNeed(left: Word, right: Word): number {
  return Number(right.isQuoted) - Number(left.isQuoted) || right.weight - left.weight;
}

/** Returns the sought words that stand for each word of the query that is not common. */
function groupsOf(words: readonly Word[]): (readonly Word[])[] {
  const groups = Map.groupBy(
    words.filter(({ isQuoted }) => !isQuoted),
    ({ typed }) => typed,
  );
  return [...groups.values()].filter((group) => group.some(({ isCommon }) => !isCommon));
}

/** Facts about the words that a unit has. */
interface HeldWords {
  /** True if it has all words, apart from common ones. */
  readonly isComplete: boolean;
  readonly weight: number;
}

function isBitSet(at: number, first: number, others: number): boolean {
  return ((at < 32 ? first >>> at : others >>> (at - 32)) & 1) === 1;
}

function bitsOfAll(words: readonly Word[]): WordBits {
  let [first, others] = [0, 0];
  for (const { at } of words) {
    if (at < 32) first |= 1 << at;
    else others |= 1 << (at - 32);
  }
  return [first >>> 0, others >>> 0];
}

interface HeldWord extends Pick<SoughtWord, "role"> {
  readonly at: number;
  readonly weight: number;
}

/**
 * Tells whether a word of the query counts as held: an identifier as a whole or by most of its parts,
 * a run by most of its pairs.
 */
export function isHeld(group: readonly HeldWord[], held: (at: number) => boolean): boolean {
  let [sum, all] = [0, 0];
  for (const { at, weight, role } of group) {
    if (role === "word" && held(at)) return true;
    if (role === "word") continue;
    all += weight;
    if (held(at)) sum += weight;
  }
  return 2 * sum > all;
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

import type { PlaceIndex } from "./index/place-index.ts";
import {
  COUNTS,
  FIRST_VALUE,
  IN_HEADING,
  LAST_DIGIT,
  LAST_DIGITS,
  ONCE,
  OTHER_DIGIT,
  OTHER_DIGITS,
} from "./index/postings.ts";
import { PAGE, type Units } from "./index/units.ts";
import type { Sought } from "./sought.ts";
import { WEIGHTS } from "./weights.ts";

/** The units that answer a query, with their scores. */
export interface Scored {
  readonly units: Int32Array;
  /** Scores by unit; valid until the next query. */
  readonly scores: Float64Array;
  /** Weights of the sought words; a rarer word weighs more. */
  readonly weights: readonly number[];
  /** Those of the units whose page's title has the words as typed and no others; its first place. */
  readonly titled: Int32Array;
  /** Those of the units whose heading has the words as typed and no others. */
  readonly headed: Int32Array;
  /** True if no unit has all words, so that the units are those with most of them. */
  readonly isLoosened: boolean;
}

export interface ScoreOptions {
  readonly sought: readonly Sought[];
  /** Called with units that have all quoted words; returns those to find. Null: all. */
  readonly select: ((units: Int32Array) => Int32Array) | null;
  /** True to find all places, for a query without words. */
  readonly isAnywhere: boolean;
  /** True to find the units with most of the words even if some have all. */
  readonly loosen: boolean;
}

interface Word extends Sought {
  readonly weight: number;
}

/**
 * Share of the greatest weight of the words of any place that is enough for a place if none has all:
 * one that lacks only common words is then found too.
 */
const ENOUGH_WEIGHT = 0.5;

const NONE = new Int32Array(0);

/** Flags of a unit that has the current word: at all, in its heading or text, as typed in its heading. */
const MET = 1;
const ITSELF = 2;
const AS_TYPED = 4;

/**
 * Scores places by BM25 over fields (Robertson, Zaragoza & Taylor, 2004): how often a word is in a
 * field, by the weight of the field and the length of the text, counts towards one sum that is then
 * dampened. A word that is in many places counts little.
 *
 * Words are taken from the rarest to the most common, so that most postings of the common ones are
 * of units that lack an earlier word, and are passed over.
 *
 * Sums and counts are in arrays by unit, which are allocated once and cleared before each query.
 */
export class Scorer {
  readonly #index: PlaceIndex;
  readonly #units: Units;
  /** Amount that one occurrence in a text counts, by the level of the text's length. */
  readonly #ofText: Float64Array;
  /** The current word: the sum of each unit, and where the unit has the word. */
  readonly #sums: Float64Array;
  readonly #flags: Uint8Array;
  readonly #met: Int32Array;
  #metCount = 0;
  /** All words so far: how many each unit has, has itself, and has in its heading as typed. */
  readonly #scores: Float64Array;
  readonly #heldWeights: Float64Array;
  readonly #held: Uint16Array;
  readonly #own: Uint16Array;
  readonly #asTyped: Uint16Array;
  /** Units that have any of the words. */
  readonly #found: Int32Array;
  #foundCount = 0;

  constructor(index: PlaceIndex) {
    const { units } = index;
    const { unitCount } = units;
    this.#index = index;
    this.#units = units;
    this.#ofText = amountsByLevel(units);
    this.#sums = new Float64Array(unitCount);
    this.#flags = new Uint8Array(unitCount);
    this.#met = new Int32Array(unitCount);
    this.#scores = new Float64Array(unitCount);
    this.#heldWeights = new Float64Array(unitCount);
    this.#held = new Uint16Array(unitCount);
    this.#own = new Uint16Array(unitCount);
    this.#asTyped = new Uint16Array(unitCount);
    this.#found = new Int32Array(unitCount);
  }

  score({ sought, select, isAnywhere, loosen }: ScoreOptions): Scored {
    const { unitCount } = this.#units;
    const weights = sought.map(({ terms }) => rarity(this.#countUnits(terms), unitCount));
    const words = sought.map((word, at) => ({ ...word, weight: weights[at]! })).sort(byNeed);
    const quotedCount = words.filter(({ isQuoted }) => isQuoted).length;
    const find = (needed: number): Int32Array => {
      const isSelected = select !== null;
      const found = isAnywhere ? this.#allPlaces() : this.#find(words, { needed, isSelected });
      return isSelected ? select(found) : found;
    };
    const canLack = quotedCount < words.length;
    let units = loosen && canLack ? NONE : find(words.length);
    if (units.length === 0 && canLack) units = this.#withMost(find(quotedCount));
    const named = this.#namedAmong(units, words.length);
    const isLoosened = units.length > 0 && !units.some((unit) => this.#held[unit] === words.length);
    return { units, scores: this.#scores, weights, ...named, isLoosened };
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
  #find(words: readonly Word[], { needed, isSelected }: FindOptions): Int32Array {
    this.#clear();
    let isOutdone = false;
    for (const [at, word] of words.entries()) {
      isOutdone ||= !isSelected && needed === 0 && this.#isOutdone(words.slice(at));
      const least = isOutdone ? 1 : Math.min(at, needed);
      for (const [term, weight] of word.terms) this.#collect(term, { weight, least });
      const count = this.#add(word);
      if (count === 0 && at < needed) return NONE;
    }
    return this.#places().filter((unit) => this.#held[unit]! >= needed);
  }

  /** Returns the units found so far that are places and have a word themselves. */
  #places(): Int32Array {
    return this.#found.subarray(0, this.#foundCount).filter((unit) => {
      return this.#units.depths[unit] !== PAGE && this.#own[unit]! > 0;
    });
  }

  /**
   * Returns true if a unit with all the words that are left, and no others, would not be one of
   * those with the most (as in MaxScore: Turtle & Flood, 1995). Without it, a question in which a
   * word is mistyped takes twice as long (bench/relevance-speed.ts, descriptions).
   */
  #isOutdone(left: readonly Word[]): boolean {
    const { mostWords, mostWeight } = this.#mostOf(this.#places());
    const weight = left.reduce((sum, word) => sum + word.weight, 0);
    return left.length < mostWords && weight < ENOUGH_WEIGHT * mostWeight;
  }

  /** Returns the units with the most words, by their number or, roughly, by their weight. */
  #withMost(units: Int32Array): Int32Array {
    const { mostWords, mostWeight } = this.#mostOf(units);
    const enough = ENOUGH_WEIGHT * mostWeight;
    return units.filter(
      (unit) => this.#held[unit] === mostWords || this.#heldWeights[unit]! >= enough,
    );
  }

  #mostOf(units: Int32Array): { mostWords: number; mostWeight: number } {
    let [mostWords, mostWeight] = [0, 0];
    for (const unit of units) {
      mostWords = Math.max(mostWords, this.#held[unit]!);
      mostWeight = Math.max(mostWeight, this.#heldWeights[unit]!);
    }
    return { mostWords, mostWeight };
  }

  #allPlaces(): Int32Array {
    this.#clear();
    const units = Int32Array.from(this.#units.docOf.keys());
    return units.filter((unit) => this.#units.depths[unit] !== PAGE);
  }

  #clear(): void {
    for (const unit of this.#found.subarray(0, this.#foundCount)) {
      this.#scores[unit] = 0;
      this.#heldWeights[unit] = 0;
      this.#held[unit] = 0;
      this.#own[unit] = 0;
      this.#asTyped[unit] = 0;
    }
    this.#foundCount = 0;
  }

  /**
   * Adds a term to the sums of the units that have at least `least` words so far. The innermost
   * loop, so it reads postings in place.
   */
  #collect(term: number, { weight, least }: CollectOptions): void {
    const { bytes, start, end } = this.#index.postings(term);
    const { depths, ends, lengthLevels } = this.#units;
    const [held, ofText] = [this.#held, this.#ofText];
    const { heading, above } = WEIGHTS.fields;
    const asTyped = weight === 1 ? AS_TYPED : 0;
    let unit = -1;
    /** The end of the units for which a heading has already counted. */
    let coveredTo = 0;
    for (let at = start; at < end; ) {
      let byte = bytes[at++]!;
      let value = ONCE;
      if (byte < LAST_DIGIT) {
        value = byte - FIRST_VALUE;
        byte = bytes[at++]!;
      }
      let number = 0;
      for (; byte >= OTHER_DIGIT; byte = bytes[at++]!) {
        number = number * OTHER_DIGITS + byte - OTHER_DIGIT + 1;
      }
      unit += number * LAST_DIGITS + byte - LAST_DIGIT + 1;
      if (depths[unit] === PAGE) {
        this.#collectPage(unit, { value, weight, least });
        continue;
      }
      const isInHeading = (value & IN_HEADING) !== 0;
      if (held[unit]! >= least) {
        const amount =
          COUNTS[value >>> 1]! * ofText[lengthLevels[unit]!]! + (isInHeading ? heading : 0);
        this.#meet(unit, weight * amount, ITSELF | (isInHeading ? asTyped : 0));
      }
      if (isInHeading && unit >= coveredTo) {
        coveredTo = ends[unit]!;
        for (let below = unit + 1; below < coveredTo; below++) {
          if (held[below]! >= least) this.#meet(below, weight * above, MET);
        }
      }
    }
  }

  /** Adds a term of a page's title or description, which count as the first place's own. */
  #collectPage(page: number, { value, weight, least }: CollectOptions & { value: number }): void {
    const { title, titleAbove, description, descriptionAbove } = WEIGHTS.fields;
    const held = this.#held;
    const count = COUNTS[value >>> 1]!;
    const isInTitle = (value & IN_HEADING) !== 0;
    if (held[page]! >= least) this.#meet(page, 0, isInTitle && weight === 1 ? AS_TYPED : MET);
    if (held[page + 1]! >= least) {
      const amount = (isInTitle ? title : 0) + count * description;
      this.#meet(page + 1, weight * amount, ITSELF);
    }
    const above = (isInTitle ? titleAbove : 0) + count * descriptionAbove;
    const end = this.#units.ends[page]!;
    for (let unit = page + 2; unit < end; unit++) {
      if (held[unit]! >= least) this.#meet(unit, weight * above, MET);
    }
  }

  #meet(unit: number, amount: number, flags: number): void {
    if (this.#flags[unit] === 0) this.#met[this.#metCount++] = unit;
    this.#flags[unit]! |= flags;
    this.#sums[unit]! += amount;
  }

  /**
   * Adds the sums of a word to the scores.
   *
   * @returns the number of units that have it
   */
  #add({ weight, isQuoted }: Word): number {
    const [held, sums, flags] = [this.#held, this.#sums, this.#flags];
    const { saturation } = WEIGHTS;
    let count = 0;
    for (let at = 0; at < this.#metCount; at++) {
      const unit = this.#met[at]!;
      const sum = sums[unit]!;
      const where = flags[unit]!;
      sums[unit] = 0;
      flags[unit] = 0;
      if (isQuoted && (where & ITSELF) === 0) continue;
      if (held[unit] === 0) this.#found[this.#foundCount++] = unit;
      this.#scores[unit]! += (weight * sum) / (saturation + sum);
      this.#heldWeights[unit]! += weight;
      held[unit]!++;
      count++;
      if ((where & ITSELF) !== 0) this.#own[unit]!++;
      if ((where & AS_TYPED) !== 0) this.#asTyped[unit]!++;
    }
    this.#metCount = 0;
    return count;
  }

  /** Returns those of the units whose headings have the words as typed and no others. */
  #namedAmong(units: Int32Array, wordCount: number): Pick<Scored, "titled" | "headed"> {
    const { depths, headingLengths } = this.#units;
    const isNamed = (unit: number): boolean =>
      this.#asTyped[unit] === wordCount && headingLengths[unit] === wordCount;
    return {
      titled: units.filter((unit) => depths[unit - 1] === PAGE && isNamed(unit - 1)),
      headed: units.filter(isNamed),
    };
  }
}

interface FindOptions {
  /** Number of words that a place must have. */
  readonly needed: number;
  /** True if some of the places are selected before those with the most words. */
  readonly isSelected: boolean;
}

interface CollectOptions {
  /** Weight of the term as a form of the word. */
  readonly weight: number;
  /** Units with fewer words are passed over. */
  readonly least: number;
}

/** Sorts quoted words first, since all of them are needed, and then rare words. */
function byNeed(left: Word, right: Word): number {
  return Number(right.isQuoted) - Number(left.isQuoted) || right.weight - left.weight;
}

/** Returns how much an occurrence counts in a text of each length, relative to the mean length. */
function amountsByLevel({ lengthLevels, textLengths, unitCount }: Units): Float64Array {
  let sum = 0;
  for (const level of lengthLevels) sum += textLengths[level]!;
  const mean = Math.max(1, sum / unitCount);
  return Float64Array.from(
    textLengths,
    (length) => 1 / (1 - WEIGHTS.length + (WEIGHTS.length * length) / mean),
  );
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

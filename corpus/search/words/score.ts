import type { PlaceIndex } from "./place-index.ts";
import { ABOVE, IN_HEADING, ONCE } from "./postings.ts";
import type { Sought } from "./sought.ts";
import type { Units } from "./units.ts";
import { WEIGHTS } from "./weights.ts";

/** The units that have words of a query, with their scores. */
export interface Scored {
  readonly units: Int32Array;
  /** Scores by unit; valid until the next query. */
  readonly scores: Float64Array;
  /** Weights of the sought words; a rarer word weighs more. */
  readonly weights: readonly number[];
  /** Those of the units whose heading, or whose page's title, has all words as typed. */
  readonly headed: readonly number[];
  /** True if no unit has all words, so that the units have only some of them. */
  readonly isLoosened: boolean;
}

interface ScorerOptions {
  readonly index: PlaceIndex;
  readonly units: Units;
}

export interface ScoreOptions {
  readonly sought: readonly Sought[];
  /** Called with units that have all quoted words; returns true for those to find. Null: all. */
  readonly isAllowed: ((unit: number) => boolean) | null;
  /** True to start from all places, for a query without words. */
  readonly isAnywhere: boolean;
}

interface ChooseOptions extends Pick<ScoreOptions, "isAllowed"> {
  readonly least: number;
  readonly quotedCount: number;
  /** Units chosen before, with a smaller `least`. */
  readonly among?: Int32Array;
}

/**
 * Four counts of a unit, one byte each: words that count for it, words that it has itself, quoted
 * words that it has itself, and words that its heading has as typed.
 */
const HELD = 1;
const ITSELF = 2 ** 8;
const QUOTED = 2 ** 16;
const HEADED = 2 ** 24;

/**
 * Scores places by BM25 over fields (Robertson, Zaragoza & Taylor, 2004): how often a word is in a
 * field, by the weight of the field and the length of the text, counts towards one sum that is then
 * dampened. A word that is in many places counts little.
 *
 * Sums and counts are in arrays by unit, which are allocated once and cleared before each query.
 */
export class Scorer {
  readonly #index: PlaceIndex;
  readonly #units: Units;
  /** Amount that one occurrence in its text counts for each unit. */
  readonly #ofText: Float64Array;
  /** The current word: the sum of each unit, and 1 for each unit that has the word itself. */
  readonly #sums: Float64Array;
  readonly #isOwn: Uint8Array;
  readonly #met: Int32Array;
  #metCount = 0;
  /** All words of the query so far. */
  readonly #scores: Float64Array;
  readonly #counts: Uint32Array;
  readonly #found: Int32Array;
  #foundCount = 0;

  constructor({ index, units }: ScorerOptions) {
    const { unitCount } = units;
    this.#index = index;
    this.#units = units;
    const mean = meanOf(index.textLengths);
    this.#ofText = Float64Array.from(
      index.textLengths,
      (length) => 1 / (1 - WEIGHTS.length + (WEIGHTS.length * length) / mean),
    );
    this.#sums = new Float64Array(unitCount);
    this.#isOwn = new Uint8Array(unitCount);
    this.#met = new Int32Array(unitCount);
    this.#scores = new Float64Array(unitCount);
    this.#counts = new Uint32Array(unitCount);
    this.#found = new Int32Array(unitCount);
  }

  score({ sought, isAllowed, isAnywhere }: ScoreOptions): Scored {
    this.#clear();
    if (isAnywhere) this.#findAll();
    const weights = sought.map((word) => {
      for (const [term, weight] of word.terms) this.#collect(term, weight);
      return this.#add(word);
    });
    const quotedCount = sought.filter(({ isQuoted }) => isQuoted).length;
    const some = this.#choose({ least: 1, quotedCount, isAllowed });
    const all = this.#choose({ least: sought.length, quotedCount, isAllowed, among: some });
    const units = all.length === 0 ? some : all;
    return {
      units,
      scores: this.#scores,
      weights,
      headed: this.#headedAmong(all, sought.length),
      isLoosened: units.length > all.length,
    };
  }

  /** Returns units that have `least` words, at least one of them themselves, and all quoted words. */
  #choose({ least, quotedCount, isAllowed, among }: ChooseOptions): Int32Array {
    const from = among ?? this.#found.subarray(0, this.#foundCount);
    const chosen = new Int32Array(from.length);
    let count = 0;
    for (let at = 0; at < from.length; at++) {
      const unit = from[at]!;
      const counts = this.#counts[unit]!;
      if ((counts & 255) < least) continue;
      if (among === undefined) {
        if (((counts >>> 8) & 255) === 0 || ((counts >>> 16) & 255) !== quotedCount) continue;
        if (isAllowed !== null && !isAllowed(unit)) continue;
      }
      chosen[count++] = unit;
    }
    return chosen.subarray(0, count);
  }

  #findAll(): void {
    for (let unit = 0; unit < this.#units.unitCount; unit++) {
      if (this.#units.isPage[unit] === 1) continue;
      this.#found[this.#foundCount++] = unit;
      this.#counts[unit] = HELD + ITSELF;
    }
  }

  #clear(): void {
    for (const unit of this.#found.subarray(0, this.#foundCount)) {
      this.#scores[unit] = 0;
      this.#counts[unit] = 0;
      this.#counts[unit - 1] = 0;
    }
    this.#foundCount = 0;
  }

  /** Adds a term to the sums of all units. The innermost loop, so it reads postings in place. */
  #collect(term: number, weight: number): void {
    const { postings, postingStarts } = this.#index;
    const { isPage } = this.#units;
    const [sums, isOwn, met, ofText] = [this.#sums, this.#isOwn, this.#met, this.#ofText];
    const [ofHeading, ofAbove] = [WEIGHTS.fields.heading, WEIGHTS.fields.above];
    const end = postingStarts[term + 1]!;
    let metCount = this.#metCount;
    let unit = 0;
    for (let at = postingStarts[term]!; at < end; ) {
      let byte = postings[at++]!;
      let number = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = postings[at++]!;
        number |= (byte & 127) << shift;
      }
      unit += number >>> 1;
      const isOnce = (number & 1) === 0;
      const value = isOnce ? ONCE : postings[at++]!;
      if (isPage[unit] === 1) {
        this.#metCount = metCount;
        this.#collectPage(unit, { value, weight });
        metCount = this.#metCount;
        continue;
      }
      let amount = (value >>> 2) * ofText[unit]!;
      if (!isOnce && (value & IN_HEADING) !== 0) {
        amount += ofHeading;
        if (weight === 1) this.#counts[unit]! += HEADED;
      }
      if (sums[unit] === 0) met[metCount++] = unit;
      if (amount > 0) isOwn[unit] = 1;
      if (!isOnce && (value & ABOVE) !== 0) amount += ofAbove;
      sums[unit]! += weight * amount;
    }
    this.#metCount = metCount;
  }

  /** Adds a term of a page's title or description, which count as the first place's own. */
  #collectPage(page: number, { value, weight }: { value: number; weight: number }): void {
    const { title, titleAbove, description, descriptionAbove } = WEIGHTS.fields;
    const { firstUnits, docOf } = this.#units;
    const count = value >>> 2;
    const isInTitle = (value & IN_HEADING) !== 0;
    if (isInTitle && weight === 1) this.#counts[page]! += HEADED;
    const above = weight * ((isInTitle ? titleAbove : 0) + count * descriptionAbove);
    const end = firstUnits[docOf[page]! + 1]!;
    for (let unit = page + 1; unit < end; unit++) {
      if (this.#sums[unit] === 0) this.#met[this.#metCount++] = unit;
      this.#sums[unit]! += above;
    }
    this.#sums[page + 1]! += weight * ((isInTitle ? title : 0) + count * description) - above;
    this.#isOwn[page + 1] = 1;
  }

  /**
   * Adds the sums of a word to the scores.
   *
   * @returns the word's weight
   */
  #add({ isQuoted }: Sought): number {
    const weight = rarity(this.#metCount, this.#units.unitCount);
    const [counts, sums, isOwn] = [this.#counts, this.#sums, this.#isOwn];
    const { saturation } = WEIGHTS;
    const itself = isQuoted ? ITSELF + QUOTED : ITSELF;
    for (let at = 0; at < this.#metCount; at++) {
      const unit = this.#met[at]!;
      if ((counts[unit]! & 255) === 0) this.#found[this.#foundCount++] = unit;
      const sum = sums[unit]!;
      this.#scores[unit]! += (weight * sum) / (saturation + sum);
      counts[unit]! += isOwn[unit] === 0 ? HELD : HELD + itself;
      sums[unit] = 0;
      isOwn[unit] = 0;
    }
    this.#metCount = 0;
    return weight;
  }

  #headedAmong(units: Int32Array, wordCount: number): number[] {
    const headed: number[] = [];
    for (const unit of units) {
      const own = this.#counts[unit]! >>> 24;
      const ofPage = this.#units.isPage[unit - 1] === 1 ? this.#counts[unit - 1]! >>> 24 : 0;
      if (own === wordCount || ofPage === wordCount) headed.push(unit);
    }
    return headed;
  }
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

function meanOf(numbers: Uint16Array): number {
  let sum = 0;
  for (const number of numbers) sum += number;
  return Math.max(1, sum / numbers.length);
}

import type { PlaceIndex } from "./place-index.ts";
import { ABOVE, IN_HEADING, ONCE } from "./postings.ts";
import type { Sought } from "./sought.ts";
import { TUNE } from "./tune.ts";
import type { Units } from "./units.ts";

/** Units that hold words of a query, and how well. */
export interface Scored {
  readonly units: readonly number[];
  /** By unit; good until the next query. */
  readonly scores: Float64Array;
  /** Of each word: the rarer it is, the more. */
  readonly weights: readonly number[];
  /** Those of the units whose heading has all words as they were typed, or whose page's title. */
  readonly headed: readonly number[];
  /** Whether there are units among them that do not hold all words. */
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

/**
 * Up to so many words, all must be held, as far as any place holds them all. With more, places that
 * hold some of them are found too where fewer than so many hold them all: a question in plain words
 * has words that its answer does not have.
 */
const ALL_OF = 2;
const ENOUGH = 30;

/** What is counted of a unit, a byte each: words that it holds, holds itself, and holds of those in
 * quotes, and words that its heading has as they were typed. */
const HELD = 1;
const ITSELF = 2 ** 8;
const QUOTED = 2 ** 16;
const HEADED = 2 ** 24;

/**
 * Scores places by BM25 over fields (Robertson, Zaragoza & Taylor, 2004): how often a word is in a
 * field, by the weight of the field and the length of the text, counts towards one sum that is then
 * dampened. A word that is in many places counts little.
 *
 * What is counted stands in arrays by unit that are made once and cleared after each query.
 */
export class Scorer {
  readonly #index: PlaceIndex;
  readonly #units: Units;
  /** What one of a word in its text counts for a unit. */
  readonly #ofText: Float64Array;
  /** Of one word: what a unit has of it, and whether the unit itself has it. */
  readonly #sums: Float64Array;
  readonly #isOwn: Uint8Array;
  readonly #met: Int32Array;
  #metCount = 0;
  /** Of all words. */
  readonly #scores: Float64Array;
  readonly #counts: Uint32Array;
  readonly #found: Int32Array;
  #foundCount = 0;
  /** By page: the weight of the words that any of its places has, and the last of them. */
  readonly #pages: Float64Array;
  readonly #lastOfPage: Int32Array;

  constructor({ index, units }: ScorerOptions) {
    const { unitCount, docCount } = units;
    this.#index = index;
    this.#units = units;
    const mean = meanOf(index.textLengths);
    this.#ofText = Float64Array.from(
      index.textLengths,
      (length) => 1 / (1 - TUNE.b + (TUNE.b * length) / mean),
    );
    this.#sums = new Float64Array(unitCount);
    this.#isOwn = new Uint8Array(unitCount);
    this.#met = new Int32Array(unitCount);
    this.#scores = new Float64Array(unitCount);
    this.#counts = new Uint32Array(unitCount);
    this.#found = new Int32Array(unitCount);
    this.#pages = new Float64Array(docCount);
    this.#lastOfPage = new Int32Array(docCount).fill(-1);
  }

  score({ sought, isAllowed }: ScoreOptions): Scored {
    this.#clear();
    const weights = sought.map((word, at) => {
      for (const [term, weight] of word.terms) this.#collect(term, weight);
      return this.#add(word, at);
    });
    const quotedCount = sought.filter(({ isQuoted }) => isQuoted).length;
    const some: number[] = [];
    const all: number[] = [];
    for (const unit of this.#found.subarray(0, this.#foundCount)) {
      const counts = this.#counts[unit]!;
      if (((counts / ITSELF) & 255) === 0 || ((counts / QUOTED) & 255) !== quotedCount) continue;
      if (!isAllowed(unit)) continue;
      some.push(unit);
      if ((counts & 255) === sought.length) all.push(unit);
      this.#scores[unit]! += TUNE.page * this.#pages[this.#units.docOf[unit]!]!;
    }
    const isEnough = all.length >= (sought.length - quotedCount > ALL_OF ? ENOUGH : 1);
    const chosen = isEnough ? all : some;
    return {
      units: chosen,
      scores: this.#scores,
      weights,
      headed: chosen.filter((unit) => this.#isHeaded(unit, sought.length)),
      isLoosened: chosen.length > all.length,
    };
  }

  #clear(): void {
    for (const unit of this.#found.subarray(0, this.#foundCount)) {
      this.#scores[unit] = 0;
      this.#counts[unit] = 0;
      this.#counts[unit - 1] = 0;
      this.#pages[this.#units.docOf[unit]!] = 0;
      this.#lastOfPage[this.#units.docOf[unit]!] = -1;
    }
    this.#foundCount = 0;
  }

  /** Adds up what all units have of a term. It is the innermost loop: postings are read in place. */
  #collect(term: number, weight: number): void {
    const { postings, postingStarts } = this.#index;
    const isPage = this.#units.isPage;
    const end = postingStarts[term + 1]!;
    let unit = 0;
    for (let at = postingStarts[term]!; at < end; ) {
      let byte = postings[at++]!;
      let number = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = postings[at++]!;
        number |= (byte & 127) << shift;
      }
      unit += number >>> 1;
      const value = (number & 1) === 0 ? ONCE : postings[at++]!;
      if ((value & IN_HEADING) !== 0 && weight === 1) this.#counts[unit]! += HEADED;
      if (isPage[unit] === 1) this.#meetPage(unit, { value, weight });
      else {
        const inHeading = (value & IN_HEADING) === 0 ? 0 : TUNE.heading;
        const above = (value & ABOVE) === 0 ? 0 : TUNE.above;
        const own = (value >>> 2) * this.#ofText[unit]! + inHeading;
        this.#meet(unit, weight * (own + above), own > 0);
      }
    }
  }

  #meet(unit: number, amount: number, isOwn: boolean): void {
    if (this.#sums[unit] === 0) this.#met[this.#metCount++] = unit;
    this.#sums[unit]! += amount;
    if (isOwn) this.#isOwn[unit] = 1;
  }

  /** The first place of a page stands for the page: title and description are its own. */
  #meetPage(unit: number, { value, weight }: { value: number; weight: number }): void {
    const count = value >>> 2;
    const isInTitle = (value & IN_HEADING) !== 0;
    const own = (isInTitle ? TUNE.title : 0) + count * TUNE.description;
    this.#meet(unit + 1, weight * own, true);
    const above = (isInTitle ? TUNE.titleAbove : 0) + count * TUNE.descriptionAbove;
    const end = this.#units.firstUnits[this.#units.docOf[unit]! + 1]!;
    for (let place = unit + 2; place < end; place++) this.#meet(place, weight * above, false);
  }

  /** Adds what was collected of a word to the scores. @returns the word's weight */
  #add({ isQuoted }: Sought, at: number): number {
    const { unitCount, docOf } = this.#units;
    const weight = rarity(this.#metCount, unitCount);
    for (const unit of this.#met.subarray(0, this.#metCount)) {
      if ((this.#counts[unit]! & 255) === 0) this.#found[this.#foundCount++] = unit;
      const sum = this.#sums[unit]!;
      this.#scores[unit]! += weight * (sum / (TUNE.k + sum) + TUNE.cover);
      const itself = this.#isOwn[unit] === 0 ? 0 : isQuoted ? ITSELF + QUOTED : ITSELF;
      this.#counts[unit]! += HELD + itself;
      this.#sums[unit] = 0;
      this.#isOwn[unit] = 0;
      const doc = docOf[unit]!;
      if (this.#lastOfPage[doc] === at) continue;
      this.#lastOfPage[doc] = at;
      this.#pages[doc]! += weight;
    }
    this.#metCount = 0;
    return weight;
  }

  #isHeaded(unit: number, wordCount: number): boolean {
    const isAll = (each: number): boolean => Math.floor(this.#counts[each]! / HEADED) === wordCount;
    return isAll(unit) || (this.#units.isPage[unit - 1] === 1 && isAll(unit - 1));
  }
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

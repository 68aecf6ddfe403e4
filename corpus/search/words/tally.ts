import type { PlaceIndex } from "./index/place-index.ts";
import { COUNTS, IN_HEADING, PostingsReader, passOver } from "./index/postings.ts";
import { PAGE, type Units } from "./index/units.ts";
import type { SoughtWord } from "./query.ts";
import { WEIGHTS } from "./weights.ts";

/** Flags of a unit that has the current word: at all, in its heading or text, as typed in its heading. */
const MET = 1;
const ITSELF = 2;
const AS_TYPED = 4;

/** Number of postings that are read in half of the time that it takes to find the next range. */
const RANGE_COST = 2;

interface CountedWord extends Pick<SoughtWord, "terms" | "isQuoted"> {
  readonly weight: number;
}

interface NarrowOptions {
  readonly words: number;
  /** Default: no weight is enough. */
  readonly weight?: number;
}

/**
 * The scores of units, word by word: the terms of a word are collected, and then the word is added.
 *
 * Sums and counts are in arrays by unit, which are cleared before each query. Queries in progress at
 * the same time need one each.
 */
export class Tally {
  readonly #index: PlaceIndex;
  readonly #units: Units;
  /** Amount that one occurrence in a text counts, by the level of the text's length. */
  readonly #ofText: Float64Array;
  /** The current word: the sum of each unit, and where the unit has the word. */
  readonly #sums: Float64Array;
  readonly #flags: Uint8Array;
  /** Units that have the current word, or the last one that was added. */
  readonly #met: Int32Array;
  #metCount = 0;
  /** Units that have any of the words. */
  readonly #found: Int32Array;
  #foundCount = 0;
  /** 1 for each unit that is not passed over, and for each page with one. */
  readonly #isOpen: Uint8Array;
  readonly #isPageOpen: Uint8Array;
  /** The pages whose postings are read: the first unit and the end of each run of them in turn. */
  #ranges: readonly number[];
  /** Scores by unit. */
  readonly scores: Float64Array;
  /** Total weight of the words that each unit has. */
  readonly heldWeights: Float64Array;
  /** How many words each unit has, has itself, and has in its heading as typed. */
  readonly held: Uint16Array;
  readonly #own: Uint16Array;
  readonly asTyped: Uint16Array;

  constructor(index: PlaceIndex) {
    const { units } = index;
    const { unitCount } = units;
    this.#index = index;
    this.#units = units;
    this.#ofText = amountsByLevel(units);
    this.#sums = new Float64Array(unitCount);
    this.#flags = new Uint8Array(unitCount);
    this.#met = new Int32Array(unitCount);
    this.#found = new Int32Array(unitCount);
    this.#isOpen = new Uint8Array(unitCount).fill(1);
    this.#isPageOpen = new Uint8Array(units.docCount);
    this.#ranges = [0, unitCount];
    this.scores = new Float64Array(unitCount);
    this.heldWeights = new Float64Array(unitCount);
    this.held = new Uint16Array(unitCount);
    this.#own = new Uint16Array(unitCount);
    this.asTyped = new Uint16Array(unitCount);
  }

  /** Forgets all words. */
  clear(): void {
    const { scores, heldWeights, held, asTyped } = this;
    const own = this.#own;
    for (let at = 0; at < this.#foundCount; at++) {
      const unit = this.#found[at]!;
      scores[unit] = 0;
      heldWeights[unit] = 0;
      held[unit] = 0;
      own[unit] = 0;
      asTyped[unit] = 0;
    }
    this.#foundCount = 0;
    // Clears what a query has left that was given up within a word.
    for (let at = 0; at < this.#metCount; at++) {
      this.#sums[this.#met[at]!] = 0;
      this.#flags[this.#met[at]!] = 0;
    }
    this.#metCount = 0;
    this.#isOpen.fill(1);
    this.#ranges = [0, this.#units.unitCount];
  }

  /**
   * Adds a word to the scores of the units that are not passed over, one term at each step.
   *
   * @returns the number of units that have it
   */
  *add({ terms, weight, isQuoted }: CountedWord): Generator<undefined, number> {
    this.#metCount = 0;
    for (const [term, termWeight] of terms) {
      this.#collect(term, termWeight);
      yield;
    }
    return this.#addSums({ weight, isQuoted });
  }

  /** Adds a term, with its weight as a form of the word, to the sums of units. */
  #collect(term: number, weight: number): void {
    const list = this.#index.postings(term);
    const { depths, ends, lengthLevels, unitCount } = this.#units;
    const [isOpen, ofText] = [this.#isOpen, this.#ofText];
    const { heading, above } = WEIGHTS.fields;
    const asTyped = weight === 1 ? AS_TYPED : 0;
    const ranges = list.count > RANGE_COST * this.#ranges.length ? this.#ranges : [0, unitCount];
    const reader = new PostingsReader(list.bytes, list.start);
    /** The end of the units for which a heading has already counted. */
    let coveredTo = 0;
    for (let range = 0; range < ranges.length; range += 2) {
      const to = ranges[range + 1]!;
      passOver(list, reader, ranges[range]!);
      for (; reader.unit < to; reader.next()) {
        const { unit, value } = reader;
        if (depths[unit] === PAGE) {
          this.#collectPage(unit, value, weight);
          continue;
        }
        const isInHeading = (value & IN_HEADING) !== 0;
        if (isOpen[unit] === 1) {
          const amount =
            COUNTS[value >>> 1]! * ofText[lengthLevels[unit]!]! + (isInHeading ? heading : 0);
          this.#meet(unit, weight * amount, ITSELF | (isInHeading ? asTyped : 0));
        }
        if (isInHeading && unit >= coveredTo) {
          coveredTo = ends[unit]!;
          for (let below = unit + 1; below < coveredTo; below++) {
            if (isOpen[below] === 1) this.#meet(below, weight * above, MET);
          }
        }
      }
    }
  }

  /** Adds a term of a page's title or description, which count as the first place's own. */
  #collectPage(page: number, value: number, weight: number): void {
    const { title, titleAbove, description, descriptionAbove } = WEIGHTS.fields;
    const isOpen = this.#isOpen;
    const count = COUNTS[value >>> 1]!;
    const isInTitle = (value & IN_HEADING) !== 0;
    if (isOpen[page] === 1) this.#meet(page, 0, isInTitle && weight === 1 ? AS_TYPED : MET);
    if (isOpen[page + 1] === 1) {
      const amount = (isInTitle ? title : 0) + count * description;
      this.#meet(page + 1, weight * amount, ITSELF);
    }
    const above = (isInTitle ? titleAbove : 0) + count * descriptionAbove;
    const end = this.#units.ends[page]!;
    for (let unit = page + 2; unit < end; unit++) {
      if (isOpen[unit] === 1) this.#meet(unit, weight * above, MET);
    }
  }

  #meet(unit: number, amount: number, flags: number): void {
    if (this.#flags[unit] === 0) this.#met[this.#metCount++] = unit;
    this.#flags[unit]! |= flags;
    this.#sums[unit]! += amount;
  }

  /** @returns the number of units that have the current word */
  #addSums({ weight, isQuoted }: Pick<CountedWord, "weight" | "isQuoted">): number {
    const { scores, heldWeights, held, asTyped } = this;
    const [met, sums, flags, own] = [this.#met, this.#sums, this.#flags, this.#own];
    const { saturation } = WEIGHTS;
    let count = 0;
    for (let at = 0; at < this.#metCount; at++) {
      const unit = met[at]!;
      const sum = sums[unit]!;
      const where = flags[unit]!;
      sums[unit] = 0;
      flags[unit] = 0;
      if (isQuoted && (where & ITSELF) === 0) continue;
      if (held[unit] === 0) this.#found[this.#foundCount++] = unit;
      scores[unit]! += (weight * sum) / (saturation + sum);
      heldWeights[unit]! += weight;
      held[unit]!++;
      met[count++] = unit;
      // Which of these a unit has cannot be predicted, so they are counted without branches.
      own[unit]! += (where & ITSELF) / ITSELF;
      asTyped[unit]! += (where & AS_TYPED) / AS_TYPED;
    }
    this.#metCount = count;
    return count;
  }

  /**
   * Passes over all units from now on, except those that have some number of words, or whose words
   * have some weight.
   */
  narrow({ words, weight = Number.POSITIVE_INFINITY }: NarrowOptions): void {
    const { docOf } = this.#units;
    const isOpen = this.#isOpen;
    isOpen.fill(0);
    for (let at = 0; at < this.#foundCount; at++) {
      const unit = this.#found[at]!;
      if (this.held[unit]! < words && this.heldWeights[unit]! < weight) continue;
      isOpen[unit] = 1;
      this.#isPageOpen[docOf[unit]!] = 1;
    }
    this.#passOverOtherPages();
  }

  /** Passes over all units from now on, except those of some pages. */
  narrowToPages(docs: readonly number[]): void {
    const { firstUnits } = this.#units;
    this.#isOpen.fill(0);
    for (const doc of docs) {
      this.#isOpen.fill(1, firstUnits[doc], firstUnits[doc + 1]);
      this.#isPageOpen[doc] = 1;
    }
    this.#passOverOtherPages();
  }

  /** Passes over the postings of all pages that are not marked as open, and clears the marks. */
  #passOverOtherPages(): void {
    const { firstUnits, docCount } = this.#units;
    const isPageOpen = this.#isPageOpen;
    const ranges: number[] = [];
    for (let doc = 0; doc < docCount; doc++) {
      if (isPageOpen[doc] === 0) continue;
      const first = doc;
      for (; isPageOpen[doc] === 1; doc++) isPageOpen[doc] = 0;
      ranges.push(firstUnits[first]!, firstUnits[doc]!);
    }
    this.#ranges = ranges;
  }

  /** Returns the most words of any place that has one itself, and the most that the words of one weigh. */
  most(): { readonly words: number; readonly weight: number } {
    let [words, weight] = [0, 0];
    const { held, heldWeights } = this;
    for (const unit of this.places(0, false)) {
      if (held[unit]! > words) words = held[unit]!;
      if (heldWeights[unit]! > weight) weight = heldWeights[unit]!;
    }
    return { words, weight };
  }

  /** Returns the places with at least `needed` words, at least one of them in the place itself. */
  places(needed: number, isOfLast: boolean): Int32Array {
    const [some, count] = isOfLast ? [this.#met, this.#metCount] : [this.#found, this.#foundCount];
    const { depths } = this.#units;
    const { held } = this;
    const own = this.#own;
    const places = new Int32Array(count);
    let length = 0;
    for (let at = 0; at < count; at++) {
      const unit = some[at]!;
      const isPlace = depths[unit] !== PAGE && own[unit]! > 0 && held[unit]! >= needed;
      if (isPlace) places[length++] = unit;
    }
    return places.subarray(0, length);
  }

  /** Returns all places. They count as found, since their scores may be raised before the next query. */
  allPlaces(): Int32Array {
    const { depths, unitCount } = this.#units;
    for (let unit = 0; unit < unitCount; unit++) this.#found[unit] = unit;
    this.#foundCount = unitCount;
    return this.#found.filter((unit) => depths[unit] !== PAGE);
  }
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

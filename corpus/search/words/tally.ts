import type { PlaceIndex } from "./index/place-index.ts";
import {
  COUNT_OF,
  IN_HEADING,
  IN_LABEL,
  PostingsReader,
  passOver,
  WHERE_OF,
} from "./index/postings.ts";
import { PAGE, type Units } from "./index/units.ts";
import type { SoughtWord } from "./query.ts";
import { WEIGHTS } from "./weights.ts";

/** Flags of a unit that has the current word: at all, in the place itself, as typed in its heading. */
const MET = 1;
const ITSELF = 2;
const AS_TYPED = 4;

/** Number of postings that are read in half of the time that it takes to find the next range. */
const RANGE_COST = 2;
const BITS = 32;

/** A bit for each word: the first 32, and the others. */
export type WordBits = readonly [first: number, others: number];
const NO_WORDS: WordBits = [0, 0];

/** Number of the best places, or a few more, in which common words are looked for. */
const BEST = 256;
/** Number of steps of scores that are told apart to find them. */
const STEPS = 64;

interface CountedWord extends Pick<SoughtWord, "terms" | "isQuoted" | "role"> {
  readonly weight: number;
  /** Position of the word in the query, from 0 to 63. */
  readonly at: number;
}

/**
 * The scores of units, word by word: the terms of a word are collected, and then the word is added.
 * The unit of a page stands for all of the page.
 *
 * Sums are in arrays by unit, which are cleared before each query. Queries in progress at the same
 * time need one each.
 */
export class Tally {
  readonly #index: PlaceIndex;
  readonly #units: Units;
  /** Amount that one occurrence in a text counts: by the level of its length, and for the page. */
  readonly #ofText: Float64Array;
  readonly #ofPageText: Float64Array;
  /** The current word: the sum of each unit, and where the unit has the word. */
  readonly #sums: Float64Array;
  readonly #flags: Uint8Array;
  /** Units that have the current word; room for other units between words. */
  readonly #met: Int32Array;
  #metCount = 0;
  /** Units that have any of the words. */
  readonly #found: Int32Array;
  #foundCount = 0;
  /** 1 for each unit and each page that is not passed over. */
  readonly #isOpen: Uint8Array;
  readonly #isPageOpen: Uint8Array;
  /** The pages whose postings are read: the first unit and the end of each run of them in turn. */
  #ranges: readonly number[];
  /** Scores by unit. */
  readonly scores: Float64Array;
  /** How many words each unit has in its heading as typed. */
  readonly asTyped: Uint8Array;
  /** A bit for each word that a unit has: the first 32 words, and the others. */
  readonly #heldFirst: Uint32Array;
  readonly #heldOthers: Uint32Array;
  /** 1 for each place that has a word itself. */
  readonly #own: Uint8Array;
  /** The words that were added, as bits, and those of them that were looked for everywhere. */
  #added: WordBits = NO_WORDS;
  #wordsOfAll: WordBits | null = null;

  constructor(index: PlaceIndex) {
    const { units } = index;
    const { unitCount, docCount } = units;
    this.#index = index;
    this.#units = units;
    this.#ofText = amountsByLevel(units);
    this.#ofPageText = amountsByPage(units);
    this.#sums = new Float64Array(unitCount);
    this.#flags = new Uint8Array(unitCount);
    this.#met = new Int32Array(unitCount);
    this.#found = new Int32Array(unitCount);
    this.#isOpen = new Uint8Array(unitCount).fill(1);
    this.#isPageOpen = new Uint8Array(docCount).fill(1);
    this.#ranges = [0, unitCount];
    this.scores = new Float64Array(unitCount);
    this.asTyped = new Uint8Array(unitCount);
    this.#heldFirst = new Uint32Array(unitCount);
    this.#heldOthers = new Uint32Array(unitCount);
    this.#own = new Uint8Array(unitCount);
  }

  /** Forgets all words. */
  clear(): void {
    const { scores, asTyped } = this;
    const [first, others, own] = [this.#heldFirst, this.#heldOthers, this.#own];
    for (let at = 0; at < this.#foundCount; at++) {
      const unit = this.#found[at]!;
      scores[unit] = 0;
      asTyped[unit] = 0;
      first[unit] = 0;
      others[unit] = 0;
      own[unit] = 0;
    }
    this.#foundCount = 0;
    this.#added = NO_WORDS;
    this.#wordsOfAll = null;
    // Clears what a query has left that was given up within a word.
    for (let at = 0; at < this.#metCount; at++) {
      this.#sums[this.#met[at]!] = 0;
      this.#flags[this.#met[at]!] = 0;
    }
    this.#metCount = 0;
    this.#isOpen.fill(1);
    this.#isPageOpen.fill(1);
    this.#ranges = [0, this.#units.unitCount];
  }

  /** Adds a word to the scores of the units that are not passed over, one term at each step. */
  *add(word: CountedWord): Generator<undefined, void> {
    this.#metCount = 0;
    for (const [term, termWeight] of word.terms) {
      this.#collect(term, termWeight);
      yield;
    }
    this.#addSums(word);
    const bit = (1 << (word.at % BITS)) >>> 0;
    const [first, others] = this.#added;
    this.#added = word.at < BITS ? [(first | bit) >>> 0, others] : [first, (others | bit) >>> 0];
  }

  /** Adds a term, with its weight as a form of the word, to the sums of units. */
  #collect(term: number, weight: number): void {
    const list = this.#index.postings(term);
    const { docOf, ends, firstUnits, lengthLevels, unitCount } = this.#units;
    const [isOpen, isPageOpen, ofText, ofPageText] = [
      this.#isOpen,
      this.#isPageOpen,
      this.#ofText,
      this.#ofPageText,
    ];
    const { heading, label, above } = WEIGHTS.place;
    const { page: ofPage } = WEIGHTS;
    const asTyped = weight === 1 ? AS_TYPED : 0;
    const ranges = list.count > RANGE_COST * this.#ranges.length ? this.#ranges : [0, unitCount];
    const reader = new PostingsReader(list.bytes, list.start);
    /** The end of the units for which a heading has already counted. */
    let coveredTo = 0;
    /** The page of the last postings, where it ends, and what they count for it. */
    let page = -1;
    let pageEnd = 0;
    let isSkipped = true;
    let ofThisPage = 0;
    for (let range = 0; range < ranges.length; range += 2) {
      const to = ranges[range + 1]!;
      passOver(list, reader, ranges[range]!);
      for (; reader.unit < to; reader.next()) {
        const { unit, value } = reader;
        if (unit >= pageEnd) {
          if (ofThisPage > 0) this.#meet(page, weight * ofThisPage, MET);
          const doc = docOf[unit]!;
          page = firstUnits[doc]!;
          pageEnd = firstUnits[doc + 1]!;
          isSkipped = isPageOpen[doc] === 0;
          ofThisPage = 0;
        }
        if (isSkipped) continue;
        if (unit === page) {
          this.#collectPage(unit, value, weight);
          continue;
        }
        const where = WHERE_OF[value]!;
        const count = COUNT_OF[value]!;
        if (count > 0) ofThisPage += count * ofPageText[docOf[unit]!]!;
        if (where !== 0) ofThisPage += where === IN_HEADING ? ofPage.heading : ofPage.label;
        if (isOpen[unit] === 1) {
          const inName = where === IN_HEADING ? heading : where === IN_LABEL ? label : 0;
          const amount = count * ofText[lengthLevels[unit]!]! + inName;
          this.#meet(unit, weight * amount, ITSELF | (where === IN_HEADING ? asTyped : 0));
        }
        if (where === IN_HEADING && unit >= coveredTo) {
          coveredTo = ends[unit]!;
          for (let below = unit + 1; below < coveredTo; below++) {
            if (isOpen[below] === 1) this.#meet(below, weight * above, MET);
          }
        }
      }
    }
    if (ofThisPage > 0) this.#meet(page, weight * ofThisPage, MET);
  }

  /** Adds a term of a page's title, description or labels, which count as the first place's own. */
  #collectPage(page: number, value: number, weight: number): void {
    const { title, titleAbove, description, pageLabel } = WEIGHTS.place;
    const { page: ofPage } = WEIGHTS;
    const isOpen = this.#isOpen;
    const count = COUNT_OF[value]!;
    const where = WHERE_OF[value]!;
    const isInTitle = where === IN_HEADING;
    const isInLabel = where === IN_LABEL;
    const ofAll =
      count * ofPage.description + (isInTitle ? ofPage.title : isInLabel ? ofPage.label : 0);
    this.#meet(page, weight * ofAll, isInTitle && weight === 1 ? AS_TYPED : MET);
    if (isOpen[page + 1] === 1) {
      const amount = count * description + (isInTitle ? title : isInLabel ? pageLabel : 0);
      this.#meet(page + 1, weight * amount, ITSELF);
    }
    if (!isInTitle) return;
    const end = this.#units.ends[page]!;
    for (let unit = page + 2; unit < end; unit++) {
      if (isOpen[unit] === 1) this.#meet(unit, weight * titleAbove, MET);
    }
  }

  #meet(unit: number, amount: number, flags: number): void {
    if (this.#flags[unit] === 0) this.#met[this.#metCount++] = unit;
    this.#flags[unit]! |= flags;
    this.#sums[unit]! += amount;
  }

  #addSums({ weight, at, isQuoted, role }: CountedWord): void {
    const { scores, asTyped } = this;
    const [met, sums, flags, own] = [this.#met, this.#sums, this.#flags, this.#own];
    const [first, others] = [this.#heldFirst, this.#heldOthers];
    const { saturation } = WEIGHTS;
    const held = at < BITS ? first : others;
    const bit = 1 << (at % BITS);
    for (let one = 0; one < this.#metCount; one++) {
      const unit = met[one]!;
      const sum = sums[unit]!;
      const where = flags[unit]!;
      sums[unit] = 0;
      flags[unit] = 0;
      if (isQuoted && (where & ITSELF) === 0) continue;
      if (first[unit] === 0 && others[unit] === 0) this.#found[this.#foundCount++] = unit;
      scores[unit]! += (weight * sum) / (saturation + sum);
      held[unit]! |= bit;
      own[unit]! |= (where & ITSELF) / ITSELF;
      if (role !== "part") asTyped[unit]! += (where & AS_TYPED) / AS_TYPED;
    }
    this.#metCount = 0;
  }

  /** Returns the words that a unit has. */
  heldBy(unit: number): WordBits {
    return [this.#heldFirst[unit]!, this.#heldOthers[unit]!];
  }

  /** Returns the words that a page has, and those that were not looked for in it. */
  heldByPage(doc: number): WordBits {
    const [first, others] = this.heldBy(this.#units.firstUnits[doc]!);
    if (this.#wordsOfAll === null || this.#isPageOpen[doc] === 1) return [first, others];
    const [wasFirst, wasOthers] = this.#wordsOfAll;
    return [(first | ~wasFirst) >>> 0, (others | ~wasOthers) >>> 0];
  }

  /** Returns the score of a place so far: that of itself, and its part of that of its page. */
  scoreOf(unit: number): number {
    const { docOf, firstUnits } = this.#units;
    return this.scores[unit]! + WEIGHTS.ofPage * this.scores[firstUnits[docOf[unit]!]!]!;
  }

  /** Returns the number of units that have any of the words. */
  get foundCount(): number {
    return this.#foundCount;
  }

  /** Returns the best score so far of a place that has a word itself. */
  best(): number {
    const { depths } = this.#units;
    const [isOpen, own] = [this.#isOpen, this.#own];
    let best = 0;
    for (let at = 0; at < this.#foundCount; at++) {
      const unit = this.#found[at]!;
      if (own[unit] === 0 || isOpen[unit] === 0 || depths[unit] === PAGE) continue;
      const score = this.scoreOf(unit);
      if (score > best) best = score;
    }
    return best;
  }

  /**
   * Passes over all places from now on, except the best, and those that have all words so far.
   *
   * @param best The best score so far.
   * @param least The score that a place needs in any case.
   */
  narrow({ best, least }: { readonly best: number; readonly least: number }): void {
    const { docOf, firstUnits } = this.#units;
    const [first, others] = [this.#heldFirst, this.#heldOthers];
    const isOpen = this.#isOpen;
    const needed = this.#added;
    const places = this.places({ least, needed, isOwn: false });
    const [allFirst, allOthers] = needed;
    const enough = scoreOfBest(places.length, {
      best,
      scoreOf: (at) => this.scoreOf(places[at]!),
    });
    isOpen.fill(0);
    this.#isPageOpen.fill(0);
    for (const unit of places) {
      const hasAll = first[unit] === allFirst && others[unit] === allOthers;
      if (!hasAll && this.scoreOf(unit) < enough) continue;
      const doc = docOf[unit]!;
      isOpen[unit] = 1;
      isOpen[firstUnits[doc]!] = 1;
      this.#isPageOpen[doc] = 1;
    }
    this.#wordsOfAll = this.#added;
    this.#passOverOtherPages();
  }

  /** Passes over all units from now on, except some places and their pages. */
  narrowToUnits(units: Int32Array): void {
    const { docOf, firstUnits } = this.#units;
    this.#isOpen.fill(0);
    this.#isPageOpen.fill(0);
    for (const unit of units) {
      const doc = docOf[unit]!;
      this.#isOpen[unit] = 1;
      this.#isOpen[firstUnits[doc]!] = 1;
      this.#isPageOpen[doc] = 1;
    }
    this.#passOverOtherPages();
  }

  /** Passes over all units from now on, except those of some pages. */
  narrowToPages(docs: Iterable<number>): void {
    const { firstUnits } = this.#units;
    this.#isOpen.fill(0);
    this.#isPageOpen.fill(0);
    for (const doc of docs) {
      this.#isOpen.fill(1, firstUnits[doc], firstUnits[doc + 1]);
      this.#isPageOpen[doc] = 1;
    }
    this.#passOverOtherPages();
  }

  /** Passes over the postings of all pages that are not open. */
  #passOverOtherPages(): void {
    const { firstUnits, docCount } = this.#units;
    const isPageOpen = this.#isPageOpen;
    const ranges: number[] = [];
    for (let doc = 0; doc < docCount; doc++) {
      if (isPageOpen[doc] === 0) continue;
      const first = doc;
      while (doc + 1 < docCount && isPageOpen[doc + 1] === 1) doc++;
      ranges.push(firstUnits[first]!, firstUnits[doc + 1]!);
    }
    this.#ranges = ranges;
  }

  /**
   * Returns the places that have a word themselves.
   *
   * @param options.least The score that they must have. Default: any.
   * @param options.needed Words that are enough if a place has all of them. Default: none are.
   * @param options.isOwn False for places that have words only from above, too. Default: true.
   */
  places({ least = 0, needed = NO_WORDS, isOwn = true }: PlacesOptions = {}): Int32Array {
    const { depths } = this.#units;
    const [own, first, others] = [this.#own, this.#heldFirst, this.#heldOthers];
    const [neededFirst, neededOthers] = needed;
    const isAnyNeeded = neededFirst !== 0 || neededOthers !== 0;
    const places = this.#met;
    let count = 0;
    for (let at = 0; at < this.#foundCount; at++) {
      const unit = this.#found[at]!;
      if ((isOwn && own[unit] === 0) || depths[unit] === PAGE) continue;
      const hasAll =
        isAnyNeeded &&
        (first[unit]! & neededFirst) >>> 0 === neededFirst &&
        (others[unit]! & neededOthers) >>> 0 === neededOthers;
      if (hasAll || this.scoreOf(unit) >= least) places[count++] = unit;
    }
    return places.slice(0, count);
  }

  /** Returns all places that are not passed over. */
  allPlaces(): Int32Array {
    const { depths, unitCount } = this.#units;
    return Int32Array.from({ length: unitCount }, (_, unit) => unit).filter(
      (unit) => depths[unit] !== PAGE && this.#isOpen[unit] === 1,
    );
  }

  /** Adds to the score of a place until the next query. */
  raise(unit: number, amount: number): void {
    this.scores[unit]! += amount;
    if (this.#heldFirst[unit] === 0 && this.#heldOthers[unit] === 0) {
      this.#found[this.#foundCount++] = unit;
    }
  }
}

interface PlacesOptions {
  readonly least?: number;
  readonly needed?: WordBits;
  readonly isOwn?: boolean;
}

interface BestOptions {
  readonly best: number;
  readonly scoreOf: (at: number) => number;
}

/** Returns a score that at least {@link BEST} of a number of places have, and few more. */
function scoreOfBest(count: number, { best, scoreOf }: BestOptions): number {
  const counts = new Uint32Array(STEPS + 1);
  for (let at = 0; at < count; at++) counts[Math.floor((STEPS * scoreOf(at)) / best)]!++;
  let step = STEPS;
  for (let sum = counts[step]!; step > 0 && sum < BEST; sum += counts[step]!) step--;
  return (best * step) / STEPS;
}

/** Returns how much an occurrence counts in a text of each length, relative to the mean length. */
function amountsByLevel({ lengthLevels, textLengths, unitCount }: Units): Float64Array {
  let sum = 0;
  for (const level of lengthLevels) sum += textLengths[level]!;
  const mean = Math.max(1, sum / unitCount);
  return Float64Array.from(textLengths, (length) => amountOf(length / mean));
}

/** Returns how much an occurrence counts in each page. */
function amountsByPage({ docOf, docCount, lengthLevels, textLengths }: Units): Float64Array {
  const lengths = new Float64Array(docCount);
  for (let unit = 0; unit < docOf.length; unit++) {
    lengths[docOf[unit]!]! += textLengths[lengthLevels[unit]!]!;
  }
  const mean = Math.max(1, lengths.reduce((sum, length) => sum + length, 0) / docCount);
  return lengths.map((length) => amountOf(length / mean));
}

function amountOf(length: number): number {
  return 1 / (1 - WEIGHTS.length + WEIGHTS.length * length);
}

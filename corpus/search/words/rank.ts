import { foldCase } from "../../text/fold.ts";
import { bestFirst } from "../../text/order.ts";
import { findTerm } from "../vocabulary.ts";
import { type Corrector, createCorrector } from "./corrections.ts";
import { createMeet, headingsFit, type Meet, type Reading, textFit } from "./fit.ts";
import type { PlaceIndex } from "./index/place-index.ts";
import { placeOf } from "./index/units.ts";
import { PhraseSearch, seekPhrase } from "./phrases.ts";
import type { ListedDoc, Parts, Place } from "./places.ts";
import { collapse, type Query, type SoughtWord, seek, wordsOf } from "./query.ts";
import type { Scope } from "./scope.ts";
import {
  isHeld,
  type PageScores,
  type ScoredUnits,
  type Scorer,
  ScorerPool,
  type Select,
} from "./score.ts";

/** The places that answer a query. */
export interface Ranking {
  /** Best first; the order does not depend on how many are taken. */
  readonly places: Iterable<Place>;
  readonly total: number;
  /** Number of the places that have all words, apart from common ones. */
  readonly complete: number;
  readonly sought: readonly SoughtWord[];
  /** Weights of the sought words; a rarer word weighs more. */
  readonly weights: readonly number[];
  /** For each sought word, whether it is common. */
  readonly isCommon: readonly boolean[];
  /** Returns the words of the query that the page of a place lacks. */
  missing(place: Place): readonly string[];
  /** Reads one of the places. */
  read(place: Place): Reading;
}

interface RankerOptions {
  readonly docs: readonly ListedDoc[];
  readonly index: PlaceIndex;
  readonly parts: Parts;
}

/** Number of the best places by the index whose headings are scored. */
const LOOKED_AT = 24;
/** Number of the best of these whose texts are scored. */
const READ = 10;
/** The place with most words is among so many, so that a common word more never hides it. */
const FIRST = 10;
/** A shorter word that no page has would count for pages with any of the thousands that begin with it. */
const LEAST_BEGINNING = 3;
/** Added to a page whose title is the query, and to a heading that is: more than any other score. */
const IS_TITLE = 2e6;
const IS_HEADING = 1e6;

/** Finds places and ranks them; `README.md` describes how. */
export class Ranker {
  readonly #docs: readonly ListedDoc[];
  readonly #index: PlaceIndex;
  readonly #parts: Parts;
  readonly #corrector: Corrector;
  readonly scorers: ScorerPool;

  constructor({ docs, index, parts }: RankerOptions) {
    this.#docs = docs;
    this.#index = index;
    this.#parts = parts;
    this.#corrector = createCorrector(index.vocabulary);
    this.scorers = new ScorerPool(index);
  }

  /** Ranks the places that answer a query; the work of each step is short. */
  *rank(query: Query, { scorer, scope }: RankOptions): Generator<undefined, Ranking> {
    const { phrases } = query;
    const sought = yield* this.#seek(query, scope);
    this.#parts.needPostings(sought.flatMap(({ terms }) => [...terms.keys()]));
    const scored = yield* scorer.score({
      sought,
      docs: scope?.docs() ?? null,
      select: this.#selector(phrases),
    });
    this.#raiseNamesakes(scored, query.text);
    const meet = createMeet(sought);
    const readings = new Map<number, Reading>();
    const readers = new Map<number, (place: Place) => string>();
    const read = (place: Place): Reading => {
      const known = readings.get(place.unit);
      if (known) return known;
      const textOf = readers.get(place.doc) ?? this.#parts.readerOf(place.doc);
      readers.set(place.doc, textOf);
      const text = textOf(place);
      const reading = { text, meetings: meet(text) };
      readings.set(place.unit, reading);
      return reading;
    };
    const { weights, isCommon, complete, units } = scored;
    const places = yield* this.#inOrder(scored, { query, meet, read });
    const missing = ({ unit }: Place): string[] => {
      const held = scored.heldOnPage(unit);
      return missingOf(sought, { weights, held });
    };
    return { places, total: units.length, complete, sought, weights, isCommon, missing, read };
  }

  /**
   * Scores pages for a text: each by the best of its places, as {@link Ranker.rank} scores them before
   * it reads their texts. Words are not corrected.
   *
   * @param docs Positions of the pages.
   * @returns the scores by page; zeros for a single one, which needs none
   */
  *scorePages(text: string, docs: readonly number[]): Generator<undefined, Float64Array> {
    if (docs.length < 2) return new Float64Array(this.#index.units.docCount);
    const { vocabulary } = this.#index;
    const words = wordsOf(text).filter(
      ({ word }) => word.length >= LEAST_BEGINNING || findTerm(vocabulary, word) >= 0,
    );
    const sought = yield* seek(words, { index: this.#index });
    return yield* this.scorers.lend((scorer) => this.#bestOfPages(text, { scorer, sought, docs }));
  }

  *#bestOfPages(text: string, options: PagesOptions): Generator<undefined, Float64Array> {
    const { scorer, sought, docs } = options;
    const { firstUnits, docCount } = this.#index.units;
    const scored = yield* scorer.scorePages(sought, docs);
    this.#raiseNamesakes(scored, collapse(foldCase(text)));
    const best = new Float64Array(docCount);
    for (const doc of docs) {
      for (let unit = firstUnits[doc]! + 1; unit < firstUnits[doc + 1]!; unit++) {
        best[doc] = Math.max(best[doc]!, scored.scores[unit]!);
      }
    }
    return best;
  }

  *#seek({ phrases, words }: Query, scope: Scope | undefined): Generator<undefined, SoughtWord[]> {
    const quoted: SoughtWord[] = [];
    for (const phrase of phrases) {
      quoted.push(...(yield* seekPhrase(phrase, this.#index.vocabulary)));
    }
    const options = { index: this.#index, corrector: this.#corrector, scope };
    return [...quoted, ...(yield* seek(words, options))];
  }

  /** Returns what selects the places that have the phrases; null if there are none. */
  #selector(phrases: readonly string[]): Select | null {
    if (phrases.length === 0) return null;
    const { units } = this.#index;
    const search = new PhraseSearch({ phrases, docs: this.#docs, parts: this.#parts, units });
    return (found) => search.select(found);
  }

  /**
   * Raises pages whose title is the query above all others, followed by places whose heading has the
   * words of the query and no others. The best of them are checked again in their order.
   */
  #raiseNamesakes({ titled, headed, scores }: PageScores, text: string): void {
    for (const unit of headed) scores[unit]! += IS_HEADING;
    for (const unit of titled) {
      const { title } = this.#docs[this.#placeOf(unit).doc]!;
      if (collapse(foldCase(title)) === text) scores[unit]! += IS_TITLE;
    }
  }

  /**
   * Returns what to take from the score of a place that was raised although its heading has the words
   * in another order.
   */
  #lowerNamesake(
    { doc, heading }: Place,
    { score, text }: { score: number; text: string },
  ): number {
    if (score % IS_TITLE < IS_HEADING) return 0;
    const name = this.#docs[doc]!.headings[heading]?.text ?? "";
    return collapse(foldCase(name)) === text ? 0 : IS_HEADING;
  }

  /**
   * Sorts the best places by the index again by their headings, and the best of these by their
   * texts, which take longer to read; the others follow in the order of their scores.
   */
  *#inOrder(
    { units, scores, weights, fullest }: ScoredUnits,
    { query: { text }, meet, read }: OrderOptions,
  ): Generator<undefined, Iterable<Place>> {
    const pop = bestFirst(units, { scores });
    const count = Math.min(LOOKED_AT, units.length);
    const first = Array.from({ length: count }, pop);
    this.#parts.needHeadings(first.map((unit) => this.#placeOf(unit).doc));
    const best = first
      .map((unit) => {
        const place = this.#placeOf(unit);
        const doc = this.#docs[place.doc]!;
        const score = scores[unit]!;
        const fit = headingsFit(place, { doc, meet, weights });
        return { unit, place, score: score + fit - this.#lowerNamesake(place, { score, text }) };
      })
      .sort(byScore);
    this.#parts.needTexts(best.slice(0, READ).map(({ place }) => place));
    const top: ScoredPlace[] = [];
    for (const { unit, place, score } of best.slice(0, READ)) {
      top.push({ unit, place, score: score + textFit(read(place), weights) });
      yield;
    }
    const sorted = [...top.sort(byScore), ...best.slice(READ)].map(({ place }) => place);
    const left = units.length - count;
    return withinFirst(this.#followedBy(sorted, { pop, left }), this.#placeOf(fullest));
  }

  *#followedBy(
    places: readonly Place[],
    { pop, left }: { readonly pop: () => number; readonly left: number },
  ): Iterable<Place> {
    yield* places;
    for (let count = left; count > 0; count--) yield this.#placeOf(pop());
  }

  #placeOf(unit: number): Place {
    return placeOf(unit, this.#index.units);
  }
}

export interface RankOptions {
  /** Used for nothing else as long as the places are read. */
  readonly scorer: Scorer;
  /** The pages that are searched. Default: all. */
  readonly scope?: Scope | undefined;
}

interface PagesOptions {
  readonly scorer: Scorer;
  readonly sought: readonly SoughtWord[];
  readonly docs: readonly number[];
}

interface OrderOptions {
  readonly query: Query;
  readonly meet: Meet;
  readonly read: (place: Place) => Reading;
}

interface ScoredPlace {
  readonly unit: number;
  readonly place: Place;
  readonly score: number;
}

/** Gives places in their order, but one of them as the tenth if it would come later. */
function* withinFirst(places: Iterable<Place>, one: Place): Iterable<Place> {
  let [count, isGiven] = [0, false];
  for (const place of places) {
    if (isGiven && place.unit === one.unit) continue;
    isGiven ||= place.unit === one.unit;
    if (++count === FIRST && !isGiven) {
      isGiven = true;
      yield one;
    }
    yield place;
  }
}

interface MissingOptions {
  readonly weights: readonly number[];
  /** Positions of the sought words that are not missing. */
  readonly held: ReadonlySet<number>;
}

/** Returns the words of a query that are missing, each once, as it was typed. */
function missingOf(sought: readonly SoughtWord[], { weights, held }: MissingOptions): string[] {
  const words = sought.map((word, at) => ({ ...word, at, weight: weights[at]! }));
  const groups = Map.groupBy(
    words.filter(({ isQuoted }) => !isQuoted),
    ({ typed }) => typed,
  );
  const isOnPage = (at: number): boolean => held.has(at);
  return [...groups].filter(([, group]) => !isHeld(group, isOnPage)).map(([typed]) => typed);
}

function byScore(left: ScoredPlace, right: ScoredPlace): number {
  return right.score - left.score || left.unit - right.unit;
}

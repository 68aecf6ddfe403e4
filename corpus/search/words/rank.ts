import { bestFirst } from "../../best-first.ts";
import { foldCase } from "../../text.ts";
import { type Corrector, createCorrector } from "./corrections.ts";
import { headingsFit, type Reading, readPlace, textFit } from "./fit.ts";
import { createMeet, type Meet } from "./meetings.ts";
import { hasPhrases, seekPhrase } from "./phrases.ts";
import type { PlaceIndex } from "./place-index.ts";
import type { Place, WordsDoc } from "./places.ts";
import { collapse, type Query } from "./query.ts";
import { type Scored, Scorer } from "./score.ts";
import { type Sought, seek } from "./sought.ts";
import { placeOf } from "./units.ts";

/** The places that answer a query. */
export interface Ranked {
  /** Best first; the order does not depend on how many are taken. */
  readonly places: Iterable<Place>;
  readonly total: number;
  readonly isLoosened: boolean;
  readonly sought: readonly Sought[];
  /** Weights of the sought words; a rarer word weighs more. */
  readonly weights: readonly number[];
  /** Reads one of the places. */
  read(place: Place): Reading;
}

interface RankerOptions {
  readonly docs: readonly WordsDoc[];
  readonly index: PlaceIndex;
}

/** Number of the best places by the index whose headings are scored. */
const LOOKED_AT = 24;
/** Number of the best of these whose texts are scored. */
const READ = 10;
/** Added to a page whose title is the query, and to a heading that is: more than any other score. */
const IS_TITLE = 2e6;
const IS_HEADING = 1e6;

/** Finds places and ranks them; `README.md` describes how. */
export class Ranker {
  readonly #docs: readonly WordsDoc[];
  readonly #index: PlaceIndex;
  readonly #corrector: Corrector;
  readonly #scorer: Scorer;

  constructor({ docs, index }: RankerOptions) {
    this.#docs = docs;
    this.#index = index;
    this.#corrector = createCorrector(index.vocabulary);
    this.#scorer = new Scorer(index);
  }

  /** @param isAllowed Returns true for places that may be found. Default: all. */
  rank(query: Query, isAllowed?: (place: Place) => boolean): Ranked {
    const { phrases } = query;
    const sought = [
      ...phrases.flatMap((phrase) => seekPhrase(phrase, this.#index.vocabulary)),
      ...seek(query.words, { index: this.#index, corrector: this.#corrector }),
    ];
    const mayBeFound = (unit: number): boolean => {
      const place = this.#placeOf(unit);
      const doc = this.#docs[place.doc]!;
      if (isAllowed && !isAllowed(place)) return false;
      return phrases.length === 0 || hasPhrases(place, { doc, phrases });
    };
    const scored = this.#scorer.score({
      sought,
      isAllowed: isAllowed || phrases.length > 0 ? mayBeFound : null,
      // A phrase without a word, such as one of symbols, can be in any place.
      isAnywhere: sought.length === 0 && phrases.length > 0,
    });
    this.#raiseNamesakes(scored, query);
    const meet = createMeet(sought);
    const readings = new Map<Place, Reading>();
    const read = (place: Place): Reading => {
      const doc = this.#docs[place.doc]!;
      const known = readings.get(place) ?? readPlace(place, { doc, meet });
      readings.set(place, known);
      return known;
    };
    const { weights, isLoosened, units } = scored;
    const places = this.#inOrder(scored, { meet, read });
    return { places, total: units.length, isLoosened, sought, weights, read };
  }

  /** Raises pages whose title is the query above all others, followed by places whose heading is. */
  #raiseNamesakes({ headed, scores }: Scored, { text }: Query): void {
    const isQuery = (name: string | undefined): boolean =>
      name !== undefined && collapse(foldCase(name)) === text;
    for (const unit of headed) {
      const { doc, heading } = this.#placeOf(unit);
      const { title, headings } = this.#docs[doc]!;
      if (unit === this.#index.units.firstUnits[doc]! + 1 && isQuery(title))
        scores[unit]! += IS_TITLE;
      else if (isQuery(headings[heading]?.text)) scores[unit]! += IS_HEADING;
    }
  }

  /**
   * Sorts the best places by the index again by their headings, and the best of these by their
   * texts, which take longer to read; the others follow in the order of their scores.
   */
  *#inOrder(
    { units, scores, weights }: Scored,
    { meet, read }: { readonly meet: Meet; readonly read: (place: Place) => Reading },
  ): Iterable<Place> {
    const pop = bestFirst(units, { scores });
    const count = Math.min(LOOKED_AT, units.length);
    const best = Array.from({ length: count }, pop)
      .map((unit) => {
        const place = this.#placeOf(unit);
        const doc = this.#docs[place.doc]!;
        const fit = headingsFit(place, { doc, meet, weights });
        return { unit, place, score: scores[unit]! + fit };
      })
      .sort(byScore);
    const top = best.slice(0, READ).map(({ unit, place, score }) => ({
      unit,
      place,
      score: score + textFit(read(place), weights),
    }));
    for (const { place } of top.sort(byScore)) yield place;
    for (const { place } of best.slice(READ)) yield place;
    for (let left = units.length - count; left > 0; left--) yield this.#placeOf(pop());
  }

  #placeOf(unit: number): Place {
    return placeOf(unit, this.#index.units);
  }
}

interface Placed {
  readonly unit: number;
  readonly place: Place;
  readonly score: number;
}

function byScore(left: Placed, right: Placed): number {
  return right.score - left.score || left.unit - right.unit;
}

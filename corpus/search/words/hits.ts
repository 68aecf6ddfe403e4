import { DocgateError } from "../../error.ts";
import { runSteps } from "../../run-steps.ts";
import type { Heading } from "../../schema.ts";
import { type Excerpt, excerptOf } from "./excerpt.ts";
import { openPlaceIndex, type PlaceIndex, type WrittenWords } from "./index/place-index.ts";
import { areUnitsOf } from "./index/units.ts";
import {
  breadcrumbsOf,
  inMemory,
  type ListedDoc,
  type Parts,
  type Place,
  slugOf,
  type WordsDoc,
} from "./places.ts";
import { HIT_LIMITS, readQuery } from "./query.ts";
import { Ranker, type Ranking } from "./rank.ts";
import { Scope } from "./scope.ts";

/** A place in the docs that answers a query in words, as `/search.json` tells it. */
export interface HitJson {
  /** Id of the page. */
  readonly id: string;
  /** Title of the page. */
  readonly title: string;
  /** Text of the heading; null for the text before the first heading of a page. */
  readonly heading: string | null;
  /** The page's slug, with `#` and the anchor of the heading. */
  readonly slug: string;
  /** The page's title and the headings above the place, outermost first. */
  readonly breadcrumbs: readonly string[];
  readonly excerpt: Excerpt;
  /** The words of the query that its page lacks, as they are compared. */
  readonly missing: readonly string[];
}

/** A hit with its page, which is not part of its JSON. */
export interface Hit<Doc extends ListedDoc = WordsDoc> extends HitJson {
  /** The page. */
  readonly doc: Doc;
  /** The heading, one of `doc.headings`; null for the text before the first. */
  readonly docHeading: Heading | null;
}

/** The best places for a query, and how it was answered: the answer of `/search.json`. */
export interface HitListJson {
  /** The query as typed. */
  readonly query: string;
  /** Number of places found, including those beyond `limit` and `perDoc`. */
  readonly total: number;
  /** True if no place has all words, apart from common ones. */
  readonly loosened: boolean;
  /** Words that occur nowhere, each with a word that was searched for instead. */
  readonly corrections: readonly Correction[];
  readonly items: readonly HitJson[];
}

/** The same with the pages of the hits. `JSON.stringify` returns the answer of `/search.json`. */
export interface HitList<Doc extends ListedDoc = WordsDoc> extends HitListJson {
  readonly items: readonly Hit<Doc>[];
  /** Number of the places that have all words, apart from common ones; it is not part of the JSON either. */
  readonly complete: number;
}

export interface Correction {
  readonly from: string;
  readonly to: string;
}

export interface HitOptions {
  /** Section whose pages are searched. Default: all. */
  readonly section?: string | undefined;
  /** Slug of the page whose places are searched. Default: all pages. */
  readonly slug?: string | undefined;
  /** The pages that are searched, of those that the search is over. Default: all. */
  readonly among?: readonly ListedDoc[] | undefined;
  /** Maximum number of hits, from 1 to 50. Default: 10. */
  readonly limit?: number | undefined;
  /** Maximum number of hits from one page, from 1 to 10. Default: 3. */
  readonly perDoc?: number | undefined;
  /** Called with the hits so far; true ends the list before `limit`. Default: it does not end. */
  readonly until?: ((hits: readonly HitJson[]) => boolean) | undefined;
}

const LIMIT = 10;
const PER_DOC = 3;

/** Searches pages for words. */
export interface WordSearch<Doc extends ListedDoc = WordsDoc> {
  /**
   * Finds the places that answer a query, best first.
   *
   * @throws {DocgateError} `invalid-argument` if the query is too long or an option is out of range
   *
   * @example
   * const { items } = corpus.search.hits("hot reload", { limit: 5 });
   */
  hits(query: string, options?: HitOptions): HitList<Doc>;
  /**
   * Finds the same places in short steps, so that a program can do other work in between.
   *
   * @throws {DocgateError} as `hits`
   *
   * @example
   * const steps = corpus.search.hitsInSteps("hot reload");
   * let step = steps.next();
   * for (; !step.done; step = steps.next()) await scheduler.yield();
   * const { items } = step.value;
   */
  hitsInSteps(query: string, options?: HitOptions): Generator<undefined, HitList<Doc>>;
}

/**
 * Creates a search over pages.
 *
 * @param words Index of these pages: `words` of a corpus, or what {@link indexWords} returns.
 * @throws {DocgateError} `corpus-layout` if it is not an index of these pages
 */
export function createWordSearch<Doc extends WordsDoc>(
  docs: readonly Doc[],
  words: WrittenWords,
): WordSearch<Doc> {
  return searchPlaces(openWords(docs, words));
}

/** Opens the index of pages that are in memory. @throws {DocgateError} as `createWordSearch` */
export function openWords<Doc extends WordsDoc>(
  docs: readonly Doc[],
  words: WrittenWords,
): OpenedWords<Doc> {
  const index = openPlaceIndex(words);
  if (!areUnitsOf(docs, index.units)) {
    throw new DocgateError("corpus-layout", "Its search index is not that of its docs.");
  }
  return { docs, index, parts: inMemory(docs) };
}

/** Pages with the index of their words. */
export interface OpenedWords<Doc extends ListedDoc> {
  readonly docs: readonly Doc[];
  readonly index: PlaceIndex;
  readonly parts: Parts;
}

/**
 * Creates a search over pages; not all parts of them need be in memory.
 *
 * @param ranker Of the same pages. Default: a new one.
 */
export function searchPlaces<Doc extends ListedDoc>(
  { docs, index, parts }: OpenedWords<Doc>,
  ranker: Ranker = new Ranker({ docs, index, parts }),
): WordSearch<Doc> {
  function* hitsInSteps(
    query: string,
    { section, slug, among, limit = LIMIT, perDoc = PER_DOC, until }: HitOptions = {},
  ): Generator<undefined, HitList<Doc>> {
    checkBounds(query, { limit, perDoc });
    const chosen = among && new Set(among);
    const isSearched = (doc: ListedDoc): boolean =>
      doc.section === (section ?? doc.section) &&
      doc.slug === (slug ?? doc.slug) &&
      (chosen?.has(doc) ?? true);
    const isForAll = section === undefined && slug === undefined && chosen === undefined;
    const scope = isForAll ? undefined : new Scope({ docs, index, parts, isSearched });
    return yield* ranker.scorers.lend(function* (scorer) {
      const ranked = yield* ranker.rank(readQuery(query), { scorer, scope });
      const places = yield* best(ranked, { limit, perDoc });
      const items = yield* describe(places, { ranked, until });
      return new FoundList(query, { ranked, items });
    });
  }

  /** Takes the first places: at most `limit` in all, and at most `perDoc` of a page. */
  function* best(
    ranked: Ranking,
    { limit, perDoc }: { readonly limit: number; readonly perDoc: number },
  ): Generator<undefined, Place[]> {
    const chosen: Place[] = [];
    const counts = new Map<number, number>();
    for (const place of ranked.places) {
      const { doc } = place;
      const count = (counts.get(doc) ?? 0) + 1;
      counts.set(doc, count);
      if (count <= perDoc) chosen.push(place);
      if (chosen.length === limit) break;
      yield;
    }
    return chosen;
  }

  function* describe(
    places: readonly Place[],
    { ranked, until }: DescribeOptions,
  ): Generator<undefined, Hit<Doc>[]> {
    const { read, weights, isCommon } = ranked;
    parts.needHeadings(places.map(({ doc }) => doc));
    parts.needTexts(places);
    const hits: Hit<Doc>[] = [];
    for (const place of places) {
      const { text, meetings } = read(place);
      const excerpt = excerptOf(text, { meetings: meetings.meetings, weights, isCommon });
      const missing = ranked.missing(place);
      hits.push(new FoundHit(place, { doc: docs[place.doc]!, excerpt, missing }));
      if (until?.(hits)) break;
      yield;
    }
    return hits;
  }

  return Object.freeze({
    hits: (query: string, options?: HitOptions) => runSteps(hitsInSteps(query, options)),
    hitsInSteps,
  });
}

interface DescribeOptions extends Pick<HitOptions, "until"> {
  readonly ranked: Ranking;
}

function correctionsOf({ sought }: Ranking): Correction[] {
  return sought.flatMap(({ word, corrections }) => corrections.map((to) => ({ from: word, to })));
}

interface ListOptions<Doc extends ListedDoc> {
  readonly ranked: Ranking;
  readonly items: readonly Hit<Doc>[];
}

/** Has the properties of the JSON, in their order, as its own. */
class FoundList<Doc extends ListedDoc> implements HitList<Doc> {
  readonly query: string;
  readonly total: number;
  readonly loosened: boolean;
  readonly corrections: readonly Correction[];
  readonly items: readonly Hit<Doc>[];
  readonly #complete: number;

  constructor(query: string, { ranked, items }: ListOptions<Doc>) {
    const { total, complete } = ranked;
    this.#complete = complete;
    this.query = query;
    this.total = total;
    this.loosened = total > 0 && complete === 0;
    this.corrections = correctionsOf(ranked);
    this.items = items;
  }

  get complete(): number {
    return this.#complete;
  }
}

interface FoundOptions<Doc> {
  readonly doc: Doc;
  readonly excerpt: Excerpt;
  readonly missing: readonly string[];
}

/** Has the properties of the JSON, in their order, as its own. */
class FoundHit<Doc extends ListedDoc> implements Hit<Doc> {
  readonly id: string;
  readonly title: string;
  readonly heading: string | null;
  readonly slug: string;
  readonly breadcrumbs: readonly string[];
  readonly excerpt: Excerpt;
  readonly missing: readonly string[];
  readonly #doc: Doc;
  readonly #heading: Heading | null;

  constructor(place: Place, { doc, excerpt, missing }: FoundOptions<Doc>) {
    this.#doc = doc;
    this.#heading = doc.headings[place.heading] ?? null;
    this.id = doc.id;
    this.title = doc.title;
    this.heading = this.#heading?.text ?? null;
    this.slug = slugOf(place, doc);
    this.breadcrumbs = breadcrumbsOf(place, doc);
    this.excerpt = excerpt;
    this.missing = missing;
  }

  get doc(): Doc {
    return this.#doc;
  }

  get docHeading(): Heading | null {
    return this.#heading;
  }
}

function checkBounds(
  query: string,
  { limit, perDoc }: { readonly limit: number; readonly perDoc: number },
): void {
  if (query.length > HIT_LIMITS.queryLength) {
    const most = HIT_LIMITS.queryLength;
    throw new DocgateError(
      "invalid-argument",
      `Argument "query" must have at most ${most} characters, but it has ${query.length}.`,
    );
  }
  for (const [name, value] of Object.entries({ limit, perDoc })) {
    const most = HIT_LIMITS[name as "limit" | "perDoc"];
    if (Number.isInteger(value) && value >= 1 && value <= most) continue;
    throw new DocgateError(
      "invalid-argument",
      `Argument "${name}" must be a whole number from 1 to ${most}, but it is ${value}.`,
    );
  }
}

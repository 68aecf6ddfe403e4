import { DocgateError } from "../../error.ts";
import { HIT_LIMITS } from "../../hit-limits.ts";
import type { Heading } from "../../schema.ts";
import { type Excerpt, excerptOf } from "./excerpt.ts";
import { openPlaceIndex, type PlaceIndex, type WrittenWords } from "./index/place-index.ts";
import { areUnitsOf } from "./index/units.ts";
import { inMemory, type Parts } from "./parts.ts";
import { breadcrumbsOf, type ListedDoc, type Place, slugOf, type WordsDoc } from "./places.ts";
import { readQuery } from "./query.ts";
import { type Ranked, Ranker } from "./rank.ts";

/** A place in the docs that answers a query in words. */
export interface Hit<Doc extends ListedDoc = WordsDoc> {
  readonly doc: Doc;
  /** Null for the text before the first heading of a page. */
  readonly heading: Heading | null;
  /** The page's title and the headings above the place, outermost first. */
  readonly breadcrumbs: readonly string[];
  /** The page's slug, with `#` and the anchor of the heading. */
  readonly slug: string;
  readonly excerpt: Excerpt;
}

/** The best places for a query, and how it was answered. */
export interface HitList<Doc extends ListedDoc = WordsDoc> {
  /** Number of places found, including those beyond `limit` and `perDoc`. */
  readonly total: number;
  /** True if no place has all words, so that places with only some of them were found. */
  readonly loosened: boolean;
  /** Words that occur nowhere, each with a word that was searched for instead. */
  readonly corrections: readonly Correction[];
  readonly items: readonly Hit<Doc>[];
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
  /** Maximum number of hits, from 1 to 50. Default: 10. */
  readonly limit?: number | undefined;
  /** Maximum number of hits from one page, from 1 to 10. Default: 3. */
  readonly perDoc?: number | undefined;
  /** True to find places with most of the words even if some have all. Default: false. */
  readonly loosen?: boolean | undefined;
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
  const index = openPlaceIndex(words);
  if (!areUnitsOf(docs, index.units)) {
    throw new DocgateError("corpus-layout", "Its words are not those of its docs.");
  }
  return searchPlaces({ docs, index, parts: inMemory(docs) });
}

interface SearchOptions<Doc extends ListedDoc> {
  readonly docs: readonly Doc[];
  readonly index: PlaceIndex;
  readonly parts: Parts;
}

/** Creates a search over pages of which not all need be in memory. */
export function searchPlaces<Doc extends ListedDoc>({
  docs,
  index,
  parts,
}: SearchOptions<Doc>): WordSearch<Doc> {
  const ranker = new Ranker({ docs, index, parts });

  function hits(query: string, options: HitOptions = {}): HitList<Doc> {
    const { section, slug, limit = LIMIT, perDoc = PER_DOC, loosen } = options;
    checkBounds(query, { limit, perDoc });
    const isAllowed = (place: Place): boolean => {
      const doc = docs[place.doc]!;
      return doc.section === (section ?? doc.section) && doc.slug === (slug ?? doc.slug);
    };
    const isForAll = section === undefined && slug === undefined;
    const ranked = ranker.rank(readQuery(query), {
      isAllowed: isForAll ? undefined : isAllowed,
      loosen,
    });
    const places = best(ranked, { limit, perDoc });
    parts.needHeadings(places.map(({ doc }) => doc));
    parts.needMarkdown(places);
    const items = places.map((place) => hitOf(place, ranked));
    const corrections = ranked.sought.flatMap(({ word, corrections: words }) =>
      words.map((to) => ({ from: word, to })),
    );
    return { total: ranked.total, loosened: ranked.isLoosened, corrections, items };
  }

  /** Takes the first places: at most `limit` in all, and at most `perDoc` of a page. */
  function best(
    ranked: Ranked,
    { limit, perDoc }: { readonly limit: number; readonly perDoc: number },
  ): Place[] {
    const chosen: Place[] = [];
    const counts = new Map<number, number>();
    for (const place of ranked.places) {
      const { doc } = place;
      const count = (counts.get(doc) ?? 0) + 1;
      counts.set(doc, count);
      if (count <= perDoc) chosen.push(place);
      if (chosen.length === limit) break;
    }
    return chosen;
  }

  function hitOf(place: Place, { read, weights }: Ranked): Hit<Doc> {
    const doc = docs[place.doc]!;
    const { text, meetings } = read(place);
    return {
      doc,
      heading: doc.headings[place.heading] ?? null,
      breadcrumbs: breadcrumbsOf(place, doc),
      slug: slugOf(place, doc),
      excerpt: excerptOf(text, { meetings: meetings.meetings, weights }),
    };
  }

  return Object.freeze({ hits });
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

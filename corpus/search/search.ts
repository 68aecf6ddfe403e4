import { runSteps } from "../run-steps.ts";
import type { Doc } from "../schema.ts";
import { ExactSearch } from "./exact.ts";
import { type OpenedWords, searchPlaces, type WordSearch } from "./words/hits.ts";
import { Ranker } from "./words/rank.ts";

/** Exact case-insensitive substring search over a corpus (DOC-B1 and DOC-B4). */
export interface Search {
  /** Returns the docs whose title, description or body contains the query, in docs order. */
  matches(query: string): Doc[];
  /** Finds the same docs in short steps, so that a program can do other work in between. */
  matchesInSteps(query: string): Generator<undefined, Doc[]>;
  /**
   * Returns the same docs by relevance, best first: by matching field, then by the score that the
   * search in words gives them, then by path.
   *
   * @param options.limit Maximum number of docs to return. Default: all.
   */
  ranked(query: string, options?: RankedOptions): Doc[];
  /** Ranks the same docs in short steps. */
  rankedInSteps(query: string, options?: RankedOptions): Generator<undefined, Doc[]>;
}

interface RankedOptions {
  /** Maximum number of docs to return. Default: all. */
  readonly limit?: number;
}

/** Both searches over a corpus: for an exact text, and in words. */
export interface CorpusSearch extends Search, WordSearch<Doc> {}

/** Number of docs whose titles and first words are searched for at the start. */
const WARM_UP_DOCS = 6;
const WARM_UP_LENGTH = 40;
/** Wanted results of these searches: enough that every field is searched. */
const WARM_UP_LIMIT = 20;

/**
 * Creates both searches over the docs of a corpus; `README.md` describes how a query is answered.
 *
 * @internal
 */
export function createSearch(opened: OpenedWords<Doc>): CorpusSearch {
  const { docs } = opened;
  const scorer = new Ranker(opened);
  const exact = new ExactSearch(docs);
  const search: Search = {
    matches: (query) => runSteps(exact.matches(query)),
    matchesInSteps: (query) => exact.matches(query),
    ranked: (query, options) => runSteps(search.rankedInSteps(query, options)),
    rankedInSteps: (query, { limit = docs.length } = {}) => exact.ranked(query, { scorer, limit }),
  };
  warmUp(docs, search);
  return Object.freeze({ ...search, ...searchPlaces(opened, scorer) });
}

/**
 * Runs the search code before the first query, which would otherwise wait for its compilation
 * (bench/search/search.ts, first searches after a start).
 */
function warmUp(docs: readonly Doc[], search: Search): void {
  for (const { title, body } of docs.slice(0, WARM_UP_DOCS)) {
    search.ranked(title, { limit: WARM_UP_LIMIT });
    search.ranked(body.slice(0, WARM_UP_LENGTH), { limit: WARM_UP_LIMIT });
  }
}

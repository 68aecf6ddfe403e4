import type { Options } from "minisearch";
import type { Doc } from "../schema.ts";
import { foldCase } from "../text/fold.ts";
import { rank } from "./ranking.ts";
import { createScorer } from "./scorer.ts";
import type { SubstringIndex } from "./substring-index.ts";
import type { TermIndex } from "./term-index.ts";

/** The indexed texts of a doc, one for each field. */
export interface IndexedTexts {
  readonly id: string;
  readonly title: string;
  readonly headings: string;
  readonly description: string;
  readonly body: string;
}

/**
 * Options with which the index is built and must be loaded. Texts are folded before they are split
 * into terms, so that the index and the substring matcher see the same characters.
 */
export const INDEX_OPTIONS: Options<IndexedTexts> = {
  fields: ["title", "headings", "description", "body"],
  processTerm: (term) => term,
};

/** Where MiniSearch 7 splits texts by default. Its code is not loaded: a page would pay 18 kB for it. */
const SEPARATORS = /[\n\r\p{Z}\p{P}]+/u;

/** Splits a folded text into the terms of the index; the first and the last may be empty. */
export function tokenize(text: string): string[] {
  return text.split(SEPARATORS);
}

/** Returns the fields of a doc as they are indexed. */
export function indexedTexts(
  doc: Pick<Doc, "id" | "title" | "headings" | "description" | "body">,
): IndexedTexts {
  const { id, title, headings, description, body } = doc;
  return {
    id,
    title: foldCase(title),
    headings: headings.map(({ text }) => foldCase(text)).join("\n"),
    description: foldCase(description ?? ""),
    body: foldCase(body),
  };
}

/** Exact case-insensitive substring search over a corpus (DOC-B1 and DOC-B4). */
export interface Search {
  /** Returns the docs whose title, description or body contains the query, in docs order. */
  matches(query: string): Doc[];
  /**
   * Returns the same docs by relevance, best first: by matching field, MiniSearch's score, then
   * path.
   *
   * @param options.limit Maximum number of docs to return. Default: all.
   */
  ranked(query: string, options?: { readonly limit?: number }): Doc[];
}

interface SearchOptions {
  readonly docs: readonly Doc[];
  /** The term index of these docs. */
  readonly index: TermIndex;
  readonly substrings: SubstringIndex;
}

/**
 * Each term takes time to score. Further terms do not affect the ranking, but must match all the
 * same.
 */
const MAX_SCORED_TERMS = 32;

/** DOC-B1: headings are already part of the body. */
const MATCHED_FIELDS = ["title", "description", "body"] as const;

/** Number of docs whose titles and first words are searched for at the start. */
const WARM_UP_DOCS = 6;
const WARM_UP_LENGTH = 40;
/** Wanted results of these searches: enough that every field is searched. */
const WARM_UP_LIMIT = 20;

/**
 * Creates a search; `README.md` describes how a query is answered.
 *
 * @internal
 */
export function createSearch({ docs, index, substrings }: SearchOptions): Search {
  const scorer = createScorer(index);

  function matches(query: string): Doc[] {
    const sought = substrings.lookFor(foldCase(query));
    const isFound = new Uint8Array(docs.length);
    for (const field of MATCHED_FIELDS) {
      for (const doc of sought.docsWith(field)) isFound[doc] = 1;
    }
    return docs.filter((_, doc) => isFound[doc] === 1);
  }

  function ranked(query: string, { limit = docs.length }: { readonly limit?: number } = {}): Doc[] {
    const text = foldCase(query);
    const terms = tokenize(text).slice(0, MAX_SCORED_TERMS).filter(Boolean);
    const sought = substrings.lookFor(text);
    return rank(sought, { docCount: docs.length, scorer, terms, limit }).map((doc) => docs[doc]!);
  }

  /**
   * Runs the search code before the first query, which would otherwise wait for its compilation
   * (bench/search/search.ts, first searches after a start).
   */
  function warmUp(): void {
    for (const { title, body } of docs.slice(0, WARM_UP_DOCS)) {
      ranked(title, { limit: WARM_UP_LIMIT });
      ranked(body.slice(0, WARM_UP_LENGTH), { limit: WARM_UP_LIMIT });
    }
  }

  warmUp();
  return Object.freeze({ matches, ranked });
}

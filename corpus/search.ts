import MiniSearch, { type Options } from "minisearch";
import type { Doc } from "./schema.ts";
import { createMatcher } from "./search/matcher.ts";
import { pickBest } from "./search/pick-best.ts";
import { createScorer } from "./search/scorer.ts";
import { layOut, type SerializedIndex } from "./search/term-index.ts";
import { foldDoc } from "./search/texts.ts";
import { createTiers } from "./search/tiers.ts";
import { foldCase } from "./text.ts";

/** What is indexed of a doc, each field as one text. */
export interface IndexedTexts {
  readonly id: string;
  readonly title: string;
  readonly headings: string;
  readonly description: string;
  readonly body: string;
}

/**
 * How the index is built and must be loaded. Texts are folded before they are cut into terms, so
 * that the index and the substring matcher see the same characters.
 */
export const INDEX_OPTIONS: Options<IndexedTexts> = {
  fields: ["title", "headings", "description", "body"],
  processTerm: (term) => term,
};

/** The fields of a doc as they are indexed. */
export function indexedTexts(
  doc: Pick<Doc, "id" | "title" | "headings" | "description" | "body">,
): IndexedTexts {
  return { id: doc.id, ...foldDoc(doc) };
}

/** Exact case-insensitive substring search over a corpus (decisions B1 and B4). */
export interface Search {
  /** Whether title, description or body of a doc contains the query: the docs, in docs order. */
  matches(query: string): Doc[];
  /**
   * The same docs by relevance, best first: by matching field, MiniSearch's score, then path.
   *
   * @param options.limit How many of the best; all unless told.
   */
  ranked(query: string, options?: { readonly limit?: number }): Doc[];
}

interface SearchSource {
  readonly docs: readonly Doc[];
  readonly index: SerializedIndex;
}

/** Those in which decision B1 looks for a match: a heading is part of the body already. */
const MATCHED_FIELDS = ["title", "description", "body"] as const;

/** Each term takes time to score; terms beyond these rank nothing, but are matched all the same. */
const MAX_SCORED_TERMS = 32;

const tokenize = MiniSearch.getDefault("tokenize") as (text: string) => string[];

/**
 * Opens the prebuilt index.
 *
 * @throws {TypeError} if it is no MiniSearch index of these docs
 */
export function createSearch({ docs, index }: SearchSource): Search {
  const flat = layOut(
    index,
    docs.map(({ id }) => id),
  );
  const folded = docs.map(foldDoc);
  const matcher = createMatcher({
    index: flat,
    docs: folded,
    fields: matchedFields(index),
    tokenize,
  });
  const scorer = createScorer(flat);
  const tiers = createTiers(docs, folded);

  return Object.freeze({
    matches(query: string) {
      return matcher.find(foldCase(query)).map((position) => docs[position]!);
    },
    ranked(query: string, { limit = docs.length }: { readonly limit?: number } = {}) {
      const needle = foldCase(query);
      const found = matcher.find(needle);
      const terms = tokenize(needle).slice(0, MAX_SCORED_TERMS).filter(Boolean);
      const best: Doc[] = [];
      for (const tier of tiers.split(found, { needle, limit })) {
        const scores = scorer.score(terms, tier);
        const picked = pickBest(tier, { scores, limit: limit - best.length });
        best.push(...picked.map((position) => docs[position]!));
      }
      return best;
    },
  });
}

/** By a function of its own, so that nothing of the file is kept for the sake of this. */
function matchedFields({ plain }: SerializedIndex): number[] {
  return MATCHED_FIELDS.map((name) => plain.fieldIds[name]!);
}

import MiniSearch, { type Options } from "minisearch";
import type { Doc } from "../schema.ts";
import { foldCase } from "../text.ts";
import { toByteText } from "./byte-text.ts";
import { createGramIndex } from "./gram-index.ts";
import { createMatcher } from "./matcher.ts";
import { createRanking } from "./ranking.ts";
import { createScorer } from "./scorer.ts";
import { layOut, type SerializedIndex } from "./term-index.ts";
import { estimateScan, type FoldedDoc, foldDoc } from "./texts.ts";
import { createTiers } from "./tiers.ts";

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

/** Cuts a folded text into the terms of the index; one at either end may be empty. */
export const tokenize = MiniSearch.getDefault("tokenize") as (text: string) => string[];

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
  /** Their texts. */
  readonly folded: readonly FoldedDoc[];
  readonly index: SerializedIndex;
}

/** What is spent on finding candidates for the best few, in nanoseconds for each doc. */
const RANKED_BUDGET_NS = 100;

/** Each term takes time to score; terms beyond these rank nothing, but are matched all the same. */
const MAX_SCORED_TERMS = 32;

/** Searched for at first: the title of so many docs and as many characters of their bodies. */
const WARM_UP_DOCS = 6;
const WARM_UP_LENGTH = 40;
/** So many are found that no field is left out. */
const WARM_UP_LIMIT = 20;

/**
 * Opens the prebuilt index.
 *
 * @throws {TypeError} if it is no MiniSearch index of these docs
 *
 * @internal
 */
export function createSearch({ docs, folded, index }: SearchSource): Search {
  const flat = layOut(
    index,
    docs.map(({ id }) => id),
  );
  const tiers = createTiers({ docs, folded, fieldIds: index.plain.fieldIds });
  const scanNs = INDEX_OPTIONS.fields.map(
    (field) => tiers.inOrder.find(({ name }) => name === field)!.scanNs,
  );
  const matcher = createMatcher({ index: flat, grams: createGramIndex(flat), tokenize, scanNs });
  const ranking = createRanking({
    tiers: tiers.inOrder,
    scorer: createScorer(flat),
    docCount: docs.length,
  });

  /** Runs the code of a search, so that the first one does not wait until it is compiled. */
  function warmUp(): void {
    for (const { title, body } of docs.slice(0, WARM_UP_DOCS)) {
      ranked(title, { limit: WARM_UP_LIMIT });
      ranked(body.slice(0, WARM_UP_LENGTH), { limit: WARM_UP_LIMIT });
    }
  }

  function matches(query: string): Doc[] {
    const text = foldCase(query);
    const needle = toByteText(text);
    const plan = matcher.plan(text, { budgetNs: estimateScan(folded, needle) });
    const tierQuery = tiers.lookFor(needle, plan);
    const isFound = new Uint8Array(docs.length);
    for (const tier of tiers.inOrder) {
      // Decision B1: a heading is part of the body already.
      if (tier.name === "headings") continue;
      const { docs: candidates, holds } = tier.candidates(tierQuery);
      for (const doc of candidates) {
        if (isFound[doc] === 0 && (holds === null || holds(doc))) isFound[doc] = 1;
      }
    }
    return docs.filter((_, doc) => isFound[doc] === 1);
  }

  function ranked(query: string, { limit = docs.length }: { readonly limit?: number } = {}): Doc[] {
    const text = foldCase(query);
    const needle = toByteText(text);
    const plan = matcher.plan(text, { budgetNs: RANKED_BUDGET_NS * docs.length });
    const terms = () => tokenize(text).slice(0, MAX_SCORED_TERMS).filter(Boolean);
    const best = ranking.best(tiers.lookFor(needle, plan), { terms, limit });
    return best.map((doc) => docs[doc]!);
  }

  warmUp();
  return Object.freeze({ matches, ranked });
}

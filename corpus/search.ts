import MiniSearch, { type AsPlainObject, type Options } from "minisearch";
import { compareCodePoints } from "./order.ts";
import type { Doc } from "./schema.ts";
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
export function indexedTexts(doc: Doc): IndexedTexts {
  return {
    id: doc.id,
    title: foldCase(doc.title),
    headings: foldCase(doc.headings.map((heading) => heading.text).join("\n")),
    description: foldCase(doc.description ?? ""),
    body: foldCase(doc.body),
  };
}

/** Exact case-insensitive substring search over a corpus (decisions B1 and B4). */
export interface Search {
  /** Whether title, description or body of a doc contains the query: the docs, in docs order. */
  matches(query: string): Doc[];
  /** The same docs by relevance, best first: by matching field, MiniSearch's score, then path. */
  ranked(query: string): Doc[];
}

interface Entry {
  readonly doc: Doc;
  readonly title: string;
  readonly headings: readonly string[];
  readonly description: string;
  readonly body: string;
}

interface SearchSource {
  readonly docs: readonly Doc[];
  readonly index: AsPlainObject;
}

/**
 * Opens the prebuilt index.
 *
 * @throws what MiniSearch throws for an index it did not write
 */
export function createSearch({ docs, index }: SearchSource): Search {
  const ranking = MiniSearch.loadJS<IndexedTexts>(index, INDEX_OPTIONS);
  const entries = docs.map(toEntry);

  function find(needle: string): Entry[] {
    return entries.filter(
      ({ title, description, body }) =>
        title.includes(needle) || description.includes(needle) || body.includes(needle),
    );
  }

  return Object.freeze({
    matches(query: string) {
      return find(foldCase(query)).map(({ doc }) => doc);
    },
    ranked(query: string) {
      const needle = foldCase(query);
      const found = find(needle);
      if (found.length === 0) return [];
      const scores = scoresOf(ranking, needle);
      return found
        .map((entry) => ({
          doc: entry.doc,
          tier: tierOf(entry, needle),
          score: scores.get(entry.doc.id) ?? 0,
        }))
        .sort(
          (left, right) =>
            left.tier - right.tier ||
            right.score - left.score ||
            compareCodePoints(left.doc.path, right.doc.path),
        )
        .map(({ doc }) => doc);
    },
  });
}

function toEntry(doc: Doc): Entry {
  return {
    doc,
    title: foldCase(doc.title),
    headings: doc.headings.map((heading) => foldCase(heading.text)),
    description: foldCase(doc.description ?? ""),
    body: foldCase(doc.body),
  };
}

/** The best field that contains the needle: title 0, a heading 1, description 2, body 3. */
function tierOf(entry: Entry, needle: string): number {
  if (entry.title.includes(needle)) return 0;
  if (entry.headings.some((heading) => heading.includes(needle))) return 1;
  return entry.description.includes(needle) ? 2 : 3;
}

const tokenize = MiniSearch.getDefault("tokenize");

/** Each term takes time to score; terms beyond these rank nothing, but are matched all the same. */
const MAX_SCORED_TERMS = 32;

/** MiniSearch's score of each doc; the last term may be the beginning of a word. */
function scoresOf(ranking: MiniSearch<IndexedTexts>, needle: string): Map<string, number> {
  const results = ranking.search(needle, {
    tokenize: (text) => tokenize(text).slice(0, MAX_SCORED_TERMS),
    prefix: (_term, position, terms) => position === terms.length - 1,
  });
  return new Map(results.map(({ id, score }) => [id as string, score]));
}

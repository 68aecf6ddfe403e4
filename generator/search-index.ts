import MiniSearch from "minisearch";
import type { CorpusContent, Doc } from "../corpus/schema.ts";
import { INDEX_OPTIONS, indexedTexts } from "../corpus/search.ts";

/**
 * Builds the search index over title, headings, description and body, serialised, its terms in the
 * order of UTF-16 code units.
 */
export function buildSearchIndex(docs: readonly Doc[]): CorpusContent["search"] {
  const index = new MiniSearch(INDEX_OPTIONS);
  index.addAll(docs.map(indexedTexts));
  const plain = index.toJSON();
  return { ...plain, index: plain.index.sort(([left], [right]) => (left < right ? -1 : 1)) };
}

import { DocgateError } from "../../../corpus/error.ts";
import type { Corpus } from "../../../corpus/open/corpus.ts";
import type { Doc } from "../../../corpus/schema.ts";
import {
  createWordSearch,
  type HitList,
  type WordSearch,
} from "../../../corpus/search/words/hits.ts";
import { indexWords } from "../../../corpus/search/words/index/write-index.ts";
import { bareSlugOf } from "../../../corpus/text/slug.ts";

/** A word to add to what a page is also called. */
export interface Keyword {
  readonly slug: string;
  readonly keyword: string;
}

/** A keyword, and the queries that find its page with it but not without. */
export interface TriedKeyword extends Keyword {
  readonly finds: readonly string[];
}

/** Number of first places among which a page counts as found. */
const FIRST = 5;

/**
 * Asks queries again with keywords added to pages.
 *
 * @throws {DocgateError} `setting` if the corpus does not have a page
 */
export function tryKeywords(
  keywords: readonly Keyword[],
  { corpus, queries }: { readonly corpus: Corpus; readonly queries: readonly string[] },
): TriedKeyword[] {
  const bySlug = Map.groupBy(keywords, ({ slug }) => bareSlugOf(slug));
  const pages = new Map(corpus.docs.map((doc) => [bareSlugOf(doc.slug), doc]));
  const unknown = [...bySlug.keys()].find((slug) => !pages.has(slug));
  if (unknown !== undefined) {
    throw new DocgateError("setting", `The corpus has no page with the slug "${unknown}".`);
  }
  const docs = corpus.docs.map((doc): Doc => {
    const added = bySlug.get(bareSlugOf(doc.slug)) ?? [];
    if (added.length === 0) return doc;
    return { ...doc, keywords: [...doc.keywords, ...added.map(({ keyword }) => keyword)] };
  });
  const search = createWordSearch(docs, indexWords(docs));
  const asked = queries.map((query) => ({
    query,
    before: foundPages(query, corpus.search),
    after: foundPages(query, search),
  }));
  return keywords.map(({ slug, keyword }) => {
    const { id } = pages.get(bareSlugOf(slug))!;
    const finds = asked.filter(({ before, after }) => after.has(id) && !before.has(id));
    return { slug, keyword, finds: finds.map(({ query }) => query) };
  });
}

/** Returns the ids of the pages that a query finds by its own words. */
function foundPages(query: string, search: Pick<WordSearch<Doc>, "hits">): ReadonlySet<string> {
  const { items, corrections }: HitList<Doc> = search.hits(query, { limit: FIRST });
  if (corrections.length > 0) return new Set();
  return new Set(items.filter(({ missing }) => missing.length === 0).map(({ id }) => id));
}

import type { Doc } from "../../../../corpus/schema.ts";
import type { WordSearch } from "../../../../corpus/search/words/hits.ts";
import type { OrderedCorpus } from "../../../../corpus/site-order.ts";
import { createSuggester } from "../../../../corpus/text/suggest.ts";
import type { Work } from "../../../docs/execute/long-work.ts";
import { sectionsOf } from "../../page-folders.ts";
import { inOneLine } from "../one-line.ts";

/** Words of a query that are looked at. */
const MAX_WORDS = 3;
const MAX_SUGGESTED = 8;
const LEAST_BEGINNING = 3;
/** Parts of a word that are tried as beginnings of other words. */
const SHARES = [0.75, 0.5];
const MAX_SECTIONS = 12;

/** Returns words of the docs that begin like the words of a query. */
export function* suggestWords(search: WordSearch<Doc>, query: string): Work<string[]> {
  const found = new Set<string>();
  for (const word of (query.match(/[\p{L}\p{N}_]+/gu) ?? []).slice(0, MAX_WORDS)) {
    for (const each of yield* wordsLike(search, word)) found.add(each);
  }
  return [...found].slice(0, MAX_SUGGESTED);
}

function* wordsLike(search: WordSearch<Doc>, word: string): Work<string[]> {
  for (const share of SHARES) {
    const length = Math.max(LEAST_BEGINNING, Math.floor(word.length * share));
    const beginning = word.slice(0, length);
    const { items } = yield* search.hitsInSteps(beginning, { limit: 5, perDoc: 1 });
    const words = items.flatMap(({ excerpt: { text, marks } }) =>
      marks.map(([start, end]) => inOneLine(text.slice(start, end), 40)),
    );
    if (words.length > 0) return words;
  }
  return [];
}

/** Returns the section whose name is nearest to one that does not exist, as a sentence. */
export function nearestSection(corpus: OrderedCorpus, unknown: string): string {
  const nearest = createSuggester(sectionsOf(corpus).map(({ name }) => name))(unknown);
  return nearest === null ? "" : `Nearest section: ${inOneLine(nearest, 40)}. `;
}

/** Names the sections with their numbers of pages. */
export function nameSections(corpus: OrderedCorpus): string {
  const names = sectionsOf(corpus).map(
    ({ name, docs }) => `${inOneLine(name, 40)} (${docs.length})`,
  );
  const more = names.length > MAX_SECTIONS ? ` and ${names.length - MAX_SECTIONS} more` : "";
  return names.slice(0, MAX_SECTIONS).join(", ") + more;
}

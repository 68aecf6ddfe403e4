import { foldCase } from "../../../../corpus/text/fold.ts";
import type { Page } from "./link-graph.ts";

const MAX_RESULTS = 12;

/**
 * Finds the pages whose title or id contains every word of a text, whatever its case. Titles that
 * start with the text come first, then titles that contain it, then the others, in the order of the
 * API.
 */
export function findPages(pages: readonly Page[], text: string): Page[] {
  const wanted = foldCase(text.trim());
  if (wanted === "") return [];
  const words = wanted.split(/\s+/);
  return pages
    .filter(({ id, title }) => {
      const searched = foldCase(`${title}\n${id}`);
      return words.every((word) => searched.includes(word));
    })
    .map((page) => ({ page, rank: rankOf(page, wanted) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_RESULTS)
    .map(({ page }) => page);
}

function rankOf({ title }: Page, wanted: string): number {
  const folded = foldCase(title);
  const at = folded.indexOf(wanted);
  if (at === 0) return folded.length === wanted.length ? 0 : 1;
  return at > 0 ? 2 : 3;
}

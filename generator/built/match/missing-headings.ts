import type { BuiltPage } from "../site/built-site.ts";
import { lettersOf } from "./plain-words.ts";
import type { SourcePage } from "./source-page.ts";

/**
 * Finds headings of a page that its HTML does not have: it was built from another state of the page.
 * A line of code or text with the words of a heading is what the site makes of it.
 *
 * @returns places in the headings of the source
 */
export function missingHeadings(
  { headings }: SourcePage,
  { page, places }: { readonly page: BuiltPage; readonly places: readonly number[] },
): number[] {
  const unplaced = [...headings.keys()].filter((at) => places[at]! < 0);
  if (unplaced.length === 0) return [];
  const lines = new Set(page.html.text.split("\n").map(lettersOf));
  return unplaced.filter((at) => !lines.has(lettersOf(headings[at]!.text)));
}

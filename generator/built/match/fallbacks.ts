import { eachShingle } from "../../changes/moves/shingles.ts";
import type { HtmlHeading } from "../html/html-page.ts";
import type { BuiltPage } from "../site/built-site.ts";
import type { PageContent } from "./main-content.ts";
import { foldersOf } from "./path-names.ts";

/** A page that shows the content of another one under the address of its language. */
export interface Fallback {
  readonly page: BuiltPage;
  readonly original: BuiltPage;
}

/** A page with its content that a source was found for. */
export interface OriginalPage {
  readonly page: BuiltPage;
  readonly content: PageContent;
}

/**
 * A page with this part of a content shows it: components write a few words in the page's language.
 * Less is enough if all of its headings are there too.
 */
const SAME_SHARE = 0.85;
const SAME_SHARE_WITH_HEADINGS = 0.5;

/**
 * Finds pages of other languages that repeat the content of a page: of those that no source was
 * found for.
 *
 * @param languages names of folders, in lower case
 */
export function findFallbacks(
  rest: readonly BuiltPage[],
  {
    originals,
    languages,
  }: { readonly originals: readonly OriginalPage[]; readonly languages: ReadonlySet<string> },
): Fallback[] {
  const byKey = Map.groupBy(originals, ({ page }) => keyOf(page, languages));
  const contents = new Map<OriginalPage, ReadonlySet<number>>();
  const contentOf = (original: OriginalPage): ReadonlySet<number> => {
    const known = contents.get(original) ?? shinglesOf(original.content.text);
    contents.set(original, known);
    return known;
  };
  return rest.flatMap((page): Fallback[] => {
    const candidates = byKey.get(keyOf(page, languages)) ?? [];
    if (candidates.length === 0) return [];
    const text = shinglesOf(page.html.text);
    const original = candidates.find((one) => {
      const shingles = contentOf(one);
      const least = hasHeadings(page, one.content) ? SAME_SHARE_WITH_HEADINGS : SAME_SHARE;
      return shingles.size > 0 && shingles.intersection(text).size >= least * shingles.size;
    });
    return original === undefined ? [] : [{ page, original: original.page }];
  });
}

/** Tells whether a page has all headings of a content, if that has any. */
function hasHeadings({ html }: BuiltPage, { headings }: PageContent): boolean {
  const keyOf = ({ id, text }: HtmlHeading) => `${id} ${text}`;
  const known = new Set(html.headings.map(keyOf));
  const sections = headings.filter(({ depth }) => depth > 1);
  return sections.length > 0 && sections.every((heading) => known.has(keyOf(heading)));
}

/** Returns an address without the folder of its language. */
function keyOf({ address }: BuiltPage, languages: ReadonlySet<string>): string {
  return foldersOf(address)
    .filter((name) => !languages.has(name.toLowerCase()))
    .join("/");
}

function shinglesOf(text: string): Set<number> {
  const shingles = new Set<number>();
  eachShingle(text, { start: 0, end: text.length, use: (shingle) => shingles.add(shingle) });
  return shingles;
}

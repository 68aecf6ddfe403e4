import type { BuiltPage, BuiltSite } from "../site/built-site.ts";
import type { PageContent } from "./main-content.ts";
import { lettersOf } from "./plain-words.ts";

const LAST_PART = /\s+[|·•—–:-]\s+[^|·•—–]*$/;

/** Finds the titles of pages: with the name of the site cut off that follows most of them. */
export class PageTitles {
  readonly #siteName: string | null;

  constructor({ pages }: Pick<BuiltSite, "pages">) {
    const ends = new Map<string, number>();
    for (const { html } of pages) {
      const end = LAST_PART.exec(html.title)?.[0];
      if (end !== undefined) ends.set(end, (ends.get(end) ?? 0) + 1);
    }
    const [most] = [...ends].sort(([, left], [, right]) => right - left);
    const isUsual = most !== undefined && most[1] > 1 && most[1] > pages.length / 2;
    this.#siteName = isUsual ? most[0] : null;
  }

  /**
   * Returns the title that a page shows: its own heading or `<title>`, whichever is that of the
   * source, otherwise the heading.
   *
   * @returns null if it has neither
   */
  titleOf(
    { html }: BuiltPage,
    { content, source }: { readonly content: PageContent; readonly source: string },
  ): string | null {
    const name = this.#siteName;
    const whole = html.title;
    const title = name !== null && whole.endsWith(name) ? whole.slice(0, -name.length) : whole;
    const inside = content.headings.filter(({ depth }) => depth === 1);
    const topmost = inside.length > 0 ? inside : html.headings.filter(({ depth }) => depth === 1);
    const candidates = [...topmost.map(({ text }) => text), title].filter(Boolean);
    const wanted = lettersOf(source);
    return candidates.find((text) => lettersOf(text) === wanted) ?? candidates[0] ?? null;
  }
}

import type { HtmlPage } from "../html/html-page.ts";
import type { BuiltPage } from "../site/built-site.ts";
import type { PageContent } from "./main-content.ts";
import { lettersOf } from "./plain-words.ts";

const LAST_PART = /\s+[|·•—–:-]\s+[^|·•—–]*$/;

/** Finds the titles of pages: what most pages of a site say is the name of the site. */
export class PageTitles {
  /** The end of most titles, and the topmost heading of most pages. */
  readonly #ending: string | null;
  readonly #heading: string | null;

  constructor(pages: readonly BuiltPage[]) {
    this.#ending = mostUsual(pages.map(({ html }) => LAST_PART.exec(html.title)?.[0] ?? null));
    this.#heading = mostUsual(pages.map(({ html }) => topmostIn(html)[0] ?? null));
  }

  /**
   * Returns the title that a page shows: that of the source if the page has it, otherwise its topmost
   * heading, or its `<title>`.
   *
   * @returns null if it has neither
   */
  titleOf(
    { html }: BuiltPage,
    { content, source }: { readonly content: PageContent; readonly source: string },
  ): string | null {
    const ending = this.#ending;
    const whole = html.title;
    const title =
      ending !== null && whole.endsWith(ending) ? whole.slice(0, -ending.length) : whole;
    const topmost = [...topmostIn(content), ...topmostIn(html)].filter(
      (text) => text !== this.#heading,
    );
    const headings = content.headings.map(({ text }) => text);
    const wanted = lettersOf(source);
    const own = [...topmost, title, ...headings].find((text) => lettersOf(text) === wanted);
    return own ?? [...topmost, title].find(Boolean) ?? null;
  }
}

function topmostIn({ headings }: Pick<HtmlPage, "headings">): string[] {
  return headings.filter(({ depth, text }) => depth === 1 && text !== "").map(({ text }) => text);
}

/** Returns the value that more than half of several pages have; null if there is none. */
function mostUsual(values: readonly (string | null)[]): string | null {
  const counts = new Map<string | null, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const usual = [...counts].find(([, count]) => count > 1 && count > values.length / 2);
  return usual?.[0] ?? null;
}

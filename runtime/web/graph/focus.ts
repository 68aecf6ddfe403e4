import type { Plot } from "./plot.ts";

/** Pages that stand out, while the others fade. Pages and links by their places. */
export interface Focus {
  /** The page that is looked at, if it is one. */
  readonly center: number | null;
  /** All pages that stand out, the centre too. */
  readonly pages: readonly number[];
  readonly links: readonly number[];
}

/** Lets a page stand out with the pages that it links to and is linked from. */
export function focusOnPage({ links }: Plot, center: number): Focus {
  const pages = new Set([center]);
  const own: number[] = [];
  for (let link = 0; 2 * link < links.length; link++) {
    const [from, to] = [links[2 * link]!, links[2 * link + 1]!];
    if (from !== center && to !== center) continue;
    own.push(link);
    pages.add(from).add(to);
  }
  return { center, pages: [...pages], links: own };
}

/** Lets some pages stand out. */
export function focusOnPages(pages: readonly number[]): Focus {
  return { center: null, pages, links: [] };
}

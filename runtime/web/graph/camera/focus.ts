import type { Plot } from "../layout/plot.ts";
import type { Point } from "./camera.ts";

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

/** Distance from a place of the graph to the farthest page that stands out. */
export function reachOf({ pages }: Focus, { x, y }: Point, positions: Float32Array): number {
  return pages.reduce((reach, page) => {
    const distance = Math.hypot(positions[2 * page]! - x, positions[2 * page + 1]! - y);
    return Math.max(reach, distance);
  }, 0);
}

import type { Plot } from "../layout/plot.ts";
import type { Point } from "./camera.ts";

/** Pages that are highlighted while the others fade. Pages and links by their indices. */
export interface Focus {
  /** The selected page, if there is one. */
  readonly center: number | null;
  /** All highlighted pages, including the centre. */
  readonly pages: readonly number[];
  readonly links: readonly number[];
}

/** Highlights a page with the pages that it links to and is linked from. */
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

/** Highlights some pages. */
export function focusOnPages(pages: readonly number[]): Focus {
  return { center: null, pages, links: [] };
}

/** Returns the distance from a point of the graph to the farthest highlighted page. */
export function reachOf({ pages }: Focus, { x, y }: Point, positions: Float32Array): number {
  return pages.reduce((reach, page) => {
    const distance = Math.hypot(positions[2 * page]! - x, positions[2 * page + 1]! - y);
    return Math.max(reach, distance);
  }, 0);
}

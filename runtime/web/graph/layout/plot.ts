import type { LinkGraph } from "../data/link-graph.ts";

/** The graph as numbers. Pages, sections and links are indices in the API's order. */
export interface Plot {
  /** Radius of each page in CSS pixels while the whole graph is shown. */
  readonly radii: Float32Array<ArrayBuffer>;
  /** The section of each page. */
  readonly sections: Uint16Array<ArrayBuffer>;
  /** Source and target of each link in turn. */
  readonly links: Uint32Array<ArrayBuffer>;
}

/**
 * Radius in pixels of a page without inbound links, and how much the most linked page adds to it.
 */
const RADIUS = { least: 4, range: 12 };
/** Inbound links below which the most linked page does not get the full radius. */
const FULL_SIZE_LINKS = 16;
/** Pages above which all are drawn smaller, so that together they do not cover more. */
const ROOMY = 400;
/** Width in pixels of the picture below which pages are drawn smaller. */
const NARROW = 600;

/** Converts the graph to numbers, for a picture of that width in pixels. */
export function createPlot({ pages, sections }: LinkGraph, width: number): Plot {
  const most = pages.reduce((most, { incoming }) => Math.max(most, incoming.length), 0);
  const scale = (width < NARROW ? 0.65 : 1) * Math.min(1, Math.sqrt(ROOMY / pages.length));
  const radius = (inbound: number): number =>
    scale * (RADIUS.least + RADIUS.range * Math.sqrt(inbound / Math.max(most, FULL_SIZE_LINKS)));
  const placeOf = new Map(pages.map((page, index) => [page, index]));
  const sectionOf = new Map(sections.map(({ name }, index) => [name, index]));
  return {
    radii: Float32Array.from(pages, ({ incoming }) => radius(incoming.length)),
    sections: Uint16Array.from(pages, ({ section }) => sectionOf.get(section)!),
    links: Uint32Array.from(
      pages.flatMap((page, from) => page.outgoing.flatMap((to) => [from, placeOf.get(to)!])),
    ),
  };
}

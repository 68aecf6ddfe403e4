import type { LinkGraph, Page } from "./link-graph.ts";

/** Names of the lists of pages worth a look, as they appear in the address. */
export const listNames = ["most-linked", "orphans"] as const;

export type ListName = (typeof listNames)[number];

/** A list of pages and its description. */
export interface PageList {
  readonly title: string;
  readonly explanation: string;
  readonly pages: readonly Page[];
  /** True if the order is that of the sections, so that they can be told apart. */
  readonly isBySection: boolean;
}

const MOST_LINKED = 20;
/** The page that people start from, whether or not others link to it. */
const START = /^(?:index|readme)$/i;

/** Creates one of the lists. */
export function createPageList({ pages }: LinkGraph, name: ListName): PageList {
  return name === "orphans" ? listOrphans(pages) : listMostLinked(pages);
}

/** Following links never leads to an orphan, whatever the orphan itself links to. */
function listOrphans(pages: readonly Page[]): PageList {
  return {
    title: "Orphan pages",
    explanation: "No other page links to these, so nobody finds them by following links.",
    pages: pages.filter(({ id, incoming }) => incoming.length === 0 && !START.test(id)),
    isBySection: true,
  };
}

function listMostLinked(pages: readonly Page[]): PageList {
  return {
    title: "Most linked pages",
    explanation: `The pages that most other pages link to, up to ${MOST_LINKED}.`,
    pages: pages
      .filter(({ incoming }) => incoming.length > 0)
      .sort((a, b) => b.incoming.length - a.incoming.length)
      .slice(0, MOST_LINKED),
    isBySection: false,
  };
}

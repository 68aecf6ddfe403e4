import type { LinkGraph, Page } from "./link-graph.ts";

/** The lists of pages that are worth a look, as they stand in the address. */
export const listNames = ["most-linked", "orphans"] as const;

export type ListName = (typeof listNames)[number];

/** A list of pages with what it is about. */
export interface PageList {
  readonly title: string;
  readonly explanation: string;
  readonly pages: readonly Page[];
}

const MOST_LINKED = 20;

/** Gives one of the lists. */
export function createPageList({ pages }: LinkGraph, name: ListName): PageList {
  return name === "orphans" ? listOrphans(pages) : listMostLinked(pages);
}

/** A reader who follows links never comes to an orphan, whatever it links to itself. */
function listOrphans(pages: readonly Page[]): PageList {
  return {
    title: "Orphan pages",
    explanation: "No other page links to these, so nobody finds them by following links.",
    pages: pages.filter(({ incoming }) => incoming.length === 0),
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
  };
}

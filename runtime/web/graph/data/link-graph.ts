import type { GraphData, GraphNode } from "./api.ts";

/** A page and the pages it links to or is linked from. */
export interface Page extends GraphNode {
  readonly outgoing: Page[];
  readonly incoming: Page[];
}

/** The pages of one top-level section. */
export interface Section {
  readonly name: string;
  readonly pages: Page[];
}

/** Every page and every link, joined for navigation. */
export interface LinkGraph {
  /** Name of the API. */
  readonly name: string;
  /** In the order of the API. */
  readonly pages: readonly Page[];
  readonly byId: ReadonlyMap<string, Page>;
  /** Sorted by name. */
  readonly sections: readonly Section[];
  readonly linkCount: number;
}

/** Joins the nodes and edges of the API. */
export function createLinkGraph({ graph: { nodes, edges }, meta }: GraphData): LinkGraph {
  const pages = nodes.map((node): Page => ({ ...node, outgoing: [], incoming: [] }));
  const byId = new Map(pages.map((page) => [page.id, page]));
  for (const edge of edges) {
    const from = byId.get(edge.from)!;
    const to = byId.get(edge.to)!;
    from.outgoing.push(to);
    to.incoming.push(from);
  }
  return { name: meta.name, pages, byId, sections: toSections(pages), linkCount: edges.length };
}

function toSections(pages: Page[]): Section[] {
  const groups = Map.groupBy(pages, ({ section }) => section);
  return Array.from(groups, ([name, members]) => ({ name, pages: members })).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
}

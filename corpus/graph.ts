import type { Doc, DocGraph } from "./schema.ts";

/** The link graph of docs, in their order (decision A11). */
export function graphOf(docs: readonly Doc[]): DocGraph {
  return {
    nodes: docs.map(({ id, title, section, slug }) => ({ id, title, section, slug })),
    edges: docs.flatMap(({ id, links }) => links.map((to) => ({ from: id, to }))),
  };
}

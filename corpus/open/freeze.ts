import type { Doc, DocGraph } from "../schema.ts";

export function freezeDoc(doc: Doc): void {
  if (Object.isFrozen(doc)) return;
  const { headings, links, deepLinks, deadLinks } = doc;
  for (const heading of headings) Object.freeze(heading);
  for (const link of deepLinks) Object.freeze(link);
  for (const list of [headings, links, deepLinks, deadLinks]) Object.freeze(list);
  Object.freeze(doc);
}

export function freezeGraph(graph: DocGraph): DocGraph {
  for (const list of [graph.nodes, graph.edges]) {
    for (const item of list) Object.freeze(item);
    Object.freeze(list);
  }
  return Object.freeze(graph);
}

import { createByteWriter } from "./byte-writer.ts";
import type { Doc, DocGraph } from "./schema.ts";

/** Returns the link graph of docs, in their order (DOC-A11). */
export function graphOf(docs: readonly Doc[]): DocGraph {
  return {
    nodes: docs.map(({ id, title, section, slug }) => ({ id, title, section, slug })),
    edges: docs.flatMap(({ id, links }) => links.map((to) => ({ from: id, to }))),
  };
}

/**
 * Tells whether bytes are the graph of docs as JSON.stringify writes it, without building that
 * graph.
 */
export function isGraphOf(docs: readonly Doc[], json: Buffer): boolean {
  const writer = createByteWriter(json.length);
  writer.text('{"nodes":[');
  let comma = "";
  for (const { id, title, section, slug } of docs) {
    writer.text(comma + JSON.stringify({ id, title, section, slug }));
    comma = ",";
  }
  writer.text('],"edges":[');
  comma = "";
  for (const { id, links } of docs) {
    const start = `{"from":${JSON.stringify(id)},"to":`;
    // Written once for each doc, because every write to memory outside the heap takes a call.
    const edges = links.map((to) => `${start}${JSON.stringify(to)}}`).join();
    if (edges === "") continue;
    writer.text(comma + edges);
    comma = ",";
  }
  writer.text("]}");
  return json.equals(writer.finish());
}

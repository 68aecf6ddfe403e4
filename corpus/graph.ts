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
    for (const to of links) {
      writer.text(`${comma}${start}${JSON.stringify(to)}}`);
      comma = ",";
    }
  }
  writer.text("]}");
  return json.equals(writer.finish());
}

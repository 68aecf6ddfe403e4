import { createHash } from "node:crypto";
import { createByteWriter } from "./byte-writer.ts";
import type { Doc, DocGraph } from "./schema.ts";

/** The link graph of docs, in their order (decision A11). */
export function graphOf(docs: readonly Doc[]): DocGraph {
  return {
    nodes: docs.map(({ id, title, section, slug }) => ({ id, title, section, slug })),
    edges: docs.flatMap(({ id, links }) => links.map((to) => ({ from: id, to }))),
  };
}

/** Docs and the hash of their graph, as JSON.stringify writes it. */
export interface HashedGraph {
  readonly docs: readonly Doc[];
  readonly graphHash: string;
}

/**
 * @param before Docs checked before: if they have the same graph, it need not be written.
 * @returns the hash of bytes that are the graph of docs; null if they are not
 */
export function checkGraph(
  docs: readonly Doc[],
  json: Buffer,
  before?: HashedGraph,
): string | null {
  const graphHash = createHash("sha256").update(json).digest("base64");
  const isSame = before !== undefined && graphHash === before.graphHash && hasGraphOf(docs, before);
  return isSame || isGraphOf(docs, json) ? graphHash : null;
}

function hasGraphOf(docs: readonly Doc[], { docs: others }: HashedGraph): boolean {
  return docs.length === others.length && docs.every((doc, place) => isNodeOf(doc, others[place]!));
}

function isNodeOf(doc: Doc, other: Doc): boolean {
  return (
    doc === other ||
    (doc.id === other.id &&
      doc.title === other.title &&
      doc.section === other.section &&
      doc.slug === other.slug &&
      doc.links.length === other.links.length &&
      doc.links.every((to, place) => to === other.links[place]))
  );
}

/** Whether bytes are the graph of docs as JSON.stringify writes it; it is not made for that. */
function isGraphOf(docs: readonly Doc[], json: Buffer): boolean {
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

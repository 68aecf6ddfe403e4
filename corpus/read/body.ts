import { DocgateError } from "../error.ts";
import { parsePart } from "../other-layout.ts";
import type { Doc } from "../schema.ts";

/** The body of each doc as JSON, in UTF-8. */
const JSON_OF = new WeakMap<object, Buffer>();

/** Shared by all docs, so that they all have one shape. */
const LAZY_BODY: PropertyDescriptor = {
  enumerable: true,
  get() {
    const body = parsePart(JSON_OF.get(this)!.toString());
    if (typeof body !== "string")
      throw new DocgateError("corpus-layout", "A body is not a string.");
    return body;
  },
};

/**
 * Makes a doc whose body stays JSON and is decoded each time it is read. Bodies are most of a
 * corpus: as strings, most of them with two bytes per character, they would take most of the memory
 * too.
 *
 * @param doc Its own body is ignored.
 * @param json The body as JSON, in UTF-8.
 */
export function withBody(doc: Doc, json: Buffer): Doc {
  const { id, path, slug, title, description, section, category, headings } = doc;
  const { wordCount, links, deepLinks, deadLinks } = doc;
  const lazy = { id, path, slug, title, description, section, category, headings };
  Object.defineProperty(lazy, "body", LAZY_BODY);
  JSON_OF.set(lazy, json);
  return Object.assign(lazy as Doc, { wordCount, links, deepLinks, deadLinks });
}

/** Points a doc of {@link withBody} to the same body in a copy of its line, and releases the old one. */
export function moveBody(doc: Doc, { from, to }: { readonly from: Buffer; to: Buffer }): Doc {
  const { byteOffset, length } = JSON_OF.get(doc)!;
  const start = byteOffset - from.byteOffset;
  JSON_OF.set(doc, to.subarray(start, start + length));
  return doc;
}

/** Returns the body of a doc as JSON.stringify writes it, in UTF-8. */
export function bodyJson(doc: Doc): Buffer {
  const known = JSON_OF.get(doc);
  if (known) return known;
  const json = Buffer.from(JSON.stringify(doc.body));
  JSON_OF.set(doc, json);
  return json;
}

import { DocgateError } from "../error.ts";
import { parsePart } from "../other-layout.ts";
import { type Doc, docShape } from "../schema.ts";

/** A line of a doc, in bytes. */
interface DocLine {
  json: Buffer;
  /** Where it starts. */
  line: number;
}

interface WrittenBody extends DocLine {
  /** Where the body is in the line, as JSON in UTF-8. */
  readonly offset: number;
  readonly length: number;
}

/** Where the body of each doc is. One object for each doc, which a reload changes in place. */
const BODY_OF = new WeakMap<object, WrittenBody>();

const KEYS = Object.keys(docShape.fields) as (keyof Doc)[];

/** Shared by all docs, so that they all have one shape. */
const LAZY_BODY: PropertyDescriptor = {
  enumerable: true,
  get(this: object) {
    const body = parsePart(bytesOf(BODY_OF.get(this)!).toString());
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
 */
export function withBody(doc: Doc, body: WrittenBody): Doc {
  const lazy: Partial<Record<keyof Doc, unknown>> = {};
  for (const key of KEYS) {
    if (key === "body") Object.defineProperty(lazy, key, LAZY_BODY);
    else lazy[key] = doc[key];
  }
  BODY_OF.set(lazy, body);
  return lazy as Doc;
}

/** Lets a doc of {@link withBody} use a copy of its line, and releases the old one. */
export function moveBody(doc: Doc, { json, line }: DocLine): Doc {
  const body = BODY_OF.get(doc)!;
  body.json = json;
  body.line = line;
  return doc;
}

/** Returns the body of a doc as JSON.stringify writes it, in UTF-8. */
export function bodyJson(doc: Doc): Buffer {
  const written = BODY_OF.get(doc);
  return written ? bytesOf(written) : Buffer.from(JSON.stringify(doc.body));
}

function bytesOf({ json, line, offset, length }: WrittenBody): Buffer {
  const start = line + offset;
  return json.subarray(start, start + length);
}

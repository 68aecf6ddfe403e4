import { DocgateError } from "../error.ts";
import { type Doc, docShape, type Marks, marksShape } from "../schema.ts";
import { parsePart } from "../shape.ts";

/** A line of a doc, in bytes. */
interface DocLine {
  json: Buffer;
  /** Where it starts. */
  line: number;
}

/** Where the body and the marks are in the line, one after the other, as JSON in UTF-8. */
interface WrittenBody extends DocLine {
  readonly body: Part;
  readonly marks: Part;
}

interface Part {
  readonly start: number;
  readonly end: number;
}

/** Where the body of each doc is. One object for each doc, which a reload changes in place. */
const BODY_OF = new WeakMap<object, WrittenBody>();

const KEYS = Object.keys(docShape.fields) as (keyof Doc)[];

/** Shared by all docs, so that they all have one shape. */
const LAZY_BODY: PropertyDescriptor = {
  enumerable: true,
  get(this: object) {
    const body = parsePart(bytesOf(BODY_OF.get(this)!, "body").toString());
    if (typeof body !== "string")
      throw new DocgateError("corpus-layout", "A body is not a string.");
    return body;
  },
};

/** Gives marks that are frozen. */
const LAZY_MARKS: PropertyDescriptor = {
  enumerable: true,
  get(this: object) {
    const marks = parsePart(bytesOf(BODY_OF.get(this)!, "marks").toString());
    if (marksShape.fault(marks) !== null)
      throw new DocgateError("corpus-layout", "The marks of a doc have an unexpected shape.");
    marksShape.freeze(marks);
    return marks as Marks;
  },
};

/**
 * Makes a doc whose body and marks stay JSON and are decoded each time they are read. They are most
 * of a corpus: as strings, most of them with two bytes per character, bodies would take most of the
 * memory too.
 *
 * @param doc Its own body and marks are ignored.
 */
export function withBody(doc: Doc, body: WrittenBody): Doc {
  const lazy: Partial<Record<keyof Doc, unknown>> = {};
  for (const key of KEYS) {
    if (key === "body") Object.defineProperty(lazy, key, LAZY_BODY);
    else if (key === "marks") Object.defineProperty(lazy, key, LAZY_MARKS);
    // An optional key may be absent.
    else if (doc[key] !== undefined) lazy[key] = doc[key];
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
  return written ? bytesOf(written, "body") : Buffer.from(JSON.stringify(doc.body));
}

function bytesOf(written: WrittenBody, part: "body" | "marks"): Buffer {
  const { json, line } = written;
  return json.subarray(line + written[part].start, line + written[part].end);
}

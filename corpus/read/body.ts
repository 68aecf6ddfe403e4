import { DocgateError } from "../error.ts";
import { parsePart } from "../other-layout.ts";
import type { Doc } from "../schema.ts";

/** A line of a doc, in bytes. */
interface DocLine {
  readonly json: Buffer;
  /** Where it starts. */
  readonly line: number;
}

interface WrittenBody extends DocLine {
  /** Where the body is in the line, as JSON in UTF-8. */
  readonly offset: number;
  readonly length: number;
}

/** Lets a class that is derived from it add private fields to an existing object. */
class Existing {
  constructor(object: object) {
    // biome-ignore lint/correctness/noConstructorReturn: fields are added to the object returned
    return object;
  }
}

/** A doc whose private fields say where its body is: to everything else it is plain data. */
class PlacedBody extends Existing {
  #json: Buffer;
  #line: number;
  readonly #offset: number;
  readonly #length: number;

  constructor(doc: object, { json, line, offset, length }: WrittenBody) {
    super(doc);
    this.#json = json;
    this.#line = line;
    this.#offset = offset;
    this.#length = length;
  }

  static isIn(doc: object): doc is PlacedBody {
    return #json in doc;
  }

  static bytesOf(doc: PlacedBody): Buffer {
    const start = doc.#line + doc.#offset;
    return doc.#json.subarray(start, start + doc.#length);
  }

  static move(doc: PlacedBody, { json, line }: DocLine): void {
    doc.#json = json;
    doc.#line = line;
  }
}

/** Shared by all docs, so that they all have one shape. */
const LAZY_BODY: PropertyDescriptor = {
  enumerable: true,
  get(this: PlacedBody) {
    const body = parsePart(PlacedBody.bytesOf(this).toString());
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
  const { id, path, slug, title, description, section, category, headings } = doc;
  const { wordCount, links, deepLinks, deadLinks } = doc;
  const lazy = { id, path, slug, title, description, section, category, headings };
  Object.defineProperty(lazy, "body", LAZY_BODY);
  const whole = Object.assign(lazy as Doc, { wordCount, links, deepLinks, deadLinks });
  new PlacedBody(whole, body);
  return whole;
}

/** Lets a doc of {@link withBody} use a copy of its line, and releases the old one. */
export function moveBody(doc: Doc, line: DocLine): Doc {
  PlacedBody.move(doc as object as PlacedBody, line);
  return doc;
}

/** Returns the body of a doc as JSON.stringify writes it, in UTF-8. */
export function bodyJson(doc: Doc): Buffer {
  return PlacedBody.isIn(doc) ? PlacedBody.bytesOf(doc) : Buffer.from(JSON.stringify(doc.body));
}

import { DocgateError } from "../error.ts";
import { type Doc, docShape } from "../schema.ts";
import { parsePart } from "../shape.ts";
import { moveBody, withBody } from "./body.ts";

/** The docs of a file and the lines that they were read from. */
export interface DocLines {
  readonly docs: Doc[];
  /** All lines; the bodies of the docs are parts of it. */
  readonly json: Buffer;
  /** The line of each doc, without the comma after it. */
  readonly lines: readonly Line[];
}

/** The position of a line, or of a part of one, in the JSON. */
interface Line {
  readonly start: number;
  readonly end: number;
}

const KEYS = Object.keys(docShape.fields);
const BEFORE_PATH = Buffer.from(',"path":');
const BEFORE_BODY = Buffer.from(',"body":');
const BEFORE_MARKS = Buffer.from(',"marks":');
const AFTER_MARKS = Buffer.from(`,"${KEYS[KEYS.indexOf("marks") + 1]}":`);
/** Stands for a body and marks, which are decoded when they are read. */
const EMPTY = '"","marks":{"text":[],"hidden":[],"links":[],"titleEnd":0,"description":null}';
const LINE_FEED = 0x0a;
const COMMA = 0x2c;

/**
 * Reads docs, one per line: each follows a line feed, and a comma if there is a doc before it.
 *
 * @param json Kept in memory.
 * @param before Docs read earlier. A doc whose line is the same is returned again, with the new
 *   line.
 * @throws {DocgateError} `corpus-layout` if they are laid out in any other way
 */
export function readDocLines(json: Buffer, before?: DocLines | null): DocLines {
  const lines = findLines(json);
  const reuse = before ? createReuse(json, before) : () => null;
  return { docs: lines.map((line) => reuse(line) ?? readDoc(json, line)), json, lines };
}

function findLines(json: Buffer): Line[] {
  const lines: Line[] = [];
  for (let at = 0; at < json.length; ) {
    if (json[at] !== LINE_FEED) throw new DocgateError("corpus-layout", "Two docs share one line.");
    const next = json.indexOf(LINE_FEED, at + 1);
    const end = next < 0 ? json.length : next - 1;
    if (next >= 0 && json[end] !== COMMA) {
      throw new DocgateError("corpus-layout", "There is no comma between two docs.");
    }
    lines.push({ start: at + 1, end });
    at = next < 0 ? json.length : next;
  }
  return lines;
}

/** @returns a function that gives the doc read earlier from the same line; null if there is none */
function createReuse(json: Buffer, before: DocLines): (line: Line) => Doc | null {
  const places = new Map(before.docs.map(({ id }, place) => [id, place]));
  /** Most lines follow the one that they followed before, so that one is compared first. */
  let next = 0;

  function reuseNext({ start, end }: Line): Doc | null {
    const known = before.lines[next];
    if (known === undefined || known.end - known.start !== end - start) return null;
    if (json.compare(before.json, known.start, known.end, start, end) !== 0) return null;
    return moveBody(before.docs[next++]!, { json, line: start });
  }

  return (line) => {
    const doc = reuseNext(line);
    if (doc !== null) return doc;
    next = places.get(idOf(json, line)) ?? before.docs.length;
    return reuseNext(line);
  };
}

/** Returns the id of a doc, which no other doc has, from its line. */
function idOf(json: Buffer, line: Line): string {
  const start = json.toString("utf8", line.start, json.indexOf(BEFORE_PATH, line.start));
  return (parsePart(`${start}}`) as Pick<Doc, "id">).id;
}

function readDoc(json: Buffer, line: Line): Doc {
  const { body, marks } = findBody(json, line);
  const before = json.toString("utf8", line.start, body.start);
  const doc = parsePart(before + EMPTY + json.toString("utf8", marks.end, line.end));
  if (docShape.fault(doc) !== null) {
    throw new DocgateError("corpus-layout", "A doc has an unexpected shape.");
  }
  const inLine = ({ start, end }: Line) => ({ start: start - line.start, end: end - line.start });
  return withBody(doc as Doc, {
    json,
    line: line.start,
    body: inLine(body),
    marks: inLine(marks),
  });
}

/** Finds the body and the marks in a line. */
function findBody(json: Buffer, line: Line): { readonly body: Line; readonly marks: Line } {
  const before = json.indexOf(BEFORE_BODY, line.start);
  const between = json.indexOf(BEFORE_MARKS, before);
  const after = json.indexOf(AFTER_MARKS, between);
  if (before < 0 || between < 0 || after < 0 || after > line.end) {
    throw new DocgateError("corpus-layout", "The body of a doc is not where it is expected.");
  }
  return {
    body: { start: before + BEFORE_BODY.length, end: between },
    marks: { start: between + BEFORE_MARKS.length, end: after },
  };
}

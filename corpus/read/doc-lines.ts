import { DocgateError } from "../error.ts";
import { parsePart } from "../other-layout.ts";
import type { Doc } from "../schema.ts";
import { moveBody, withBody } from "./body.ts";
import { isDoc } from "./doc-guard.ts";

/** The docs of a file, and the lines that they were read from. */
export interface DocLines {
  readonly docs: Doc[];
  /** All lines: the bodies of the docs are parts of it. */
  readonly json: Buffer;
  /** That of each doc, without the comma after it. */
  readonly lines: readonly Line[];
}

/** Where a line is in the JSON. */
interface Line {
  readonly start: number;
  readonly end: number;
}

const BEFORE_PATH = Buffer.from(',"path":');
const BEFORE_BODY = Buffer.from(',"body":');
const AFTER_BODY = Buffer.from(',"wordCount":');
const EMPTY_BODY = '""';
const LINE_FEED = 0x0a;
const COMMA = 0x2c;

/**
 * Reads docs, each on a line of its own: after a line feed, and a comma where there is one before.
 *
 * @param json It is kept.
 * @param before Docs read before: those whose line is the same are given again, with the new line.
 * @throws {DocgateError} `corpus-layout` if they are laid out in any other way
 */
export function readDocLines(json: Buffer, before?: DocLines): DocLines {
  const lines = findLines(json);
  const takeOver = before ? createTakeOver(json, before) : () => null;
  return { docs: lines.map((line) => takeOver(line) ?? readDoc(json, line)), json, lines };
}

function findLines(json: Buffer): Line[] {
  const lines: Line[] = [];
  for (let at = 0; at < json.length; ) {
    if (json[at] !== LINE_FEED) throw new DocgateError("corpus-layout", "It has docs in one line.");
    const next = json.indexOf(LINE_FEED, at + 1);
    const end = next < 0 ? json.length : next - 1;
    if (next >= 0 && json[end] !== COMMA) {
      throw new DocgateError("corpus-layout", "It has docs without a comma between them.");
    }
    lines.push({ start: at + 1, end });
    at = next < 0 ? json.length : next;
  }
  return lines;
}

/** @returns Gives the doc that was read before from the same line; null if there is none. */
function createTakeOver(json: Buffer, before: DocLines): (line: Line) => Doc | null {
  const places = new Map(before.lines.map((line, place) => [startOf(before.json, line), place]));
  return (line) => {
    const place = places.get(startOf(json, line));
    if (place === undefined) return null;
    const known = before.lines[place]!;
    const isSame = json
      .subarray(line.start, line.end)
      .equals(before.json.subarray(known.start, known.end));
    return isSame ? moveBody(before.docs[place]!, findBody(json, line).bytes) : null;
  };
}

/** What is before the path of a doc: its id, and no other doc has that. */
function startOf(json: Buffer, { start }: Line): string {
  return json.toString("latin1", start, json.indexOf(BEFORE_PATH, start));
}

function readDoc(json: Buffer, line: Line): Doc {
  const { start, end, bytes } = findBody(json, line);
  const before = json.toString("utf8", line.start, start);
  const doc = parsePart(before + EMPTY_BODY + json.toString("utf8", end, line.end));
  if (!isDoc(doc)) throw new DocgateError("corpus-layout", "It has a doc of another shape.");
  return withBody(doc, bytes);
}

interface Body extends Line {
  readonly bytes: Buffer;
}

/** The body in a line. */
function findBody(json: Buffer, line: Line): Body {
  const before = json.indexOf(BEFORE_BODY, line.start);
  const start = before + BEFORE_BODY.length;
  const end = json.indexOf(AFTER_BODY, start);
  if (before < 0 || end < 0 || end > line.end) {
    throw new DocgateError("corpus-layout", "It has a doc whose body is in another place.");
  }
  return { start, end, bytes: json.subarray(start, end) };
}

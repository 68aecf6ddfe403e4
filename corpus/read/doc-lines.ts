import type { Doc } from "../schema.ts";
import { moveBody, withBody } from "./body.ts";
import { isDoc } from "./doc-guard.ts";

/** The docs of a file, and the lines that they were read from. */
export interface DocLines {
  readonly docs: Doc[];
  /** They hold the bodies too. */
  readonly lines: Buffer;
  /** Of each doc. */
  readonly places: readonly Place[];
}

/** Where a doc is in the lines, and the body in it. */
interface Place {
  readonly start: number;
  readonly body: number;
  readonly bodyEnd: number;
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
 * @param lines They are kept.
 * @param before Docs read before: those that are the same are given again, with the new lines.
 * @throws {TypeError} if they are laid out in any other way
 */
export function readDocLines(lines: Buffer, before?: DocLines): DocLines {
  const findSame = before ? createFinder(lines, before) : () => -1;
  const docs: Doc[] = [];
  const places: Place[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (lines[at] !== LINE_FEED) throw new TypeError("It has docs in one line");
    const start = at + 1;
    const same = findSame(start);
    const place = same < 0 ? findPlace(lines, start) : move(before!.places[same]!, start);
    const body = lines.subarray(place.body, place.bodyEnd);
    if (same < 0) docs.push(withBody(readDoc(lines, place), body));
    else docs.push(moveBody(before!.docs[same]!, body));
    places.push(place);
    at = place.end;
    const isLast = at === lines.length;
    if (!isLast && (lines[at] !== COMMA || at + 1 === lines.length)) {
      throw new TypeError("It has docs without a comma between");
    }
  }
  return { docs, lines, places };
}

/** @returns which of the docs before begins at a place of the new lines; -1 if none does */
function createFinder(lines: Buffer, before: DocLines): (start: number) => number {
  let expected = 0;
  let places: Map<string, number> | undefined;

  function isAt(doc: number, start: number): boolean {
    const place = before.places[doc];
    if (!place) return false;
    const line = before.lines.subarray(place.start, place.end);
    return lines.subarray(start, start + line.length).equals(line);
  }

  return (start) => {
    if (isAt(expected, start)) return expected++;
    places ??= new Map(
      before.places.map((place, doc) => [startOf(before.lines, place.start), doc]),
    );
    const known = places.get(startOf(lines, start));
    if (known === undefined) return -1;
    expected = known + 1;
    return isAt(known, start) ? known : -1;
  };
}

/** What is before the path of a doc: its id, and no other doc has that. */
function startOf(lines: Buffer, start: number): string {
  return lines.toString("latin1", start, lines.indexOf(BEFORE_PATH, start));
}

function move({ start, body, bodyEnd, end }: Place, to: number): Place {
  const by = to - start;
  return { start: to, body: body + by, bodyEnd: bodyEnd + by, end: end + by };
}

function findPlace(lines: Buffer, start: number): Place {
  const body = find(lines, BEFORE_BODY, start) + BEFORE_BODY.length;
  const bodyEnd = find(lines, AFTER_BODY, body);
  const next = lines.indexOf(LINE_FEED, bodyEnd);
  return { start, body, bodyEnd, end: next < 0 ? lines.length : next - 1 };
}

function find(lines: Buffer, text: Buffer, from: number): number {
  const at = lines.indexOf(text, from);
  if (at < 0) throw new TypeError(`It has no ${text}`);
  return at;
}

/** @returns the doc without its body */
function readDoc(lines: Buffer, { start, body, bodyEnd, end }: Place): Doc {
  const before = lines.toString("utf8", start, body);
  const doc: unknown = JSON.parse(before + EMPTY_BODY + lines.toString("utf8", bodyEnd, end));
  if (!isDoc(doc)) throw new TypeError("It has a doc of another shape");
  return doc;
}

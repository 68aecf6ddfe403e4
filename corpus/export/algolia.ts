import { DocgateError } from "../error.ts";
import type { PlaceRecord } from "./records.ts";

/** Algolia refuses a larger record in its smallest plans. */
const MAX_RECORD_BYTES = 10_000;
/** Titles and headings that are longer than this are cut. */
const MAX_NAME_LENGTH = 300;
const MAX_BREADCRUMBS = 5;
/** Bytes around a text in JSON. */
const QUOTES = 2;

/**
 * Writes places for Algolia. The text of a long place is split into records of at most 10 000 bytes
 * with the same `place`, numbered by `part`.
 */
export function* algoliaLines(records: Iterable<PlaceRecord>): Generator<string> {
  for (const { id, text, title, heading, breadcrumbs, ...record } of records) {
    const names = {
      title: clip(title),
      heading: heading === null ? null : clip(heading),
      breadcrumbs: breadcrumbs.slice(0, MAX_BREADCRUMBS).map(clip),
    };
    let part = 0;
    for (let rest: string | null = text; rest !== null; ) {
      const objectID: string = part === 0 ? id : `${id}~part${part + 1}`;
      const others = { objectID, place: id, part: ++part, ...record, ...names };
      const room: number = MAX_RECORD_BYTES - jsonBytes({ ...others, text: "" });
      const taken: string = takeText(rest, room);
      if (taken === "" && rest !== "") throw tooLong(id);
      yield JSON.stringify({ ...others, text: taken.trimEnd() });
      rest = taken.length < rest.length ? rest.slice(taken.length) : null;
    }
  }
}

/** Returns the beginning of a text that fits, up to a space if it has one. */
function takeText(text: string, room: number): string {
  if (jsonBytes(text) - QUOTES <= room) return text;
  let length = 0;
  let bytes = 0;
  for (const character of text) {
    bytes += jsonBytes(character) - QUOTES;
    if (bytes > room) break;
    length += character.length;
  }
  const space = text.lastIndexOf(" ", length - 1);
  return text.slice(0, space > length / 2 ? space + 1 : length);
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function clip(text: string): string {
  if (text.length <= MAX_NAME_LENGTH) return text;
  return `${text.slice(0, MAX_NAME_LENGTH - 1).toWellFormed()}…`;
}

function tooLong(id: string): DocgateError {
  return new DocgateError(
    "invalid-argument",
    `The id, the address and the fields of "${id}" do not fit in a record of Algolia, which has at most ${MAX_RECORD_BYTES} bytes.`,
  );
}

import { DocgateError } from "../../../error.ts";
import { parsePart } from "../../../shape.ts";
import type { WrittenWords } from "./place-index.ts";

/** The text around the postings. JSON escapes none of it, so they can be cut out without parsing. */
const BEFORE_POSTINGS = ',"postings":"';
const END = '"}';

/** Returns the JSON of an index, in UTF-8. */
export function wordsToJson({ units, terms, postings }: WrittenWords): Buffer {
  const head = JSON.stringify({ units, terms }).slice(0, -1);
  const text = typeof postings === "string" ? Buffer.from(postings, "latin1") : postings;
  return Buffer.concat([Buffer.from(head + BEFORE_POSTINGS), text, Buffer.from(END)]);
}

/**
 * Reads what {@link wordsToJson} has written, without copying the postings.
 *
 * @throws {DocgateError} `corpus-layout` if it is laid out in any other way
 */
export function partWords(json: Buffer): WrittenWords {
  const start = json.lastIndexOf(BEFORE_POSTINGS);
  const from = start + BEFORE_POSTINGS.length;
  const to = json.length - END.length;
  if (start < 0 || from > to || json.toString("latin1", to) !== END) fail();
  const head = parsePart(`${json.toString("utf8", 0, start)}}`) as Partial<WrittenWords>;
  const { units, terms, ...others } = head;
  const isHead = typeof units === "string" && typeof terms === "string";
  if (!isHead || Object.keys(others).length > 0) fail();
  return { units, terms, postings: json.subarray(from, to) };
}

function fail(): never {
  throw new DocgateError("corpus-layout", "Its search index is not where it is expected.");
}

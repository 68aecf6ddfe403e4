import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { encodeUtf8 } from "../bytes.ts";
import type { Doc, Heading } from "../schema.ts";
import { placeReader, placesOf } from "../search/words/places.ts";

/** A heading with the hash of its section. */
export interface HashedHeading extends Heading {
  readonly hash: string;
}

/** The hashes of pages that were asked for; a reload keeps unchanged pages. */
const known = new WeakMap<Doc, ReadonlyMap<number, string>>();

/**
 * Hashes the sections of a page: a heading with the text up to the next one, or the text before the
 * first. A hash is the SHA-256 of the heading, a line feed, and the visible text on one line.
 *
 * @returns the hashes in hexadecimal, by the position of the heading; -1 for the text before the first
 */
export function sectionHashesOf(doc: Doc): ReadonlyMap<number, string> {
  const hashes = known.get(doc) ?? hashSections(doc);
  known.set(doc, hashes);
  return hashes;
}

function hashSections(doc: Doc): ReadonlyMap<number, string> {
  const textOf = placeReader(doc);
  return new Map(
    placesOf(doc).map((at) => {
      const text = `${doc.headings[at]?.text ?? ""}\n${textOf(at)}`;
      return [at, bytesToHex(sha256(encodeUtf8(text)))];
    }),
  );
}

/** Returns the headings of a page, each with the hash of its section. */
export function hashedHeadings(doc: Doc): HashedHeading[] {
  const hashes = sectionHashesOf(doc);
  return doc.headings.map((heading, at) => ({ ...heading, hash: hashes.get(at)! }));
}

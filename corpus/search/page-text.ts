import type { Doc } from "../schema.ts";
import { foldCase } from "../text/fold.ts";
import { type ByteText, SEPARATOR, toByteText } from "./byte-text.ts";
import { PIECE_BYTES, type Pieces, sequencesOf } from "./sequences.ts";

export type SearchedDoc = Pick<Doc, "title" | "headings" | "description" | "body">;

/** The searched texts of a page, in the order in which their matches rank (DOC-B4). */
export const FIELDS = ["title", "headings", "description", "body"] as const;
export type Field = (typeof FIELDS)[number];

/** A text to find. */
export interface Needle {
  readonly text: ByteText;
  readonly sequences: Uint16Array;
}

export function needleOf(query: string): Needle {
  const text = fold(query);
  return { text, sequences: sequencesOf(text) };
}

/** A needle and the pieces of a page in which it may begin. */
export interface PageNeedle {
  readonly needle: Needle;
  readonly pieces: Pieces;
}

/** The texts of a page as they are compared (DOC-B1). */
export class PageText {
  /** Title, headings, description and body, each with a separator after it. */
  readonly text: ByteText;
  /** Where the texts after the title begin. */
  readonly #headingsAt: number;
  readonly #descriptionAt: number;
  readonly #bodyAt: number;

  constructor({ title, headings, description, body }: SearchedDoc) {
    const toHeadings = fold(title) + SEPARATOR;
    const toDescription = toHeadings + headings.map(({ text }) => fold(text) + SEPARATOR).join("");
    const toBody = toDescription + fold(description ?? "") + SEPARATOR;
    this.#headingsAt = toHeadings.length;
    this.#descriptionAt = toDescription.length;
    this.#bodyAt = toBody.length;
    this.text = toBody + fold(body) + SEPARATOR;
  }

  /** Tells whether the page's title, description or body contains a needle. */
  has(sought: PageNeedle): boolean {
    return this.fieldBeforeBody(sought) !== "body" || this.bodyHas(sought);
  }

  bodyHas(sought: PageNeedle): boolean {
    return this.#find(sought, this.#bodyAt, this.text.length) >= 0;
  }

  /**
   * Returns the first field that has a needle; the body, which may have it or not, if no other does. A
   * heading alone is not a match: the needle must be in the description or the body too.
   */
  fieldBeforeBody(sought: PageNeedle): Field {
    const at = this.#find(sought, 0, this.#bodyAt);
    if (at < 0) return "body";
    if (at < this.#headingsAt) return "title";
    if (at >= this.#descriptionAt) return "description";
    const isMatch = this.#find(sought, this.#descriptionAt, this.text.length) >= 0;
    return isMatch ? "headings" : "body";
  }

  /** Returns where a needle first begins within a range; -1 if it does not. */
  #find({ needle: { text }, pieces }: PageNeedle, from: number, to: number): number {
    for (let start = from; start < to; ) {
      const piece = Math.floor(start / PIECE_BYTES);
      const end = Math.min(to, (piece + 1) * PIECE_BYTES);
      if ((pieces & (1 << piece)) !== 0) {
        const at = this.text.slice(start, end + text.length - 1).indexOf(text);
        if (at >= 0) return start + at;
      }
      start = end;
    }
    return -1;
  }
}

/** A corpus that is loaded again keeps the docs that have not changed. */
const known = new WeakMap<SearchedDoc, PageText>();

export function textOf(doc: SearchedDoc): PageText {
  const text = known.get(doc) ?? new PageText(doc);
  known.set(doc, text);
  return text;
}

function fold(text: string): ByteText {
  return toByteText(foldCase(text));
}

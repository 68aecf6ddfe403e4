import type { Doc } from "../schema.ts";
import { foldCase } from "../text/fold.ts";
import { type ByteText, SEPARATOR, toByteText } from "./byte-text.ts";
import { nextIn, PIECE_BYTES, type Pieces, SequenceFilter, sequencesOf } from "./sequences.ts";

export type SearchedDoc = Pick<Doc, "title" | "headings" | "description" | "body">;

/** The searched texts of a page, in the order in which their matches rank (DOC-B4). */
export const FIELDS = ["title", "headings", "description", "body"] as const;
export type Field = (typeof FIELDS)[number];

/**
 * A group ends with the page that brings it to this size. A reload makes the groups of changed pages
 * again, in 30 ms each; with groups of half the size, a search takes a tenth longer.
 */
const GROUP_BYTES = 2 ** 21;

/** A text to find. */
export interface Needle {
  readonly text: ByteText;
  readonly sequences: Uint16Array;
}

export function needleOf(query: string): Needle {
  const text = fold(query);
  return { text, sequences: sequencesOf(text) };
}

/** A needle and the pieces of a group in which it may begin. */
export interface GroupNeedle {
  readonly needle: Needle;
  readonly pieces: Pieces;
}

export interface FieldNeedle extends GroupNeedle {
  readonly field: Field;
}

/**
 * Consecutive pages whose folded texts (DOC-B1) are one string: the titles of all, then the headings of
 * all, their descriptions, and their bodies. So the few pieces with titles are searched first, and
 * nothing else if they are enough.
 */
export class PageGroup {
  readonly docs: readonly SearchedDoc[];
  readonly #text: ByteText;
  /** Where the first field of each page begins, then the next field of each, and the end. */
  readonly #starts: Int32Array;
  readonly #filter: SequenceFilter;

  /** @param fields The texts of each field, in the order of {@link FIELDS}. */
  constructor(docs: readonly SearchedDoc[], fields: readonly (readonly ByteText[])[]) {
    const texts = fields.flat();
    this.docs = docs;
    this.#starts = new Int32Array(texts.length + 1);
    for (const [at, { length }] of texts.entries()) {
      this.#starts[at + 1] = this.#starts[at]! + length + SEPARATOR.length;
    }
    this.#text = texts.join(SEPARATOR) + SEPARATOR;
    this.#filter = new SequenceFilter(this.#text);
  }

  /** Returns the pieces in which a needle may begin; null if there are none. */
  piecesWith({ sequences }: Needle): Pieces | null {
    return this.#filter.piecesWith(sequences);
  }

  /**
   * Visits the pages that have a needle in a field, or that may have it in their body. A heading alone
   * is not a match: the needle must be in the description or the body too.
   */
  eachWith({ field, ...sought }: FieldNeedle, visit: (page: number) => void): void {
    const starts = this.#starts;
    const first = this.#textOf(0, field);
    const to = starts[first + this.docs.length]!;
    for (let text = first; ; text++) {
      const from = starts[text]!;
      const at = field === "body" ? nextIn(sought.pieces, from, to) : this.#find(sought, from, to);
      if (at === to) return;
      while (starts[text + 1]! <= at) text++;
      const has = (other: Field) => this.has(text - first, { ...sought, field: other });
      if (field !== "headings" || has("description") || has("body")) visit(text - first);
    }
  }

  /** Tells whether a page has a needle in a field. */
  has(page: number, { field, ...sought }: FieldNeedle): boolean {
    const text = this.#textOf(page, field);
    const to = this.#starts[text + 1]!;
    return this.#find(sought, this.#starts[text]!, to) < to;
  }

  lengthOf(page: number, field: Field): number {
    const text = this.#textOf(page, field);
    return this.#starts[text + 1]! - this.#starts[text]!;
  }

  #textOf(page: number, field: Field): number {
    return FIELDS.indexOf(field) * this.docs.length + page;
  }

  /** Returns where a needle first begins within a range; the end if it does not. */
  #find({ needle: { text }, pieces }: GroupNeedle, from: number, to: number): number {
    for (let start = nextIn(pieces, from, to); start < to; ) {
      const end = start - (start % PIECE_BYTES) + PIECE_BYTES;
      const at = this.#text.slice(start, Math.min(to, end + text.length - 1)).indexOf(text);
      if (at >= 0) return start + at;
      start = nextIn(pieces, end, to);
    }
    return to;
  }
}

/** By the first doc of each group. A corpus that is loaded again has most of the same docs. */
const known = new WeakMap<SearchedDoc, PageGroup>();

/** Divides pages into groups; those of the same docs as before are used again. */
export function groupPages(docs: readonly SearchedDoc[]): readonly PageGroup[] {
  const groups: PageGroup[] = [];
  for (let at = 0; at < docs.length; at += groups.at(-1)!.docs.length) {
    const group = knownAt(docs, at) ?? makeGroup(docs, at);
    known.set(docs[at]!, group);
    groups.push(group);
  }
  return groups;
}

function knownAt(docs: readonly SearchedDoc[], at: number): PageGroup | undefined {
  const group = known.get(docs[at]!);
  return group?.docs.every((doc, place) => doc === docs[at + place]) ? group : undefined;
}

/** Makes a group that ends where it is long enough, or where a known one begins. */
function makeGroup(docs: readonly SearchedDoc[], from: number): PageGroup {
  const fields: ByteText[][] = FIELDS.map(() => []);
  let to = from;
  for (let bytes = 0; to < docs.length && bytes < GROUP_BYTES; to++) {
    if (to > from && knownAt(docs, to)) break;
    const { title, headings, description, body } = docs[to]!;
    const titles = headings.map(({ text }) => fold(text)).join(SEPARATOR);
    for (const [at, text] of [fold(title), titles, fold(description ?? ""), fold(body)].entries()) {
      fields[at]!.push(text);
      bytes += text.length;
    }
    known.delete(docs[to]!);
  }
  return new PageGroup(docs.slice(from, to), fields);
}

function fold(text: string): ByteText {
  return toByteText(foldCase(text));
}

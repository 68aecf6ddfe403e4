import type { Doc } from "./schema.ts";
import { toNfc } from "./text/fold.ts";
import { lowerBound } from "./text/order.ts";

/** A part of a text, as offsets in UTF-16 units. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A change of a text. */
export interface Edit extends Range {
  readonly text: string;
}

/**
 * Returns the text of a page that its marks and headings are about: its body, in which the syntax of
 * its site is Markdown, and what it includes stands in its place.
 */
export function pageTextOf({ body, edits }: Pick<Doc, "body" | "edits">): string {
  return edits.length === 0 ? body : applyEdits(body, changesIn(edits));
}

/** A piece of what readers see: a range of the page text, or a text that stands at a place of it. */
export interface VisiblePiece extends Range {
  readonly text?: string;
}

/** A page text and its marks. */
export interface MarkedText {
  readonly text: string;
  readonly marks: Pick<Doc["marks"], "text">;
}

/** Reads what readers see of a page, prepared once for all its parts. */
export class VisibleText {
  readonly #text: string;
  /** In order: taken from the page text, or put there. */
  readonly #pieces: readonly VisiblePiece[];

  constructor({ text, marks }: MarkedText) {
    this.#text = text;
    this.#pieces = visiblePieces(marks.text);
  }

  /**
   * Returns what readers see of a range of the page text, without the headings of the outline, on one
   * line and in NFC.
   */
  read({ start, end }: Range): string {
    const pieces = this.#pieces;
    const first = lowerBound({ from: 0, to: pieces.length }, (at) => pieces[at]!.start < start);
    let text = "";
    for (let at = first; at < pieces.length && pieces[at]!.start < end; at++) {
      const piece = pieces[at]!;
      text += piece.text ?? this.#text.slice(piece.start, piece.end);
    }
    return toNfc(text.replace(/[^\S ]\s*| \s+/g, " ").trim());
  }
}

/**
 * Reads a list of marks: pairs of numbers, how much to skip and how much to take, and texts, each in
 * the place that the numbers before it have reached.
 */
export function visiblePieces(marks: Doc["marks"]["text"]): VisiblePiece[] {
  const pieces: VisiblePiece[] = [];
  let at = 0;
  for (let next = 0; next < marks.length; next++) {
    const mark = marks[next]!;
    if (typeof mark === "string") {
      pieces.push({ start: at, end: at, text: mark });
      continue;
    }
    const start = at + mark;
    at = start + (marks[++next] as number);
    if (at > start) pieces.push({ start, end: at });
  }
  return pieces;
}

type AgentMarks = Pick<Doc["marks"], "hidden" | "links">;

/**
 * Returns the changes by which agents read a text: they are not given what is hidden, and links have
 * other addresses.
 *
 * @param addressOf Returns the address for the target of a link.
 * @returns the changes, in order and apart from each other
 */
export function editsOf(
  { hidden, links }: AgentMarks,
  addressOf: (target: Doc["marks"]["links"][number][2]) => string,
): readonly Edit[] {
  const edits: Edit[] = [];
  let end = 0;
  for (const [skip, length, target, label] of links) {
    const start = end + skip;
    end = start + length;
    const address = addressOf(target);
    edits.push({ start, end, text: label === undefined ? address : `[${label}](${address})` });
  }
  // The parts of a large page would be too many as arguments of `push`.
  for (const edit of changesIn(hidden)) edits.push(edit);
  edits.sort((left, right) => left.start - right.start);
  // Characters within an address are replaced with it.
  end = 0;
  return edits.filter((edit) => {
    const isApart = edit.start >= end;
    if (isApart) end = edit.end;
    return isApart;
  });
}

/** Reads changes: pairs of numbers, and a text that stands instead of the pair before it. */
function changesIn(marks: Doc["edits"]): Edit[] {
  const edits: Edit[] = [];
  let at = 0;
  for (let next = 0; next < marks.length; next++) {
    const mark = marks[next]!;
    if (typeof mark === "string") edits.push({ ...edits.pop()!, text: mark });
    else {
      const start = at + mark;
      at = start + (marks[++next] as number);
      edits.push({ start, end: at, text: "" });
    }
  }
  return edits.filter(({ start, end, text }) => end > start || text !== "");
}

/** Changes a part of a text. What is put at its start belongs to it, at its end only if the text ends. */
export function applyEdits(
  text: string,
  edits: readonly Edit[],
  { start, end }: Range = { start: 0, end: text.length },
): string {
  const pieces: string[] = [];
  let done = start;
  const first = lowerBound({ from: 0, to: edits.length }, (at) => {
    return edits[at]!.end <= start && edits[at]!.start < start;
  });
  const last = end === text.length ? end + 1 : end;
  for (let at = first; at < edits.length && edits[at]!.start < last; at++) {
    const edit = edits[at]!;
    if (edit.start >= start) pieces.push(text.slice(done, edit.start), edit.text);
    done = Math.min(edit.end, end);
  }
  pieces.push(text.slice(done, end));
  return pieces.join("");
}

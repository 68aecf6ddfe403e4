import { lowerBound } from "../lower-bound.ts";
import type { Range } from "./blocks.ts";
import { findHidden, type Markup } from "./find-markup.ts";

/** A change of a text. */
export interface Edit extends Range {
  readonly text: string;
}

const FENCE_AFTER = /[ \t]*(?=```|~~~)/y;
/** Marks of quotes and lists, which may stand before a fence. */
const MARKS = /^(?:[ \t>]|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))*$/;

/**
 * Returns the changes that leave out what readers do not see, and others outside of it.
 *
 * @param others In order and apart from each other.
 * @returns the changes, in order and apart from each other
 */
export function editsOf(
  source: string,
  { hidden, others = [] }: Pick<Markup, "hidden"> & { readonly others?: readonly Edit[] },
): readonly Edit[] {
  const edits: Edit[] = [];
  const all = [...hidden, ...others].sort((left, right) => left.start - right.start);
  for (const one of all) {
    const last = edits.at(-1);
    const isApart = last === undefined || one.start >= last.end;
    if ("text" in one) {
      if (isApart) edits.push(one);
    } else if (isApart || one.end > last.end) {
      // A hidden part may begin within another one, and end after it.
      const start = isApart ? one.start : edits.pop()!.start;
      edits.push(removal(source, { start, end: one.end }, edits));
    }
  }
  return edits;
}

/** Removes a range; what follows at the start of a line stays text, even if it opens a fence. */
function removal(source: string, { start, end }: Range, before: readonly Edit[]): Edit {
  FENCE_AFTER.lastIndex = end;
  const fence = FENCE_AFTER.exec(source);
  if (!fence) return { start, end, text: "" };
  return isFirstInLine(source, start, before)
    ? { start, end: end + fence[0].length, text: "\\" }
    : { start, end, text: "" };
}

/** Returns true if nothing but marks of quotes and lists is left before an offset in its line. */
function isFirstInLine(source: string, offset: number, before: readonly Edit[]): boolean {
  let marks = "";
  let edit = before.length - 1;
  for (let at = offset; ; ) {
    const character = source[at - 1];
    if (before[edit]?.end === at && before[edit]!.text === "") at = before[edit--]!.start;
    else if (character === undefined || /[\r\n]/.test(character)) return MARKS.test(marks);
    else if (/[ \t>*+\-\d.)]/.test(character)) {
      marks = character + marks;
      at--;
    } else return false;
  }
}

/** Changes a part of a text. */
export function applyEdits(
  text: string,
  edits: readonly Edit[],
  { start, end }: Range = { start: 0, end: text.length },
): string {
  const pieces: string[] = [];
  let done = start;
  const first = lowerBound({ from: 0, to: edits.length }, (at) => edits[at]!.end <= start);
  for (let at = first; at < edits.length && edits[at]!.start < end; at++) {
    const edit = edits[at]!;
    if (edit.start >= start) pieces.push(text.slice(done, edit.start), edit.text);
    done = Math.min(edit.end, end);
  }
  pieces.push(text.slice(done, end));
  return pieces.join("");
}

/** Returns the changes that leave out of a page what readers do not see. */
export function hidingEdits(markdown: string): readonly Edit[] {
  return editsOf(markdown, { hidden: findHidden(markdown) });
}

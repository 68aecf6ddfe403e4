import { lowerBound } from "../lower-bound.ts";
import type { Range } from "./blocks.ts";
import { findHidden, type Markup } from "./find-markup.ts";

/** A change of a text. */
export interface Edit extends Range {
  readonly text: string;
}

const FENCE_AFTER = /[ \t]*(?=```|~~~)/y;
/** What may stand before a fence: marks of quotes and lists. */
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
  for (const edit of all) {
    const last = edits.at(-1);
    if (last === undefined || edit.start >= last.end) {
      edits.push("text" in edit ? edit : removal(source, edit, edits));
    } else if (edit.end > last.end && !("text" in edit)) {
      edits[edits.length - 1] = removal(
        source,
        { start: last.start, end: edit.end },
        edits.slice(0, -1),
      );
    }
  }
  return edits;
}

/** Removes a range; what follows at the start of a line stays text, even if it opens a fence. */
function removal(source: string, { start, end }: Range, before: readonly Edit[]): Edit {
  FENCE_AFTER.lastIndex = end;
  const fence = FENCE_AFTER.exec(source);
  if (!fence) return { start, end, text: "" };
  const lineStart =
    Math.max(source.lastIndexOf("\n", start - 1), source.lastIndexOf("\r", start - 1)) + 1;
  const line = applyEdits(source, before, { start: lineStart, end: start });
  return MARKS.test(line)
    ? { start, end: end + fence[0].length, text: "\\" }
    : { start, end, text: "" };
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

import type { Edit } from "../../../corpus/marks.ts";
import type { Doc } from "../../../corpus/schema.ts";
import { lowerBound } from "../../../corpus/text/order.ts";

/** A change of a text, and what it took away. */
export interface ChangedPart extends Edit {
  readonly removed: string;
}

/** Reads changes as a corpus has them: see `edits` in `corpus/schema.ts`. */
export function changedParts(marks: Doc["edits"], text: string): ChangedPart[] {
  const parts: ChangedPart[] = [];
  let at = 0;
  for (let next = 0; next < marks.length; next++) {
    const mark = marks[next]!;
    if (typeof mark === "string") parts.push({ ...parts.pop()!, text: mark });
    else {
      const start = at + mark;
      at = start + (marks[++next] as number);
      parts.push({ start, end: at, text: "", removed: text.slice(start, at) });
    }
  }
  return parts;
}

/** Tells where places of a text are after changes, which are in order and apart. */
export class OffsetMap {
  readonly #edits: readonly Edit[];
  /** How much longer the text is after each edit. */
  readonly #growth: readonly number[];

  constructor(edits: readonly Edit[]) {
    let sum = 0;
    this.#edits = edits;
    this.#growth = edits.map(({ start, end, text }) => (sum += text.length - (end - start)));
  }

  /** A place at the start of a change is before its text; within it, behind it. */
  of(offset: number): number {
    const edits = this.#edits;
    const count = lowerBound({ from: 0, to: edits.length }, (at) => edits[at]!.start < offset);
    const last = edits[count - 1];
    if (last === undefined) return offset;
    return Math.max(offset, last.end) + this.#growth[count - 1]!;
  }
}

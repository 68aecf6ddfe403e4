import type { Edit } from "../../../corpus/marks.ts";

/** Collects edits of a text; those that meet become one. */
export class EditList {
  readonly #edits: Edit[] = [];

  add(edit: Edit): void {
    if (edit.end > edit.start || edit.text !== "") this.#edits.push(edit);
  }

  /** Returns the edits in order and apart from each other. */
  joined(): Edit[] {
    const edits: Edit[] = [];
    const sorted = this.#edits.toSorted((left, right) => left.start - right.start);
    for (const edit of sorted) {
      const last = edits.at(-1);
      if (last === undefined || edit.start > last.end) edits.push(edit);
      else {
        const end = Math.max(last.end, edit.end);
        edits[edits.length - 1] = { start: last.start, end, text: last.text + edit.text };
      }
    }
    return edits;
  }
}

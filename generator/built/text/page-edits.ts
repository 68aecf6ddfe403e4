import type { Edit } from "../../../corpus/marks.ts";
import { EditList } from "./edit-list.ts";
import type { PageMarkup } from "./page-markup.ts";
import type { SiteMarkup } from "./site-markup.ts";

/** The most that is put into a page, in UTF-16 units. */
const MAX_INSERTED = 4 * 1024 * 1024;

/** Collects the edits of a page, and which markup they take the place of. */
export class PageEdits {
  readonly #edits = new EditList();
  readonly #markup: PageMarkup;
  readonly #replaced = new Set<SiteMarkup>();
  #inserted = 0;

  constructor(markup: PageMarkup) {
    this.#markup = markup;
  }

  /** Takes out a part of the page. */
  take(edit: Edit): void {
    this.#edits.add(edit);
  }

  /** Puts a text into the page, unless that is too much. */
  put(edit: Edit): void {
    this.#inserted += edit.text.length;
    if (this.#inserted > MAX_INSERTED) return;
    this.#edits.add(edit);
    if (edit.text.trim() === "") return;
    this.#markup.firstIn(edit, (markup) => {
      this.#replaced.add(markup);
      return false;
    });
  }

  /** Says that a text stands in the place of markup. */
  replace(markup: SiteMarkup): void {
    this.#replaced.add(markup);
  }

  isReplaced(markup: SiteMarkup): boolean {
    return this.#replaced.has(markup);
  }

  /** Returns the edits in order and apart from each other. */
  joined(): Edit[] {
    return this.#edits.joined();
  }
}

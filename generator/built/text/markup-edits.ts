import type { Range } from "../../../corpus/marks.ts";
import type { EditedPage } from "./edited-page.ts";
import type { SiteMarkup } from "./site-markup.ts";

/** Blocks in blocks beyond this indentation stay as they are. */
const MAX_INDENT = 16;
/** How far the ends of a link are looked for. */
const MAX_LINK = 500;
const DESTINATION_START = /\]\([^()\r\n]*$/;
const DEFINITION_START = /(?:^|[\r\n])[ \t]*\[[^\]\r\n]*\]:[^\r\n]*$/;
/** An item that has nothing left but marks. */
const EMPTY_ITEM = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]*[[\]()*_~\s]*$/;
const LINK_END = /^\]\([^()\s]*\)/;

/** Takes markup out of a page, with what would be left of it. */
export class MarkupEdits {
  readonly #page: EditedPage;

  constructor(page: EditedPage) {
    this.#page = page;
  }

  take(markup: SiteMarkup): void {
    if (this.#page.markup.isHidden(markup)) return;
    const { start, end, title, isBlock, isIndenting } = markup;
    if (isIndenting) this.#unindent(markup);
    const line = this.#page.lines.at(start);
    if (this.#isEmptyItem(line)) {
      this.#page.edits.take({ ...line, text: "" });
      return;
    }
    const { source } = this.#page.visible;
    const before = source.slice(Math.max(0, start - MAX_LINK), start);
    if (DESTINATION_START.test(before)) {
      this.#takeLink(markup);
      return;
    }
    if (DEFINITION_START.test(before)) return;
    if (title !== null) {
      const isAfterText =
        line.start > 0 && !this.#page.lines.isBlank(this.#page.lines.at(line.start - 1));
      const isBeforeText = !this.#page.lines.isBlank(this.#page.lines.at(line.end));
      this.#page.edits.take({ start, end: title.start, text: isAfterText ? "\n" : "" });
      this.#page.edits.take({ start: title.end, end, text: isBeforeText ? "\n" : "" });
    } else if (isBlock) {
      this.#page.edits.take({ ...this.linesOf({ start, end }), text: "" });
    } else {
      const isReplaced = this.#page.edits.isReplaced(markup);
      const range = { start, end };
      this.#page.edits.take({ ...(isReplaced ? range : withMarks(range, source)), text: "" });
    }
  }

  /** Tells whether a line is an item that a template fills: nothing of it was found on the built page. */
  #isEmptyItem(line: Range): boolean {
    if (line.end - line.start > MAX_LINK) return false;
    const { source } = this.#page.visible;
    let [rest, at, isKept] = ["", line.start, false];
    this.#page.markup.firstIn(line, (markup) => {
      isKept ||= markup.title !== null || this.#page.edits.isReplaced(markup);
      rest += source.slice(at, markup.start);
      at = markup.end;
      return false;
    });
    return !isKept && EMPTY_ITEM.test(rest + source.slice(at, line.end));
  }

  /** Takes out the marks of a link with markup in its address, which no Markdown reads as one. */
  #takeLink(markup: SiteMarkup): void {
    const { source } = this.#page.visible;
    const after = source.slice(markup.end, markup.end + MAX_LINK);
    const end = /^[^()\r\n]*\)/.exec(after)?.[0].length;
    const middle = source.lastIndexOf("](", markup.start);
    const from = source.slice(Math.max(0, middle - MAX_LINK), middle);
    const start = /\[(?=[^[\]]*$)/.exec(from)?.index;
    if (end === undefined || start === undefined) return;
    const open = middle - from.length + start;
    this.#page.edits.take({ start: open, end: open + 1, text: "" });
    this.#page.edits.take({ start: middle, end: markup.end + end, text: "" });
  }

  /** Takes out the indentation of what belongs to markup, which Markdown would read as code. */
  #unindent({ start, end }: SiteMarkup): void {
    const { source } = this.#page.visible;
    const own = start - this.#page.lines.at(start).start;
    if (own > MAX_INDENT) return;
    for (let line = this.#page.lines.at(end); line.end > line.start && line.end < source.length; ) {
      line = this.#page.lines.at(line.end);
      const content = this.#page.lines.content(line);
      if (content.trim() === "") continue;
      const indent = content.length - content.trimStart().length;
      if (indent < own + 4) return;
      this.#page.edits.take({ start: line.start + own, end: line.start + own + 4, text: "" });
    }
  }

  /** Returns the lines of markup; if it stays, where they end. */
  freeLines(markup: SiteMarkup): Range {
    const { start, end } = this.linesOf(markup);
    return this.#page.markup.isHidden(markup) ? { start: end, end } : { start, end };
  }

  /** Returns the lines that a range is in. */
  linesOf({ start, end }: Range): Range {
    return { start: this.#page.lines.at(start).start, end: this.#page.lines.at(end - 1).end };
  }
}

/** Extends a range to the marks around it, and a blank, which would be left without anything. */
export function withMarks({ start, end }: Range, source: string): Range {
  let [from, to] = [start, end];
  while (from > 0 && /[*_~]/.test(source[from - 1]!) && source[from - 1] === source[to]) {
    from--;
    to++;
  }
  const link = source[from - 1] === "[" ? LINK_END.exec(source.slice(to, to + 1000)) : null;
  if (link !== null) [from, to] = [from - 1, to + link[0].length];
  if (source[from - 1] === " " && source[to] === " ") to++;
  return { start: from, end: to };
}

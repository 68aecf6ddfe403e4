import type { Range } from "../../../corpus/marks.ts";
import type { BuiltLine } from "./built-lines.ts";
import type { EditedPage } from "./edited-page.ts";
import { escapeInline, escapeParagraph, fenceCode } from "./escape-text.ts";
import type { MarkupEdits } from "./markup-edits.ts";
import type { TextWord } from "./text-words.ts";

/** Where whole lines are put in. */
interface BlockPlace extends Range {
  /** From the word before to the word after it. */
  readonly gap: Range;
  /** Lines that were taken out; null if none were. */
  readonly place: Range | null;
  /** True if a section begins here. */
  readonly isFirst: boolean;
}

/** Takes whole lines out of a page, and puts others in. */
export class BlockEdits {
  readonly #page: EditedPage;
  readonly #markup: MarkupEdits;

  constructor(page: EditedPage, markup: MarkupEdits) {
    this.#page = page;
    this.#markup = markup;
  }

  /**
   * Takes out whole lines that readers do not see.
   *
   * @returns the first of them, and those that follow it; null if none is taken out
   */
  take(words: readonly TextWord[]): Range | null {
    let first = null as Range | null;
    let done = -1;
    for (const word of words) {
      const place = this.#page.visible.sourceOffset(word.start);
      if (place === null || place < done || this.#page.markup.blockAt(place) !== null) continue;
      const line = this.#page.lines.at(place);
      done = line.end;
      if (this.#page.lines.content(line).includes("![")) continue;
      if (
        line.end < this.#page.visible.source.length &&
        this.#page.lines.isTableRule(this.#page.lines.at(line.end))
      )
        continue;
      if (first === null || line.start === first.end)
        first = { start: first?.start ?? line.start, end: line.end };
      this.#page.edits.take({ ...line, text: "" });
    }
    return first;
  }

  put(lines: readonly BuiltLine[], { place, gap, isFirst, ...range }: BlockPlace): void {
    if (lines.length === 0) return;
    const { source } = this.#page.visible;
    const markup = this.#page.markup.firstIn(range, ({ isBlock }) => isBlock);
    const old = place ?? (markup && this.#markup.freeLines(markup));
    const block = this.#page.markup.blockAt(range.end);
    const at = old?.start ?? (block !== null && block.start < range.end ? block.start : range.end);
    const line = this.#page.lines.at(at);
    const isStart = at === line.start;
    const isEnd = at >= source.length;
    if (
      !isFirst &&
      !isEnd &&
      (!isStart || this.#page.lines.isInside(line) || this.#page.lines.isInHtml(at))
    ) {
      const shown = lines
        .filter(({ kind }) => kind !== "code")
        .map(({ start, end }) => this.#page.content.text.slice(start, end));
      if (shown.length === 0) return;
      const markup = this.#page.markup.firstIn(gap);
      if (markup !== null) {
        const { start } = markup;
        this.#page.edits.replace(markup);
        this.#page.edits.put({
          start,
          end: start,
          text: this.#page.written(shown.join(" "), start),
        });
        return;
      }
      const added = ` ${shown.join(" ")}`;
      // In a row of a table, before the end of its last cell.
      const cell = /[ \t]*\|[ \t]*$/.exec(
        source.slice(Math.max(0, range.start - 100), range.start),
      );
      const end = range.start - (cell?.[0].length ?? 0);
      this.#page.edits.put({ start: end, end, text: this.#page.written(added, end) });
      return;
    }
    const prefix = isEnd || !isStart ? "" : this.#page.lines.prefixAt(line);
    const blocks = lines.map((each) => this.#blockOf(each).replace(/^/gm, prefix));
    const isApart = at === 0 || this.#page.lines.isBlank(this.#page.lines.at(at - 1));
    const before = isApart && isStart ? "" : isStart ? "\n" : "\n\n";
    const blank = `${prefix.trimEnd()}\n`;
    const isFollowed = this.#page.lines.isBlank(this.#page.lines.at(old?.end ?? at));
    const text = `${before}${blocks.join(`\n${blank}`)}\n${isFollowed ? "" : blank}`;
    this.#page.edits.put({ start: at, end: at, text });
  }

  #blockOf({ start, end, kind, heading }: BuiltLine): string {
    const text = this.#page.content.text.slice(start, end);
    if (kind === "code") return fenceCode(text);
    if (heading === null) return escapeParagraph(text);
    const isKnown =
      heading.id === null ||
      /[\s{}]/.test(heading.id) ||
      this.#page.visible.headings.some(({ anchor }) => anchor === heading.id);
    const id = isKnown ? "" : ` {#${heading.id}}`;
    return `${"#".repeat(heading.depth)} ${escapeInline(text)}${id}`;
  }
}

import type { Range } from "../../../corpus/marks.ts";
import { lowerBound } from "../../../corpus/text/order.ts";

/** How far a paragraph, a list or an element is looked for around a place: pages may be one line. */
const MAX_LOOK = 4_000;

const BLANK = /^[ \t>]*$/;
const FENCE = /^[ \t>]*(?:`{3,}|~{3,})/;
const BLOCK_START =
  /^[ \t>]*(?:[-*+][ \t]|\d{1,9}[.)][ \t]|#{1,6}(?:[ \t]|$)|\||<\/?[A-Za-z!]|:{3,}|!!!|\?\?\?|===|import\b|export\b|\{%|\{\{[<%])/;
const ITEM = /^(?<indent>[ \t>]*)(?<mark>(?:[-*+]|\d{1,9}[.)])[ \t]+)/;
const TABLE_RULE = /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[-:| \t]*)?$/;

/** The lines of a page text. */
export class SourceLines {
  readonly #text: string;
  /** Where each line begins. */
  readonly #starts: readonly number[];

  constructor(text: string) {
    this.#text = text;
    this.#starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  }

  /** Returns the line that an offset is in, with its end. */
  at(offset: number): Range {
    const starts = this.#starts;
    const next = lowerBound({ from: 0, to: starts.length }, (each) => starts[each]! <= offset);
    return { start: starts[next - 1]!, end: starts[next] ?? this.#text.length };
  }

  /** Returns the beginning of a line, without its end. */
  content({ start, end }: Range): string {
    return this.#text.slice(start, Math.min(end, start + MAX_LOOK)).replace(/\r?\n$/, "");
  }

  isBlank(line: Range): boolean {
    return BLANK.test(this.content(line));
  }

  /** Tells whether a table's header ends with the line before a place. */
  isTableRule(line: Range): boolean {
    const content = this.content(line);
    return content.includes("|") && TABLE_RULE.test(content);
  }

  /**
   * Finds the ends of lines between two places that end a block, not only a line of it.
   *
   * @returns where the first of them is, and where the line after the last one begins; null if both
   *   places are in one paragraph, item or row
   */
  breaksIn({ start, end }: Range): Range | null {
    let found = null as Range | null;
    let line = this.at(start);
    while (line.end <= end && line.end > line.start && this.#text[line.end - 1] === "\n") {
      const next = this.at(line.end);
      if (this.#isBreak(line, next)) {
        const feed = line.end - (this.#text[line.end - 2] === "\r" ? 2 : 1);
        found = { start: found?.start ?? Math.max(start, feed), end: line.end };
      }
      line = next;
      if (line.start >= end) break;
    }
    return found;
  }

  #isBreak(line: Range, next: Range): boolean {
    const [one, other] = [this.content(line), this.content(next)];
    if (BLANK.test(one) || BLANK.test(other) || FENCE.test(one) || FENCE.test(other)) return true;
    return BLOCK_START.test(other) || /^[ \t>]*(?:#{1,6}[ \t]|:{3,}|\{%|\{\{[<%])/.test(one);
  }

  /** Tells whether a place is in an element of HTML, whose text is not read as Markdown. */
  isInHtml(offset: number): boolean {
    const lines = this.#text.slice(Math.max(0, offset - MAX_LOOK), offset).split("\n");
    const blank = lines.findLastIndex((line) => BLANK.test(line.trimEnd()));
    const first = lines[Math.min(blank + 1, lines.length - 1)]!;
    return /^[ \t>]*<\/?[A-Za-z!]/.test(first);
  }

  /** Returns what a paragraph before a line begins with to be in the same item or quote. */
  prefixAt(line: Range): string {
    const content = this.content(line);
    const prefix = /^[ \t>]*/.exec(content)![0];
    const indent = prefix.replace(/^[\s\S]*>[ ]?/, "");
    const width = indent.replaceAll("\t", "    ").length;
    if (width < 2) return prefix;
    return this.#isInItem(line, width) ? prefix : prefix.slice(0, prefix.length - indent.length);
  }

  /** Tells whether a line that is indented is a part of an item. */
  #isInItem(line: Range, width: number): boolean {
    const first = Math.max(0, line.start - MAX_LOOK);
    const before = this.#text.slice(first, line.start).split("\n");
    for (const each of before.reverse()) {
      if (BLANK.test(each)) continue;
      const item = ITEM.exec(each)?.groups;
      const indent = /^[ \t>]*/.exec(each)![0].replace(/^[\s\S]*>[ ]?/, "");
      const own = indent.replaceAll("\t", "    ").length;
      if (own >= width) continue;
      return item !== undefined && own + item.mark!.length <= width + 1;
    }
    return false;
  }

  /** Tells whether a paragraph before a line would cut a list or a table in two. */
  isInside(line: Range): boolean {
    const content = this.content(line);
    const isItem = ITEM.test(content);
    const isRow = /^[ \t>]*\|/.test(content) || this.isTableRule(line);
    if (!isItem && !isRow) return false;
    let before = line;
    do {
      if (before.start === 0) return false;
      before = this.at(before.start - 1);
    } while (this.isBlank(before) && isItem);
    const last = this.content(before);
    return isRow ? last.includes("|") : ITEM.test(last) || /^[ \t>]*[ \t]{2}/.test(last);
  }
}

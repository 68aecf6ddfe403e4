import type { Edit, Range } from "../../../corpus/marks.ts";
import type { TextRange } from "../html/html-page.ts";
import type { EditedPage } from "./edited-page.ts";
import type { Hunk } from "./hunks.ts";
import { withMarks } from "./markup-edits.ts";
import { isMarkupIn } from "./page-markup.ts";
import { type TextWord, wordsIn } from "./text-words.ts";
import type { UnmatchedWords } from "./unmatched-words.ts";

/** A part of a paragraph, row or item, and what the built page shows there. */
interface InlinePart {
  /** In the page text. */
  readonly range: Range;
  readonly words: readonly TextWord[];
  readonly text: string;
}

/** Edits a page within its lines. */
export class InlineEdits {
  readonly #page: EditedPage;
  readonly #unmatched: UnmatchedWords;

  constructor(page: EditedPage, unmatched: UnmatchedWords) {
    this.#page = page;
    this.#unmatched = unmatched;
  }

  /** Edits a part of a paragraph, row or item. */
  edit({ range, words, text }: InlinePart): void {
    const html = wordsIn(text, { start: 0, end: text.length });
    if (words.length + html.length === 0) return;
    if (html.length > 0 && this.#unmatched.isInSource(html)) return;
    const { text: visible } = this.#page.visible;
    const from = this.#page.visible.visibleOffset(range.start);
    const shown = visible.slice(from, this.#page.visible.visibleOffset(range.end));
    const [begin, end] = commonEnds(shown, text);
    const added = text.slice(begin, text.length - end);
    const gap = { start: from + begin, end: from + shown.length - end };
    if (isMarkupIn(this.#page.visible.source.slice(range.start, range.end), added)) return;
    const edit =
      gap.end > gap.start
        ? this.#replaced(gap, added)
        : this.#insertedAt({ at: gap.start, range }, added);
    if (edit !== null) this.#page.edits.put(edit);
  }

  /** Puts into a block of code what its include or its template shows. */
  editCode({ source, htmlGap }: Hunk, range: Range): void {
    const isCode = this.#page.content.code.some(
      ({ start, end }) => start <= htmlGap.start && end >= htmlGap.end,
    );
    if (!isCode || source.length > 0) return;
    const text = this.#page.content.text.slice(htmlGap.start, htmlGap.end);
    if (/`{3}|~{3}/.test(text)) return;
    const old = this.#page.visible.source.slice(range.start, range.end);
    const [begin, end] = commonEnds(old, text);
    const added = text.slice(begin, text.length - end);
    const hasInclude = /--8<--|<<<|\{%|\{\{|include/.test(old);
    if (added.trim() === "" || !hasInclude) return;
    this.#page.edits.put({ start: range.start + begin, end: range.end - end, text: added });
  }

  #replaced(gap: TextRange, added: string): Edit | null {
    const { source } = this.#page.visible;
    const [first, last] = [
      this.#page.visible.sourceOffset(gap.start),
      this.#page.visible.sourceOffset(gap.end - 1),
    ];
    if (first === null || last === null) return null;
    const end = last + 1;
    const start = Math.min(this.#withoutIndent(first), end);
    if (!isBalanced(source.slice(start, end))) return null;
    if (this.#page.markup.blockAt(start) !== null) return null;
    const span = this.#page.markup.spanAt(start);
    if (span !== null) {
      const isWhole =
        /^`+\s*$/.test(source.slice(span.start, start)) &&
        /^\s*`+$/.test(source.slice(end, span.end));
      if (end > span.end || (added.trim() === "" && !isWhole) || added.includes("`")) return null;
      if (added.trim() === "") return { ...span, text: "" };
      return { start, end, text: added.replace(/\s+/g, " ") };
    }
    // A reference that readers see as a part of the link before it.
    if (added.trim() === "" && source.slice(start, end).includes("[")) return null;
    if (added.trim() === "") return { ...withMarks({ start, end }, source), text: added && " " };
    return { start, end, text: this.#page.written(added, start) };
  }

  /** Returns where the text of a line begins, for a place in what it is indented by. */
  #withoutIndent(place: number): number {
    const line = this.#page.lines.at(place);
    const content = this.#page.lines.content(line);
    const indent = /^[ \t>]*/.exec(content)![0].length;
    return indent < content.length ? Math.max(place, line.start + indent) : place;
  }

  /** Returns where a text is put between two characters that readers see. */
  #insertedAt({ at, range }: { readonly at: number; readonly range: Range }, added: string): Edit {
    const { source, text } = this.#page.visible;
    const before = Math.max(range.start, at > 0 ? this.#page.visible.endOf(at - 1) : 0);
    const after = Math.min(
      range.end,
      at < text.length ? this.#page.visible.placeOf(at) : source.length,
    );
    const markup = this.#page.markup.firstIn({ start: before, end: after });
    if (markup !== null) {
      this.#page.edits.replace(markup);
      const { start } = markup;
      return { start, end: start, text: this.#page.written(added, start) };
    }
    const between = source.slice(before, after);
    const isAfter =
      !/\s/.test(source[before - 1] ?? " ") && !/[\r\n|]/.test(between) && after >= before;
    let place = isAfter ? after : before;
    const span = this.#page.markup.spanAt(place);
    if (span !== null && span.start < place) place = span.end;
    const isApart =
      /^\s/.test(added) || place === 0 || /[\s([{]$/.test(source.slice(place - 1, place));
    const space = isApart ? "" : " ";
    return { start: place, end: place, text: space + this.#page.written(added, place) };
  }
}

/** Returns how many characters two texts begin and end with, in which all blanks are the same. */
function commonEnds(left: string, right: string): [number, number] {
  const most = Math.min(left.length, right.length);
  const isSame = (one: string, other: string) =>
    one === other || (/\s/.test(one) && /\s/.test(other));
  let begin = 0;
  while (begin < most && isSame(left[begin]!, right[begin]!)) begin++;
  let end = 0;
  while (end < most - begin && isSame(left[left.length - 1 - end]!, right[right.length - 1 - end]!))
    end++;
  return [begin, end];
}

/** Tells whether a part of a page can be taken out without leaving a half of a mark. */
function isBalanced(text: string): boolean {
  const count = (mark: string) => text.split(mark).length - 1;
  const pairs = ["[]", "()", "<>"].every(([open, close]) => count(open!) === count(close!));
  return (
    pairs &&
    ["*", "_", "`", "~~"].every((mark) => count(mark) % 2 === 0) &&
    !/[\r\n]\s*[\r\n]/.test(text)
  );
}

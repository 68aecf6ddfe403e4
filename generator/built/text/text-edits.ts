import { type Edit, editsOf, type Range } from "../../../corpus/marks.ts";
import { lowerBound } from "../../../corpus/text/order.ts";
import type { ParsedFile } from "../../markdown/parse.ts";
import { type CodeRange, findCode } from "../../sites/syntax/code-ranges.ts";
import type { TextRange } from "../html/html-page.ts";
import type { PageContent } from "../match/main-content.ts";
import type { MatchedPage } from "../match/match.ts";
import { matchHeadings } from "../match/match-headings.ts";
import { lettersOf } from "../match/plain-words.ts";
import { type BuiltLine, linesIn, linesOf } from "./built-lines.ts";
import { EditList } from "./edit-list.ts";
import { escapeHtml, escapeInline, escapeParagraph, fenceCode } from "./escape-text.ts";
import { findHunks, type Hunk } from "./hunks.ts";
import { findSiteMarkup, type SiteMarkup } from "./site-markup.ts";
import { SourceLines } from "./source-lines.ts";
import { type TextWord, wordsIn } from "./text-words.ts";
import { UnmatchedWords } from "./unmatched-words.ts";
import type { UsualLines } from "./usual-lines.ts";
import { VisiblePage } from "./visible-page.ts";

/** Nothing is taken out of a page that has less than this part of its words in common with its HTML. */
const LEAST_SHARE = 0.5;
/** The most that is put into a page, in UTF-16 units. */
const MAX_INSERTED = 4 * 1024 * 1024;

/** Blocks in blocks beyond this indentation stay as they are. */
const MAX_INDENT = 16;
const BLANKS = /^[ \t>]*$/;
const ITEM_NUMBER = /^\d{1,9}[.)]\s/;
/** How far the ends of a link are looked for. */
const MAX_LINK = 500;
const DESTINATION_START = /\]\([^()\r\n]*$/;
const DEFINITION_START = /(?:^|[\r\n])[ \t]*\[[^\]\r\n]*\]:[^\r\n]*$/;
const LINK_END = /^\]\([^()\s]*\)/;
/** The name of an emoji or an icon. */
const ICON = /:[\w+-]{1,100}:/g;

interface SiteText {
  readonly matched: MatchedPage;
  /** Lines that most pages of the site have. */
  readonly usual: UsualLines;
}

/**
 * Finds the edits of a page text that make of it what readers of the built site see: what they see
 * and the page lacks is put in, what they do not see is taken out.
 *
 * @returns in order and apart from each other, with offsets in the page text
 */
export function findTextEdits(file: ParsedFile, site: SiteText): Edit[] {
  return new PageEditor(file, site).run();
}

/** A section, from one heading that both texts have to the next. */
interface Section {
  /** In what readers see of the source. */
  readonly visible: TextRange;
  readonly html: TextRange;
  /** In the page text. */
  readonly source: Range;
}

class PageEditor {
  readonly #page: VisiblePage;
  readonly #headings: ParsedFile["headings"];
  readonly #title: string;
  readonly #content: PageContent;
  readonly #lines: readonly BuiltLine[];
  readonly #usual: UsualLines;
  readonly #source: SourceLines;
  readonly #code: readonly CodeRange[];
  /** Markup that the built page does not show. */
  readonly #markup: readonly SiteMarkup[];
  /** Names of emoji and icons, which are shown as pictures: `:rocket:`. */
  readonly #icons: readonly Range[];
  /** The parts that agents are not given already, or are given otherwise. */
  readonly #hidden: readonly Range[];
  readonly #edits = new EditList();
  /** Markup in whose place a text was put. */
  readonly #replacedMarkup = new Set<SiteMarkup>();
  /** Texts of headings and titles, which lists of contents repeat. */
  readonly #names: ReadonlySet<string>;
  #unmatched = new UnmatchedWords([], []);
  #mayRemove = false;
  #inserted = 0;

  constructor(file: ParsedFile, { matched, usual }: SiteText) {
    this.#page = new VisiblePage(file);
    this.#headings = file.headings;
    this.#title = matched.title ?? file.title;
    this.#content = matched.content;
    this.#lines = linesOf(matched.content);
    this.#usual = usual;
    const { source } = this.#page;
    this.#source = new SourceLines(source);
    this.#code = findCode(source);
    this.#markup = this.#markupNotShown();
    const shown = matched.content.text;
    this.#icons = Array.from(source.matchAll(ICON), ({ 0: name, index }) => ({
      start: index,
      end: index + name.length,
    })).filter(
      ({ start, end }) => this.#codeAt(start) === null && !shown.includes(source.slice(start, end)),
    );
    const hidden = editsOf({ hidden: [...file.marks.hidden], links: [] }, () => "");
    this.#hidden = [...hidden, ...file.marks.addresses].toSorted(
      (left, right) => left.start - right.start,
    );
    this.#names = new Set(
      [this.#title, file.title, ...this.#page.headings.map(({ text }) => text)].map(lettersOf),
    );
  }

  /** Finds markup outside of code that the page shows no more often than the source has it as code. */
  #markupNotShown(): SiteMarkup[] {
    const { source } = this.#page;
    const { text, code } = this.#content;
    const keyOf = (whole: string, { start, end }: Range) => plain(whole.slice(start, end));
    const counts = new Map<string, number>();
    const count = (key: string, by: number) => counts.set(key, (counts.get(key) ?? 0) + by);
    for (const shown of findSiteMarkup(text, code)) count(keyOf(text, shown), 1);
    const blocks = this.#code.filter(({ isBlock }) => isBlock);
    const outside: SiteMarkup[] = [];
    for (const markup of findSiteMarkup(source, blocks)) {
      const span = this.#spanAt(markup.start);
      if (span === null || span.end < markup.end) outside.push(markup);
      else count(keyOf(source, markup), -1);
    }
    return outside.filter((markup) => (counts.get(keyOf(source, markup)) ?? 0) <= 0);
  }

  run(): Edit[] {
    const sections = this.#sections().map((section) => ({ section, hunks: this.#hunks(section) }));
    const all = sections.flatMap(({ hunks }) => hunks);
    this.#unmatched = new UnmatchedWords(
      all.map(({ source }) => source),
      all.flatMap(({ html }) => this.#byLine(html)),
    );
    const words = this.#words({ start: 0, end: this.#page.text.length }).length;
    this.#mayRemove = words - this.#unmatched.sourceCount >= words * LEAST_SHARE;
    for (const { section, hunks } of sections) {
      for (const hunk of hunks) this.#edit(hunk, section);
    }
    for (const markup of this.#markup) this.#takeMarkup(markup);
    return withoutBlankLines(this.#edits.joined(), this.#page.source);
  }

  /** Cuts a run of words of the HTML where lines end. */
  #byLine(words: readonly TextWord[]): TextWord[][] {
    const lines: TextWord[][] = [];
    for (const [at, word] of words.entries()) {
      const before = words[at - 1];
      const isNext =
        before !== undefined && !this.#content.text.slice(before.end, word.start).includes("\n");
      if (isNext) lines.at(-1)!.push(word);
      else lines.push([word]);
    }
    return lines;
  }

  #sections(): Section[] {
    const { source, text, headings } = this.#page;
    const places = matchHeadings({ headings, text }, this.#content);
    const sections: Section[] = [];
    let [visible, html, from] = [0, 0, 0];
    for (const [at, heading] of headings.entries()) {
      const place = places[at]!;
      if (place < 0) continue;
      const other = this.#content.headings[place]!;
      const { start } = this.#headings[at]!;
      sections.push({
        visible: { start: visible, end: heading.start },
        html: { start: html, end: other.start },
        source: { start: from, end: start },
      });
      [visible, html, from] = [heading.end, other.end, this.#endOfHeading(start)];
    }
    sections.push({
      visible: { start: visible, end: text.length },
      html: { start: html, end: this.#content.text.length },
      source: { start: from, end: source.length },
    });
    return sections;
  }

  /** Returns where the line after a heading begins. */
  #endOfHeading(start: number): number {
    let line = this.#source.at(start);
    if (/^#/.test(this.#page.source.slice(start, start + 1))) return line.end;
    for (let rest = 10; rest > 0 && line.end < this.#page.source.length; rest--) {
      line = this.#source.at(line.end);
      if (/^[ \t>]*(?:=+|-+)[ \t]*$/.test(this.#source.content(line))) break;
    }
    return line.end;
  }

  /** Returns the words that readers see, except for those of headings and of markup. */
  #words(range: TextRange): TextWord[] {
    const { headings } = this.#page;
    const words: TextWord[] = [];
    for (const word of wordsIn(this.#page.text, range)) {
      const next = lowerBound(
        { from: 0, to: headings.length },
        (at) => headings[at]!.end <= word.start,
      );
      if (next < headings.length && headings[next]!.start <= word.start) continue;
      const place = this.#page.sourceOffset(word.start);
      if (place !== null && (this.#isNoText(place) || this.#isNumberOfItem(place))) continue;
      words.push(word);
    }
    return words;
  }

  /** Tells whether a word is the number of an item in what Markdown reads as code. */
  #isNumberOfItem(place: number): boolean {
    const { source } = this.#page;
    const { start } = this.#source.at(place);
    const before = source.slice(start, Math.min(place, start + 100));
    return BLANKS.test(before) && ITEM_NUMBER.test(source.slice(place, place + 12));
  }

  #hunks({ visible, html }: Section): Hunk[] {
    const { text } = this.#content;
    return findHunks({
      source: { text: this.#page.text, range: visible, words: this.#words(visible) },
      html: { text, range: html, words: wordsIn(text, html) },
    });
  }

  #edit(hunk: Hunk, section: Section): void {
    const { sourceGap, htmlGap } = hunk;
    // Words that the page shows without a blank between them.
    if (joined(hunk.source) === joined(hunk.html)) return;
    const own = hunk.source.filter(({ start }) => this.#page.sourceOffset(start) !== null);
    if (own.length > 0 && !this.#isRemovable(own)) return;
    const isFirst = sourceGap.start === section.visible.start;
    const isLast = sourceGap.end === section.visible.end;
    const start = isFirst ? section.source.start : this.#endBefore(sourceGap.start);
    const end = isLast ? section.source.end : this.#page.placeOf(sourceGap.end);
    if (start > end) return;
    const range = { start, end };
    const block = this.#blockAt(start - 1);
    if (!isFirst && !isLast && block !== null && block === this.#blockAt(end)) {
      this.#editCode(hunk, range);
      return;
    }
    const parts = this.#partsOf(htmlGap, range);
    const inner = this.#source.breaksIn(range);
    const breaks = {
      start: isFirst ? start : (inner?.start ?? end),
      end: isLast ? end : (inner?.end ?? start),
    };
    if (inner === null && !isFirst && !isLast) {
      this.#editInline({ range, words: hunk.source, text: this.#joined(parts) });
      return;
    }
    const head = hunk.source.filter((word) => this.#page.placeOf(word.start) < breaks.start);
    const tail = hunk.source.filter((word) => this.#page.placeOf(word.start) >= breaks.end);
    const middle = hunk.source.slice(head.length, hunk.source.length - tail.length);
    const place = this.#takeLines(middle);
    if (!isFirst)
      this.#editInline({ range: { start, end: breaks.start }, words: head, text: parts.head });
    if (!isLast)
      this.#editInline({ range: { start: breaks.end, end }, words: tail, text: parts.tail });
    this.#putBlocks(parts.lines, {
      start: breaks.start,
      end: Math.max(breaks.start, breaks.end),
      gap: range,
      place,
      isFirst,
    });
  }

  /** Cuts the text between two words into the ends of their lines, and the lines between them. */
  #partsOf({ start, end }: TextRange, source: Range): HtmlParts {
    const { text } = this.#content;
    const lines = linesIn(this.#lines, { start, end });
    const [first, last] = [lines[0], lines.at(-1)];
    if (first !== undefined && first === last && first.start < start && first.end > end) {
      return { head: text.slice(start, end), tail: "", lines: [] };
    }
    let [head, tail] = ["", ""];
    const inner = lines.filter((line) => {
      if (line.start < start) head = text.slice(start, Math.min(line.end, end));
      else if (line.end > end) tail = text.slice(line.start, end);
      else return true;
      return false;
    });
    const gap = plain(this.#page.source.slice(source.start, source.end));
    const wanted = inner.filter(
      (line) => this.#isWanted(line) && !isMarkupIn(gap, text.slice(line.start, line.end)),
    );
    return { head, tail, lines: wanted };
  }

  /** Tells whether a line is to be put into the page: not what themes add, and not what is elsewhere in it. */
  #isWanted(line: BuiltLine): boolean {
    const text = this.#content.text.slice(line.start, line.end);
    const words = wordsIn(text, { start: 0, end: text.length });
    if (words.length === 0) return false;
    const isTitle = line.heading?.depth === 1 && line.heading === this.#content.headings[0];
    if (isTitle && !this.#headings.some(({ depth }) => depth === 1)) return false;
    if (line.kind === "code") return !this.#unmatched.isInSource(words);
    return (
      !this.#names.has(lettersOf(text)) &&
      !this.#usual.has(text) &&
      !this.#unmatched.isInSource(words)
    );
  }

  #joined({ head, tail, lines }: HtmlParts): string {
    const { text } = this.#content;
    const inner = lines
      .filter(({ kind }) => kind !== "code")
      .map(({ start, end }) => text.slice(start, end));
    return [head, ...inner, tail]
      .join(inner.length > 0 || head === "" || tail === "" ? " " : "\n")
      .replace(/ +/g, " ");
  }

  /** Edits a part of a paragraph, row or item. */
  #editInline({ range, words, text }: InlinePart): void {
    const html = wordsIn(text, { start: 0, end: text.length });
    if (words.length + html.length === 0) return;
    if (html.length > 0 && this.#unmatched.isInSource(html)) return;
    const { text: visible } = this.#page;
    const from = this.#page.visibleOffset(range.start);
    const shown = visible.slice(from, this.#page.visibleOffset(range.end));
    const [begin, end] = commonEnds(shown, text);
    const added = text.slice(begin, text.length - end);
    const gap = { start: from + begin, end: from + shown.length - end };
    if (isMarkupIn(this.#page.source.slice(range.start, range.end), added)) return;
    const edit =
      gap.end > gap.start
        ? this.#replaced(gap, added)
        : this.#insertedAt({ at: gap.start, range }, added);
    if (edit !== null) this.#add(edit);
  }

  #replaced(gap: TextRange, added: string): Edit | null {
    const { source } = this.#page;
    const [first, last] = [
      this.#page.sourceOffset(gap.start),
      this.#page.sourceOffset(gap.end - 1),
    ];
    if (first === null || last === null) return null;
    const end = last + 1;
    const start = Math.min(this.#withoutIndent(first), end);
    if (!isBalanced(source.slice(start, end))) return null;
    if (this.#blockAt(start) !== null) return null;
    const span = this.#spanAt(start);
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
    if (added.trim() === "") return { ...this.#withMarks({ start, end }), text: added && " " };
    return { start, end, text: this.#written(added, start) };
  }

  /** Returns where the text of a line begins, for a place in what it is indented by. */
  #withoutIndent(place: number): number {
    const line = this.#source.at(place);
    const content = this.#source.content(line);
    const indent = /^[ \t>]*/.exec(content)![0].length;
    return indent < content.length ? Math.max(place, line.start + indent) : place;
  }

  /** Returns where a text is put between two characters that readers see. */
  #insertedAt({ at, range }: { readonly at: number; readonly range: Range }, added: string): Edit {
    const { source, text } = this.#page;
    const before = Math.max(range.start, at > 0 ? this.#endBefore(at) : 0);
    const after = Math.min(range.end, at < text.length ? this.#page.placeOf(at) : source.length);
    const markup = this.#markupIn({ start: before, end: after });
    if (markup !== null) {
      this.#replacedMarkup.add(markup);
      const { start } = markup;
      return { start, end: start, text: this.#written(added, start) };
    }
    const between = source.slice(before, after);
    const isAfter =
      !/\s/.test(source[before - 1] ?? " ") && !/[\r\n|]/.test(between) && after >= before;
    let place = isAfter ? after : before;
    const span = this.#spanAt(place);
    if (span !== null && span.start < place) place = span.end;
    const isApart =
      /^\s/.test(added) || place === 0 || /[\s([{]$/.test(source.slice(place - 1, place));
    const space = isApart ? "" : " ";
    return { start: place, end: place, text: space + this.#written(added, place) };
  }

  #written(text: string, place: number): string {
    return this.#source.isInHtml(place) ? escapeHtml(text) : escapeInline(text);
  }

  /** Puts into a block of code what its include or its template shows. */
  #editCode({ source, htmlGap }: Hunk, range: Range): void {
    const isCode = this.#content.code.some(
      ({ start, end }) => start <= htmlGap.start && end >= htmlGap.end,
    );
    if (!isCode || source.length > 0) return;
    const text = this.#content.text.slice(htmlGap.start, htmlGap.end);
    if (/`{3}|~{3}/.test(text)) return;
    const old = this.#page.source.slice(range.start, range.end);
    const [begin, end] = commonEnds(old, text);
    const added = text.slice(begin, text.length - end);
    const hasInclude = /--8<--|<<<|\{%|\{\{|include/.test(old);
    if (added.trim() === "" || !hasInclude) return;
    this.#add({ start: range.start + begin, end: range.end - end, text: added });
  }

  /**
   * Takes out whole lines that readers do not see.
   *
   * @returns the first of them, and those that follow it; null if none is taken out
   */
  #takeLines(words: readonly TextWord[]): Range | null {
    let first = null as Range | null;
    let done = -1;
    for (const word of words) {
      const place = this.#page.sourceOffset(word.start);
      if (place === null || place < done || this.#blockAt(place) !== null) continue;
      const line = this.#source.at(place);
      done = line.end;
      if (this.#source.content(line).includes("![")) continue;
      if (
        line.end < this.#page.source.length &&
        this.#source.isTableRule(this.#source.at(line.end))
      )
        continue;
      if (first === null || line.start === first.end)
        first = { start: first?.start ?? line.start, end: line.end };
      this.#edits.add({ ...line, text: "" });
    }
    return first;
  }

  #putBlocks(lines: readonly BuiltLine[], { place, gap, isFirst, ...range }: BlockPlace): void {
    if (lines.length === 0) return;
    const { source } = this.#page;
    const markup = this.#markupIn(range, ({ isBlock }) => isBlock);
    const old = place ?? (markup && this.#freeLines(markup));
    const block = this.#blockAt(range.end);
    const at = old?.start ?? (block !== null && block.start < range.end ? block.start : range.end);
    const line = this.#source.at(at);
    const isStart = at === line.start;
    const isEnd = at >= source.length;
    if (
      !isFirst &&
      !isEnd &&
      (!isStart || this.#source.isInside(line) || this.#source.isInHtml(at))
    ) {
      const shown = lines
        .filter(({ kind }) => kind !== "code")
        .map(({ start, end }) => this.#content.text.slice(start, end));
      if (shown.length === 0) return;
      const markup = this.#markupIn(gap);
      if (markup !== null) {
        const { start } = markup;
        this.#replacedMarkup.add(markup);
        this.#add({ start, end: start, text: this.#written(shown.join(" "), start) });
        return;
      }
      const added = ` ${shown.join(" ")}`;
      // In a row of a table, before the end of its last cell.
      const cell = /[ \t]*\|[ \t]*$/.exec(
        source.slice(Math.max(0, range.start - 100), range.start),
      );
      const end = range.start - (cell?.[0].length ?? 0);
      this.#add({ start: end, end, text: this.#written(added, end) });
      return;
    }
    const prefix = isEnd || !isStart ? "" : this.#source.prefixAt(line);
    const blocks = lines.map((each) => this.#blockOf(each).replace(/^/gm, prefix));
    const isApart = at === 0 || this.#source.isBlank(this.#source.at(at - 1));
    const before = isApart && isStart ? "" : isStart ? "\n" : "\n\n";
    const blank = `${prefix.trimEnd()}\n`;
    const isFollowed = this.#source.isBlank(this.#source.at(old?.end ?? at));
    const text = `${before}${blocks.join(`\n${blank}`)}\n${isFollowed ? "" : blank}`;
    this.#add({ start: at, end: at, text });
  }

  #blockOf({ start, end, kind, heading }: BuiltLine): string {
    const text = this.#content.text.slice(start, end);
    if (kind === "code") return fenceCode(text);
    if (heading === null) return escapeParagraph(text);
    const isKnown =
      heading.id === null ||
      /[\s{}]/.test(heading.id) ||
      this.#page.headings.some(({ anchor }) => anchor === heading.id);
    const id = isKnown ? "" : ` {#${heading.id}}`;
    return `${"#".repeat(heading.depth)} ${escapeInline(text)}${id}`;
  }

  #takeMarkup(markup: SiteMarkup): void {
    if (this.#isHidden(markup)) return;
    const { start, end, title, isBlock, isIndenting } = markup;
    if (isIndenting) this.#unindent(markup);
    const { source } = this.#page;
    const before = source.slice(Math.max(0, start - MAX_LINK), start);
    if (DESTINATION_START.test(before)) {
      this.#takeLink(markup);
      return;
    }
    if (DEFINITION_START.test(before)) return;
    if (title !== null) {
      const line = this.#source.at(start);
      const isAfterText = line.start > 0 && !this.#source.isBlank(this.#source.at(line.start - 1));
      const isBeforeText = !this.#source.isBlank(this.#source.at(line.end));
      this.#edits.add({ start, end: title.start, text: isAfterText ? "\n" : "" });
      this.#edits.add({ start: title.end, end, text: isBeforeText ? "\n" : "" });
    } else if (isBlock) {
      this.#edits.add({ ...this.#linesOf({ start, end }), text: "" });
    } else {
      const isReplaced = this.#replacedMarkup.has(markup);
      const range = { start, end };
      this.#edits.add({ ...(isReplaced ? range : this.#withMarks(range)), text: "" });
    }
  }

  /** Takes out the marks of a link with markup in its address, which no Markdown reads as one. */
  #takeLink(markup: SiteMarkup): void {
    const { source } = this.#page;
    const after = source.slice(markup.end, markup.end + MAX_LINK);
    const end = /^[^()\r\n]*\)/.exec(after)?.[0].length;
    const middle = source.lastIndexOf("](", markup.start);
    const from = source.slice(Math.max(0, middle - MAX_LINK), middle);
    const start = /\[(?=[^[\]]*$)/.exec(from)?.index;
    if (end === undefined || start === undefined) return;
    const open = middle - from.length + start;
    this.#edits.add({ start: open, end: open + 1, text: "" });
    this.#edits.add({ start: middle, end: markup.end + end, text: "" });
  }

  /** Takes out the indentation of what belongs to markup, which Markdown would read as code. */
  #unindent({ start, end }: SiteMarkup): void {
    const { source } = this.#page;
    const own = start - this.#source.at(start).start;
    if (own > MAX_INDENT) return;
    for (let line = this.#source.at(end); line.end > line.start && line.end < source.length; ) {
      line = this.#source.at(line.end);
      const content = this.#source.content(line);
      if (content.trim() === "") continue;
      const indent = content.length - content.trimStart().length;
      if (indent < own + 4) return;
      this.#edits.add({ start: line.start + own, end: line.start + own + 4, text: "" });
    }
  }

  /** Returns the first markup in a range. */
  #markupIn(
    { start, end }: Range,
    isWanted: (markup: SiteMarkup) => boolean = () => true,
  ): SiteMarkup | null {
    const markup = this.#markup;
    const bounds = { from: 0, to: markup.length };
    const first = lowerBound(bounds, (at) => markup[at]!.start < start);
    for (let at = first; at < markup.length && markup[at]!.end <= end; at++) {
      if (isWanted(markup[at]!)) return markup[at]!;
    }
    return null;
  }

  /** Returns the lines of markup; if it stays, where they end. */
  #freeLines(markup: SiteMarkup): Range {
    const { start, end } = this.#linesOf(markup);
    return this.#isHidden(markup) ? { start: end, end } : { start, end };
  }

  #isHidden({ start }: SiteMarkup): boolean {
    return rangeAt(this.#hidden, start) !== null;
  }

  #linesOf({ start, end }: Range): Range {
    return { start: this.#source.at(start).start, end: this.#source.at(end - 1).end };
  }

  /** Extends a range to the marks around it, and a blank, which would be left without anything. */
  #withMarks({ start, end }: Range): Range {
    const { source } = this.#page;
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

  #isRemovable(words: readonly TextWord[]): boolean {
    return this.#mayRemove && !this.#unmatched.isInHtml(words);
  }

  #add(edit: Edit): void {
    this.#inserted += edit.text.length;
    if (this.#inserted > MAX_INSERTED) return;
    this.#edits.add(edit);
    if (edit.text.trim() === "") return;
    this.#markupIn(edit, (markup) => {
      this.#replacedMarkup.add(markup);
      return false;
    });
  }

  /** Returns where the page text has the end of the character before a place in what readers see. */
  #endBefore(at: number): number {
    return this.#page.endOf(at - 1);
  }

  #blockAt(place: number): CodeRange | null {
    const code = this.#codeAt(place);
    return code?.isBlock === true ? code : null;
  }

  #spanAt(place: number): CodeRange | null {
    const code = this.#codeAt(place);
    return code?.isBlock === false ? code : null;
  }

  #codeAt(place: number): CodeRange | null {
    return rangeAt(this.#code, place);
  }

  /** Tells whether a place is in markup, or in the name of a picture. */
  #isNoText(place: number): boolean {
    const markup = rangeAt(this.#markup, place);
    if (markup === null) return rangeAt(this.#icons, place) !== null;
    const { title } = markup;
    return title === null || place < title.start || place >= title.end;
  }
}

interface HtmlParts {
  readonly head: string;
  readonly tail: string;
  readonly lines: readonly BuiltLine[];
}

interface InlinePart {
  /** In the page text. */
  readonly range: Range;
  readonly words: readonly TextWord[];
  readonly text: string;
}

interface BlockPlace extends Range {
  /** From the word before to the word after it. */
  readonly gap: Range;
  /** Lines that were taken out; null if none were. */
  readonly place: Range | null;
  /** True if a section begins here. */
  readonly isFirst: boolean;
}

function rangeAt<One extends Range>(ranges: readonly One[], place: number): One | null {
  const next = lowerBound({ from: 0, to: ranges.length }, (at) => ranges[at]!.end <= place);
  const range = ranges[next];
  return range !== undefined && range.start <= place ? range : null;
}

/** Tells whether a text is markup that a source has too: the site has not read it. */
function isMarkupIn(source: string, text: string): boolean {
  return /[[\]{}<>|]/.test(text) && source.includes(plain(text));
}

function joined(words: readonly TextWord[]): string {
  return words.map(({ key }) => key).join("");
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

const BLANK_LINE = /[ \t]*\r?\n/y;

/** Lets edits that end with a blank line, or leave one before them, take out those that follow. */
function withoutBlankLines(edits: readonly Edit[], source: string): Edit[] {
  return edits.map(({ start, end, text }, at) => {
    const before = text === "" ? source.slice(Math.max(0, start - 2), start) : text.slice(-2);
    if (start > 0 && before !== "\n\n") return { start, end, text };
    const last = edits[at + 1]?.start ?? source.length;
    let to = end;
    for (BLANK_LINE.lastIndex = to; BLANK_LINE.test(source) && BLANK_LINE.lastIndex <= last; ) {
      to = BLANK_LINE.lastIndex;
    }
    return { start, end: to, text };
  });
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

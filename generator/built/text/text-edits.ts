import type { Edit, Range } from "../../../corpus/marks.ts";
import { lowerBound } from "../../../corpus/text/order.ts";
import type { ParsedFile } from "../../markdown/parse.ts";
import type { TextRange } from "../html/html-page.ts";
import type { MatchedPage } from "../match/match.ts";
import { lettersOf } from "../match/plain-words.ts";
import { BlockEdits } from "./block-edits.ts";
import { type BuiltLine, linesIn, linesOf } from "./built-lines.ts";
import { EditedPage } from "./edited-page.ts";
import { findHunks, type Hunk } from "./hunks.ts";
import { InlineEdits } from "./inline-edits.ts";
import { MarkupEdits } from "./markup-edits.ts";
import { isMarkupIn, plain } from "./page-markup.ts";
import { type Section, sectionsOf } from "./sections.ts";
import { type TextWord, wordsIn } from "./text-words.ts";
import { UnmatchedWords } from "./unmatched-words.ts";
import type { UsualLines } from "./usual-lines.ts";

/** Nothing is taken out of a page that has less than this part of its words in common with its HTML. */
const LEAST_SHARE = 0.5;
const BLANKS = /^[ \t>]*$/;
const ITEM_NUMBER = /^\d{1,9}[.)]\s/;

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

class PageEditor {
  readonly #page: EditedPage;
  readonly #headings: ParsedFile["headings"];
  readonly #lines: readonly BuiltLine[];
  readonly #usual: UsualLines;
  /** Texts of headings and titles, which lists of contents repeat. */
  readonly #names: ReadonlySet<string>;
  readonly #sections: readonly { readonly section: Section; readonly hunks: readonly Hunk[] }[];
  readonly #unmatched: UnmatchedWords;
  readonly #inline: InlineEdits;
  readonly #markup: MarkupEdits;
  readonly #blocks: BlockEdits;
  readonly #mayRemove: boolean;

  constructor(file: ParsedFile, { matched, usual }: SiteText) {
    const page = new EditedPage(file, matched.content);
    this.#page = page;
    this.#headings = file.headings;
    this.#lines = linesOf(matched.content);
    this.#usual = usual;
    this.#names = new Set(
      [
        matched.title ?? file.title,
        file.title,
        ...page.visible.headings.map(({ text }) => text),
      ].map(lettersOf),
    );
    const starts = file.headings.map(({ start }) => start);
    this.#sections = sectionsOf(page, starts).map((section) => ({
      section,
      hunks: this.#hunks(section),
    }));
    const all = this.#sections.flatMap(({ hunks }) => hunks);
    this.#unmatched = new UnmatchedWords(
      all.map(({ source }) => source),
      all.flatMap(({ html }) => this.#byLine(html)),
    );
    const words = this.#words({ start: 0, end: page.visible.text.length }).length;
    this.#mayRemove = words - this.#unmatched.sourceCount >= words * LEAST_SHARE;
    this.#inline = new InlineEdits(page, this.#unmatched);
    this.#markup = new MarkupEdits(page);
    this.#blocks = new BlockEdits(page, this.#markup);
  }

  run(): Edit[] {
    for (const { section, hunks } of this.#sections) {
      for (const hunk of hunks) this.#edit(hunk, section);
    }
    const { markup, edits, visible } = this.#page;
    for (const each of markup.notShown) this.#markup.take(each);
    return withoutBlankLines(edits.joined(), visible.source);
  }

  /** Cuts a run of words of the HTML where lines end. */
  #byLine(words: readonly TextWord[]): TextWord[][] {
    const lines: TextWord[][] = [];
    for (const [at, word] of words.entries()) {
      const before = words[at - 1];
      const isNext =
        before !== undefined &&
        !this.#page.content.text.slice(before.end, word.start).includes("\n");
      if (isNext) lines.at(-1)!.push(word);
      else lines.push([word]);
    }
    return lines;
  }

  /** Returns the words that readers see, except for those of headings and of markup. */
  #words(range: TextRange): TextWord[] {
    const { headings } = this.#page.visible;
    const words: TextWord[] = [];
    for (const word of wordsIn(this.#page.visible.text, range)) {
      const next = lowerBound(
        { from: 0, to: headings.length },
        (at) => headings[at]!.end <= word.start,
      );
      if (next < headings.length && headings[next]!.start <= word.start) continue;
      const place = this.#page.visible.sourceOffset(word.start);
      if (place !== null && (this.#page.markup.isNoText(place) || this.#isNumberOfItem(place)))
        continue;
      words.push(word);
    }
    return words;
  }

  /** Tells whether a word is the number of an item in what Markdown reads as code. */
  #isNumberOfItem(place: number): boolean {
    const { source } = this.#page.visible;
    const { start } = this.#page.lines.at(place);
    const before = source.slice(start, Math.min(place, start + 100));
    return BLANKS.test(before) && ITEM_NUMBER.test(source.slice(place, place + 12));
  }

  #hunks({ visible, html }: Section): Hunk[] {
    const { text } = this.#page.content;
    return findHunks({
      source: { text: this.#page.visible.text, range: visible, words: this.#words(visible) },
      html: { text, range: html, words: wordsIn(text, html) },
    });
  }

  #edit(hunk: Hunk, section: Section): void {
    const { sourceGap, htmlGap } = hunk;
    // Words that the page shows without a blank between them.
    if (joined(hunk.source) === joined(hunk.html)) return;
    const own = hunk.source.filter(({ start }) => this.#page.visible.sourceOffset(start) !== null);
    if (own.length > 0 && !this.#isRemovable(own)) return;
    const isFirst = sourceGap.start === section.visible.start;
    const isLast = sourceGap.end === section.visible.end;
    const start = isFirst ? section.source.start : this.#page.visible.endOf(sourceGap.start - 1);
    const end = isLast ? section.source.end : this.#page.visible.placeOf(sourceGap.end);
    if (start > end) return;
    const range = { start, end };
    const block = this.#page.markup.blockAt(start - 1);
    if (!isFirst && !isLast && block !== null && block === this.#page.markup.blockAt(end)) {
      this.#inline.editCode(hunk, range);
      return;
    }
    const parts = this.#partsOf(htmlGap, range);
    const inner = this.#page.lines.breaksIn(range);
    const breaks = {
      start: isFirst ? start : (inner?.start ?? end),
      end: isLast ? end : (inner?.end ?? start),
    };
    if (inner === null && !isFirst && !isLast) {
      this.#inline.edit({ range, words: hunk.source, text: this.#joined(parts) });
      return;
    }
    const head = hunk.source.filter(
      (word) => this.#page.visible.placeOf(word.start) < breaks.start,
    );
    const tail = hunk.source.filter((word) => this.#page.visible.placeOf(word.start) >= breaks.end);
    const middle = hunk.source.slice(head.length, hunk.source.length - tail.length);
    const place = this.#blocks.take(middle);
    if (!isFirst)
      this.#inline.edit({ range: { start, end: breaks.start }, words: head, text: parts.head });
    if (!isLast)
      this.#inline.edit({ range: { start: breaks.end, end }, words: tail, text: parts.tail });
    this.#blocks.put(parts.lines, {
      start: breaks.start,
      end: Math.max(breaks.start, breaks.end),
      gap: range,
      place,
      isFirst,
    });
  }

  /** Cuts the text between two words into the ends of their lines, and the lines between them. */
  #partsOf({ start, end }: TextRange, source: Range): HtmlParts {
    const { text } = this.#page.content;
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
    const gap = plain(this.#page.visible.source.slice(source.start, source.end));
    const wanted = inner.filter(
      (line) => this.#isWanted(line) && !isMarkupIn(gap, text.slice(line.start, line.end)),
    );
    return { head, tail, lines: wanted };
  }

  /** Tells whether a line is to be put into the page: not what themes add, and not what is elsewhere in it. */
  #isWanted(line: BuiltLine): boolean {
    const text = this.#page.content.text.slice(line.start, line.end);
    const words = wordsIn(text, { start: 0, end: text.length });
    if (words.length === 0) return false;
    const isTitle = line.heading?.depth === 1 && line.heading === this.#page.content.headings[0];
    if (isTitle && !this.#headings.some(({ depth }) => depth === 1)) return false;
    if (line.kind === "code") return !this.#unmatched.isInSource(words);
    return (
      !this.#names.has(lettersOf(text)) &&
      !this.#usual.has(text) &&
      !this.#unmatched.isInSource(words)
    );
  }

  #joined({ head, tail, lines }: HtmlParts): string {
    const { text } = this.#page.content;
    const inner = lines
      .filter(({ kind }) => kind !== "code")
      .map(({ start, end }) => text.slice(start, end));
    return [head, ...inner, tail]
      .join(inner.length > 0 || head === "" || tail === "" ? " " : "\n")
      .replace(/ +/g, " ");
  }

  #isRemovable(words: readonly TextWord[]): boolean {
    return this.#mayRemove && !this.#unmatched.isInHtml(words);
  }
}

interface HtmlParts {
  readonly head: string;
  readonly tail: string;
  readonly lines: readonly BuiltLine[];
}

function joined(words: readonly TextWord[]): string {
  return words.map(({ key }) => key).join("");
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

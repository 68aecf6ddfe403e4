import { type Excess, MAX_DEPTH } from "./excess.ts";
import { isHeading, isUnderline } from "./heading-line.ts";
import { type Prefix, readPrefix } from "./line-prefix.ts";
import { Paragraph } from "./paragraph.ts";

/** Steps of a page: 2 to 3 seconds of work on a machine of 2024. */
const MAX_STEPS = 100_000_000;

/** Steps that an underlined heading takes for each block before it. */
const UNDERLINE_STEPS = 8;

/** Steps that the end of a quote or a list takes for each block before it. */
const END_STEPS = 2;

/** The same, where a quote in a list item ends because the next item begins. */
const END_IN_ITEM_STEPS = 6;

const TEXT =
  'Paragraphs contain too many marks such as "[", "*" and "<", up to this one: split it, or the page';
const ENDS =
  "Too many quotes and lists begin and end, up to this line: write fewer, or split the page";
const UNDERLINES =
  'Too many headings are underlined, up to this line: write them with "#", or split the page';

/**
 * Counts what is costly. Only a parser knows which lines belong to one paragraph: this class
 * assumes the longest possible one, and may include lines that turn out to be code.
 */
export class TextMeasure {
  steps = 0;
  excess: Excess | null = null;
  #line = 0;
  /** Lines and markers so far: an upper bound for the blocks. */
  #blocks = 0;
  /** Quotes around the line before. */
  #quotes = 0;
  #quotesInItems = 0;
  #lists = 0;
  #paragraph = new Paragraph(1);

  /** Measures a text up to the first excess. */
  measure(text: string): void {
    // A carriage return by itself ends a line too; elsewhere it is a blank.
    const source = text.replace(/\r(?!\n)/g, "\n");
    let start = 0;
    while (start < source.length && this.excess === null) {
      const feed = source.indexOf("\n", start);
      const end = feed < 0 ? source.length : feed;
      this.#readLine(source.slice(start, end));
      start = end + 1;
    }
    if (this.excess === null) this.#endParagraph();
  }

  #readLine(line: string): void {
    this.#line++;
    const prefix = readPrefix(line);
    const { depth, markers } = prefix;
    this.#blocks += 1 + markers;
    const isBlankLine = prefix.end === line.length && !prefix.hasItem;
    this.#countEnds(prefix, isBlankLine);
    if (markers > 0 && depth > MAX_DEPTH) {
      this.#refuse(`Quotes and lists are nested deeper than ${MAX_DEPTH}: flatten them`);
      return;
    }
    if (isBlankLine) {
      this.#endParagraph();
      return;
    }
    const endsAtOnce = prefix.isCertain && isHeading(line, prefix.end);
    if (prefix.interrupts || endsAtOnce) this.#endParagraph();
    if (!this.#paragraph.isEmpty && isUnderline(line, prefix.end)) {
      this.#add(this.#blocks * UNDERLINE_STEPS, UNDERLINES);
    }
    this.#paragraph.add(line);
    if (endsAtOnce) this.#endParagraph();
  }

  /**
   * Counts the blocks that end: a quote before a line without its marker, a list also before one
   * that is less indented.
   */
  #countEnds(prefix: Prefix, isBlankLine: boolean): void {
    const { quotes, quotesInItems, markers, depth, hasItem } = prefix;
    const inLists = depth - quotes;
    const lists = markers > quotes ? inLists : Math.min(inLists, this.#lists);
    const endsList = !isBlankLine && lists !== this.#lists;
    if (quotes !== this.#quotes || endsList) this.#add(this.#blocks * END_STEPS, ENDS);
    if (hasItem && this.#quotesInItems > 0) this.#add(this.#blocks * END_IN_ITEM_STEPS, ENDS);
    this.#quotes = quotes;
    this.#quotesInItems = quotesInItems;
    if (!isBlankLine) this.#lists = lists;
  }

  #endParagraph(): void {
    const { steps, firstLine } = this.#paragraph;
    this.#add(steps, TEXT, firstLine);
    this.#paragraph = new Paragraph(this.#line + 1);
  }

  #add(steps: number, message: string, line = this.#line): void {
    this.steps += steps;
    if (this.steps > MAX_STEPS) this.#refuse(message, line);
  }

  #refuse(message: string, line = this.#line): void {
    this.excess ??= { message, line };
  }
}

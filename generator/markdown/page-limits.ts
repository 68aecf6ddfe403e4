/**
 * Limits within which a page takes little time to read, checked before any parser sees it. The
 * parsers take disproportionate time, and stack, for the constructs counted here, and for no others
 * that are known: `test/long/hostile-pages.test.ts` looks for more.
 *
 * The maxima in some 12 700 Markdown files (docs of PowerShell, C++ and Vue in two languages, and
 * those of the packages that docgate uses): 740 135 characters; possible lists 23 deep (a line of
 * code); 15 000 000 steps (358 000 characters of licenses, half of them in quotes; the next file
 * has 1 500 000); frontmatter of 774 characters.
 */
import { frontmatterBlock } from "./frontmatter-block.ts";

/** The limit that a page exceeds, and where. */
export interface Excess {
  readonly message: string;
  readonly line: number;
}

/** The measurements of a page's text. */
export interface Measured {
  /** The work of the parsers in the worst case, in steps of about 25 ns or less. */
  readonly steps: number;
  readonly excess: Excess | null;
}

/** Blocks within blocks: each takes some of the parsers' stack, and work for each line in it. */
const MAX_DEPTH = 100;

/** Steps of a page: 2 to 3 seconds of work on a machine of 2024. */
const MAX_STEPS = 100_000_000;

/** Steps for each pair of marks of emphasis or character references, one of which may be an end. */
const COSTLY_STEPS = 2;

/** Pairs of other marks that make one step. */
const OTHERS_PER_STEP = 16;

/** Steps for each pair of images in a paragraph, since images may be nested. */
const IMAGE_STEPS = 40;

/** Steps that an underlined heading takes for each block before it. */
const UNDERLINE_STEPS = 8;

/** Steps that the end of a quote or a list takes for each block before it. */
const END_STEPS = 2;

/** The same, where a quote in a list item ends because the next item begins. */
const END_IN_ITEM_STEPS = 6;

/** The YAML parser compares each key with all others. */
const MAX_FRONTMATTER = 65_536;

/** Anchors and aliases, for each of which the YAML parser visits the whole frontmatter. */
const MAX_REFERENCES = 500;
const REFERENCE = /[*&](?=[^\s*&])/g;

/** Flow collections, which may be nested. */
const MAX_COLLECTIONS = 500;
const COLLECTION = /[[{]/g;

/** Block collections that start on one line, each inside the one before. */
const NESTED_COLLECTIONS = new RegExp(`(?:[-?:][ \\t]+){${MAX_DEPTH}}`);

const TEXT =
  'Paragraphs contain too many marks such as "[", "*" and "<", up to this one: split it, or the page';
const ENDS =
  "Too many quotes and lists begin and end, up to this line: write fewer, or split the page";
const UNDERLINES =
  'Too many headings are underlined, up to this line: write them with "#", or split the page';

const TAB = 9;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const EXCLAMATION = 33;
const HASH = 35;
const LESS_THAN = 60;
const EQUALS = 61;
const GREATER_THAN = 62;
const QUESTION = 63;
const OPENING_BRACKET = 91;
const UNDERSCORE = 95;
const ASTERISK = 42;
const PLUS = 43;
const MINUS = 45;
const ONE = 49;

/**
 * The characters that start or end something in a line of text: a parser may search for the other
 * end.
 */
const MARKS = new Uint8Array(128);
/**
 * Emphasis and character references are costly: each one that may end something is compared with
 * all others.
 */
const EMPHASIS = 1;
const REFERENCE_MARK = 2;
const OTHER = 3;
/** A run of the same mark counts as one. */
const RUN = 4;
for (const mark of "*_") MARKS[mark.charCodeAt(0)] = EMPHASIS;
MARKS["&".charCodeAt(0)] = REFERENCE_MARK;
for (const mark of "!<[\\]") MARKS[mark.charCodeAt(0)] = OTHER;
MARKS["`".charCodeAt(0)] = RUN;

/** Measures the text of a page in one pass. */
export function measurePage(source: string): Measured {
  const block = frontmatterBlock(source);
  const excess = block === null ? null : frontmatterExcess(block.yaml);
  if (excess !== null) return { steps: 0, excess };
  const text = new TextMeasure(source);
  text.measure();
  return { steps: text.steps, excess: text.excess };
}

/** Finds the limit that frontmatter exceeds. */
export function frontmatterExcess(yaml: string): Excess | null {
  const refuse = (what: string): Excess => ({ message: `The frontmatter ${what}`, line: 2 });
  if (yaml.length > MAX_FRONTMATTER) {
    return refuse(`has ${yaml.length} characters, more than ${MAX_FRONTMATTER}: make it smaller`);
  }
  if (countOf(yaml, REFERENCE) > MAX_REFERENCES) {
    return refuse(`has more than ${MAX_REFERENCES} anchors and aliases: write values out`);
  }
  if (countOf(yaml, COLLECTION) > MAX_COLLECTIONS) {
    return refuse(`has more than ${MAX_COLLECTIONS} of "[" and "{": write a list line by line`);
  }
  return NESTED_COLLECTIONS.test(yaml)
    ? refuse(`nests more than ${MAX_DEPTH} lists on a line: flatten them`)
    : null;
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** The start of a line: the markers of quotes and list items. */
interface Prefix {
  readonly end: number;
  readonly markers: number;
  readonly quotes: number;
  /** Number of these in an item that begins on the line. */
  readonly quotesInItems: number;
  /**
   * Depth of its items, and of the quotes and lists around them; a block without a marker is at
   * most this deep.
   */
  readonly depth: number;
  /** True if what follows cannot be text of the paragraph above when it starts a block. */
  readonly isCertain: boolean;
  /** True if it ends the paragraph above. */
  readonly interrupts: boolean;
  readonly hasItem: boolean;
}

/**
 * Counts what is costly. Only a parser knows which lines belong to one paragraph: this class
 * assumes the longest possible one, and may include lines that turn out to be code.
 */
class TextMeasure {
  steps = 0;
  excess: Excess | null = null;
  readonly #source: string;
  #line = 0;
  /** Lines and markers so far: an upper bound for the blocks. */
  #blocks = 0;
  /** Quotes around the line before. */
  #quotes = 0;
  #quotesInItems = 0;
  #lists = 0;
  /** The first line of the current paragraph. */
  #firstLine = 1;
  #length = 0;
  #costly = 0;
  /** Number of the costly marks that may be an end. */
  #ends = 0;
  #others = 0;
  /** Starts of HTML other than tags, whose end may be searched for through the whole paragraph. */
  #declarations = 0;
  #images = 0;

  constructor(source: string) {
    // A carriage return by itself ends a line too; elsewhere it is a blank.
    this.#source = source.replace(/\r(?!\n)/g, "\n");
  }

  /** Measures up to the first excess. */
  measure(): void {
    const source = this.#source;
    let start = 0;
    while (start < source.length && this.excess === null) {
      const feed = source.indexOf("\n", start);
      const end = feed < 0 ? source.length : feed;
      this.#readLine(start, end);
      start = end + 1;
    }
    if (this.excess === null) this.#endParagraph();
  }

  #readLine(start: number, end: number): void {
    this.#line++;
    const prefix = this.#readPrefix(start, end);
    const { depth, markers } = prefix;
    this.#blocks += 1 + markers;
    const isBlankLine = prefix.end === end && !prefix.hasItem;
    this.#countEnds(prefix, isBlankLine);
    if (markers > 0 && depth > MAX_DEPTH) {
      this.#refuse(`Quotes and lists are nested deeper than ${MAX_DEPTH}: flatten them`);
      return;
    }
    if (isBlankLine) {
      this.#endParagraph();
      return;
    }
    const isHeading = prefix.isCertain && this.#isHeading(prefix.end, end);
    if (prefix.interrupts || isHeading) this.#endParagraph();
    if (this.#length > 0 && this.#isUnderline(prefix.end, end)) {
      this.#add(this.#blocks * UNDERLINE_STEPS, UNDERLINES, this.#line);
    }
    this.#readText(start, end);
    if (isHeading) this.#endParagraph();
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
    if (quotes !== this.#quotes || endsList) this.#add(this.#blocks * END_STEPS, ENDS, this.#line);
    if (hasItem && this.#quotesInItems > 0) {
      this.#add(this.#blocks * END_IN_ITEM_STEPS, ENDS, this.#line);
    }
    this.#quotes = quotes;
    this.#quotesInItems = quotesInItems;
    if (!isBlankLine) this.#lists = lists;
  }

  #readPrefix(start: number, end: number): Prefix {
    const source = this.#source;
    let [at, column, markers, quotes, quotesInItems, spare] = [start, 0, 0, 0, 0, 0];
    let [isCertain, interrupts, hasItem] = [true, false, false];
    for (;;) {
      const from = column;
      while (at < end && isBlank(source.charCodeAt(at))) {
        column = source.charCodeAt(at) === TAB ? column + 4 - (column % 4) : column + 1;
        at++;
      }
      // One blank after a marker belongs to it.
      const blanks = Math.max(0, column - from - Number(markers > 0));
      spare += blanks;
      const width = at < end ? this.#markerWidth(at, end) : 0;
      const first = source.charCodeAt(at);
      // Indented more deeply, or with another number, it may be a line of the paragraph above.
      isCertain &&= blanks <= 3 && (width <= 1 || (width === 2 && first === ONE));
      if (width === 0) break;
      if (first === GREATER_THAN) {
        quotes++;
        if (hasItem) quotesInItems++;
      } else {
        hasItem = true;
        interrupts ||= isCertain;
      }
      markers++;
      at += width;
      column += width;
    }
    const depth = markers + Math.floor(spare / 2);
    return {
      end: at,
      markers,
      quotes,
      quotesInItems,
      depth,
      isCertain,
      interrupts: interrupts && at < end,
      hasItem,
    };
  }

  /** Returns the length of the marker of a quote or a list item at a place; 0 if there is none. */
  #markerWidth(at: number, end: number): number {
    const source = this.#source;
    const first = source.charCodeAt(at);
    if (first === GREATER_THAN) return 1;
    let next = at;
    if (first === MINUS || first === PLUS || first === ASTERISK) next = at + 1;
    else if (isDigit(first)) {
      while (next < end && next - at < 9 && isDigit(source.charCodeAt(next))) next++;
      const mark = source[next];
      if (mark !== "." && mark !== ")") return 0;
      next++;
    } else return 0;
    return next >= end || isBlank(source.charCodeAt(next)) ? next - at : 0;
  }

  #isHeading(at: number, end: number): boolean {
    let next = at;
    while (next < end && this.#source.charCodeAt(next) === HASH) next++;
    const depth = next - at;
    const isEnd = next === end || isBlank(this.#source.charCodeAt(next));
    return depth >= 1 && depth <= 6 && isEnd;
  }

  /** Tells whether a line may turn the text above into a heading: only `=` or `-`. */
  #isUnderline(at: number, end: number): boolean {
    const source = this.#source;
    let last = end;
    while (last > at && isBlank(source.charCodeAt(last - 1))) last--;
    // A single `-` has been read as the marker of an item.
    if (last === at) return this.#endsWithMinus(end);
    const first = source.charCodeAt(at);
    if (first !== EQUALS && first !== MINUS) return false;
    let next = at;
    while (next < last && source.charCodeAt(next) === first) next++;
    return next === last;
  }

  #endsWithMinus(end: number): boolean {
    let last = end - 1;
    while (isBlank(this.#source.charCodeAt(last))) last--;
    return this.#source.charCodeAt(last) === MINUS;
  }

  #readText(start: number, end: number): void {
    const source = this.#source;
    let previous = 0;
    for (let at = start; at < end; at++) {
      const unit = source.charCodeAt(at);
      const kind = unit < MARKS.length ? MARKS[unit]! : 0;
      if (kind === EMPHASIS) {
        const first = at;
        while (source.charCodeAt(at + 1) === unit) at++;
        this.#countEmphasis(at + 1 - first, {
          isUnderscore: unit === UNDERSCORE,
          previous,
          next: source.charCodeAt(at + 1),
        });
      } else if (kind === REFERENCE_MARK) {
        this.#costly++;
        this.#ends++;
      } else if (kind === OTHER || (kind === RUN && unit !== previous)) {
        this.#others++;
        if (unit === OPENING_BRACKET && previous === EXCLAMATION) this.#images++;
      }
      if (previous === LESS_THAN && (unit === EXCLAMATION || unit === QUESTION)) {
        this.#declarations++;
      }
      previous = unit;
    }
    this.#length += end - start + 1;
  }

  /** Counts a run of emphasis marks between two characters. */
  #countEmphasis(
    length: number,
    { isUnderscore, previous, next }: { isUnderscore: boolean; previous: number; next: number },
  ): void {
    if (isUnderscore && isWord(previous) && isWord(next)) {
      this.#others += length;
      return;
    }
    this.#costly += length;
    if (mayBeEnd(previous, next)) this.#ends += length;
  }

  #endParagraph(): void {
    const steps =
      this.#costly * this.#ends * COSTLY_STEPS +
      this.#others ** 2 / OTHERS_PER_STEP +
      this.#images ** 2 * IMAGE_STEPS +
      this.#declarations * this.#length;
    this.#add(steps, TEXT);
    this.#firstLine = this.#line + 1;
    this.#length = 0;
    this.#costly = 0;
    this.#ends = 0;
    this.#others = 0;
    this.#images = 0;
    this.#declarations = 0;
  }

  #add(steps: number, message: string, line = this.#firstLine): void {
    this.steps += steps;
    if (this.steps > MAX_STEPS) this.#refuse(message, line);
  }

  #refuse(message: string, line = this.#line): void {
    this.excess ??= { message, line };
  }
}

function isBlank(unit: number): boolean {
  return unit === SPACE || unit === TAB || unit === CARRIAGE_RETURN;
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

/**
 * Tells whether marks between these characters may end emphasis: not after a blank, nor between
 * punctuation and a word (CommonMark 0.31, section 6.2).
 */
function mayBeEnd(previous: number, next: number): boolean {
  if (previous === 0 || isBlank(previous)) return false;
  return previous >= 128 || isWord(previous) || !isWord(next);
}

/** Tells whether a character is an ASCII letter or digit. */
function isWord(unit: number): boolean {
  const letter = unit | 32;
  return isDigit(unit) || (letter >= 97 && letter <= 122);
}

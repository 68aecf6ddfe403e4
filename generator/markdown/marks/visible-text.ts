import type { Code, Definition, Html, InlineCode, Nodes, Paragraph } from "mdast";
import type { Range } from "../destination.ts";
import { findWikiLinks, withoutOtherMarkup } from "../links.ts";
import type { JsxElement, JsxElements } from "../mdx/jsx-tags.ts";
import { literalText } from "../mdx/literal-text.ts";
import { shownWords } from "../mdx/shown-attributes.ts";
import { align, type Piece } from "./align.ts";
import { insideOf } from "./code-blocks.ts";
import { INLINE_TAG } from "./inline-tag.ts";
import { alignedHtml, isFootnote, type Markup } from "./markup.ts";
import { rangeOf } from "./parts.ts";
import { referenceAt } from "./references.ts";
import { type Gap, type Runs, TextRuns } from "./text-runs.ts";

interface TextOptions extends Pick<Markup, "tags" | "elements"> {
  readonly source: string;
  /** Parts that readers do not see, in order. */
  readonly hidden: readonly Range[];
  /** Offset of the body in the source. */
  readonly bodyStart: number;
}

/** Headings down to this depth begin a place: their text is in the outline. */
const MAX_OUTLINE_DEPTH = 4;

/**
 * Finds what readers see of a page's text, without the headings of its outline: what the parser knows
 * to be text, and no more than browsers show of the HTML in it. Code is kept.
 *
 * @param nodes all nodes of the page's tree
 */
export function findText(nodes: readonly Nodes[], options: TextOptions): Runs {
  const { source, bodyStart, hidden, tags, elements } = options;
  const gaps: Gap[] = [
    ...hidden.map(({ start, end }) => ({ start, end })),
    ...tags.map(({ start, end, name }) => ({ start, end, isSpace: !INLINE_TAG.test(name) })),
    ...nodes.flatMap((node) => syntaxIn(node, source)),
  ];
  gaps.sort((left, right) => left.start - right.start);
  const runs = new TextRuns(source, { bodyStart, gaps });
  const reader = new TextReader(source, { runs, elements });
  for (const node of nodes) reader.read(node);
  return reader.runs.end();
}

/** Nodes that separate words within a paragraph. */
const SEPARATORS: ReadonlySet<Nodes["type"]> = new Set(["break", "image", "imageReference"]);

interface ReaderOptions {
  readonly runs: TextRuns;
  /** The elements of a page of MDX. */
  readonly elements: JsxElements | null;
}

class TextReader {
  readonly runs: TextRuns;
  readonly #source: string;
  /** Nodes before are not text. */
  #done = 0;
  /** End of the last paragraph or heading. */
  #textEnd = 0;
  readonly #elements: JsxElements | null;
  /** Ends of the elements of MDX around a text that separate words. */
  #closing: number[] = [];

  constructor(source: string, { runs, elements }: ReaderOptions) {
    this.#source = source;
    this.runs = runs;
    this.#elements = elements;
  }

  read(node: Nodes): void {
    const { start, end } = rangeOf(node);
    if (start < this.#done) return;
    const isInline = start < this.#textEnd;
    if (this.#closing.length > 0) this.#leave(start);
    if (!isInline || SEPARATORS.has(node.type)) this.runs.separate();
    switch (node.type) {
      case "text":
        this.#align(node.value, { start, end, hasEscapes: true });
        break;
      case "inlineCode":
        this.#readCode(node);
        break;
      case "html":
        this.#readHtml(node);
        break;
      case "code":
        this.#readBlockOfCode(node);
        break;
      case "definition":
        this.#readFootnote(node);
        break;
      case "heading":
      case "paragraph":
        this.#textEnd = end;
        if (node.type === "heading" && node.depth <= MAX_OUTLINE_DEPTH) this.#done = end;
        break;
      case "linkReference":
        if (isFootnote(node)) this.#done = end;
        break;
      case "mdxFlowExpression":
      case "mdxTextExpression":
        this.runs.put(literalText(node.value) ?? "", { start, end });
        break;
      case "mdxJsxFlowElement":
      case "mdxJsxTextElement":
        this.#readElement(node);
        break;
    }
  }

  /** Separates words after elements of MDX that end before an offset. */
  #leave(offset: number): void {
    const open = this.#closing.filter((end) => end > offset);
    if (open.length < this.#closing.length) this.runs.separate();
    this.#closing = open;
  }

  #readElement(element: JsxElement): void {
    const { opening, closing } = this.#elements!.get(element)!;
    const words = shownWords(element, this.#elements!.get(element)!);
    const isInWord = INLINE_TAG.test(element.name ?? "b") && words === "";
    if (isInWord) return;
    this.runs.separate();
    if (words !== "") this.runs.put(words, opening);
    this.runs.separate();
    if (closing !== null) this.#closing.push(closing.end);
  }

  #readCode(node: InlineCode): void {
    const { start, end } = rangeOf(node);
    const marks = /^`*/.exec(this.#source.slice(start, end))![0].length;
    this.#align(node.value, { start: start + marks, end: end - marks, hasEscapes: false });
  }

  #readBlockOfCode(node: Code): void {
    if (node.value === "") return;
    this.#align(node.value, { ...insideOf(node, this.#source), hasEscapes: false });
  }

  /** A footnote is written like a definition if it has a single word. */
  #readFootnote(node: Definition): void {
    if (!isFootnote(node)) return;
    const { start, end } = rangeOf(node);
    this.runs.take(this.#source.indexOf("]:", start) + "]:".length, end);
  }

  #readHtml(node: Html): void {
    const { start } = rangeOf(node);
    for (const { 0: piece, index } of alignedHtml(node, this.#source).matchAll(HTML_PIECE)) {
      const [from, to] = [start + index, start + index + piece.length];
      const reference = referenceAt(piece, 0);
      if (reference === null) this.runs.take(from, to);
      else this.runs.put(reference.text, { start: from, end: to });
    }
  }

  /** Takes a value as the parser read it. If the source does not have it, it is put in its place. */
  #align(value: string, { start, end, hasEscapes }: Alignment): void {
    const isLiteral = this.#source.startsWith(value, start);
    const pieces = isLiteral
      ? [{ start: 0, end: value.length }]
      : align(value, { source: this.#source.slice(start, end), hasEscapes });
    const found: readonly Piece[] = pieces ?? [{ start: 0, end: end - start, text: value }];
    for (const { text, ...range } of found) {
      const [from, to] = [start + range.start, start + range.end];
      if (text === undefined) this.runs.take(from, to);
      else this.runs.put(text, { start: from, end: to });
    }
  }
}

const HTML_PIECE = /&[#\w]+;|[^&]+|&/g;

interface Alignment extends Range {
  readonly hasEscapes: boolean;
}

const TASK_BOX = /\[[ xX]\](?=[ \t])/y;
const HEADING_ID = /\{#[^{}\s]+\}(?=[ \t]*#*[ \t]*$)/d;
/** Signs of what Markdown reads as text, but sites as markup. */
const MAY_HAVE_SYNTAX = /\||:::|~~|\[[[^!]/;
const STRIKE = /(~~)(?=[^\s~])(?:(?!~~)[\s\S])*?[^\s~](~~)(?!~)/dg;
/** `[^1]` and `[!NOTE]`. */
const NOTE = /\[[\^!][^[\]\n]*\]/g;
/** `::: tip Title` and `:::`; a directive that ends on its own line has no visible text. */
const DIRECTIVE = /^[ \t>]*(:{3,}(?!:)[ \t]*(?:\S.*:::$|[\w-]*)[ \t]*)/dgm;
const TABLE_RULE = /^[ \t>]*(?=[^\r\n]*\|)(?=[^\r\n]*-)[-:| \t]+$/;
const CELL_END = /(?<!\\)\|/g;

/** Finds what is neither text nor markup of Markdown: that of tables, tasks, notes, containers. */
function syntaxIn(node: Nodes, source: string): Gap[] {
  const { start, end } = rangeOf(node);
  switch (node.type) {
    case "listItem": {
      const [first] = node.children;
      if (first?.type !== "paragraph") return [];
      return matchesOf(TASK_BOX, { source, start: rangeOf(first).start });
    }
    case "heading": {
      const found = HEADING_ID.exec(source.slice(start, end))?.indices?.[0];
      return found ? [{ start: start + found[0], end: start + found[1] }] : [];
    }
    case "html":
      return quoteMarksIn(node, source);
    case "paragraph":
      return MAY_HAVE_SYNTAX.test(source.slice(start, end)) ? syntaxOfParagraph(node, source) : [];
    default:
      return [];
  }
}

function syntaxOfParagraph(node: Paragraph, source: string): Gap[] {
  const { start, end } = rangeOf(node);
  const text = source.slice(start, end);
  const plain = withoutOtherMarkup(node, text);
  const gaps: Gap[] = [];
  const add = ([from, to]: readonly [number, number], isSpace: boolean) =>
    gaps.push({ start: start + from, end: start + to, isSpace });
  for (const link of findWikiLinks(node, source)) {
    gaps.push({ start: link.start, end: link.text.start }, { start: link.text.end, end: link.end });
  }
  for (const { indices } of plain.matchAll(STRIKE)) {
    add(indices![1]!, false);
    add(indices![2]!, false);
  }
  for (const { 0: note, index } of plain.matchAll(NOTE)) add([index, index + note.length], true);
  for (const { indices } of plain.matchAll(DIRECTIVE)) add(indices![1]!, true);
  const lines = [...text.matchAll(/[^\r\n]+/g)];
  const rule = lines.findIndex(({ 0: line }, at) => at > 0 && TABLE_RULE.test(line));
  for (const [at, { 0: line, index }] of lines.entries()) {
    if (at === rule) add([index, index + line.length], true);
    else if ((rule >= 0 && at >= rule - 1) || /^[ \t>]*\|/.test(line)) {
      for (const cell of line.matchAll(CELL_END)) {
        add([index + cell.index, index + cell.index + 1], true);
      }
    }
  }
  return gaps;
}

function matchesOf(
  pattern: RegExp,
  { source, start }: { readonly source: string; readonly start: number },
): Gap[] {
  pattern.lastIndex = start;
  return pattern.test(source) ? [{ start, end: pattern.lastIndex }] : [];
}

/** Finds the marks of quotes before the lines of HTML. */
function quoteMarksIn(node: Html, source: string): Gap[] {
  const { start, end } = rangeOf(node);
  const html = alignedHtml(node, source);
  if (html === source.slice(start, end)) return [];
  return Array.from(source.slice(start, end).matchAll(/(?<=[\r\n])[ \t>]+/g)).flatMap(
    ({ 0: marks, index }) => {
      const count = /^ */.exec(html.slice(index, index + marks.length))![0].length;
      return [{ start: start + index, end: start + index + count }];
    },
  );
}

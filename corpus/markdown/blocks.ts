import { HTML_BLOCKS, type HtmlBlock, isCompleteTag, MDX_COMMENT } from "./html-blocks.ts";
import { Line } from "./line.ts";

/** A part of a page's Markdown in which markup within lines is read, apart from all code. */
export interface Chunk {
  /** A paragraph or heading, HTML, or the text after the mark that opens a fence. */
  readonly kind: "text" | "html" | "info";
  /** Its lines with their ends, in the offsets of the page, without marks of quotes and lists. */
  readonly lines: Range[];
}

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A quote, or an item of a list. */
interface Container {
  readonly kind: "quote" | "item";
  /** Columns by which the lines of an item are indented. */
  readonly indent: number;
  /** True until the item has content: a blank line then ends it. */
  isEmpty: boolean;
}

/** The innermost block that is open. */
type Leaf =
  | { readonly kind: "paragraph"; readonly chunk: Chunk }
  | { readonly kind: "html"; readonly chunk: Chunk; readonly block: HtmlBlock }
  | { readonly kind: "fence"; readonly marks: string }
  | { readonly kind: "indented" };

const LINES = /[^\r\n]*(?:\r\n|\r|\n|$)/y;
const FENCE = /(`{3,})(?=[^`\r\n]*(?:[\r\n]|$))|~{3,}/y;
const HEADING = /#{1,6}(?=[ \t\r\n]|$)/y;
const RULE = /(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})(?=[\r\n]|$)/y;
const UNDERLINE = /(?:=+|-+)[ \t]*(?=[\r\n]|$)/y;
const MARKER = /(?:[-+*]|(\d{1,9})[.)])(?=[ \t\r\n]|$)/y;
/** Indentation from which a line is code, unless it continues a paragraph. */
const CODE_INDENT = 4;

/**
 * Finds the parts of Markdown that are not code (CommonMark 0.31, section 4 and 5), in order. It
 * reads each line once and builds no syntax tree.
 */
export function findChunks(markdown: string): readonly Chunk[] {
  const scanner = new BlockScanner(markdown);
  for (let start = 0; start < markdown.length; ) {
    LINES.lastIndex = start;
    LINES.test(markdown);
    scanner.read(new Line(markdown, { start, end: LINES.lastIndex }));
    start = LINES.lastIndex;
  }
  return scanner.chunks;
}

class BlockScanner {
  readonly chunks: Chunk[] = [];
  readonly #source: string;
  #containers: Container[] = [];
  #leaf: Leaf | null = null;
  /** Where the last comment of MDX ends: one that is not closed is text. */
  readonly #lastComment: number;

  constructor(source: string) {
    this.#source = source;
    this.#lastComment = source.lastIndexOf("*/}");
  }

  read(line: Line): void {
    const matched = this.#matchContainers(line);
    const isInside = matched === this.#containers.length;
    if (isInside && this.#continueLeaf(line)) return;
    const open = this.#leaf?.kind === "paragraph" ? this.#leaf : null;
    if (!isInside && open === null) this.#close(matched);
    let place: Place = { paragraph: open, isInside, matched };
    while (this.#openContainer(line, place)) {
      place = { paragraph: null, isInside: true, matched: this.#containers.length };
    }
    if (!this.#openLeaf(line, place)) this.#readText(line, place);
  }

  /** Reads the marks of the containers that a line continues. @returns their number */
  #matchContainers(line: Line): number {
    for (const [level, container] of this.#containers.entries()) {
      if (container.kind === "quote") {
        if (line.indent() >= CODE_INDENT || !line.takeQuoteMark()) return level;
      } else if (line.isBlank()) {
        if (container.isEmpty) return level;
      } else if (line.indent() < container.indent) return level;
      else line.skipColumns(container.indent);
    }
    return this.#containers.length;
  }

  /** Reads a line of code or of HTML. @returns false if the line is something else */
  #continueLeaf(line: Line): boolean {
    const leaf = this.#leaf;
    if (leaf?.kind === "fence") {
      if (closesFence(line, leaf.marks)) this.#leaf = null;
      return true;
    }
    if (leaf?.kind !== "html") return false;
    if (leaf.block.end === null && line.isBlank()) {
      this.#leaf = null;
      return false;
    }
    this.#addHtml(line, leaf);
    return true;
  }

  /** Ends the innermost block, and all containers but the first ones. */
  #close(level: number): void {
    this.#leaf = null;
    this.#containers.length = level;
  }

  /** Reads the mark of a new quote or list item. @returns false if there is none */
  #openContainer(line: Line, { paragraph, isInside, matched }: Place): boolean {
    if (line.indent() >= CODE_INDENT || line.isBlank()) return false;
    if (line.takeQuoteMark()) {
      this.#push({ kind: "quote", indent: 0, isEmpty: false }, matched);
      return true;
    }
    if (line.match(RULE)) return false;
    const marker = line.match(MARKER);
    if (!marker) return false;
    const indent = line.indent() + marker[0].length;
    const isEmpty = line.isBlankAfter(marker[0].length);
    const isFirst = marker[1] === undefined || Number(marker[1]) === 1;
    // The parser protects indented code from these like a paragraph.
    const isProtected = paragraph !== null || this.#leaf?.kind === "indented";
    if (isProtected && isInside && (isEmpty || !isFirst)) return false;
    line.skipMarker(marker[0].length);
    const space = isEmpty ? 1 : line.indent();
    const isCode = space > CODE_INDENT;
    line.skipColumns(isEmpty || isCode ? 1 : space);
    this.#push({ kind: "item", indent: indent + (isCode ? 1 : space), isEmpty }, matched);
    return true;
  }

  #push(container: Container, level: number): void {
    this.#close(level);
    for (const outer of this.#containers) outer.isEmpty = false;
    this.#containers.push(container);
  }

  /** Reads the first line of a block other than a paragraph. @returns false if there is none */
  #openLeaf(line: Line, at: Place): boolean {
    if (line.isBlank()) {
      this.#readBlank(at);
      return true;
    }
    if (line.indent() >= CODE_INDENT) {
      if (at.paragraph !== null) return false;
      this.#leaf = { kind: "indented" };
      this.#fill();
      return true;
    }
    const fence = line.match(FENCE);
    if (fence) {
      this.#enter(at);
      const info = { start: line.textStart + fence[0].length, end: line.end };
      this.chunks.push({ kind: "info", lines: [info] });
      this.#leaf = { kind: "fence", marks: fence[0] };
      return true;
    }
    if (line.match(HEADING)) {
      this.#enter(at);
      this.#addChunk("text", line);
      return true;
    }
    if (at.paragraph !== null && at.isInside && line.match(UNDERLINE)) {
      this.#leaf = null;
      return true;
    }
    if (line.match(RULE)) {
      this.#enter(at);
      return true;
    }
    return this.#openHtml(line, at);
  }

  #openHtml(line: Line, at: Place): boolean {
    const first = this.#source[line.textStart];
    if (first === "{") return this.#openMdxComment(line, at);
    if (first !== "<") return false;
    const block = HTML_BLOCKS.find(({ start }) => line.match(start));
    if (block) this.#enter(at);
    else if ((at.paragraph === null || !at.isInside) && isCompleteTag(line)) {
      // The parser takes the line for one of the containers of a paragraph that ends here.
      this.#enter({ ...at, matched: this.#containers.length });
    } else return false;
    this.#startHtml(line, block ?? { end: null });
    return true;
  }

  /** Reads the first line of a comment of MDX that is a block, which may have blank lines in it. */
  #openMdxComment(line: Line, at: Place): boolean {
    const isInParagraph = at.paragraph !== null && at.isInside;
    if (isInParagraph || line.textStart > this.#lastComment || !line.match(MDX_COMMENT.start)) {
      return false;
    }
    this.#enter(at);
    this.#startHtml(line, MDX_COMMENT);
    return true;
  }

  #startHtml(line: Line, block: HtmlBlock): void {
    const chunk: Chunk = { kind: "html", lines: [] };
    this.chunks.push(chunk);
    this.#leaf = { kind: "html", chunk, block };
    this.#addHtml(line, this.#leaf);
  }

  #addHtml(line: Line, { chunk, block }: Leaf & { kind: "html" }): void {
    const range = { start: line.at, end: line.end };
    chunk.lines.push(range);
    if (block.end?.test(this.#source.slice(range.start, range.end))) this.#leaf = null;
  }

  /** Reads a line of a paragraph: of the open one, even outside of its containers, or a new one. */
  #readText(line: Line, at: Place): void {
    const range = { start: line.textStart, end: line.end };
    if (at.paragraph !== null) {
      at.paragraph.chunk.lines.push(range);
      return;
    }
    this.#enter(at);
    this.#leaf = { kind: "paragraph", chunk: this.#addChunk("text", line) };
  }

  #readBlank({ isInside, matched }: Place): void {
    if (!isInside || this.#leaf?.kind === "paragraph") this.#leaf = null;
    if (!isInside) this.#close(matched);
  }

  /** Ends what a new block ends. */
  #enter({ paragraph, matched }: Place): void {
    if (paragraph !== null) this.#close(matched);
    this.#leaf = null;
    this.#fill();
  }

  #fill(): void {
    for (const container of this.#containers) container.isEmpty = false;
  }

  #addChunk(kind: Chunk["kind"], line: Line): Chunk {
    const chunk: Chunk = { kind, lines: [{ start: line.textStart, end: line.end }] };
    this.chunks.push(chunk);
    return chunk;
  }
}

/** Where a line stands. */
interface Place {
  /** The paragraph that the line may continue. */
  readonly paragraph: (Leaf & { kind: "paragraph" }) | null;
  /** True if the line continues all open containers. */
  readonly isInside: boolean;
  /** Number of containers that it continues. */
  readonly matched: number;
}

function closesFence(line: Line, marks: string): boolean {
  if (line.indent() >= CODE_INDENT) return false;
  const text = line.text().trimEnd();
  return text.length >= marks.length && text === marks[0]!.repeat(text.length);
}

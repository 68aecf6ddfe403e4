import {
  type Attributes,
  headingDepth,
  isBox,
  isDropped,
  isInline,
  selectorOf,
  sideOf,
} from "./elements.ts";
import { leadsTo } from "./fragment.ts";
import { HeadingReader } from "./heading-reader.ts";
import { HtmlMeta } from "./html-meta.ts";
import type { HtmlBox, HtmlHeading, HtmlPage, HtmlSide, TextRange } from "./html-page.ts";
import { HtmlText } from "./html-text.ts";
import { PendingIds } from "./pending-ids.ts";

/** An open element. */
interface Element {
  readonly isInline: boolean;
  /** Where its text begins, and the number of headings before it. */
  readonly start: number;
  readonly headings: number;
  readonly selector: string | null;
  readonly side: HtmlSide["kind"] | null;
}

const PLAIN: Element = { isInline: true, start: 0, headings: 0, selector: null, side: null };

/** An element without headings is kept only if it has this number of characters. */
const MUCH_TEXT = 200;

const NOWHERE = Number.POSITIVE_INFINITY;

/** Collects what is used of a page from the events of a parser. */
export class HtmlReader {
  readonly #text = new HtmlText();
  readonly #meta = new HtmlMeta();
  readonly #ids = new Set<string>();
  readonly #pending = new PendingIds();
  readonly #headings: HtmlHeading[] = [];
  readonly #blocks: TextRange[] = [];
  readonly #boxes: HtmlBox[] = [];
  readonly #sides: HtmlSide[] = [];
  readonly #open: Element[] = [];
  #heading: HeadingReader | null = null;
  /** The number of elements around the open dropped one, template, code and title. */
  #dropped = NOWHERE;
  #template = NOWHERE;
  #code = NOWHERE;
  #codeStart = 0;
  #title = NOWHERE;

  /** The number of open elements. */
  get depth(): number {
    return this.#open.length;
  }

  open(name: string, attributes: Attributes): void {
    const { depth } = this;
    const id = attributes.id || (name === "a" && attributes.name) || null;
    if (id !== null && this.#template === NOWHERE) this.#ids.add(id);
    if (this.#dropped !== NOWHERE) {
      this.#open.push(PLAIN);
      return;
    }
    this.#meta.see(name, attributes);
    if (id !== null && this.#heading === null) {
      this.#pending.add(id, { name, attributes, depth });
    }
    this.#heading?.open(name, { attributes, depth });
    if (isDropped(name, attributes) || this.#isLinkToLast(name, attributes)) {
      this.#dropped = depth;
      if (name === "template") this.#template = depth;
      if (name === "title") this.#title = depth;
    }
    const isPlain = isInline(name);
    if (!isPlain) this.#separate();
    this.#startHeading(name, id);
    if (name === "pre" && this.#code === NOWHERE) {
      this.#code = depth;
      this.#codeStart = this.#text.length;
    }
    this.#open.push(isPlain || this.#heading !== null ? PLAIN : this.#element(name, attributes));
  }

  read(data: string): void {
    if (this.#dropped !== NOWHERE) {
      if (this.#title !== NOWHERE) this.#meta.readTitle(data);
      return;
    }
    if (this.#heading !== null) {
      this.#heading.read(data);
      return;
    }
    const { length } = this.#text;
    if (this.#code === NOWHERE) this.#text.add(data);
    else this.#text.addPreformatted(data);
    if (this.#text.length > length) this.#pending.clear();
  }

  close(): void {
    // The last tag of a file that is cut off is closed, but was never opened.
    const element = this.#open.pop() ?? PLAIN;
    const { depth } = this;
    if (this.#dropped < depth) return;
    this.#dropped = this.#template = this.#title = NOWHERE;
    if (this.#code === depth) this.#endCode();
    if (this.#heading?.depth === depth) this.#endHeading();
    this.#heading?.close(depth);
    if (element.isInline) return;
    this.#separate();
    this.#pending.close(depth);
    this.#keep(element);
  }

  page(): HtmlPage {
    const text = this.#text.toString();
    return {
      ...this.#meta.meta,
      ids: [...this.#ids],
      text,
      headings: this.#headings,
      code: this.#blocks,
      boxes: [...this.#boxes, { selector: "", start: 0, end: text.length }],
      sides: this.#sides,
    };
  }

  #endCode(): void {
    this.#code = NOWHERE;
    const end = this.#text.length;
    if (end > this.#codeStart) this.#blocks.push({ start: this.#codeStart, end });
  }

  #element(name: string, attributes: Attributes): Element {
    return {
      isInline: false,
      start: this.#text.length,
      headings: this.#headings.length,
      selector: isBox(name) ? selectorOf(name, attributes) : null,
      side: sideOf(name, attributes),
    };
  }

  #keep({ start, headings, selector, side }: Element): void {
    const end = this.#text.length;
    if (side !== null && end > start) this.#sides.push({ kind: side, start, end });
    const hasHeading = this.#headings.length > headings;
    if (selector !== null && (hasHeading || end - start >= MUCH_TEXT)) {
      this.#boxes.push({ selector, start, end });
    }
  }

  #separate(): void {
    if (this.#heading === null) this.#text.separate();
    else this.#heading.separate();
  }

  /** Tells whether an element is a link to the heading that has just ended: a mark of it. */
  #isLinkToLast(name: string, { href }: Attributes): boolean {
    const last = this.#headings.at(-1);
    return (
      name === "a" &&
      href !== undefined &&
      last !== undefined &&
      last.end === this.#text.length &&
      last.id !== null &&
      leadsTo(href, last.id)
    );
  }

  #startHeading(name: string, ownId: string | null): void {
    const level = headingDepth(name);
    if (level === 0 || this.#dropped !== NOWHERE) return;
    if (this.#heading !== null) this.#endHeading();
    const idsBefore = this.#pending.take();
    this.#heading = new HeadingReader({ level, depth: this.depth, ownId, idsBefore });
  }

  #endHeading(): void {
    const { level, text, id } = this.#heading!;
    this.#heading = null;
    if (text === "" && id === null) return;
    this.#text.separate();
    this.#text.add(text);
    const end = this.#text.length;
    this.#headings.push({ depth: level, text, id, start: end - text.length, end });
    this.#text.separate();
  }
}

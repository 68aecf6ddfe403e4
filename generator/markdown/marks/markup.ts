import type { Code, Definition, Heading, Html, Image, Link, Nodes, Paragraph } from "mdast";
import { invisibleRuns, withoutInvisible } from "../../../corpus/text/invisible.ts";
import { destinationOf, type Range } from "../destination.ts";
import { findWikiLinks } from "../links.ts";
import { nodesIn } from "../markdown-nodes.ts";
import { findJsxMarkup } from "../mdx/jsx-markup.ts";
import type { JsxElements } from "../mdx/jsx-tags.ts";
import { isBraced, markupInText } from "../mdx/markup-in-text.ts";
import { HiddenElements, type Tag } from "./hidden-elements.ts";
import { type Address, type HiddenPart, rangeOf } from "./parts.ts";
import { decodeReferences, referenceAt } from "./references.ts";

/** All offsets are in the source, and all lists in its order. */
export interface Markup {
  /** An element may have other hidden parts in it. */
  readonly hidden: readonly HiddenPart[];
  readonly addresses: readonly Address[];
  /** Tags of HTML and JSX. */
  readonly tags: readonly Tag[];
  /** The elements of a page of MDX, whose tags are not in the list; null if it is Markdown. */
  readonly elements: JsxElements | null;
}

interface MarkupOptions {
  readonly source: string;
  /** Offset of the body in the source. Default: 0. */
  readonly bodyStart?: number;
  /** The elements of a page of MDX. Default: it is Markdown. */
  readonly elements?: JsxElements | null;
  /** True if HTML has components of Vue, whose tags nobody sees. Default: it has none. */
  readonly hasComponents?: boolean;
}

/** Finds what readers of a page do not see, its addresses and its tags. */
export function findMarkup(
  nodes: readonly Nodes[],
  { source, bodyStart = 0, elements = null, hasComponents = false }: MarkupOptions,
): Markup {
  const finder = new MarkupFinder(source, { nodes, elements, hasComponents });
  for (const node of nodes) finder.read(node);
  return finder.end(bodyStart);
}

const SPECIAL = /[\\`<{&\]]/g;
const HTML_SPECIAL = /[<{&]/g;
/** Markup that readers do not see: how it begins and ends. */
const UNSEEN: readonly {
  readonly kind: "comment" | "instruction";
  readonly start: RegExp;
  readonly end: string;
  /** Length of the start that may be part of the end: `<!-->` and `<!--->` are comments too. */
  readonly shared?: number;
}[] = [
  { kind: "comment", start: /<!--/y, end: "-->", shared: 2 },
  { kind: "comment", start: /\{\/\*/y, end: "*/}" },
  { kind: "instruction", start: /<!\[CDATA\[/y, end: "]]>" },
  { kind: "instruction", start: /<\?/y, end: "?>" },
  { kind: "instruction", start: /<![A-Za-z]/y, end: ">" },
];
/** A comment of MDX that is a block. With text after it on its line, it is part of a paragraph. */
const MDX_BLOCK = /\{\/\*(?!(?:[^*\r\n]|\*(?!\/\}))*\*\/\}[ \t]*[^ \t\r\n])/y;
const MDX_END = "*/}";
/** Markup that browsers read as comments too, in HTML that Markdown leaves as it is. */
const BOGUS_COMMENT = /<(?:!|\/(?![A-Za-z>]))[^>]*>?/y;
const LOOSE_NAME = /<\/?[A-Za-z][^\s/>]*/y;
/** A tag of JSX, whose values may be in braces: not HTML, so that the parser reads it as text. */
const JSX_TAG = jsxPattern();
const ATTRIBUTE =
  /[\s/]+([^\s=>"'/]+)(?:\s*=\s*("[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\}|[^\s"'>]+))?/g;
/** Attributes that stay: text instead of an image, and numbers that change what readers see. */
const KEPT_ATTRIBUTE =
  /^\s*\/?\s*(?:alt\s*=[\s\S]*|(?:colspan|rowspan|start)\s*=\s*["']?\d+["']?)$/i;
/** The start of a tag of a component: HTML has no names in capital letters or with hyphens. */
const COMPONENT = /^<\/?(?:[A-Z]|[a-z]+-)/;
const FENCE = /`{3,}|~{3,}/y;
const LANGUAGE = /[ \t]*(?:[\w+#.-]{1,40})?/y;

/** A footnote is written like a definition if it has a single word. */
export function isFootnote({ identifier }: { readonly identifier: string }): boolean {
  return identifier.startsWith("^");
}

interface FinderOptions {
  readonly nodes: readonly Nodes[];
  readonly elements: JsxElements | null;
  readonly hasComponents: boolean;
}

class MarkupFinder {
  readonly #source: string;
  /** The elements of a page of MDX; null if it is Markdown. */
  readonly #jsx: JsxElements | null;
  readonly #hasComponents: boolean;
  readonly #hidden: HiddenPart[] = [];
  readonly #addresses: Address[] = [];
  readonly #tags: Tag[] = [];
  readonly #elements: HiddenElements;
  /** Labels that links and images use, without those that a definition before has. */
  readonly #undefined: Set<string>;
  /** Where reading continues: nodes before are part of a comment. */
  #done = 0;
  /** End of the last paragraph or heading. */
  #textEnd = 0;

  constructor(source: string, { nodes, elements, hasComponents }: FinderOptions) {
    this.#source = source;
    this.#jsx = elements;
    this.#hasComponents = hasComponents;
    if (elements !== null) {
      const { hidden, addresses } = findJsxMarkup(nodes, { source, elements });
      this.#hidden.push(...hidden);
      this.#addresses.push(...addresses);
    }
    this.#elements = new HiddenElements(source);
    this.#undefined = new Set(
      nodes.flatMap((node) =>
        node.type === "linkReference" || node.type === "imageReference" ? [node.identifier] : [],
      ),
    );
  }

  end(bodyStart: number): Markup {
    this.#elements.end();
    const elements = this.#elements.found.map((one) => ({ kind: "element" as const, ...one }));
    const characters = invisibleRuns(this.#source.slice(bodyStart)).map(({ start, end }) => {
      return { kind: "character" as const, start: start + bodyStart, end: end + bodyStart };
    });
    return {
      hidden: [...this.#hidden, ...elements, ...characters].sort(byStart),
      addresses: withoutInner(this.#addresses.sort(byStart)),
      tags: this.#tags,
      elements: this.#jsx,
    };
  }

  read(node: Nodes): void {
    const { start, end } = rangeOf(node);
    const isBlockOfText = node.type === "paragraph" || node.type === "heading";
    if (end <= this.#done || (start < this.#done && !isBlockOfText && node.type !== "html")) return;
    switch (node.type) {
      case "paragraph":
      case "heading":
        this.#textEnd = end;
        this.#readText(node);
        break;
      case "html":
        if (start >= this.#textEnd) this.#readHtml(node);
        break;
      case "link":
      case "image":
        if (!isAutolink(node, this.#source)) this.#addDestination(node, end - 1);
        break;
      case "definition":
        this.#readDefinition(node);
        break;
      case "code":
        this.#readInfo(node);
        break;
    }
  }

  #addDestination(node: Link | Image | Definition, end: number): void {
    const range = destinationOf(node, this.#source);
    if (range === null) return;
    if (node.url !== "" && !this.#isExpression(node.url))
      this.#addresses.push({ kind: "url", ...range, target: node.url });
    this.#addAttributes(range.end, end);
  }

  /** In MDX, an address in braces is one that only the site knows. */
  #isExpression(url: string): boolean {
    return this.#jsx !== null && isBraced(url);
  }

  /** Of several definitions with the same label, links have the first. */
  #readDefinition(node: Definition): void {
    if (isFootnote(node)) return;
    const { start, end } = rangeOf(node);
    if (this.#undefined.delete(node.identifier)) this.#addDestination(node, end);
    else this.#hidden.push({ kind: "definition", start, end });
  }

  /** Finds what follows the language in the line that opens a fence. */
  #readInfo(node: Code): void {
    const source = this.#source;
    FENCE.lastIndex = rangeOf(node).start;
    if (!FENCE.test(source)) return;
    LANGUAGE.lastIndex = FENCE.lastIndex;
    LANGUAGE.test(source);
    const lineEnd = source.slice(LANGUAGE.lastIndex).search(/[\r\n]|$/);
    this.#addAttributes(LANGUAGE.lastIndex, LANGUAGE.lastIndex + lineEnd);
  }

  /** Reads HTML, in which Markdown is only text. */
  #readHtml(node: Html): void {
    const { start } = rangeOf(node);
    const from = Math.max(start, this.#done);
    const text = new MarkupText(alignedHtml(node, this.#source).slice(from - start), from);
    this.#each(text, { special: HTML_SPECIAL, read: (at) => this.#readSpecialOfHtml(text, at) });
  }

  #readSpecialOfHtml(text: MarkupText, at: number): number {
    if (text.text[at] === "&") return this.#readReference(text, at);
    const unseen = this.#readUnseen(text, { at, otherwise: text.text.length });
    if (unseen !== null) return unseen;
    const bogus = text.match(BOGUS_COMMENT, at);
    if (!bogus) return this.#readLooseTag(text, at);
    this.#hidden.push({ kind: "instruction", ...text.range(at, at + bogus.length) });
    return at + bogus.length;
  }

  #readText(node: Heading | Paragraph): void {
    const { start, end } = rangeOf(node);
    if (this.#jsx === null && node.type === "paragraph" && this.#readMdxBlock(start)) return;
    const from = Math.max(start, this.#done);
    const source = this.#source.slice(from, end);
    const sign = this.#jsx === null ? /[<{&]|\[\[/ : /&|\[\[/;
    if (this.#elements.openRaw === null && !sign.test(source)) return;
    const { opaque, html } = constructsIn(node, this.#source);
    const text = new MarkupText(withoutQuoteMarks(source), from);
    const read = (at: number) => {
      const end = opaque.get(from + at);
      return end === undefined ? this.#readSpecial(text, { at, html }) : end - from;
    };
    this.#each(text, { special: SPECIAL, read });
    for (const { start, end, target, text } of findWikiLinks(node, this.#source)) {
      const label = withoutInvisible(this.#source.slice(text.start, text.end));
      this.#addresses.push({ kind: "wiki", start, end, target, label });
    }
  }

  /** Reads a comment of MDX that is a block, which may have blank lines and code in it. */
  #readMdxBlock(start: number): boolean {
    MDX_BLOCK.lastIndex = start;
    if (start < this.#done || !MDX_BLOCK.test(this.#source)) return false;
    const close = this.#source.indexOf(MDX_END, MDX_BLOCK.lastIndex);
    if (close < 0) return false;
    this.#done = close + MDX_END.length;
    this.#hidden.push({ kind: "comment", start, end: this.#done });
    return this.#textEnd <= this.#done;
  }

  /** @returns the offset where reading continues */
  #readSpecial(text: MarkupText, { at, html }: SpecialAt): number {
    switch (text.text[at]) {
      case "\\":
        return at + 2;
      case "&":
        return this.#readReference(text, at);
      case "<":
        // Of MDX, the parser has found all tags and expressions.
        if (this.#jsx !== null) return at + 1;
        return this.#readMarkup(text, { at, html }) ?? at + 1;
      case "{":
        if (this.#jsx !== null) return at + 1;
        return this.#readUnseen(text, { at }) ?? at + 1;
      default:
        return at + 1;
    }
  }

  #readMarkup(text: MarkupText, { at, html }: SpecialAt): number | null {
    const unseen = this.#readUnseen(text, { at });
    if (unseen !== null) return unseen;
    const end = html.get(text.offset + at);
    const tag =
      end === undefined ? text.match(JSX_TAG, at) : text.text.slice(at, end - text.offset);
    if (tag === null) return null;
    // Text that stops at the mark of a quote is not a tag, and its end is not in the text.
    if (text.match(LOOSE_NAME, at) === null) {
      this.#hidden.push({ kind: "instruction", ...text.range(at, at + tag.length) });
    } else this.#readTag(text, { tag, at });
    return at + tag.length;
  }

  /** Calls a function at each special character; it returns where reading continues. */
  #each(
    text: MarkupText,
    { special, read }: { readonly special: RegExp; readonly read: (at: number) => number },
  ): void {
    for (let at = 0; at < text.text.length; ) {
      const raw = this.#elements.openRaw;
      const next = raw === null ? special : new RegExp(`</${raw}(?=[\\s/>])`, "gi");
      next.lastIndex = at;
      const found = next.exec(text.text);
      if (!found) return;
      at = raw === null ? read(found.index) : this.#readLooseTag(text, found.index);
    }
  }

  /** Reads a tag as browsers do; one that is not closed goes on to the next, or to the end. */
  #readLooseTag(markup: MarkupText, at: number): number {
    const { text } = markup;
    const name = markup.match(LOOSE_NAME, at);
    if (name === null) return at + 1;
    let end = at + name.length;
    while (end < text.length && text[end] !== ">" && text[end] !== "<") {
      const quote = text[end] === '"' || text[end] === "'" ? text[end]! : null;
      const close = quote === null ? -1 : markup.find(quote, end + 1);
      end = close < 0 ? end + 1 : close + 1;
    }
    if (text[end] === ">") end++;
    this.#readTag(markup, { tag: text.slice(at, end), at });
    return end;
  }

  /**
   * Reads comments, and other markup that browsers do not show.
   *
   * @param otherwise End of a comment that is not closed. Default: it is text.
   * @returns the end of the comment; null if there is none
   */
  #readUnseen(
    text: MarkupText,
    { at, otherwise = null }: { readonly at: number; readonly otherwise?: number | null },
  ): number | null {
    const form = UNSEEN.find(({ start }) => text.match(start, at) !== null);
    if (form === undefined) return null;
    const { kind, start, end: mark, shared = 0 } = form;
    const close = text.find(mark, start.lastIndex - shared);
    const end = close < 0 ? otherwise : close + mark.length;
    if (end !== null) this.#hidden.push({ kind, ...text.range(at, end) });
    return end;
  }

  /** Reads a reference to a character that is not drawn. */
  #readReference(text: MarkupText, at: number): number {
    const reference = referenceAt(text.text, at);
    if (reference === null) return at + 1;
    const { end } = reference;
    const [before, after] = [
      text.text.slice(Math.max(0, at - 2), at),
      text.text.slice(end, end + 2),
    ];
    const length = before.length + after.length;
    if (withoutInvisible(before + reference.text + after).length === length) {
      this.#hidden.push({ kind: "character", ...text.range(at, end) });
    }
    return end;
  }

  /** Reads a tag: the addresses in it, and that agents are not given its other attributes. */
  #readTag(text: MarkupText, { tag, at }: { readonly tag: string; readonly at: number }): void {
    LOOSE_NAME.lastIndex = 0;
    const [opening] = LOOSE_NAME.exec(tag)!;
    const isClosing = tag[1] === "/";
    const isComponent = this.#hasComponents && COMPONENT.test(opening);
    if (isComponent) this.#hidden.push({ kind: "syntax", ...text.range(at, at + tag.length) });
    const attributes = new Map<string, string>();
    let done = opening.length;
    for (const { 0: whole, 1: key = "", 2: value = "", index } of tag.matchAll(ATTRIBUTE)) {
      const small = key.toLowerCase();
      if (!attributes.has(small)) attributes.set(small, value.replace(/^(["'])(.*)\1$/s, "$2"));
      if (isComponent) continue;
      const isAddress = (small === "src" || small === "href") && !value.startsWith("{");
      if (value === "" || !(isAddress || KEPT_ATTRIBUTE.test(whole))) continue;
      this.#addAttributes(text.offset + at + done, text.offset + at + index);
      done = index + whole.length;
      if (!isAddress) continue;
      const quotes = /^["']/.test(value) ? 1 : 0;
      const range = text.range(at + done - value.length + quotes, at + done - quotes);
      const target = decodeReferences(attributes.get(small)!).trim();
      if (target !== "") this.#addresses.push({ kind: "url", ...range, target });
    }
    const end = at + tag.replace(/\s*\/?>?$/, "").length;
    if (!isComponent) this.#addAttributes(text.offset + at + done, text.offset + end);
    const found = {
      ...text.range(at, at + tag.length),
      name: opening.slice(isClosing ? 2 : 1).toLowerCase(),
      isClosing,
      isSelfClosing: tag.endsWith("/>"),
      attributes,
    };
    this.#tags.push(found);
    this.#elements.see(found);
  }

  /** Adds a range with attributes, unless it is only white space. */
  #addAttributes(start: number, end: number): void {
    const text = this.#source.slice(start, end).trimEnd();
    if (!/[^\s/>]/.test(text)) return;
    this.#hidden.push({ kind: "attributes", start, end: start + text.length });
  }
}

/** A piece of a page in which markup is read, with the same offsets as the source. */
class MarkupText {
  readonly text: string;
  /** Where it is in the source. */
  readonly offset: number;
  /** Texts that do not occur in the rest. */
  readonly #missing = new Set<string>();

  constructor(text: string, offset: number) {
    this.text = text;
    this.offset = offset;
  }

  match(pattern: RegExp, at: number): string | null {
    pattern.lastIndex = at;
    return pattern.exec(this.text)?.[0] ?? null;
  }

  /** Finds a text, in time that does not grow with the number of calls if there is none. */
  find(sought: string, from: number): number {
    const found = this.#missing.has(sought) ? -1 : this.text.indexOf(sought, from);
    if (found < 0) this.#missing.add(sought);
    return found;
  }

  range(start: number, end: number): Range {
    return { start: this.offset + start, end: this.offset + end };
  }
}

/** Constructs in a text: where each starts → where it ends. */
interface Constructs {
  /** Those in which no markup is read: code, addresses of links. */
  readonly opaque: ReadonlyMap<number, number>;
  /** Tags, comments and instructions. */
  readonly html: ReadonlyMap<number, number>;
}

interface SpecialAt extends Pick<Constructs, "html"> {
  readonly at: number;
}

function constructsIn(node: Heading | Paragraph, source: string): Constructs {
  const opaque = new Map<number, number>();
  const html = new Map<number, number>();
  for (const { start, end } of markupInText(node)) opaque.set(start, end);
  for (const inner of nodesIn(node, ["inlineCode", "link", "image", "html"])) {
    const { start, end } = rangeOf(inner);
    if (inner.type === "html") html.set(start, end);
    else if (inner.type === "inlineCode" || isAutolink(inner, source)) opaque.set(start, end);
    else {
      const destination = destinationOf(inner, source);
      if (destination !== null) opaque.set(source.lastIndexOf("](", destination.start - 1), end);
    }
  }
  return { opaque, html };
}

function isAutolink({ type, position }: Link | Image, source: string): boolean {
  return type === "link" && source[position!.start.offset!] === "<";
}

/** Replaces the marks of quotes at the start of lines with spaces. */
function withoutQuoteMarks(text: string): string {
  return text.replace(/(?<=[\r\n])(?:[ \t]*>)+/g, (marks) => " ".repeat(marks.length));
}

/** Returns HTML with the offsets of its source, whose lines may follow marks of quotes and lists. */
export function alignedHtml({ value, position }: Html, source: string): string {
  const text = source.slice(position!.start.offset, position!.end.offset);
  if (text === value) return text;
  const lines = text.split(/(?<=\n|\r(?!\n))/);
  const own = value.split(/(?<=\n|\r(?!\n))/);
  if (lines.length !== own.length) return text;
  return lines
    .map((line, at) => (line.endsWith(own[at]!) ? own[at]!.padStart(line.length) : line))
    .join("");
}

/** Leaves out addresses within others: a wiki link is replaced as a whole, with the markup in it. */
function withoutInner(addresses: readonly Address[]): Address[] {
  let end = 0;
  return addresses.filter((address) => {
    if (address.start < end) return false;
    end = address.end;
    return true;
  });
}

function byStart(left: Range, right: Range): number {
  return left.start - right.start;
}

function jsxPattern(): RegExp {
  const space = "[ \\t\\r\\n]";
  const value = `(?!\\{)[^\\s"'=<>\`]+|'[^']*'|"[^"]*"|\\{(?:[^{}\`]|\\{[^{}\`]*\\})*\\}`;
  const attribute = `${space}+[A-Za-z_:][A-Za-z0-9_.:-]*(?:${space}*=${space}*(?:${value}))?`;
  const name = "[A-Za-z][A-Za-z0-9.:-]*";
  return new RegExp(`<(?:${name}(?:${attribute})*${space}*/?|/${name}${space}*)>`, "y");
}

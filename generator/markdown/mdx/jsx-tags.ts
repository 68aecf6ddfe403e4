import type { Nodes } from "mdast";
import type { MdxJsxFlowElement, MdxJsxTextElement } from "mdast-util-mdx";
import type { Range } from "../destination.ts";
import { decodeReferences } from "../marks/references.ts";
import { literalText, literalTexts } from "./literal-text.ts";
import { maskMdx } from "./mask.ts";

export type JsxElement = MdxJsxFlowElement | MdxJsxTextElement;

/** An attribute of an element, with its offsets in the page. */
export interface JsxAttribute extends Range {
  /** As written. */
  readonly name: string;
  /** Its text; null if the value is another expression than a text, or missing. */
  readonly text: string | null;
  /** Where its value is, without quotes; null if it is not written between quotes. */
  readonly quoted: Range | null;
  /** Its value as written, without quotes. */
  readonly written: string;
  /** The texts of a list that is its value: `{["npm", "pnpm"]}`. */
  readonly items: readonly string[];
}

/** The tags of an element. */
export interface JsxTags {
  readonly opening: Range;
  /** Null if the element closes itself. */
  readonly closing: Range | null;
  /** Without those that are spread. */
  readonly attributes: readonly JsxAttribute[];
  /** The names of those that readers see as text because the site says so. */
  readonly shown: ReadonlySet<string>;
}

export function isJsx(node: Nodes): node is JsxElement {
  return node.type === "mdxJsxFlowElement" || node.type === "mdxJsxTextElement";
}

/** Tells whether an element is a component, not one of HTML. */
export function isComponent({ name }: JsxElement): boolean {
  return name !== null && !/^[a-z][^.]*$/.test(name);
}

/** The elements of a page of MDX, and their tags. */
export type JsxElements = ReadonlyMap<Nodes, JsxTags>;

/**
 * Finds the tags of all elements of a page.
 *
 * @param nodes all nodes of the page's tree
 */
export function findJsx(
  nodes: readonly Nodes[],
  { source, shownAttributes }: JsxOptions,
): JsxElements {
  const text = maskMdx(source);
  const shown = shownBy(shownAttributes);
  const found = new Map<Nodes, JsxTags>();
  let quoteEnds: number[] = [];
  for (const node of nodes) {
    if (node.type === "blockquote") {
      const { start, end } = node.position!;
      quoteEnds = [...quoteEnds.filter((one) => one > start.offset!), end.offset!];
    }
    if (!isJsx(node)) continue;
    const at = node.position!.start.offset!;
    const quotes = quoteEnds.filter((one) => one > at).length;
    const tags = tagsOf(node, { source: text, quotes });
    found.set(node, { ...tags, shown: shown.get(node.name ?? "") ?? NONE });
  }
  return found;
}

interface JsxOptions {
  readonly source: string;
  /** Attributes that readers see as text: `ParamField.path`. */
  readonly shownAttributes: readonly string[];
}

const NONE: ReadonlySet<string> = new Set();

/** Returns the names of attributes by component. */
function shownBy(names: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const shown = new Map<string, Set<string>>();
  for (const name of names) {
    const end = name.lastIndexOf(".");
    const attributes = shown.get(name.slice(0, end)) ?? new Set();
    shown.set(name.slice(0, end), attributes.add(name.slice(end + 1)));
  }
  return shown;
}

interface TagOptions {
  /** The source as it was parsed, with masks. */
  readonly source: string;
  /** The number of quotes around the element. */
  readonly quotes: number;
}

/**
 * Finds the tags of an element in the source: only one parser says where attributes are.
 */
function tagsOf(element: JsxElement, { source, quotes }: TagOptions): Omit<JsxTags, "shown"> {
  const { start, end } = element.position!;
  const reader = new TagReader(source, { at: start.offset! + "<".length, quotes });
  reader.pass(element.name ?? "");
  const attributes = element.attributes.flatMap((attribute): JsxAttribute[] => {
    if (attribute.type === "mdxJsxExpressionAttribute") {
      reader.passBraces(attribute.value);
      return [];
    }
    const { name, value } = attribute;
    const from = reader.skipBlanks();
    reader.pass(name);
    const none = { name, start: from, text: null, quoted: null, written: "", items: [] };
    if (value === null || value === undefined) return [{ ...none, end: reader.at }];
    reader.pass("=");
    if (typeof value === "string") {
      const quoted = reader.passQuotes();
      const written = source.slice(quoted.start, quoted.end);
      const text = decodeReferences(written);
      return [{ ...none, end: reader.at, text, quoted, written }];
    }
    const braces = reader.passBraces(value.value);
    const written = source.slice(braces.start, braces.end);
    const items = literalTexts(value.value);
    return [{ ...none, end: reader.at, text: literalText(value.value), written, items }];
  });
  reader.skipBlanks();
  const isSelfClosing = source[reader.at] === "/";
  if (isSelfClosing) reader.pass("/");
  reader.skipBlanks();
  const opening = { start: start.offset!, end: reader.at + ">".length };
  const closing = { start: source.lastIndexOf("<", end.offset! - 1), end: end.offset! };
  return { opening, closing: isSelfClosing ? null : closing, attributes };
}

/** Goes over a tag whose parts are known, but not what is between them. */
class TagReader {
  at: number;
  readonly #source: string;
  readonly #quotes: number;

  constructor(source: string, { at, quotes }: { readonly at: number; readonly quotes: number }) {
    this.#source = source;
    this.#quotes = quotes;
    this.at = at;
  }

  /** Goes over blanks, and over the marks of the quotes in which a line is. */
  skipBlanks(): number {
    let marks = 0;
    for (; this.at < this.#source.length; this.at++) {
      const character = this.#source[this.at]!;
      if (character === "\n" || character === "\r") marks = this.#quotes;
      else if (character === ">" && marks > 0) marks--;
      else if (!/\s/.test(character)) break;
    }
    return this.at;
  }

  /** Goes over a text, in which parsers may have left out blanks and marks of quotes. */
  pass(text: string): void {
    for (let read = 0; read < text.length; read++) {
      if (mayBeLeftOut(text.charCodeAt(read))) continue;
      while (mayBeLeftOut(this.#source.charCodeAt(this.at))) this.at++;
      this.at++;
    }
  }

  passQuotes(): Range {
    this.skipBlanks();
    const start = this.at + 1;
    const end = this.#source.indexOf(this.#source[this.at]!, start);
    this.at = end + 1;
    return { start, end };
  }

  /** @returns the range of the braces */
  passBraces(code: string): Range {
    const start = this.skipBlanks();
    this.pass(`{${code}}`);
    return { start, end: this.at };
  }
}

const LEFT_OUT: ReadonlySet<number> = new Set(Array.from(" \t\r\n>", (one) => one.charCodeAt(0)));

function mayBeLeftOut(character: number): boolean {
  return LEFT_OUT.has(character);
}

import { Parser } from "htmlparser2";
import type { Definition, Heading, Html, Link, Nodes, Paragraph, TableCell } from "mdast";
import { toString as textOf } from "mdast-util-to-string";
import type { Place } from "../config/problem.ts";
import { destinationOf, type Range } from "./destination.ts";
import { createLineFinder, LINE_END } from "./line-finder.ts";
import { nodesIn } from "./markdown-nodes.ts";
import type { JsxElement, JsxElements, JsxTags } from "./mdx/jsx-tags.ts";
import { isBraced, markupInText } from "./mdx/markup-in-text.ts";
import { destinationIn } from "./mdx/shown-attributes.ts";

/** A link as its author wrote it, not yet resolved. */
export interface FoundLink extends Place {
  /** The destination: a URL reference, or the text between `[[` and `]]` before a `|`. */
  readonly target: string;
  readonly kind: "url" | "wiki";
  /** Text that readers see of it, on one line; absent if it is not known, or an address. */
  readonly label?: string;
  /**
   * Where the destination is in the source, in UTF-16 units; absent if it is written in another way,
   * with escaped characters.
   */
  readonly range?: readonly [start: number, end: number];
  /** Where it ends; absent if only its start is known. */
  readonly end?: Place;
  /** True if it is part of what the page includes, or of what its syntax stands for. */
  readonly isInserted?: true;
}

/** The links in a page's text, and the places in it that links can name. */
export interface FoundLinks {
  readonly links: readonly FoundLink[];
  /** `id` and `name` attributes in HTML: fragments that a link may name, apart from headings. */
  readonly htmlIds: readonly string[];
}

/**
 * `[[target]]` or `[[target|label]]`, in a table `[[target\|label]]`. `![[…]]` embeds, and
 * `[[toc]]` and `[[_TOC_]]` ask for a table of contents.
 */
const WIKI_LINK = /(?<![\\!])\[\[(?!_?toc_?\]\])([^[\]|\n]+?)\\?(\|[^[\]\n]*)?\]\]/gi;

interface LinkOptions {
  readonly source: string;
  /** The elements of a page of MDX. Default: it is Markdown. */
  readonly elements?: JsxElements | null;
}

/**
 * Returns every link of a page in document order: inline and reference links, `<a href>` in HTML
 * and `[[wiki links]]`, but never images (DOC-A10).
 *
 * @param nodes all nodes of the page's tree
 */
export function findLinks(
  nodes: readonly Nodes[],
  { source, elements = null }: LinkOptions,
): FoundLinks {
  const definitions = findDefinitions(nodes);
  const links: FoundLink[] = [];
  const htmlIds: string[] = [];

  for (const node of nodes) {
    switch (node.type) {
      case "link":
        if (elements !== null && isBraced(node.url)) break;
        links.push({
          kind: "url",
          target: node.url,
          ...spanOf(node),
          ...labelOf(node),
          ...rangeOf(node.url, { source, at: startOfDestination(node, source) }),
        });
        break;
      case "linkReference": {
        const definition = definitions.get(node.identifier);
        if (definition === undefined) break;
        const { url } = definition;
        if (elements !== null && isBraced(url)) break;
        const at = startOfDestination(definition, source);
        links.push({
          kind: "url",
          target: url,
          ...spanOf(node),
          ...labelOf(node),
          ...rangeOf(url, { source, at }),
        });
        break;
      }
      case "html":
        readHtml({ node, source }, { links, htmlIds });
        break;
      case "heading":
      case "paragraph":
        links.push(...placedWikiLinks(node, source));
        break;
      case "mdxJsxFlowElement":
      case "mdxJsxTextElement":
        readElement({ element: node, tags: elements!.get(node)!, source }, { links, htmlIds });
        break;
    }
  }
  links.sort((left, right) => left.line - right.line || left.column - right.column);
  return { links, htmlIds };
}

/**
 * Finds definitions. The first one of a label wins; `[^1]: …` is a footnote, not a link's
 * destination.
 */
export function findDefinitions(nodes: readonly Nodes[]): Map<string, Definition> {
  const definitions = new Map<string, Definition>();
  for (const node of nodes) {
    if (node.type !== "definition") continue;
    const { identifier } = node;
    if (!identifier.startsWith("^") && !definitions.has(identifier)) {
      definitions.set(identifier, node);
    }
  }
  return definitions;
}

function placeOf(node: Nodes): Place {
  const { line, column } = node.position!.start;
  return { line, column };
}

/** A label is not longer: a link around a whole paragraph does not name its target. */
const MAX_LABEL = 200;

function labelOf(node: Nodes): Pick<FoundLink, "label"> {
  const label = textOf(node, { includeHtml: false }).replace(/\s+/g, " ").trim();
  const isName = label !== "" && label.length <= MAX_LABEL && !/^[a-z][\w+.-]*:/i.test(label);
  return isName ? { label } : {};
}

/** Returns where a node starts and ends. */
export function spanOf(node: Nodes): Place & { readonly end: Place } {
  const { line, column } = node.position!.end;
  return { ...placeOf(node), end: { line, column } };
}

/** Returns where a destination starts, without `<`; that of an autolink too. */
function startOfDestination(node: Link | Definition, source: string): number {
  const { offset } = node.position!.start;
  if (node.type === "link" && source[offset!] === "<") return offset! + 1;
  const { start } = destinationOf(node, source) ?? { start: -1 };
  return source[start] === "<" ? start + 1 : start;
}

/** Returns the range of a destination, if the source has it literally. */
export function rangeOf(
  target: string,
  { source, at }: { readonly source: string; readonly at: number },
): Pick<FoundLink, "range"> {
  return at >= 0 && source.startsWith(target, at) ? { range: [at, at + target.length] } : {};
}

interface ElementInSource {
  readonly element: JsxElement;
  readonly tags: JsxTags;
  readonly source: string;
}

function readElement(
  { element, tags, source }: ElementInSource,
  found: { links: FoundLink[]; htmlIds: string[] },
): void {
  for (const { name, text } of tags.attributes) {
    const isId = name === "id" || (name === "name" && element.name === "a");
    if (isId && text !== null && text !== "") found.htmlIds.push(text);
  }
  const destination = destinationIn(element, tags);
  if (destination === null) return;
  const target = destination.text!.trim();
  const at = source.indexOf(target, destination.quoted!.start);
  found.links.push({
    kind: "url",
    target,
    ...placeOf(element),
    ...labelOf(element),
    ...rangeOf(target, { source, at }),
  });
}

export interface HtmlInSource {
  readonly node: Html;
  readonly source: string;
}

function readHtml(
  { node, source }: HtmlInSource,
  found: { links: FoundLink[]; htmlIds: string[] },
): void {
  const start = node.position!.start.offset!;
  const isLiteral = source.startsWith(node.value, start);
  let placeAt: ((index: number) => Place) | undefined;
  let hrefEnd: number | undefined;
  const parser = new Parser({
    onopentagname() {
      hrefEnd = undefined;
    },
    onattribute(name, _value, quote) {
      if (name === "href") hrefEnd ??= parser.endIndex - (quote?.length ?? 0);
    },
    onopentag(name, attributes) {
      const { id, href, name: anchorName } = attributes;
      if (id) found.htmlIds.push(id);
      if (name !== "a") return;
      if (anchorName) found.htmlIds.push(anchorName);
      if (href !== undefined) {
        placeAt ??= placesInHtml({ node, source });
        const place = placeAt(parser.startIndex);
        const target = href.trim();
        const at = isLiteral ? start + hrefEnd! - href.trimStart().length : -1;
        found.links.push({ kind: "url", target, ...place, ...rangeOf(target, { source, at }) });
      }
    },
  });
  parser.end(node.value);
}

/**
 * Returns the places of offsets in the HTML. In the source, its lines follow the markers of the
 * quotes and lists around it.
 */
export function placesInHtml({ node, source }: HtmlInSource): (index: number) => Place {
  const { start, end } = node.position!;
  const lines = linesOf(node.value);
  const sourceLines = linesOf(source.slice(start.offset, end.offset));
  const find = createLineFinder(node.value);
  return (index) => {
    const { row, column } = find(index);
    if (row === 0) return { line: start.line, column: start.column + column };
    const markers = sourceLines[row]!.length - lines[row]!.length;
    return { line: start.line + row, column: 1 + markers + column };
  };
}

const NO_PLACE_FOR_WIKI_LINKS = [
  "inlineCode",
  "html",
  "link",
  "linkReference",
  "image",
  "imageReference",
] as const;

/** A wiki link, with its place in the source. */
export interface WikiLink extends Range {
  readonly target: string;
  /** Where its target starts. */
  readonly targetStart: number;
  /** Where its label is, which is shown; if it has none, its target. */
  readonly text: Range;
}

/**
 * Finds wiki links in the source of a paragraph, since Markdown may have seen markup in them. Code,
 * HTML and other links cannot contain one, and are not part of a target.
 */
export function findWikiLinks(paragraph: Heading | Paragraph, source: string): WikiLink[] {
  const { start, end } = paragraph.position!;
  const text = source.slice(start.offset, end.offset);
  if (!text.includes("[[")) return [];
  const matches = withoutOtherMarkup(paragraph, text).matchAll(WIKI_LINK);
  return Array.from(matches).flatMap(({ 0: { length }, 1: written = "", 2: label = "", index }) => {
    const target = written.trim();
    const at = start.offset! + index;
    if (!source.startsWith(written, at + "[[".length)) return [];
    const targetStart = at + "[[".length + written.indexOf(target);
    const end = at + length;
    const textEnd = end - "]]".length;
    const text =
      label.length > "|".length
        ? { start: textEnd - label.length + "|".length, end: textEnd }
        : { start: targetStart, end: targetStart + target.length };
    return [{ start: at, end, target, targetStart, text }];
  });
}

function placedWikiLinks(paragraph: Heading | Paragraph, source: string): FoundLink[] {
  const { start, end } = paragraph.position!;
  const found = findWikiLinks(paragraph, source);
  if (found.length === 0) return [];
  const find = createLineFinder(source.slice(start.offset, end.offset));
  return found.map(({ start: at, target, targetStart, text }) => {
    const { row, column } = find(at - start.offset!);
    return {
      kind: "wiki",
      target,
      label: source.slice(text.start, text.end).trim(),
      line: start.line + row,
      column: row === 0 ? start.column + column : 1 + column,
      ...rangeOf(target, { source, at: targetStart }),
    };
  });
}

/**
 * Returns the source of a paragraph with spaces in place of everything that cannot contain a wiki
 * link.
 */
export function withoutOtherMarkup(
  paragraph: Heading | Paragraph | TableCell,
  text: string,
): string {
  const { offset } = paragraph.position!.start;
  const pieces: string[] = [];
  let done = 0;
  const places = nodesIn(paragraph, NO_PLACE_FOR_WIKI_LINKS).map(({ position }) => {
    return { start: position!.start.offset!, end: position!.end.offset! };
  });
  const ofMdx = markupInText(paragraph);
  if (ofMdx.length > 0) {
    places.push(...ofMdx);
    places.sort((left, right) => left.start - right.start);
  }
  for (const { start, end } of places) {
    const [from, to] = [start - offset!, end - offset!];
    // A node inside another one has already been replaced with it.
    if (from < done) continue;
    pieces.push(text.slice(done, from), text.slice(from, to).replace(/[^\r\n]/g, " "));
    done = to;
  }
  pieces.push(text.slice(done));
  return pieces.join("");
}

function linesOf(text: string): string[] {
  return text.split(LINE_END);
}

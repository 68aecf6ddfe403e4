import type { Heading as HeadingNode, Nodes, PhrasingContent } from "mdast";
import { toString as textOf } from "mdast-util-to-string";
import type { Place } from "../config/problem.ts";
import type { AnchorRequest } from "./anchors/anchor-rule.ts";
import { literalText } from "./mdx/literal-text.ts";

/**
 * A heading as found in the page, before it gets an anchor. Its text is without markup, with one
 * space for each line break, trimmed (DOC-A6); its id is that of a trailing `{#id}`, `{/*id*\/}` or
 * `{/* #id *\/}`.
 */
export interface FoundHeading extends Place, AnchorRequest {
  /** Where it begins and ends in the source, in UTF-16 units. */
  readonly offset: number;
  readonly end: number;
  /** True if readers do not see it, so that it is not in the outline. Default: false. */
  readonly isHidden?: boolean;
}

/** `{#id}`, `{/*id*\/}` or `{/* #id *\/}`. */
const MARKER = /^\{(?:#([^\s{}]+)|\/\*\s*#?([^\s{}]+?)\s*\*\/)\}$/;

/** `[[target]]` and `[[target|label]]`, read as their target or label. */
const WIKI_LINK = /\[\[(?:[^[\]|\n]+\|)?([^[\]|\n]+)\]\]/g;

/**
 * Returns every heading of a page, of depth 1 to 6, in document order.
 *
 * @param nodes all nodes of the page's tree
 */
export function findHeadings(nodes: readonly Nodes[], source: string): FoundHeading[] {
  return nodes
    .filter((node) => node.type === "heading")
    .map((heading) => readHeading(heading, source));
}

function readHeading(node: HeadingNode, source: string): FoundHeading {
  const { start, end } = node.position!;
  const marker = findMarker(node, source);
  const children = marker === null ? node.children : cutAt(node.children, marker.offset);
  return {
    line: start.line,
    column: start.column,
    depth: node.depth,
    text: visibleText(children),
    raw: sourceOf(node, { source, end: marker?.offset }),
    customId: marker?.id ?? null,
    offset: start.offset!,
    end: end.offset!,
  };
}

/** Returns the source of a heading's content, up to its marker. */
function sourceOf(
  { children }: HeadingNode,
  { source, end }: { readonly source: string; readonly end: number | undefined },
): string {
  const [first] = children;
  if (first === undefined) return "";
  const until = end ?? children.at(-1)!.position!.end.offset!;
  return trimBlanks(source.slice(first.position!.start.offset!, until));
}

/**
 * Finds a heading's marker, in the source, because Markdown reads `{/*id*\/}` as emphasis. The last
 * content line of a setext heading is the one above its underline.
 */
function findMarker(node: HeadingNode, source: string): { id: string; offset: number } | null {
  const start = node.position!.start.offset!;
  const content = node.children.at(-1);
  const last = content ? content.position!.end.offset! : start;
  const lineEnd = source.slice(last).search(/[\r\n]|$/);
  const text = withoutClosingRun(source.slice(start, last + lineEnd));
  // An id contains no braces.
  const open = text.lastIndexOf("{");
  const match = open < 0 ? null : MARKER.exec(text.slice(open));
  if (match === null) return null;
  const isEscaped = text[open - 1] === "\\";
  return { id: (match[1] ?? match[2])!, offset: start + open - Number(isEscaped) };
}

/** Cuts off trailing blanks, and a closing run of `#` with the blanks before it. */
function withoutClosingRun(line: string): string {
  const text = trimBlanks(line);
  let end = text.length;
  while (text[end - 1] === "#") end--;
  const before = trimBlanks(text.slice(0, end));
  return before.length < end ? before : text;
}

/** Trims blanks. A regular expression would try each run of blanks from each of its characters. */
function trimBlanks(text: string): string {
  let end = text.length;
  while (text[end - 1] === " " || text[end - 1] === "\t") end--;
  return text.slice(0, end);
}

/** Returns the content before a source offset. */
function cutAt(children: readonly PhrasingContent[], offset: number): PhrasingContent[] {
  return children
    .filter((child) => child.position!.start.offset! < offset)
    .map((child) =>
      child.type === "text" && child.position!.end.offset! > offset
        ? { ...child, value: child.value.slice(0, child.value.lastIndexOf("{")) }
        : child,
    );
}

/**
 * Returns the visible text. An image has none; only a heading that consists of images has their alt
 * text.
 */
function visibleText(children: readonly PhrasingContent[]): string {
  return collapse(children, false) || collapse(children, true);
}

function collapse(children: readonly PhrasingContent[], includeImageAlt: boolean): string {
  return textOf(children.map(withSpaces), { includeHtml: false, includeImageAlt })
    .replace(/[ \t\r\n]+/g, (blanks) => (/[\r\n]/.test(blanks) ? " " : blanks))
    .trim();
}

/**
 * Replaces hard breaks, of Markdown or of HTML, with spaces: they have no text, but separate words.
 */
function withSpaces(node: PhrasingContent): PhrasingContent {
  if (isBreak(node)) return { type: "text", value: "\n" };
  if (node.type === "text") return { ...node, value: node.value.replace(WIKI_LINK, "$1") };
  if (node.type === "mdxTextExpression") {
    return { type: "text", value: literalText(node.value) ?? "" };
  }
  if (!("children" in node)) return node;
  return { ...node, children: node.children.map(withSpaces) } as PhrasingContent;
}

function isBreak(node: PhrasingContent): boolean {
  if (node.type === "html") return /^<br\b/i.test(node.value);
  return node.type === "break" || (node.type === "mdxJsxTextElement" && node.name === "br");
}

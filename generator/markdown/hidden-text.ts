import type { Nodes } from "mdast";
import { invisibleRuns } from "../../corpus/hidden-text.ts";
import type { Problem } from "../config/problem.ts";
import { createLineFinder } from "./line-finder.ts";

/** Comments that say nothing to a reader: orders to tools, and labels of lists of links. */
const USUAL_COMMENT = new RegExp(
  [
    // An order has the name of its tool, and words with hyphens, numbers or colons at most.
    "^(?:alex|cspell|doctoc|docgate|eslint|lint|markdownlint|prettier|remark|spell-?checker|textlint|vale|zhlint)\\b[\\w:.,/= -]{0,60}$",
    "^(?:more|truncate|toc|/toc|tocstop)$",
    "^(?:(?:links?|refs?|references?|definitions?|external|internal|images?|footnotes?)\\b\\s*){1,4}$",
  ].join("|"),
  "i",
);
const COMMENT = /<!--(?:-?>|([\s\S]*?)(?:-->|$))/g;
/** Number of places that are reported of a page. */
const MAX_REPORTED = 20;

/** A place with text that readers do not see. */
interface Hidden {
  readonly offset: number;
  readonly message: string;
}

interface HiddenTextOptions {
  readonly source: string;
  readonly path: string;
}

/**
 * Finds comments and invisible characters outside of code: readers do not see them, so nobody
 * notices what they tell a program.
 *
 * @param nodes all nodes of the page's tree
 */
export function findHiddenText(
  nodes: readonly Nodes[],
  { source, path }: HiddenTextOptions,
): readonly Problem[] {
  const comments = source.includes("<!--") ? findComments(nodes, source) : [];
  const found = [...comments, ...findInvisible(nodes, source)];
  if (found.length === 0) return [];
  const find = createLineFinder(source);
  const places = found.sort((left, right) => left.offset - right.offset).slice(0, MAX_REPORTED);
  const more = found.length - places.length;
  return places.map(({ offset, message }, at) => {
    const { row, column } = find(offset);
    const rest =
      more > 0 && at === MAX_REPORTED - 1 ? `; the page has ${more} more such places` : "";
    const place = { file: path, line: row + 1, column: column + 1 };
    return { ...place, rule: "hidden-text", message: message + rest, suggestion: null };
  });
}

function findComments(nodes: readonly Nodes[], source: string): Hidden[] {
  return nodes.flatMap((node) => {
    if (node.type !== "html") return [];
    const start = node.position!.start.offset!;
    const html = source.slice(start, node.position!.end.offset);
    return Array.from(html.matchAll(COMMENT), ({ 1: text = "", index }) => ({ text, index }))
      .filter(({ text }) => !USUAL_COMMENT.test(text.trim()))
      .map(({ text, index }) => ({
        offset: start + index,
        message: `Readers do not see the comment "${shorten(text)}", and agents are not given it`,
      }));
  });
}

const MAX_QUOTED = 40;

function shorten(text: string): string {
  // Without the marks of quotes around it.
  const line = text
    .replace(/[\r\n][ \t>]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return line.length <= MAX_QUOTED ? line : `${line.slice(0, MAX_QUOTED).trimEnd()}…`;
}

function findInvisible(nodes: readonly Nodes[], source: string): Hidden[] {
  const runs = invisibleRuns(source);
  if (runs.length === 0) return [];
  const code = nodes.flatMap(({ type, position }) =>
    type === "code" || type === "inlineCode" ? [position!] : [],
  );
  let next = 0;
  return runs.flatMap(({ start, end }) => {
    while (next < code.length && code[next]!.end.offset! <= start) next++;
    if (next < code.length && code[next]!.start.offset! < end) return [];
    return [{ offset: start, message: describe(source.slice(start, end)) }];
  });
}

function describe(text: string): string {
  const points = Array.from(text, (character) => character.codePointAt(0)!);
  const [first] = points.map((point) => `U+${point.toString(16).toUpperCase().padStart(4, "0")}`);
  return points.length === 1
    ? `Readers do not see the character ${first}, and agents are not given it`
    : `Readers do not see these ${points.length} characters from ${first} on, and agents are not given them`;
}

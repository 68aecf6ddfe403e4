import type { Definition, Image, Link } from "mdast";

/** A part of a page's source, in UTF-16 units. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Matches between the text of a link and its destination; a line may begin with marks of quotes. */
const OPENING = /[ \t\r\n>]*\]\([ \t]*(?:(?:\r\n|\r|\n)[ \t>]*)?/y;
/** Matches before the destination of a definition. */
const LABEL = /\[(?:\\.|[^\\\]])*\]:[ \t]*(?:(?:\r\n|\r|\n)[ \t>]*)?/sy;
const TITLE =
  /[ \t\r\n>]*(?:"[^"\\]*(?:\\[\s\S][^"\\]*)*"|'[^'\\]*(?:\\[\s\S][^'\\]*)*'|\([^()\\]*(?:\\[\s\S][^()\\]*)*\))?[ \t\r\n>]*\)/y;
const POINTED = /<(?:[^<>\\\r\n]|\\.)*>/y;
const MAX_PARENTHESES = 32;

/** Returns where the destination of a link, an image or a definition is, with `<` and `>` around it. */
export function destinationOf(node: Link | Image | Definition, source: string): Range | null {
  const start = node.position!.start.offset!;
  switch (node.type) {
    case "definition":
      return readAfter(LABEL, { source, at: start });
    case "image":
      return destinationOfImage(node, source);
    case "link":
      return readAfter(OPENING, { source, at: endOfText(node) });
  }
}

function endOfText({ position, children }: Link): number {
  const last = children.at(-1);
  return last ? last.position!.end.offset! : position!.start.offset! + "[".length;
}

/** The tree does not say where the text of an image ends: its destination goes on to its end. */
function destinationOfImage({ position }: Image, source: string): Range | null {
  const end = position!.end.offset!;
  let at = source.indexOf("](", position!.start.offset!);
  for (; at >= 0 && at < end; at = source.indexOf("](", at + 1)) {
    const range = readAfter(OPENING, { source, at });
    TITLE.lastIndex = range?.end ?? end;
    if (TITLE.test(source) && TITLE.lastIndex === end) return range;
  }
  return null;
}

function readAfter(
  pattern: RegExp,
  { source, at }: { readonly source: string; readonly at: number },
): Range | null {
  pattern.lastIndex = at;
  return pattern.test(source) ? readDestination(source, pattern.lastIndex) : null;
}

/** Reads a destination: within `<` and `>`, or without white space and with paired parentheses. */
function readDestination(source: string, start: number): Range | null {
  if (source[start] === "<") {
    POINTED.lastIndex = start;
    return POINTED.test(source) ? { start, end: POINTED.lastIndex } : null;
  }
  let end = start;
  let depth = 0;
  for (; end < source.length; end++) {
    const character = source[end]!;
    if (character === "\\" && /[!-/:-@[-`{-~]/.test(source[end + 1] ?? "")) end++;
    else if (character === "(" && ++depth > MAX_PARENTHESES) return null;
    else if (character === ")" && --depth < 0) break;
    else if ((character <= " " && character !== "\0") || character === "\x7f") break;
  }
  return { start, end };
}

/** Returns the address that a link names with its host; null for every other link, and for a placeholder. */
export function httpUrlOf({
  kind,
  target,
}: {
  readonly kind: "url" | "wiki";
  readonly target: string;
}): URL | null {
  const text = target.startsWith("//") ? `https:${target}` : target;
  if (kind !== "url" || !/^https?:/i.test(text) || /[{}<>]/.test(text)) return null;
  return URL.parse(text);
}

import type { Edit } from "../../../../corpus/marks.ts";
import { isInCode } from "../code-ranges.ts";
import type { SyntaxContext } from "../syntax.ts";

const LIST = /\{([^{}\r\n]*)\}/g;
/** `#id`, `.class`, `key=value`, and the attributes without a value that pages use. */
const ATTRIBUTE =
  /(?:[#.][^\s"'=}]+|[\w:@-]+=(?:"[^"]*"|'[^']*'|[^\s"'=}]+)|data-[\w-]+|markdown|download|hidden|nofollow|disabled)(?=\s|$)/y;
/** The character that ends an element in a line: a link, code, emphasis, a tag, an icon, keys. */
const ELEMENT_END = /[)\]`*_>:+=^~]/;
const ID = /(?:^|\s)(?:#([^\s"'=}]+)|id=(?:"([^"]*)"|'([^']*)'|([^\s"'=}]+)))(?=\s|$)/;
const HEADING = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*#{1,6}/;
const UNDERLINE = /^[ \t>]*(?:=+|-+)[ \t]*$/;

/**
 * Removes attribute lists, of Python-Markdown's extension `attr_list`: `{ #id .class key=value }` after
 * a heading, whose id stays, after an element in a line, in a cell, and alone on a line.
 */
export function readAttributeLists(text: string, context: SyntaxContext): Edit[] {
  for (const id of idsOfFences(text, context)) context.addId(id);
  const edits: Edit[] = [];
  let line: LineStart | null = null;
  for (const { 0: list, 1: inside = "", index } of text.matchAll(LIST)) {
    if (index < context.bodyStart) continue;
    const attributes = inside.replace(/^:/, "").trim();
    if (!isAttributes(attributes) || isInCode(context.code, index)) continue;
    const found = ID.exec(attributes)?.slice(1).find(Boolean);
    const end = index + list.length;
    if (line === null || index > line.end) line = lineOf(text, index);
    const place = placeOf(text, { start: index, end, line });
    if (place === null) continue;
    if (place.isHeading) {
      const isWritten = found !== undefined && !/[{}\s]/.test(found);
      edits.push({ start: index, end, text: isWritten ? `{#${found}}` : "" });
    } else {
      if (found !== undefined) context.addId(found);
      edits.push({ start: place.start, end, text: "" });
    }
  }
  return edits;
}

/** Returns the ids of fenced code: "``` { .sh #id }". */
function idsOfFences(text: string, { code }: SyntaxContext): string[] {
  return code.flatMap(({ start, isBlock }) => {
    const line = isBlock ? /[^\r\n]*/.exec(text.slice(start, start + MAX_REST))![0] : "";
    const [, info] = /[`~]{3}[^{}]*\{([^{}]*)\}/.exec(line) ?? [];
    return info === undefined ? [] : (ID.exec(info)?.slice(1).find(Boolean) ?? []);
  });
}

/** Tells whether a text consists of attributes. */
function isAttributes(text: string): boolean {
  if (text === "") return false;
  for (let at = 0; at < text.length; ) {
    ATTRIBUTE.lastIndex = at;
    const match = ATTRIBUTE.exec(text);
    if (match === null) return false;
    at += match[0].length;
    while (text[at] === " " || text[at] === "\t") at++;
  }
  return true;
}

interface ListPlace {
  readonly isHeading: boolean;
  /** Where what is removed begins: with the blanks before the list. */
  readonly start: number;
}

/** The parts of a line that its lists depend on. */
interface LineStart {
  readonly start: number;
  readonly end: number;
  /** Where its first character is that is not a blank. */
  readonly content: number;
  readonly isHeading: boolean;
}

function lineOf(text: string, at: number): LineStart {
  const start = Math.max(text.lastIndexOf("\n", at - 1), text.lastIndexOf("\r", at - 1)) + 1;
  const end = start + /^[^\r\n]*/.exec(text.slice(start))![0].length;
  const line = text.slice(start, end);
  const content = start + line.length - line.trimStart().length;
  return { start, end, content, isHeading: HEADING.test(line) };
}

/** Returns what a list belongs to; null if it is text. */
function placeOf(
  text: string,
  { start, end, line }: { readonly start: number; readonly end: number; readonly line: LineStart },
): ListPlace | null {
  const rest = text.slice(end, Math.min(line.end, end + MAX_REST));
  const isLast = rest.trim() === "";
  const isFirst = line.content === start;
  if (line.isHeading && !isFirst && rest.replace(/#+[ \t]*$/, "").trim() === "") {
    return { isHeading: true, start };
  }
  if (isLast && !isFirst && isUnderlined(text, line.end)) return { isHeading: true, start };
  if (isLast && isFirst) return { isHeading: false, start: line.start };
  if (ELEMENT_END.test(text[start - 1] ?? "")) return { isHeading: false, start };
  if (!/^[ \t]*\|/.test(rest) || !/[ \t]/.test(text[start - 1] ?? "")) return null;
  let before = start;
  while (text[before - 1] === " " || text[before - 1] === "\t") before--;
  return { isHeading: false, start: before };
}

/** How much of a line after a list is looked at. */
const MAX_REST = 200;

function isUnderlined(text: string, end: number): boolean {
  const next = /^(?:\r\n|\r|\n)([^\r\n]*)/.exec(text.slice(end, end + MAX_REST));
  return next !== null && UNDERLINE.test(next[1]!) && next[1]!.trim() !== "";
}

import type { Edit } from "../../../../corpus/marks.ts";
import { isInCode } from "../code-ranges.ts";
import type { SyntaxContext } from "../syntax.ts";

const LIST = /\{([^{}\r\n]*)\}/g;
/** `#id`, `.class`, `key=value`, and the attributes without a value that pages use. */
const ATTRIBUTE =
  /(?:[#.][^\s"'=}]+|[\w:@-]+=(?:"[^"]*"|'[^']*'|[^\s"'=}]+)|data-[\w-]+|markdown|download|hidden|nofollow|disabled)(?=\s|$)/y;
/** What ends an element in a line: a link, code, emphasis, a tag, an icon, keys. */
const ELEMENT_END = /[)\]`*_>:+=^~]/;
const ID = /(?:^|\s)(?:#([^\s"'=}]+)|id=(?:"([^"]*)"|'([^']*)'|([^\s"'=}]+)))(?=\s|$)/;
const HEADING = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*#{1,6}/;
const UNDERLINE = /^[ \t>]*(?:=+|-+)[ \t]*$/;

/**
 * Removes attribute lists, of Python-Markdown's extension `attr_list`: `{ #id .class key=value }` after
 * a heading, whose id stays, after an element in a line, in a cell, and on a line of its own.
 */
export function readAttributeLists(text: string, context: SyntaxContext): Edit[] {
  for (const id of idsOfFences(text, context)) context.addId(id);
  const edits: Edit[] = [];
  for (const { 0: list, 1: inside = "", index } of text.matchAll(LIST)) {
    if (index < context.bodyStart) continue;
    const attributes = inside.replace(/^:/, "").trim();
    if (!isAttributes(attributes) || isInCode(context.code, index)) continue;
    const found = ID.exec(attributes)?.slice(1).find(Boolean);
    const end = index + list.length;
    const place = placeOf(text, index, end);
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

/** Returns what a list belongs to; null if it is text. */
function placeOf(text: string, start: number, end: number): ListPlace | null {
  const lineStart =
    Math.max(text.lastIndexOf("\n", start - 1), text.lastIndexOf("\r", start - 1)) + 1;
  const before = text.slice(lineStart, start);
  const rest = /^[^\r\n]*/.exec(text.slice(end, end + MAX_REST))![0];
  const isLast = rest.trim() === "";
  if (/^[ \t]*$/.test(rest.replace(/#+[ \t]*$/, "")) && HEADING.test(before)) {
    return { isHeading: true, start };
  }
  if (isLast && before.trim() !== "" && isUnderlined(text, end + rest.length)) {
    return { isHeading: true, start };
  }
  if (isLast && before.trim() === "") return { isHeading: false, start: lineStart };
  if (ELEMENT_END.test(text[start - 1] ?? "")) return { isHeading: false, start };
  const isCell = /^[ \t]*\|/.test(rest) && /[ \t]$/.test(before);
  return isCell ? { isHeading: false, start: lineStart + before.trimEnd().length } : null;
}

/** How much of a line after a list is looked at. */
const MAX_REST = 200;

function isUnderlined(text: string, end: number): boolean {
  const next = /^(?:\r\n|\r|\n)([^\r\n]*)/.exec(text.slice(end, end + MAX_REST));
  return next !== null && UNDERLINE.test(next[1]!) && next[1]!.trim() !== "";
}

import type { Edit } from "../../../../corpus/marks.ts";
import { isInCode } from "../code-ranges.ts";
import type { SyntaxContext } from "../syntax.ts";

const HEADING =
  /^([ \t>]*#{1,6}[ \t][^\r\n{}]*(?:\{[^\r\n{}]*\}[^\r\n{}]+)*)(\{([^{}\r\n]*)\})[ \t]*#*[ \t]*$/gm;
const ID = /(?:^|\s)#(\S+)/;

/** Reads the attributes of headings as mdBook does: `## Title { #id .class }`. The id stays as `{#id}`. */
export function readHeadingAttributes(text: string, { bodyStart, code }: SyntaxContext): Edit[] {
  const edits: Edit[] = [];
  for (const { index, 1: before = "", 2: list = "", 3: inner = "" } of text.matchAll(HEADING)) {
    if (index < bodyStart || isInCode(code, index)) continue;
    if (isInCode(code, index + before.length)) continue;
    const id = ID.exec(inner)?.[1];
    const start = index + before.length;
    edits.push({ start, end: start + list.length, text: id === undefined ? "" : `{#${id}}` });
  }
  return edits;
}

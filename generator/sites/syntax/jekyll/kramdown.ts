import type { Edit } from "../../../../corpus/marks.ts";
import { isInCode } from "../code-ranges.ts";
import { type Line, linesOf } from "../lines.ts";
import type { SyntaxContext } from "../syntax.ts";

const EXTENSION = /\{::(comment|nomarkdown|options)\b[^{}\r\n]*?(\/)?\}/g;
const CLOSING = /\{:\/(?:comment|nomarkdown|options)?\}/g;
const BLOCK_LIST = /^[ \t>]*\{:[^}\r\n]*\}[ \t]*$/;
const SPAN_LIST = /\{:(?!:|\/)[^{}\r\n]*\}/g;
const ID = /(?:^|[\s:])#([A-Za-z][\w:-]*)|\bid=["']([^"']+)["']/;
const ABBREVIATION = /^ {0,3}\*\[[^\]\r\n]+\]:/;
const HEADING = /^[ \t>]*#{1,6}[ \t]/;
const UNDERLINE = /^ {0,3}(?:-+|=+)[ \t]*$/;

/**
 * Reads what kramdown has beyond Markdown: attribute lists `{: #id .class}`, headings keep the id of
 * one; comments and options; abbreviations, and the place of a table of contents.
 */
export function readKramdown(text: string, { bodyStart, code }: SyntaxContext): Edit[] {
  const edits: Edit[] = extensions(text, { bodyStart, code });
  const lines = linesOf(text, bodyStart);
  const removed = edits.map((edit) => ({ ...edit, isBlock: true }));
  const isHidden = (at: number) => isInCode(removed, at) || isInCode(code, at);
  const own: Edit[] = [];
  for (const [place, { start, content }] of lines.entries()) {
    if (!content.includes("{:") && !ABBREVIATION.test(content)) continue;
    const at = start + Math.max(0, content.search(/\S/));
    if (isHidden(at)) continue;
    const end = start + content.length;
    if (ABBREVIATION.test(content)) own.push({ start, end, text: "" });
    else if (BLOCK_LIST.test(content)) own.push(...blockEdits(lines, place));
    else own.push(...spanEdits(content, { start, isHidden }));
  }
  return [...edits, ...own].sort((left, right) => left.start - right.start);
}

/** Removes comments with their content, and the tags of other extensions. */
function extensions(
  text: string,
  { bodyStart, code }: Pick<SyntaxContext, "bodyStart" | "code">,
): Edit[] {
  const edits: Edit[] = [];
  let isClosed = true;
  EXTENSION.lastIndex = bodyStart;
  for (let open = EXTENSION.exec(text); open !== null; open = EXTENSION.exec(text)) {
    const { index: start } = open;
    if (isInCode(code, start)) continue;
    const end = start + open[0].length;
    CLOSING.lastIndex = end;
    const close = open[2] === undefined && isClosed ? CLOSING.exec(text) : null;
    if (open[2] === undefined && close === null) isClosed = false;
    if (close === null) {
      if (open[2] !== undefined) edits.push({ start, end, text: "" });
      continue;
    }
    const last = close.index + close[0].length;
    if (open[1] === "nomarkdown") {
      edits.push({ start, end, text: "" }, { start: close.index, end: last, text: "" });
    } else edits.push({ start, end: last, text: "" });
    EXTENSION.lastIndex = last;
  }
  return edits;
}

/** Removes a list of attributes on its own line; a heading above it, or else below it, gets its id. */
function blockEdits(lines: readonly Line[], place: number): Edit[] {
  const { start, content } = lines[place]!;
  const end = start + content.length;
  const inner = content.slice(content.indexOf("{:") + 2, content.lastIndexOf("}"));
  const above = lines[place - 1];
  if (
    /(?:^|\s)toc(?:\s|$)/.test(inner) &&
    above &&
    /^[ \t]*(?:[-*+]|\d+\.)[ \t]/.test(above.content)
  ) {
    return [{ start: above.start, end, text: "" }];
  }
  const id = idOf(inner);
  const removed = { start: start + content.indexOf("{:"), end, text: "" };
  if (id === null) return [removed];
  const heading = headingAt(lines, place);
  if (heading === null) return [{ ...removed, text: `<a id="${id}"></a>` }];
  const marker = { start: heading, end: heading, text: ` {#${id}}` };
  return heading < start ? [marker, removed] : [removed, marker];
}

/** Returns where the text of the heading ends that a line belongs to; null if there is none. */
function headingAt(lines: readonly Line[], place: number): number | null {
  const [second, above, , below] = [-2, -1, 0, 1].map((step) => lines[place + step]);
  const endOf = ({ start, content }: Line) => start + content.trimEnd().length;
  if (above !== undefined && HEADING.test(above.content)) return endOf(above);
  if (above !== undefined && UNDERLINE.test(above.content) && second?.content.trim()) {
    return endOf(second);
  }
  const isAlone = above === undefined || above.content.trim() === "";
  return isAlone && below !== undefined && HEADING.test(below.content) ? endOf(below) : null;
}

function spanEdits(
  content: string,
  { start, isHidden }: { readonly start: number; readonly isHidden: (at: number) => boolean },
): Edit[] {
  return Array.from(content.matchAll(SPAN_LIST)).flatMap(({ index, 0: list }): Edit[] => {
    const at = start + index;
    if (isHidden(at)) return [];
    const id = idOf(list.slice(2, -1));
    return [{ start: at, end: at + list.length, text: id === null ? "" : `<a id="${id}"></a>` }];
  });
}

function idOf(attributes: string): string | null {
  const [, id, named] = ID.exec(attributes) ?? [];
  return id ?? named ?? null;
}

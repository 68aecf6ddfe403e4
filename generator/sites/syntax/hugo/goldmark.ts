import type { Edit } from "../../../../corpus/marks.ts";
import { isInCode } from "../code-ranges.ts";
import { type Line, linesOf } from "../lines.ts";
import type { SyntaxContext } from "../syntax.ts";

const HEADING = /^ {0,3}#{1,6}[ \t]/;
const UNDERLINE = /^ {0,3}(?:-+|=+)[ \t]*$/;
/** One attribute: `.class`, `#id`, `key=value`, `key="value"`. */
const ATTRIBUTE = /[.#][^\s.#,{}="']+|[\w:-]+=(?:"[^"]*"|'[^']*'|[^\s"',]+)|[\s,]+/y;
const ID = /(?:^|[\s,])#([^\s.,#{}="']+)|(?:^|[\s,])id=["']?([^\s"'{}]+)/;

/**
 * Reads attributes as Goldmark does: those at the end of a heading, whose id stays as `{#id}`, and
 * those on the line below a block, which readers do not see.
 */
export function readGoldmark(text: string, { bodyStart, code }: SyntaxContext): Edit[] {
  if (!text.includes("{")) return [];
  const lines = linesOf(text, bodyStart);
  return lines.flatMap((line, place): Edit[] => {
    const list = listIn(line);
    if (list === null || isInCode(code, list.start)) return [];
    const { content } = line;
    const [, id, named] = ID.exec(list.inner) ?? [];
    const own = id ?? named;
    const isHeading = HEADING.test(content) || UNDERLINE.test(lines[place + 1]?.content ?? "");
    if (isHeading) return [{ ...list.range, text: own === undefined ? "" : ` {#${own}}` }];
    const isAlone = /^[ \t>]*$/.test(content.slice(0, list.start - line.start));
    if (!isAlone) return [];
    return [{ start: list.start, end: list.range.end, text: own ? `<a id="${own}"></a>` : "" }];
  });
}

interface AttributeList {
  readonly start: number;
  readonly inner: string;
  /** With the blanks around it. */
  readonly range: { readonly start: number; readonly end: number };
}

/** Finds a list of attributes at the end of a line; null if there is none. */
function listIn({ start, content }: Line): AttributeList | null {
  const line = content.trimEnd();
  if (!line.endsWith("}")) return null;
  const open = line.lastIndexOf("{");
  const inner = line.slice(open + 1, -1);
  if (open < 0 || "{\\".includes(line[open - 1] ?? " ") || !isAttributes(inner)) return null;
  const before = content.slice(0, open).trimEnd().length;
  return { start: start + open, inner, range: { start: start + before, end: start + line.length } };
}

function isAttributes(inner: string): boolean {
  if (inner.trim() === "") return false;
  ATTRIBUTE.lastIndex = 0;
  let end = 0;
  while (end < inner.length && ATTRIBUTE.test(inner)) end = ATTRIBUTE.lastIndex;
  return end === inner.length;
}

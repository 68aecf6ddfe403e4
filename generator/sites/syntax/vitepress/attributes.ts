import type { Edit } from "../../../../corpus/marks.ts";
import { isInCode } from "../code-ranges.ts";
import type { SyntaxContext } from "../syntax.ts";

/** `{#id .class key=value key="value"}`, of which at least one is not a name by itself. */
const LIST =
  /\{[ \t]*((?:[.#][^\s{}"'=]+|[\w:-]+=(?:"[^"{}\r\n]*"|'[^'{}\r\n]*'|[^\s{}"']+))(?:[ \t]+(?:[.#][^\s{}"'=]+|[\w:-]+(?:=(?:"[^"{}\r\n]*"|'[^'{}\r\n]*'|[^\s{}"']+))?))*)[ \t]*\}/g;
const ID = /(?:^|\s)(?:#([^\s{}"'=]+)|id=["']?([^\s{}"']+))/;

/**
 * Reads lists of attributes as markdown-it-attrs does: behind code, links and emphasis, at the end of
 * blocks, and by themselves below one. The id of a heading stays as `{#id}`, others as anchors.
 */
export function readCurlyAttributes(text: string, { bodyStart, code }: SyntaxContext): Edit[] {
  const edits: Edit[] = [];
  for (const { index, 0: list, 1: inner = "" } of text.matchAll(LIST)) {
    if (index < bodyStart || isInCode(code, index)) continue;
    const end = index + list.length;
    const lineStart = text.lastIndexOf("\n", index) + 1;
    const before = text.slice(lineStart, index);
    const isLast = /^[ \t]*(?:#*[ \t]*)(?:\r?\n|$)/.test(text.slice(end, end + 80));
    const isBehind = /[`*_)\]~]$/.test(before);
    if (!isLast && !isBehind) continue;
    const isHeading = /^[ \t>]*#{1,6}[ \t]/.test(before);
    if (isLast && !isHeading && !isBehind && !isEndOfBlock(text, end)) continue;
    const [, id, named] = ID.exec(inner) ?? [];
    edits.push({ start: index, end, text: keptFor(id ?? named, isLast && isHeading) });
  }
  return edits;
}

function keptFor(id: string | undefined, isHeading: boolean): string {
  if (id === undefined) return "";
  return isHeading ? `{#${id}}` : `<a id="${id}"></a>`;
}

/** Tells whether a block ends at a line's end: before a blank line, an item of a list, or the end. */
function isEndOfBlock(text: string, from: number): boolean {
  return /^[ \t]*(?:\r?\n[ \t>]*(?:\r?\n|$|[-*+][ \t]|\d+[.)][ \t]|:::)|\r?\n?$)/.test(
    text.slice(from, from + 200),
  );
}

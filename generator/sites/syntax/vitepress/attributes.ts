import type { Edit } from "../../../../corpus/marks.ts";
import { isInCode } from "../code-ranges.ts";
import type { SyntaxContext } from "../syntax.ts";

/** `{#id .class key=value key="value"}`; the first one is not a name by itself. */
const LIST =
  /\{[ \t]*((?:[.#][^\s{}"'=]+|[\w:-]+=(?:"[^"{}\r\n]*"|'[^'{}\r\n]*'|[^\s{}"']+))(?:[ \t]+(?:[.#][^\s{}"'=]+|[\w:-]+(?:=(?:"[^"{}\r\n]*"|'[^'{}\r\n]*'|[^\s{}"']+))?))*)[ \t]*\}/g;
const ID = /(?:^|\s)(?:#([^\s{}"'=]+)|id=["']?([^\s{}"']+))/;

/**
 * Reads lists of attributes as markdown-it-attrs does: behind code, links and emphasis, at the end of
 * blocks, and by themselves below one. The id of a heading stays as `{#id}`, others as anchors.
 */
export function readCurlyAttributes(text: string, { bodyStart, code }: SyntaxContext): Edit[] {
  const edits: Edit[] = [];
  for (const { index: lineStart, 0: line } of text.matchAll(/[^\r\n]+/g)) {
    if (lineStart < bodyStart || !line.includes("{")) continue;
    const isHeading = /^[ \t>]*#{1,6}[ \t]/.test(line);
    const content = line.trimEnd().replace(/(?<=[ \t])#+$/, "");
    for (const { index, 0: list, 1: inner = "" } of line.matchAll(LIST)) {
      const start = lineStart + index;
      const end = start + list.length;
      if (isInCode(code, start)) continue;
      const isLast = index + list.length >= content.trimEnd().length;
      const isBehind = /[`*_)\]~]/.test(line[index - 1] ?? "");
      const isOwn = isBehind || (isLast && (isHeading || isEndOfBlock(text, end)));
      if (!isOwn) continue;
      const [, id, named] = ID.exec(inner) ?? [];
      edits.push({ start, end, text: keptFor(id ?? named, isLast && isHeading) });
    }
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

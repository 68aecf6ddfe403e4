import type { Edit } from "../../../corpus/marks.ts";
import { isInCode } from "./code-ranges.ts";
import type { SyntaxContext } from "./syntax.ts";

const HEADING = /^ {0,3}#{1,6}[ \t][^\r\n]*?([ \t]*\{([^{}\r\n]*)\})[ \t]*$/gm;
const BLOCK =
  /^[ \t>]*(\{[ \t]*(?:[.#][\w:-]+|[\w-]+=(?:"[^"\r\n]*"|[\w-]+))(?:[ \t,]+(?:[.#][\w:-]+|[\w-]+=(?:"[^"\r\n]*"|[\w-]+)))*[ \t]*\})[ \t]*$/gm;
const ID = /(?:^|[\s,])#([^\s.,#{}="']+)|\bid=["']?([^\s"'{}]+)/;

/**
 * Reads what Goldmark has beyond CommonMark: attributes of headings, whose id stays as `{#id}`, and
 * those of blocks, which readers do not see.
 */
export function readGoldmark(text: string, { bodyStart, code }: SyntaxContext): Edit[] {
  const edits: Edit[] = [];
  for (const { index, 0: line, 1: shown = "", 2: inner = "" } of text.matchAll(HEADING)) {
    if (index < bodyStart || isInCode(code, index) || !isAttributes(inner)) continue;
    const [, id, named] = ID.exec(inner) ?? [];
    const start = index + line.lastIndexOf(shown);
    const own = id ?? named;
    const kept = own === undefined ? "" : ` {#${own}}`;
    if (shown !== kept) edits.push({ start, end: start + shown.length, text: kept });
  }
  for (const { index, 0: line, 1: shown = "" } of text.matchAll(BLOCK)) {
    const start = index + line.indexOf(shown);
    if (index < bodyStart || isInCode(code, index)) continue;
    const id = ID.exec(shown.slice(1, -1));
    const own = id?.[1] ?? id?.[2];
    const kept = own === undefined ? "" : `<a id="${own}"></a>`;
    edits.push({ start, end: start + shown.length, text: kept });
  }
  return edits.sort((left, right) => left.start - right.start);
}

function isAttributes(inner: string): boolean {
  return /^[ \t]*(?:[.#][^\s{}]+|[\w:-]+=\S+)/.test(inner);
}

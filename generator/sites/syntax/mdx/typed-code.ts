import { slug } from "github-slugger";
import type { Edit } from "../../../../corpus/marks.ts";
import type { SyntaxContext } from "../syntax.ts";

const LANGUAGE = /(?<!\\)\{:[.\w-]+\}$/;
const HEADING = /^[ \t>]*#{1,6}[ \t]/;
const HEADING_ID = /(?:\[#[^\][\s]+\]|\{#[^\s{}]+\})[ \t]*$/;

/**
 * Cuts the language off code in a line: `` `text{:js}` ``, as rehype-pretty-code reads it. The anchor of a
 * heading is made before that, so such a heading gets it as its id.
 */
export function readTypedCode(text: string, { code }: SyntaxContext): Edit[] {
  const edits: Edit[] = [];
  for (const [at, { start, end, isBlock }] of code.entries()) {
    if (isBlock) continue;
    const fence = /^`+/.exec(text.slice(start, end))![0].length;
    const match = LANGUAGE.exec(text.slice(start + fence, end - fence));
    if (match === null) continue;
    const from = start + fence + match.index;
    edits.push({ start: from, end: from + match[0].length, text: "" });
    const line = lineAt(text, start);
    const isLast = (code[at + 1]?.start ?? text.length) >= line.end;
    const { shown } = line;
    if (!isLast || !HEADING.test(shown) || HEADING_ID.test(shown)) continue;
    const id = slug(shown.replace(HEADING, "").replace(/[`*]/g, "").trim());
    edits.push({ start: line.end, end: line.end, text: ` {#${id}}` });
  }
  return edits;
}

interface Line {
  readonly end: number;
  readonly shown: string;
}

function lineAt(text: string, at: number): Line {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const next = text.indexOf("\n", at);
  const shown = text.slice(start, next < 0 ? text.length : next).trimEnd();
  return { end: start + shown.length, shown };
}

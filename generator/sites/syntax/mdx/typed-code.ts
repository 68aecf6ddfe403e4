import { slug } from "github-slugger";
import type { Edit } from "../../../../corpus/marks.ts";
import type { SyntaxContext } from "../syntax.ts";
import { headingLines } from "./heading-lines.ts";

const LANGUAGE = /(?<!\\)\{:[.\w-]+\}$/;
const HEADING_ID = /\[#[^\][\s]+\]$|\{#[^\s{}]+\}$/;

/**
 * Cuts the language off code in a line: `` `text{:js}` ``, as rehype-pretty-code reads it. The anchor of a
 * heading is made before that, so such a heading gets it as its id.
 */
export function readTypedCode(text: string, context: SyntaxContext): Edit[] {
  const edits = context.code.flatMap(({ start, end, isBlock }): Edit[] => {
    if (isBlock) return [];
    const fence = /^`+/.exec(text.slice(start, end))![0].length;
    const match = LANGUAGE.exec(text.slice(start + fence, end - fence));
    if (match === null) return [];
    const from = start + fence + match.index;
    return [{ start: from, end: from + match[0].length, text: "" }];
  });
  if (edits.length === 0) return [];
  return [...edits, ...idsOf(text, { ...context, edits })].sort(
    (left, right) => left.start - right.start,
  );
}

/** Returns the ids that headings with such code get. */
function idsOf(
  text: string,
  { edits, ...context }: SyntaxContext & { readonly edits: readonly Edit[] },
): Edit[] {
  let next = 0;
  return headingLines(text, context).flatMap(({ contentStart, contentEnd }): Edit[] => {
    while (next < edits.length && edits[next]!.start < contentStart) next++;
    const content = text.slice(contentStart, contentEnd);
    const isTyped = next < edits.length && edits[next]!.start < contentEnd;
    if (!isTyped || HEADING_ID.test(content)) return [];
    const id = slug(content.replace(/[`*]/g, ""));
    return [{ start: contentEnd, end: contentEnd, text: ` {#${id}}` }];
  });
}

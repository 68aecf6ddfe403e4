import type { Edit } from "../../../../corpus/marks.ts";
import { isInCode } from "../code-ranges.ts";
import type { SyntaxContext } from "../syntax.ts";

const TOC = /^[ \t]*(\[\[toc\]\])[ \t]*$/i;
const BADGE = /<Badge((?:\s+[\w:-]+(?:="[^"]*"|='[^']*')?){0,9})\s*\/>/g;
const BADGE_TEXT = /\stext=(?:"([^"]*)"|'([^']*)')/;
const EMOJI = /(?<![\w:]):[a-z0-9_+-]+:(?![\w:])/g;
const HEADING = /^[ \t>]*#{1,6}[ \t]/;

/**
 * Reads what only VitePress has: `[[toc]]`, the text of `<Badge />`, and names of emoji, which
 * are not a part of a heading's anchor. The text of a badge is not one either.
 */
export function readVitepress(text: string, { bodyStart, code }: SyntaxContext): Edit[] {
  const edits: Edit[] = [];
  for (const { index, 0: line } of text.matchAll(/[^\r\n]+/g)) {
    if (index < bodyStart || isInCode(code, index)) continue;
    const toc = TOC.exec(line)?.[1];
    if (toc !== undefined) {
      const start = index + line.indexOf(toc);
      edits.push({ start, end: start + toc.length, text: "" });
      continue;
    }
    const isHeading = HEADING.test(line);
    const found = isHeading
      ? Array.from(line.matchAll(EMOJI), (match) => ({ match, shown: "" }))
      : Array.from(line.matchAll(BADGE), (match) => ({ match, shown: badgeText(match[1]!) }));
    for (const { match, shown } of found) {
      const start = index + match.index;
      if (isInCode(code, start)) continue;
      edits.push({ start, end: start + match[0].length, text: shown });
    }
  }
  return edits;
}

function badgeText(attributes: string): string {
  const [, double, single = ""] = BADGE_TEXT.exec(attributes) ?? [];
  return (double ?? single).replace(/[\\`*_[\]<]/g, "\\$&");
}

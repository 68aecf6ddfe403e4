import type { AnchorRequest } from "./anchor-rule.ts";

const CODE_SPAN = /(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/gs;

/** Changes the parts of a heading's text that are not in a code span. */
export function outsideCode(
  { text, raw }: AnchorRequest,
  change: (part: string) => string,
): string {
  let changed = "";
  let end = 0;
  for (const [, , source] of raw.matchAll(CODE_SPAN)) {
    const code = source!.trim();
    const start = text.indexOf(code, end);
    if (start < 0) continue;
    changed += change(text.slice(end, start)) + code;
    end = start + code.length;
  }
  return changed + change(text.slice(end));
}

import type { Edit } from "../../../corpus/marks.ts";
import { isInCode } from "./code-ranges.ts";
import type { SyntaxContext } from "./syntax.ts";

const OPENING =
  /^([ \t>]*)(:{3,})[ \t]*([A-Za-z][\w-]*)?[ \t]*(?:\[([^\]\r\n]*)\])?(?:\{[^}\r\n]*\})?[ \t]*([^\r\n]*)$/gm;

/**
 * Turns containers into their content, with the title as a paragraph in bold before it: `:::note Title`,
 * `:::note[Title]`, `::: code-group`. Lines with colons only end one.
 */
export function readContainers(text: string, { bodyStart, code }: SyntaxContext): Edit[] {
  const edits: Edit[] = [];
  for (const match of text.matchAll(OPENING)) {
    const { index, 0: line, 1: prefix = "", 3: kind, 4: label, 5: title } = match;
    if (index < bodyStart || isInCode(code, index)) continue;
    const start = index + prefix.length;
    const end = index + line.length;
    if (kind === undefined) {
      if (line.trim().replace(/^[> \t]*:+$/, "") === "") edits.push({ start, end, text: "" });
      continue;
    }
    const shown = (label ?? title ?? "")
      .trim()
      .replace(/\{[^{}]*\}$/, "")
      .trim();
    edits.push({ start, end, text: shown === "" ? "" : `**${shown}**\n${prefix}` });
  }
  return edits;
}

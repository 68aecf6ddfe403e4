import type { Edit } from "../../../corpus/marks.ts";
import { isInCode } from "./code-ranges.ts";
import type { SyntaxContext } from "./syntax.ts";

/** Matches the beginning of a line before a container: quotes, and the mark of an item of a list. */
const PREFIX = "(?<prefix>[ \\t>]*(?:(?:[-*+]|\\d{1,9}[.)])[ \\t]+)?)";
const LABEL = "\\[(?<label>(?:[^[\\]\\r\\n]|\\[[^[\\]\\r\\n]*\\])*)\\]";
const ATTRIBUTES = "\\{(?<attributes>[^}\\r\\n]*)\\}";
const LINE = new RegExp(
  `^${PREFIX}:{3,}[ \\t]*(?<kind>[A-Za-z][\\w-]*)?[ \\t]*(?:${LABEL})?(?:${ATTRIBUTES})?(?<title>[^\\r\\n]*)$`,
  "gm",
);

/**
 * Turns containers into their content, with the title as a paragraph in bold before it: `:::note Title`,
 * `:::note[Title]{#id}`, `::: code-group`. Lines with colons only end one.
 */
export function readContainers(text: string, context: SyntaxContext): Edit[] {
  const { bodyStart, code } = context;
  const edits: Edit[] = [];
  for (const { index, 0: line, groups = {} } of text.matchAll(LINE)) {
    if (index < bodyStart || isInCode(code, index)) continue;
    const { prefix = "", kind, label, attributes = "", title = "" } = groups;
    const start = index + prefix.length;
    const end = index + line.length;
    if (kind === undefined) {
      if (/^:+$/.test(line.slice(prefix.length).trim())) edits.push({ start, end, text: "" });
      continue;
    }
    const id = /(?:^|\s)#([^\s#.]+)/.exec(attributes)?.[1];
    if (id !== undefined) context.addId(id);
    const named = /(?:^|\s)title=(?:"([^"]*)"|'([^']*)')/.exec(attributes);
    const shown = (named?.[1] ?? named?.[2] ?? label ?? title).trim().replace(/\s*\{[^{}]*\}$/, "");
    const blank = prefix.replace(/[^>\s]/g, " ");
    const apart = isAfterText(text, index) ? `\n${blank}` : "";
    edits.push({ start, end, text: shown === "" ? "" : `${apart}**${shown}**\n${blank}` });
  }
  return edits;
}

/** Tells whether the line before an offset has text: a title must not become a part of it. */
function isAfterText(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, text.lastIndexOf("\n", index - 2)), index);
  return /[^\s>]/.test(before);
}

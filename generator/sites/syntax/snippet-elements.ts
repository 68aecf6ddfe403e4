import type { Edit } from "../../../corpus/marks.ts";
import { isInCode } from "./code-ranges.ts";
import { partialText } from "./imported-pages.ts";
import type { SyntaxContext } from "./syntax.ts";

const SNIPPET = /^([ \t]*)<Snippet[ \t]+file=(["'])([^"'\r\n]+)\2[^>\r\n]*\/>[ \t]*$/gm;

/** Includes the files of `_snippets` that `<Snippet file="part.mdx" />` names. */
export function readSnippetElements(text: string, context: SyntaxContext): Edit[] {
  const edits: Edit[] = [];
  for (const { index, 0: line, 1: indent = "", 3: path = "" } of text.matchAll(SNIPPET)) {
    if (index < context.bodyStart || isInCode(context.code, index)) continue;
    const found = context.include({ path, bases: ["_snippets", "snippets"], at: index });
    if (found === null) continue;
    edits.push({ start: index, end: index + line.length, text: partialText(found.text, indent) });
  }
  return edits;
}

import type { Edit } from "../../../../corpus/marks.ts";
import { isInCode } from "../code-ranges.ts";
import { insertedAt, partOf } from "../mdx-imports.ts";
import type { SyntaxContext } from "../syntax.ts";

const SNIPPET = /<Snippet[ \t\r\n]+file=(["'])([^"'\r\n]+)\1[^<>]*\/>/g;

/** Includes the files of `_snippets` that `<Snippet file="part.mdx" />` names. */
export function readSnippetElements(text: string, context: SyntaxContext): Edit[] {
  const edits: Edit[] = [];
  for (const { index, 0: whole, 2: path = "" } of text.matchAll(SNIPPET)) {
    if (index < context.bodyStart || isInCode(context.code, index)) continue;
    const found = context.include({ path, bases: ["_snippets", "snippets"], at: index });
    if (found === null) continue;
    const shown = partOf(found.text, { from: found.path, to: context.location });
    const place = { start: index, end: index + whole.length };
    edits.push({ ...place, text: insertedAt(text, { ...place, shown }) });
  }
  return edits;
}

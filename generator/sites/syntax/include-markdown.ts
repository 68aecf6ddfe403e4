import type { Edit } from "../../../corpus/marks.ts";
import { isInCode } from "./code-ranges.ts";
import type { IncludedFile, SyntaxContext } from "./syntax.ts";

/** `{% include-markdown "file.md" start="…" end="…" %}`; `include` for text as it is. */
const DIRECTIVE = /\{%-?\s*include(-markdown)?\s+(?:"([^"\r\n]+)"|'([^'\r\n]+)')([^%]*)%\}/g;

/**
 * Includes files as the plugin `include-markdown` of MkDocs does. A path from `/` is that of the
 * docs folder's own root, others are relative to the file.
 */
export function readIncludeMarkdown(text: string, context: SyntaxContext): Edit[] {
  const { bodyStart, code, location } = context;
  const edits: Edit[] = [];
  for (const { index, 0: whole, 2: double, 3: single, 4: options = "" } of text.matchAll(
    DIRECTIVE,
  )) {
    const path = double ?? single!;
    if (index < bodyStart || isInCode(code, index) || /[*?[\]]/.test(path)) continue;
    const folder = location.slice(0, location.lastIndexOf("/") + 1);
    const found = context.include({
      path,
      bases: path.startsWith("/") ? [""] : [folder],
      at: index,
    });
    if (found === null) continue;
    edits.push({ start: index, end: index + whole.length, text: partOf(found, options) });
  }
  return edits;
}

/** Returns what is between two texts, each of which may be left out. */
function partOf({ text }: IncludedFile, options: string): string {
  const option = (name: string) => {
    const match = new RegExp(`\\b${name}=(?:"([^"]*)"|'([^']*)')`).exec(options);
    return (match?.[1] ?? match?.[2])?.replaceAll("\\n", "\n");
  };
  const [start, end] = [option("start"), option("end")];
  const from = start === undefined ? 0 : text.indexOf(start) + start.length;
  const first = start !== undefined && !text.includes(start) ? 0 : from;
  const last = end === undefined ? -1 : text.indexOf(end, first);
  return text.slice(first, last < 0 ? undefined : last);
}

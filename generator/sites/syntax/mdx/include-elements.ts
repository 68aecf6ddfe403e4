import { extname, posix } from "node:path";
import type { Edit } from "../../../../corpus/marks.ts";
import { isInCode } from "../code-ranges.ts";
import { fenced, insertedAt, partOf } from "../mdx-imports.ts";
import type { SyntaxContext } from "../syntax.ts";
import { regionIn, sectionIn } from "./partial-sections.ts";

const ELEMENT = /<include((?:\s[^<>]*)?)>([^<>]*)<\/include>/g;

/**
 * Includes the files that `<include>./part.mdx</include>` names: the text of Markdown, or one section of it
 * (`./part.mdx#id`), and anything else, or with `lang`, as code, or one region of it.
 */
export function readIncludeElements(text: string, context: SyntaxContext): Edit[] {
  const { bodyStart, code, location } = context;
  const edits: Edit[] = [];
  for (const { index, 0: whole, 1: attributes = "", 2: target = "" } of text.matchAll(ELEMENT)) {
    if (index < bodyStart || target.trim() === "" || isInCode(code, index)) continue;
    const [path = "", section] = target.trim().split(/#(?=[^#]*$)/);
    const isFromRoot = /\scwd(?=[\s=]|$)/.test(attributes);
    const language = /\slang=["']([^"']*)["']/.exec(attributes)?.[1];
    const isCode = language !== undefined || !/\.mdx?$/i.test(path);
    const bases = [isFromRoot ? "" : posix.dirname(location)];
    const found = context.include({ path, bases, at: index, isCode });
    if (found === null) continue;
    const part = isCode ? regionIn(found.text, section) : sectionIn(found.text, section);
    if (part === null) {
      const message = `"${path}" cannot be included: it has no part "${section}"`;
      context.report(index, { rule: "missing-file", message });
      continue;
    }
    const shown = isCode
      ? fenced(part, `lang="${language ?? extname(path).slice(1)}"`)
      : partOf(part, { from: found.path, to: location });
    const place = { start: index, end: index + whole.length };
    edits.push({ ...place, text: insertedAt(text, { ...place, shown }) });
  }
  return edits;
}

import { extname } from "node:path";
import type { Edit } from "../../../corpus/marks.ts";
import { isInCode } from "./code-ranges.ts";
import { partialText } from "./imported-pages.ts";
import { regionIn, sectionIn } from "./partial-sections.ts";
import type { SyntaxContext } from "./syntax.ts";

const ELEMENT =
  /^([ \t]*)<include((?:[ \t\r\n]+[^<>]*)?)>[ \t\r\n]*([^<>\r\n]+?)[ \t\r\n]*<\/include>/gm;

/**
 * Includes the files that `<include>./part.mdx</include>` names: the text of Markdown, or one section of it
 * (`./part.mdx#id`), and anything else, or with `lang`, as code, or one region of it.
 */
export function readIncludeElements(text: string, context: SyntaxContext): Edit[] {
  const { bodyStart, code, location } = context;
  const folder = location.includes("/") ? location.slice(0, location.lastIndexOf("/")) : "";
  const edits: Edit[] = [];
  for (const {
    index,
    0: found,
    1: indent = "",
    2: attributes = "",
    3: target = "",
  } of text.matchAll(ELEMENT)) {
    if (index < bodyStart || isInCode(code, index)) continue;
    const [path = "", section] = target.split(/#(?=[^#]*$)/);
    const isFromRoot = /(?:^|\s)cwd(?=[\s=]|$)/.test(attributes);
    const language = /(?:^|\s)lang=["']([^"']*)["']/.exec(attributes)?.[1];
    const isCode = language !== undefined || !/\.mdx?$/i.test(path);
    const request = { path, bases: [isFromRoot ? "" : folder], at: index, isCode };
    const included = context.include(request);
    if (included === null) continue;
    const part = isCode ? regionIn(included.text, section) : sectionIn(included.text, section);
    if (part === null) {
      const message = `"${path}" has no section "${section}" to include`;
      context.report(index, { rule: "missing-file", message });
      continue;
    }
    const shown = isCode ? fenced(part, language ?? extname(path).slice(1)) : part;
    edits.push({
      start: index,
      end: index + found.length,
      text: isCode ? indented(shown, indent) : partialText(shown, indent),
    });
  }
  return edits;
}

/** Puts code between fences that are longer than any in it. */
function fenced(code: string, language: string): string {
  const runs = Array.from(code.matchAll(/`+/g), ([run]) => run.length);
  const fence = "`".repeat(Math.max(3, ...runs.map((length) => length + 1)));
  return `${fence}${language}\n${code.replace(/\n$/, "")}\n${fence}`;
}

function indented(text: string, indent: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => (line === "" ? line : indent + line))
    .join("\n");
}

import type { Edit } from "../../../corpus/marks.ts";
import { frontmatterBlock } from "../../markdown/frontmatter/frontmatter-block.ts";
import { findCode, isInCode } from "./code-ranges.ts";
import type { SyntaxContext } from "./syntax.ts";

/** `import Part from "./part.mdx"`, also with names in braces after the default one. */
const IMPORT =
  /^import[ \t]+([A-Z][\w$]*)(?:[ \t]*,[ \t]*\{[^}]*\})?[ \t]+from[ \t]+(["'])([^"'\r\n]+\.mdx?)\2[ \t]*;?[ \t]*$/gm;

/** Folders that `@/` and `~/` stand for, from the root of the site. */
const ALIASED = ["", "src"];

/**
 * Replaces elements whose component is imported from a Markdown file with its text: `<Part />`. What is
 * given to it, such as `<Part name="x" />`, is left out.
 */
export function readImportedPages(text: string, context: SyntaxContext): Edit[] {
  const { bodyStart, code } = context;
  const files = new Map<string, { readonly path: string; readonly bases: readonly string[] }>();
  for (const { index, 1: name = "", 3: source = "" } of text.matchAll(IMPORT)) {
    if (index >= bodyStart && !isInCode(code, index)) files.set(name, requestOf(source, context));
  }
  if (files.size === 0) return [];
  const edits: Edit[] = [];
  const element = new RegExp(`<(${[...files.keys()].join("|")})(?:[ \\t\\r\\n][^<>]*)?/>`, "g");
  for (const { index, 0: found, 1: name = "" } of text.matchAll(element)) {
    if (index < bodyStart || isInCode(code, index)) continue;
    const included = context.include({ ...files.get(name)!, at: index });
    if (included === null) continue;
    const place = { start: index, end: index + found.length };
    edits.push({ ...place, text: textAt(included.text, { text, at: index }) });
  }
  return edits;
}

/** Returns the text of a partial as it fits into the line of its element. */
function textAt(
  partial: string,
  { text, at }: { readonly text: string; readonly at: number },
): string {
  const before = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  if (/^[ \t]*$/.test(before)) return partialText(partial, before);
  const isInList = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+$/.test(before);
  const lines = partialText(partial, isInList ? " ".repeat(before.length) : "").trim();
  // Text in a line cannot hold blocks.
  return isInList ? lines : lines.replace(/\s+/g, " ");
}

/** Finds where an import may lead: relative to its file, to the site's root, or to an alias of it. */
function requestOf(
  source: string,
  { location }: SyntaxContext,
): { readonly path: string; readonly bases: readonly string[] } {
  const folder = location.includes("/") ? location.slice(0, location.lastIndexOf("/")) : "";
  if (/^\.{1,2}\//.test(source)) return { path: source, bases: [folder] };
  if (source.startsWith("/")) return { path: source.slice(1), bases: [""] };
  return { path: source.replace(/^[@~]\//, ""), bases: ALIASED };
}

/** Matches statements at the start of a line, up to a blank line. */
const STATEMENTS = /^(?:import|export)\b[^\r\n]*(?:\r?\n(?![ \t]*\r?\n)[^\r\n]+)*/gm;

/**
 * Returns the text of an imported file, without its frontmatter, imports and exports, indented like the
 * element that asks for it, with blank lines around it.
 */
export function partialText(text: string, indent: string): string {
  const block = frontmatterBlock(text);
  const body = block === null ? text : text.slice(block.end);
  const code = findCode(body);
  const shown = body.replace(STATEMENTS, (statements, at: number) =>
    isInCode(code, at) ? statements : "",
  );
  const lines = shown.trim().split(/\r\n|\r|\n/);
  return `\n${lines.map((line) => (line === "" ? line : indent + line)).join("\n")}\n`;
}

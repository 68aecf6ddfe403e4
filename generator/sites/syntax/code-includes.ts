import type { Edit } from "../../../corpus/marks.ts";
import { basesOf } from "./snippets.ts";
import type { SyntaxContext } from "./syntax.ts";

/** `{!path!}` with options, and FastAPI's `{* path ln[1:5] hl[2] *}`. */
const INCLUDE =
  /\{!+[ \t]*([^!\s]+)[ \t]*!+\}|^([ \t]*)\{\*[ \t]+(\S+)(?=[ \t])([^*\r\n]*)\*\}[ \t]*$/gm;

/**
 * Includes files as the extensions `mdx_include` and `markdown_include_variants` do: `{!file!}` stands for
 * the text of a file, `{* file *}` for a block of code.
 */
export function readCodeIncludes(text: string, context: SyntaxContext): Edit[] {
  const edits: Edit[] = [];
  for (const match of text.matchAll(INCLUDE)) {
    const { index, 0: whole, 1: path, 2: indent = "", 3: codePath = "", 4: options = "" } = match;
    if (index < context.bodyStart) continue;
    const isCode = path === undefined;
    const found = context.include({
      path: path ?? codePath,
      bases: basesOf(context),
      at: index,
      isCode,
    });
    if (found === null) continue;
    const shown = isCode ? codeOf(found.text, { path: codePath, options, indent }) : found.text;
    edits.push({ start: index, end: index + whole.length, text: shown.trimEnd() });
  }
  return edits;
}

interface CodeOptions {
  readonly path: string;
  /** `ln[1:5,10] hl[2]` */
  readonly options: string;
  readonly indent: string;
}

/** Returns a block of code with the lines that are asked for. */
function codeOf(text: string, { path, options, indent }: CodeOptions): string {
  const all = text.trimEnd().split(/\r\n|\r|\n/);
  const ranges = /\bln\[([\d:,]+)\]/.exec(options)?.[1];
  const lines =
    ranges === undefined
      ? all
      : ranges.split(",").flatMap((range) => {
          const [from = "1", to = from] = range.split(":");
          return all.slice(Number(from || 1) - 1, Number(to || all.length));
        });
  const fence = "`".repeat(longestRun(text) + 1);
  const language = /\.(\w+)$/.exec(path)?.[1] ?? "";
  return [`${fence}${language}`, ...lines, fence].map((line) => `${indent}${line}`).join("\n");
}

/** Returns the length of the longest run of backticks, at least two. */
function longestRun(text: string): number {
  return Math.max(2, ...Array.from(text.matchAll(/`{3,}/g), ([run]) => run.length));
}

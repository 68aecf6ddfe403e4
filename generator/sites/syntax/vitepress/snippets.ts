import type { Edit } from "../../../../corpus/marks.ts";
import { isInCode } from "../code-ranges.ts";
import type { SyntaxContext } from "../syntax.ts";
import { pathFrom } from "./includes.ts";
import { isRegionMark, regionOf } from "./regions.ts";

const SNIPPET = /^([ \t>]*)<<<([^\r\n]+)$/gm;
const TITLE = / ?\[[^\]]*\]$/;
const OPTIONS = / ?\{([^{}]*)\}$/;
const REGION = /#([\w-]+)$/;

/** Includes code from files as VitePress does: `<<< @/file.ts#region{1,3 ts} [title]`. */
export function readVitepressSnippets(text: string, context: SyntaxContext): Edit[] {
  const { bodyStart, code } = context;
  const edits: Edit[] = [];
  for (const { index, 0: line, 1: prefix = "", 2: target = "" } of text.matchAll(SNIPPET)) {
    if (index < bodyStart || isInCode(code, index)) continue;
    const lines = codeOf(target.trim(), { ...context, at: index });
    if (lines === null) continue;
    const start = index + prefix.length;
    edits.push({ start, end: index + line.length, text: lines.join(`\n${prefix}`) });
  }
  return edits;
}

/** Returns the lines of a code block; null if the file cannot be read. */
function codeOf(
  target: string,
  context: Pick<SyntaxContext, "location" | "include" | "report"> & { readonly at: number },
): string[] | null {
  const named = target.replace(TITLE, "");
  const options = OPTIONS.exec(named)?.[1] ?? "";
  const whole = named.replace(OPTIONS, "");
  const region = REGION.exec(whole)?.[1];
  const path = whole.replace(REGION, "");
  const found = context.include({ ...pathFrom(path, context), at: context.at, isCode: true });
  if (found === null) return null;
  const lines = found.text.trimEnd().split(/\r?\n/);
  const chosen = region === undefined ? lines : regionOf(lines, region);
  if (chosen === null) {
    const message = `Included file "${path}" has no region "${region}"`;
    context.report(context.at, { rule: "missing-file", message });
  }
  const shown =
    region === undefined
      ? lines
      : withoutIndent((chosen ?? lines).filter((line) => chosen === null || !isRegionMark(line)));
  const language = options.split(" ").find((word) => /^[A-Za-z]/.test(word)) ?? extensionOf(path);
  const fence = fenceFor(shown);
  return [`${fence}${language}`, ...shown, fence];
}

function extensionOf(path: string): string {
  return /\.([a-z0-9]+)$/.exec(path)?.[1] ?? "";
}

function withoutIndent(lines: readonly string[]): string[] {
  const indents = lines.filter((line) => line.trim() !== "").map((line) => line.search(/[^ \t]/));
  const indent = indents.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY);
  return lines.map((line) => line.slice(Math.min(indent, line.length)));
}

/** Returns a fence that no line of the code ends. */
function fenceFor(lines: readonly string[]): string {
  const longest = lines.reduce((most, line) => {
    return Math.max(most, /^[ \t]*(`*)/.exec(line)![1]!.length);
  }, 0);
  return "`".repeat(Math.max(3, longest + 1));
}

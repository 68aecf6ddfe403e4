import type { Edit } from "../../../../corpus/marks.ts";
import type { SyntaxContext } from "../syntax.ts";

const LINK = /\\\{\{#|\{\{[ \t]*#(\w+)[ \t]([^{}\r\n]+)\}\}/g;
const ANCHOR_START = /ANCHOR:\s*([\w-]+)/;
const ANCHOR_END = /ANCHOR_END:\s*([\w-]+)/;

/**
 * Reads the links of mdBook: `{{#include file.md:2:10}}`, `{{#rustdoc_include file.rs:name}}`,
 * `{{#playground file.rs}}`, also in code. Lines of a `rustdoc_include` around those that it names are
 * not shown.
 */
export function readMdbookIncludes(text: string, context: SyntaxContext): Edit[] {
  const edits: Edit[] = [];
  for (const { index, 0: whole, 1: kind, 2: target = "" } of text.matchAll(LINK)) {
    if (index < context.bodyStart) continue;
    const end = index + whole.length;
    if (kind === undefined) edits.push({ start: index, end, text: "{{#" });
    else if (kind === "title") edits.push({ start: index, end, text: "" });
    else if (/^(?:include|rustdoc_include)$/.test(kind)) {
      const lines = linesOf(target.trim(), { ...context, at: index });
      if (lines !== null) edits.push({ start: index, end, text: lines.join("\n") });
    } else if (/^(?:playground|playpen)$/.test(kind)) {
      const [path = "", ...options] = target.trim().split(/[ \t]+/);
      const lines = linesOf(path, { ...context, at: index });
      if (lines === null) continue;
      const code = [`\`\`\`${["rust", ...options].join(",")}`, ...lines, "```"];
      edits.push({ start: index, end, text: code.join("\n") });
    }
  }
  return edits;
}

/** Returns the lines that a link names; null if they cannot be read. */
function linesOf(
  target: string,
  context: Pick<SyntaxContext, "location" | "include" | "report"> & { readonly at: number },
): readonly string[] | null {
  const { location, at } = context;
  const [path = "", first, last] = target.split(":");
  const folder = location.slice(0, location.lastIndexOf("/") + 1);
  const found = context.include({ path, bases: [folder], at });
  if (found === null) return null;
  const lines = found.text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  if (first === undefined) return lines;
  if (first !== "" && !/^\d+$/.test(first)) {
    const chosen = anchored(lines, first);
    if (chosen !== null) return chosen;
    const message = `Included file "${path}" has no anchor "${first}"`;
    context.report(at, { rule: "missing-file", message });
    return [];
  }
  const from = first === "" ? 0 : Math.max(Number(first) - 1, 0);
  if (last === undefined) return lines.slice(from, from + 1);
  return lines.slice(from, /^\d+$/.test(last) ? Number(last) : undefined);
}

/** Returns the lines between the comments `ANCHOR: name` and `ANCHOR_END: name`, without such comments. */
function anchored(lines: readonly string[], name: string): string[] | null {
  const start = lines.findIndex((line) => ANCHOR_START.exec(line)?.[1] === name);
  if (start < 0) return null;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => ANCHOR_END.exec(line)?.[1] === name);
  const inside = end < 0 ? rest : rest.slice(0, end);
  return inside.filter((line) => !ANCHOR_START.test(line) && !ANCHOR_END.test(line));
}

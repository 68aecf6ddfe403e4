import type { Edit } from "../../../../corpus/marks.ts";
import type { SyntaxContext } from "../syntax.ts";
import { regionOf } from "./regions.ts";

const INCLUDE = /<!--[ \t]*@include:([^\r\n<>]*)-->/g;
const RANGE = /\{(\d*),(\d*)\}$/;
const REGION = /#[\w-]+/;
const FRONTMATTER = /^---[ \t]*\r?\n(?:[\s\S]*?\r?\n)??---[ \t]*(?:\r?\n|$)/;

/** Includes Markdown as VitePress does, also in code: `<!--@include: ./x.md#region{1,5}-->`. */
export function readVitepressIncludes(text: string, context: SyntaxContext): Edit[] {
  const edits: Edit[] = [];
  for (const { index, 0: whole, 1: written = "" } of text.matchAll(INCLUDE)) {
    const target = written.trim();
    if (index < context.bodyStart || target === "") continue;
    const included = partOf(target, { ...context, at: index });
    if (included !== null) edits.push({ start: index, end: index + whole.length, text: included });
  }
  return edits;
}

function partOf(
  target: string,
  context: Pick<SyntaxContext, "location" | "include" | "report"> & { readonly at: number },
): string | null {
  const range = RANGE.exec(target);
  const region = REGION.exec(target)?.[0];
  const path = target.slice(0, target.length - (range?.[0].length ?? 0) - (region?.length ?? 0));
  const found = context.include({ ...pathFrom(path, context), at: context.at });
  if (found === null) return null;
  const isWhole = range === null && region === undefined;
  if (isWhole) return /\.md$/.test(path) ? found.text.replace(FRONTMATTER, "") : found.text;
  const lines = found.text.split(/\r?\n/);
  const chosen = region === undefined ? lines : regionOf(lines, region.slice(1));
  if (chosen === null) {
    const message = `Included file "${path}" has no region "${region!.slice(1)}"`;
    context.report(context.at, { rule: "missing-file", message });
  }
  const [, first = "", last = ""] = range ?? [];
  const [from, to] = [first === "" ? 0 : Number(first) - 1, last === "" ? undefined : Number(last)];
  return (chosen ?? lines).slice(from, to).join("\n");
}

/** Returns where a path of VitePress leads: `@/x` from the folder of the pages, others from their file. */
export function pathFrom(
  path: string,
  { location }: Pick<SyntaxContext, "location">,
): { readonly path: string; readonly bases: readonly string[] } {
  if (path.startsWith("@")) return { path: path.replace(/^@\/?/, ""), bases: [""] };
  return { path, bases: [location.slice(0, location.lastIndexOf("/") + 1)] };
}

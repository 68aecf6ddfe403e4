import type { Doc } from "../../corpus/schema.ts";
import type { UserConfig } from "../../generator/config/config.ts";
import type { JudgedProblem } from "../../generator/config/judge.ts";
import { generateFrom, type TreeFiles } from "../support/tree.ts";

/** Returns the doc of a tree with one file, `page.md`. */
export async function docFrom(text: string | Uint8Array, config?: UserConfig): Promise<Doc> {
  return docIn({ "page.md": text }, "page", config);
}

/** Returns one doc of a tree. */
export async function docIn(files: TreeFiles, id: string, config?: UserConfig): Promise<Doc> {
  const { content } = await generateFrom(files, config);
  const doc = content.docs.find((candidate) => candidate.id === id);
  if (doc === undefined) throw new Error(`No doc "${id}" in the tree`);
  return doc;
}

/** Returns all problems of a tree as `file:line:column rule`. */
export async function placesIn(files: TreeFiles, config?: UserConfig): Promise<string[]> {
  const { problems } = await generateFrom(files, config);
  return problems.map(placeOf);
}

/** Formats a problem as `file:line:column rule`. */
export function placeOf({ file, line, column, rule }: JudgedProblem): string {
  return `${file}:${line}:${column} ${rule}`;
}

import { dirname, relative, sep } from "node:path";

/** Returns the path from a folder to another place, with forward slashes. */
export function pathFrom(from: string, to: string): string {
  return relative(from, to).split(sep).join("/");
}

/** Tells whether a path leads out of the folder that it is relative to. */
export function leadsOutside(path: string): boolean {
  return path === ".." || path.startsWith("../") || /^(?:[A-Za-z]:|\/)/.test(path);
}

/** Returns the innermost folder that two folders are in. */
export function commonFolder(one: string, other: string): string {
  let folder = one;
  while (leadsOutside(pathFrom(folder, other))) folder = dirname(folder);
  return folder;
}

/** Where a folder of docs and the docs root are, if one contains the other. */
export interface DocsPlace {
  /** Path from the docs root to the docs, with a final slash; empty if they are the same. */
  readonly inRoot: string;
  /** Path from the docs to the docs root, with a final slash; empty if they are the same. */
  readonly inDocs: string;
}

/** @returns null if neither folder contains the other */
export function placeDocs(docs: string, root: string): DocsPlace | null {
  const below = pathFrom(root, docs);
  const above = pathFrom(docs, root);
  if (below === "") return { inRoot: "", inDocs: "" };
  if (!leadsOutside(below)) return { inRoot: `${below}/`, inDocs: "" };
  return leadsOutside(above) ? null : { inRoot: "", inDocs: `${above}/` };
}

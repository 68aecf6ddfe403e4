import { globText } from "./glob-text.ts";
import { leadsOutside, pathFrom } from "./path-from.ts";

interface GlobPlace {
  /** Location of the docs root. */
  readonly root: string;
  /** Location of the folder that the globs are relative to. */
  readonly folder: string;
}

/**
 * Returns globs of a folder as globs of the docs root. If the docs root is in that folder, only those that
 * begin with `**` are known there; if neither is in the other, none.
 */
export function docsGlobs(globs: readonly string[], { root, folder }: GlobPlace): string[] {
  const above = pathFrom(root, folder);
  if (above === "") return [...globs];
  if (!leadsOutside(above)) return globs.map((glob) => `${globText(above)}/${glob}`);
  return leadsOutside(pathFrom(folder, root)) ? [] : globs.filter((glob) => glob.startsWith("**/"));
}

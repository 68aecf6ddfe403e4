import { relative, sep } from "node:path";

/** Where the docs root is, seen from the folder that a site's pages are in. */
export interface DocsPlace {
  /** Path of the docs root from there; empty if it is that folder, or above it. */
  readonly below: string;
  /** Path of that folder from the docs root; empty if it is the docs root, or above it. */
  readonly above: string;
}

/**
 * Finds out where the docs root is, seen from the folder of a site's pages.
 *
 * @returns null if neither is in the other
 */
export function placeOf(root: string, pages: string): DocsPlace | null {
  const below = pathFrom(pages, root);
  if (!below.startsWith("..")) return { below, above: "" };
  const above = pathFrom(root, pages);
  return above.startsWith("..") ? null : { below: "", above };
}

/** Returns the path of a file from a folder, with forward slashes. */
export function pathFrom(folder: string, file: string): string {
  return relative(folder, file).split(sep).join("/");
}

/** Returns the path of a page in the folder of the site's pages; null if it is not there. */
export function pathInSite(path: string, { below, above }: DocsPlace): string | null {
  if (above === "") return below === "" ? path : `${below}/${path}`;
  return path.startsWith(`${above}/`) ? path.slice(above.length + 1) : null;
}

/** Returns globs of the folder of the site's pages as globs of the docs root. */
export function globsInDocs(globs: readonly string[], { below, above }: DocsPlace): string[] {
  return globs.map((glob) => {
    const path = glob.replace(/^\.?\//, "");
    if (above !== "") return `${above}/${path}`;
    return below !== "" && path.startsWith(`${below}/`) ? path.slice(below.length + 1) : path;
  });
}

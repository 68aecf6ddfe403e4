import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join, parse, relative, sep } from "node:path";
import picomatch from "picomatch";
import { isSystemError } from "../../../../corpus/system-error.ts";
import { compareCodePoints } from "../../../../corpus/text/order.ts";
import { isWithin } from "../../../read/is-within.ts";
import type { SiteFile } from "../read-text.ts";

/** The folders above a docs root in which its site's own files may be. */
export interface SiteFolders {
  /** The root of the git checkout, otherwise the highest folder that is looked into. */
  readonly top: string;
  /** Lists of folders, the nearest first; those of one list are equally near. */
  readonly levels: readonly (readonly string[])[];
}

/** How many folders above the docs root are looked into without git: `src/content/docs` is three. */
const LEVELS_WITHOUT_GIT = 3;

/** Returns the root of the git checkout that a folder is in; null if it is in none. */
export function gitRootOf(folder: string): string | null {
  const parent = dirname(folder);
  if (existsSync(join(folder, ".git"))) return folder;
  return parent === folder ? null : gitRootOf(parent);
}

/**
 * Returns the folders in which the files of a site may be: the docs root, those above it up to the
 * root of its git checkout, and `website/` next to the docs root.
 *
 * @throws the file system's error if the docs root does not exist
 */
export function siteFolders(docsRoot: string): SiteFolders {
  const root = realpathSync(docsRoot);
  const above = foldersUp(root);
  const checkout = gitRootOf(root);
  const folders =
    checkout === null
      ? above.slice(0, LEVELS_WITHOUT_GIT + 1).filter((folder) => folder !== parse(root).root)
      : above.slice(0, above.indexOf(checkout) + 1);
  const levels = folders.map((folder, at) =>
    at === 1 ? [folder, join(folder, "website")] : [folder],
  );
  return { top: folders.at(-1) ?? root, levels };
}

/** Returns a folder and those above it. */
function foldersUp(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersUp(parent)];
}

/**
 * Finds files of a folder by names or globs such as `.vitepress/config.{js,ts}`; only the last part
 * may be a glob.
 *
 * @param top a folder that links must not lead out of
 * @returns the files in the order of the names or globs, those of a glob in code-point order
 */
export function filesIn(folder: string, { names, top }: FileQuery): SiteFile[] {
  const entries = new Map<string, readonly string[]>();
  return names.flatMap((name) => {
    const parent = join(folder, dirname(name));
    const isMatch = matcherOf(name.slice(name.lastIndexOf("/") + 1));
    const all = entries.get(parent) ?? entriesOf(parent);
    entries.set(parent, all);
    return all
      .filter((entry) => isMatch(entry))
      .sort(compareCodePoints)
      .flatMap((entry) => fileAt(join(parent, entry), top) ?? []);
  });
}

interface FileQuery {
  readonly names: readonly string[];
  readonly top: string;
}

/**
 * Returns a function that tells whether a name matches a glob. Braces alone are expanded: the names of all
 * generators are looked for before each build, and compiling globs took 10 ms of it.
 */
function matcherOf(glob: string): (name: string) => boolean {
  const [, start, choices, end] = /^([^*?[\]{}]*)\{([^*?[\]{}]*)\}([^*?[\]{}]*)$/.exec(glob) ?? [];
  if (choices !== undefined) {
    const names = new Set(choices.split(",").map((choice) => `${start}${choice}${end}`));
    return (name) => names.has(name);
  }
  return /[*?[\]{}]/.test(glob) ? picomatch(glob, { dot: true }) : (name) => name === glob;
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return [];
  }
}

/** Returns the file at a path, if there is one and links do not lead out of a folder. */
export function fileAt(location: string, top: string): SiteFile | null {
  try {
    const real = realpathSync(location);
    if (!isWithin(real, top) || !statSync(real).isFile()) return null;
    return { location, name: relative(top, location).replaceAll(sep, "/") };
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return null;
  }
}

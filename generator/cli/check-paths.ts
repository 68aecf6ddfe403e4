import { realpath, stat } from "node:fs/promises";
import { relative, resolve, sep } from "node:path";
import { DocgateError } from "../../corpus/error.ts";
import { toNfc } from "../../corpus/text/fold.ts";
import { isMarkdown } from "../markdown/is-markdown.ts";
import { isWithin } from "../read/is-within.ts";
import { requireDocsRoot } from "./docs-root.ts";
import { DEFAULT_ROOT } from "./options.ts";

/** The docs root, and the part of it to report on. */
export interface CheckedPaths {
  /** The docs root, which is always read as a whole; undefined if nothing was named. */
  readonly dir: string | undefined;
  /** True if problems of all files are reported. */
  readonly isWhole: boolean;
  /** Tells whether problems of a file are reported. The path is relative to the docs root. */
  readonly isSelected: (path: string) => boolean;
}

/**
 * Reads the paths on the command line. One folder by itself is the docs root. Otherwise the paths
 * select files and folders of the docs root that the option names, or of `content`.
 *
 * @throws {DocgateError} `setting` for a path that does not exist or is outside the docs root, or a
 *   docs root that cannot be used
 */
export async function readPaths(
  paths: readonly string[],
  docs: string | undefined,
): Promise<CheckedPaths> {
  const all = { isWhole: true, isSelected: () => true };
  if (paths.length === 0 && docs === undefined) return { dir: undefined, ...all };
  const [only = DEFAULT_ROOT, ...others] = paths;
  const isRoot =
    docs === undefined && others.length === 0 && !isMarkdown(only) && !(await isFile(only));
  const dir = docs ?? (isRoot ? only : DEFAULT_ROOT);
  if (docs === undefined && !isRoot && !(await exists(dir))) {
    const message = `The docs root of "${only}" is not known: "${dir}" does not exist. Name it with --docs.`;
    throw new DocgateError("setting", message);
  }
  await requireDocsRoot(dir, process.cwd());
  if (isRoot || paths.length === 0) return { dir, ...all };
  const selected = (await Promise.all(paths.map((path) => pathsInRoot(path, dir)))).flat();
  return {
    dir,
    isWhole: false,
    isSelected: (path) =>
      selected.some((each) => each === "" || path === each || path.startsWith(`${each}/`)),
  };
}

function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** @returns the paths that a file or folder may have in the tree: its own, and through links */
async function pathsInRoot(path: string, dir: string): Promise<string[]> {
  if (!(await exists(path))) throw new DocgateError("setting", `"${path}" does not exist.`);
  const root = await realpath(dir);
  const places = [resolve(path), await realpath(path)];
  const inRoot = places.flatMap((place) =>
    [resolve(dir), root]
      .filter((each) => isWithin(place, each))
      .map((each) => relative(each, place)),
  );
  if (inRoot.length > 0) return inRoot.map((each) => toNfc(each.split(sep).join("/")));
  const remedy = "If the docs are elsewhere, name their root with --docs.";
  throw new DocgateError("setting", `"${path}" is not below the docs root "${dir}". ${remedy}`);
}

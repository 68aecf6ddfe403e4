import { readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { DocgateError } from "../../corpus/error.ts";
import { isSystemError } from "../../corpus/system-error.ts";
import type { Config } from "../config/config.ts";
import { isWithin } from "../read/is-within.ts";

/**
 * Checks that a docs root is a folder, and the one that its path appears to name: someone who can
 * change a checkout could replace a folder in it with a link, and so publish what is outside.
 *
 * @throws {DocgateError} `setting` if it is not a readable folder, or a symbolic link leads out of
 *   the folder that contains both its path and the working folder
 */
export async function requireDocsRoot(dir: string, workingFolder: string): Promise<void> {
  const found = await stat(dir).catch(() => null);
  if (found === null) {
    const message = `The docs root "${dir}" does not exist. ${await adviseFolder(dir)}`;
    throw new DocgateError("setting", message);
  }
  if (!found.isDirectory())
    throw new DocgateError("setting", `The docs root "${dir}" is not a folder.`);
  await readdir(dir).catch(() => {
    throw new DocgateError(
      "setting",
      `The docs root "${dir}" may not be read by the user who runs docgate.`,
    );
  });
  const shared = checkoutOf(dir, workingFolder);
  const real = await realpath(dir);
  if (isWithin(real, await realpath(shared))) return;
  throw new DocgateError(
    "setting",
    `The docs root "${dir}" is a symbolic link that leads out of "${shared}". If "${real}" is meant, give that path.`,
  );
}

/** Returns the folder of the cache: each edition has its own. */
export function cacheFolderIn(cacheDir: string, { edition }: Config): string {
  return edition === null ? cacheDir : join(cacheDir, edition.name);
}

/** Names that a folder of documentation usually has. */
const USUAL_NAMES = ["docs", "content", "doc", "documentation"];

/** Suggests a folder next to one that does not exist: of a similar name, or a usual one. */
async function adviseFolder(dir: string): Promise<string> {
  const entries = await readdir(dirname(dir), { withFileTypes: true }).catch((error: unknown) => {
    if (isSystemError(error)) return [];
    throw error;
  });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const { createSuggester } = await import("../../corpus/text/suggest.ts");
  const meant =
    createSuggester(names)(basename(dir)) ?? USUAL_NAMES.find((name) => names.includes(name));
  return meant === undefined
    ? "Name the folder with your Markdown files."
    : `Did you mean "${join(dirname(dir), meant)}"?`;
}

/**
 * Returns the folder that, judging by the paths, contains both the docs root and the working
 * folder: its content may have come with the docs.
 */
export function checkoutOf(dir: string, workingFolder: string): string {
  let folder = resolve(workingFolder, dir);
  while (!isWithin(workingFolder, folder)) folder = dirname(folder);
  return folder;
}

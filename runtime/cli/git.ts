import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** How git treats some files of a folder, by their names relative to the folder. */
export interface GitFiles {
  /** Files in the repository, or in its next commit. */
  readonly tracked: readonly string[];
  /** Files that `git add --all` would add. */
  readonly notIgnored: readonly string[];
}

/** Returns true if a folder is in a work tree of git. */
export function isInWorkTree(folder: string): boolean {
  const path = resolve(folder);
  const parent = dirname(path);
  return existsSync(join(path, ".git")) || (parent !== path && isInWorkTree(parent));
}

/**
 * Asks git about some files and folders of a folder in a work tree.
 *
 * @throws if git cannot be run, or does not answer
 */
export async function askGit(folder: string, names: readonly string[]): Promise<GitFiles> {
  async function list(...options: readonly string[]): Promise<readonly string[]> {
    const args = ["-C", folder, "ls-files", "-z", ...options, "--", ...names];
    const { stdout } = await run("git", args);
    return stdout.split("\0").filter(Boolean);
  }
  return {
    tracked: await list("--cached"),
    notIgnored: await list("--others", "--exclude-standard"),
  };
}

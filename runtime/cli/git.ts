import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** What git does with some files of a folder, by their names as seen from the folder. */
export interface GitFiles {
  /** Are in the repository, or will be with the next commit. */
  readonly tracked: readonly string[];
  /** Would be added by `git add --all`. */
  readonly notIgnored: readonly string[];
}

/** Whether a folder lies in a work tree of git. */
export function isInWorkTree(folder: string): boolean {
  const path = resolve(folder);
  const parent = dirname(path);
  return existsSync(join(path, ".git")) || (parent !== path && isInWorkTree(parent));
}

/**
 * Asks git about some files and folders of a folder in a work tree.
 *
 * @throws if git cannot be run, or refuses to answer
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

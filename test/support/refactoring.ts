import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, posix } from "node:path";
import { parseConfig, type UserConfig } from "../../generator/config/config.ts";
import { openTree } from "../../generator/refactor/open-tree.ts";
import type { Plan, Refactoring } from "../../generator/refactor/plan.ts";
import { planRefactoring } from "../../generator/refactor/plan-refactoring.ts";

/** Plans a refactoring of a folder. */
export async function plan(
  root: string,
  refactoring: Refactoring,
  config: UserConfig = {},
): Promise<Plan> {
  const tree = await openTree({ root, config: parseConfig(config) });
  return planRefactoring(tree, refactoring);
}

/** Returns the text of each file in a folder, by its path. */
export async function textsIn(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => posix.join(posix.relative(root, parentPath), name))
    .filter((path) => !path.startsWith(".git/"))
    .sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

/** Returns the refactoring that moves a file or folder. */
export function move(from: string, to: string): Refactoring {
  return { kind: "paths", moves: [{ from, to }] };
}

/** Makes the folder a repository, and commits its files. */
export function commit(root: string): void {
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", root, "-c", "user.name=a", "-c", "user.email=a@b.example", ...args]);
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "first");
}

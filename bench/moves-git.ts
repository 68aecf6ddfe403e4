import { execFile } from "node:child_process";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Truth } from "./moves-truth.ts";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Old id → new id. */
export type Renames = ReadonlyMap<string, string>;

/** Returns the renames that git detects between two trees, with its defaults but no limit. */
export async function findRenames(
  { before, after }: { before: string; after: string },
  work: string,
): Promise<Renames> {
  const repository = join(work, "git-renames");
  const git = (...args: string[]) =>
    run(
      "git",
      ["-C", repository, "-c", "user.name=bench", "-c", "user.email=bench@example.com", ...args],
      {
        maxBuffer: 2 ** 28,
      },
    );
  await run("git", ["init", "--quiet", repository]);
  for (const tree of [before, after]) {
    await rm(join(repository, "docs"), { recursive: true, force: true });
    await cp(tree, join(repository, "docs"), { recursive: true });
    await git("add", "--all");
    await git("commit", "--quiet", "--message=state");
  }
  const { stdout } = await git("diff", "--name-status", "-M", "-l0", "HEAD~1", "HEAD");
  return readRenames(stdout, "docs/");
}

/**
 * Returns where the pages of a state of docgate's own documentation are now: the renames that git
 * detects in each commit since, where a page has changed little, one after the other.
 */
export async function renamesInHistory(since: string): Promise<Truth[]> {
  const args = [
    "-C",
    ROOT,
    "log",
    "--reverse",
    "--format=",
    "--name-status",
    "-M40",
    `${since}..HEAD`,
  ];
  const { stdout } = await run("git", [...args, "--", "content"], { maxBuffer: 2 ** 26 });
  const origins = new Map<string, string>();
  const ends = new Map<string, string>();
  for (const [from, to] of readRenames(stdout, "content/")) {
    const origin = origins.get(from) ?? from;
    origins.set(to, origin);
    ends.set(origin, to);
  }
  return Array.from(ends, ([from, page]) => ({ from, page, anchor: null }));
}

function readRenames(text: string, folder: string): Map<string, string> {
  const renames = text.matchAll(/^R\d+\t(.+)\.md\t(.+)\.md$/gm);
  const ids = Array.from(renames, ([, from, to]): [string, string] => [
    from!.slice(folder.length),
    to!.slice(folder.length),
  ]);
  return new Map(ids);
}

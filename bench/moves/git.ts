import { execFile } from "node:child_process";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

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

function readRenames(text: string, folder: string): Map<string, string> {
  const renames = text.matchAll(/^R\d+\t(.+)\.md\t(.+)\.md$/gm);
  const ids = Array.from(renames, ([, from, to]): [string, string] => [
    from!.slice(folder.length),
    to!.slice(folder.length),
  ]);
  return new Map(ids);
}

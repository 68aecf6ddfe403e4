import { spawnSync } from "node:child_process";

/** The files of a docs root as the last commit has them. */
export interface CommittedFiles {
  /** Tells whether the last commit has a path; null if there is none to ask. */
  has(path: string): boolean | null;
  /** Returns the text of a file; null if the last commit does not have it. */
  read(path: string): string | null;
}

/** Bytes that an answer of git may have. */
const MAX_GIT_BYTES = 268_435_456;

/** Asks git for the last commit of the checkout that a docs root is in. Git is run when it is needed. */
export function committedFiles(root: string): CommittedFiles {
  let paths: ReadonlySet<string> | null | undefined;

  function known(): ReadonlySet<string> | null {
    if (paths === undefined) {
      const list = git(root, ["ls-tree", "-r", "-z", "--name-only", "HEAD", "."]);
      paths = list === null ? null : new Set(list.split("\0").filter(Boolean));
    }
    return paths;
  }

  return {
    has: (path) => known()?.has(path) ?? null,
    read: (path) => (known()?.has(path) ? git(root, ["cat-file", "blob", `HEAD:./${path}`]) : null),
  };
}

/** @returns null if git cannot be run, or answers with an error */
function git(folder: string, args: readonly string[]): string | null {
  // A checkout of someone else must not choose a program for git to run.
  const safe = ["-C", folder, "-c", "core.fsmonitor=false"];
  const { status, stdout } = spawnSync("git", [...safe, ...args], {
    encoding: "utf8",
    maxBuffer: MAX_GIT_BYTES,
    stdio: ["ignore", "pipe", "ignore"],
  });
  return status === 0 ? stdout : null;
}

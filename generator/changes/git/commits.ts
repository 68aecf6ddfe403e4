import { spawnSync } from "node:child_process";
import { DocgateError } from "../../../corpus/error.ts";
import { isSystemError } from "../../../corpus/system-error.ts";

/** A commit of a repository. */
export interface Commit {
  readonly hash: string;
  /** Its date, in seconds since 1970. */
  readonly seconds: number;
}

/** The bytes that an answer of git may have. */
const MAX_BYTES = 536_870_912;

/** Returns the root of the checkout that a folder is in; null if it is in none, or without git. */
export function checkoutRoot(folder: string): string | null {
  return runGit(["rev-parse", "--show-toplevel"], folder)?.toString().trimEnd() ?? null;
}

/**
 * Finds the commit of a ref: a branch, a tag, or anything else that git takes for one.
 *
 * @throws {DocgateError} `setting` if there is none
 */
export function commitAt(ref: string, checkout: string): Commit {
  const name = `${ref}^{commit}`;
  const found = runGit(["rev-parse", "--verify", "--quiet", "--end-of-options", name], checkout);
  const hash = found?.toString().trim() ?? "";
  if (!/^[0-9a-f]{40,64}$/.test(hash)) {
    const message = `"${ref}" is neither a corpus file nor a git ref.`;
    const remedy = "In a checkout without its history, fetch the ref first.";
    throw new DocgateError("setting", `${message} ${remedy}`);
  }
  const seconds = Number(runGit(["log", "-1", "--format=%ct", hash], checkout)?.toString());
  return { hash, seconds };
}

/** Runs git without what a checkout could make it run or fetch. @returns null if it fails */
export function runGit(
  args: readonly string[],
  cwd: string,
  { input }: { readonly input?: string } = {},
): Buffer | null {
  // A partial clone would otherwise fetch what it lacks.
  const settings = ["core.fsmonitor=false", "core.hooksPath=/dev/null", "protocol.allow=never"];
  const safe = ["--no-optional-locks", ...settings.flatMap((setting) => ["-c", setting])];
  try {
    const { status, stdout } = spawnSync("git", [...safe, ...args], {
      cwd,
      input,
      maxBuffer: MAX_BYTES,
      stdio: ["pipe", "pipe", "ignore"],
    });
    return status === 0 ? stdout : null;
  } catch (error) {
    // Thrown by Deno without the permission to run git.
    if (!isSystemError(error)) throw error;
    return null;
  }
}

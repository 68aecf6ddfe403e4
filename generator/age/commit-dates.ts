import { execFileSync } from "node:child_process";
import { toNfc } from "../../corpus/text/fold.ts";

/** Bytes that the answer of git may have. */
const MAX_BYTES = 268_435_456;
const COMMIT = "\u0001";

/**
 * Returns when each file of a folder was last committed, in milliseconds since 1970, by its path from
 * there; null without git, or if the history was cut off, as in the checkouts of many CI systems.
 */
export function commitDates(folder: string): ReadonlyMap<string, number> | null {
  try {
    if (git(folder, ["rev-parse", "--is-shallow-repository"]).trim() !== "false") return null;
    const log = ["log", `--format=${COMMIT}%ct`, "--name-only", "--relative", "--no-renames"];
    return readLog(git(folder, ["-c", "core.quotePath=false", ...log, "--", "."]));
  } catch {
    // Git is not installed, or the folder is not in a checkout: its own words do not matter.
    return null;
  }
}

function git(cwd: string, args: readonly string[]): string {
  // A checkout of someone else must not choose a program for git to run.
  return execFileSync("git", ["-c", "core.fsmonitor=false", ...args], {
    cwd,
    encoding: "utf8",
    maxBuffer: MAX_BYTES,
    stdio: ["ignore", "pipe", "ignore"],
  });
}

/** Reads a log, whose newest commit is the first. */
function readLog(log: string): Map<string, number> {
  const dates = new Map<string, number>();
  let ms = 0;
  for (const line of log.split("\n")) {
    if (line.startsWith(COMMIT)) ms = Number(line.slice(COMMIT.length)) * 1000;
    else if (line !== "" && !dates.has(toNfc(line))) dates.set(toNfc(line), ms);
  }
  return dates;
}

import { execFileSync } from "node:child_process";

/** Returns the date of the last commit of a checkout, in milliseconds; null without git. */
export function lastCommitMs(folder: string): number | null {
  try {
    const seconds = Number(
      execFileSync("git", ["log", "-1", "--format=%ct"], {
        cwd: folder,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      }),
    );
    return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : null;
  } catch {
    // Git is not installed, or the folder is not in a checkout: its own words do not matter.
    return null;
  }
}

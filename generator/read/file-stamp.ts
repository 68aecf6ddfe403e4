import { lstatSync } from "node:fs";
import { isSystemError } from "../../corpus/system-error.ts";

/** The metadata of a file that shows whether it changed. */
export interface FileStamp {
  /** Changes whenever the file is replaced or written to: the time of a change cannot be set. */
  readonly stamp: string;
  readonly changedMs: number;
  /**
   * False if a change may leave it the same: that of a symbolic link, which says nothing about the
   * file that it leads to, and where the file system may keep time in whole seconds.
   */
  readonly isPrecise: boolean;
}

const NS_PER_SECOND = 1_000_000_000n;

/** @returns the stamp of the file itself, not of a link's target; null if there is none */
export function stampOf(location: string): FileStamp | null {
  try {
    const found = lstatSync(location, { bigint: true });
    const { dev, ino, size, mtimeNs, ctimeNs, ctimeMs } = found;
    return {
      stamp: `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`,
      changedMs: Number(ctimeMs),
      isPrecise: ctimeNs % NS_PER_SECOND !== 0n && !found.isSymbolicLink(),
    };
  } catch (error) {
    if (isSystemError(error)) return null;
    throw error;
  }
}

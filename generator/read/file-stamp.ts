import { lstatSync } from "node:fs";
import { isSystemError } from "../../corpus/system-error.ts";

/** How a file looks from outside. */
export interface FileStamp {
  /** Another whenever the file is replaced or written to: the time of its change cannot be set. */
  readonly stamp: string;
  readonly changedMs: number;
}

/** @returns that of the file itself, not of what a link leads to; null if there is none */
export function stampOf(location: string): FileStamp | null {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs, ctimeMs } = lstatSync(location, { bigint: true });
    return { stamp: `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`, changedMs: Number(ctimeMs) };
  } catch (error) {
    if (isSystemError(error)) return null;
    throw error;
  }
}

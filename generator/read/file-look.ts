import { lstatSync } from "node:fs";
import { isSystemError } from "../../corpus/system-error.ts";

/** How a file looks from outside. */
export interface FileLook {
  /** Another whenever the file is replaced or written to: the time of its change cannot be set. */
  readonly stamp: string;
  readonly changedMs: number;
}

/** @returns how the file itself looks, not what a link leads to; null if there is none */
export function lookAt(location: string): FileLook | null {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs, ctimeMs } = lstatSync(location, { bigint: true });
    return { stamp: `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`, changedMs: Number(ctimeMs) };
  } catch (error) {
    if (isSystemError(error)) return null;
    throw error;
  }
}

import { randomUUID } from "node:crypto";
import { lstatSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { isSystemError } from "../system-error.ts";

const TEMPORARY = /^(.+)\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;
/** Temporary files older than this have been abandoned. */
const ABANDONED_MS = 3_600_000;

/** Returns a name next to a file, under which its bytes are written before they replace it. */
export function temporaryFor(file: string): string {
  return `${file}.${randomUUID()}.tmp`;
}

/**
 * Removes temporary files whose writers ended before they could. A file that cannot be removed
 * stays.
 *
 * @param written a file just written: only files in the same folder that are an hour older are
 *   removed
 * @param isOurs tells whether a file's name is one that {@link temporaryFor} was given
 */
export function removeAbandoned(written: string, isOurs: (name: string) => boolean): void {
  const folder = dirname(written);
  try {
    const oldestMs = lstatSync(written).mtimeMs - ABANDONED_MS;
    for (const name of readdirSync(folder)) {
      const target = TEMPORARY.exec(name)?.[1];
      if (target !== undefined && isOurs(target)) removeOlder(join(folder, name), oldestMs);
    }
  } catch (error) {
    // The next writer may succeed.
    if (!isSystemError(error)) throw error;
  }
}

function removeOlder(file: string, oldestMs: number): void {
  const look = lstatSync(file, { throwIfNoEntry: false });
  if (look?.isFile() && look.mtimeMs < oldestMs) rmSync(file, { force: true });
}

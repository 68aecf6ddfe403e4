import { randomUUID } from "node:crypto";
import { lstatSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { isSystemError } from "../system-error.ts";

const TEMPORARY = /^(.+)\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;
/** Nobody is so long in writing a file. */
const ABANDONED_MS = 3_600_000;

/** A name beside a file, under which its bytes are written before they take its place. */
export function temporaryFor(file: string): string {
  return `${file}.${randomUUID()}.tmp`;
}

/**
 * Removes temporary files whose writers ended before they could. What cannot be removed stays.
 *
 * @param written a file just written: only what is an hour older, in the same folder, is removed
 * @param isOurs whether a file's name is one that {@link temporaryFor} was given
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
    // The next writer may have more luck.
    if (!isSystemError(error)) throw error;
  }
}

function removeOlder(file: string, oldestMs: number): void {
  const look = lstatSync(file, { throwIfNoEntry: false });
  if (look?.isFile() && look.mtimeMs < oldestMs) rmSync(file, { force: true });
}

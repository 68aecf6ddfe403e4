import type { Stats } from "node:fs";

/** Returns a value that changes whenever a file is replaced or written to. */
export function stampOf({ ino, size, mtimeMs }: Pick<Stats, "ino" | "size" | "mtimeMs">): string {
  return `${ino} ${size} ${mtimeMs}`;
}

import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";

/** Returns a value that changes whenever a file is replaced or written to. */
export function stampOf({ ino, size, mtimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs}`;
}

/** Returns a value that changes whenever one of the files is replaced, written to or removed. */
export async function readStamp(files: readonly string[]): Promise<string> {
  const stamps = files.map((file) => stat(file).then(stampOf, () => "none"));
  return (await Promise.all(stamps)).join(" ");
}

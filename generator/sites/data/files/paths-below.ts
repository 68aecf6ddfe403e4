import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { isSystemError } from "../../../../corpus/system-error.ts";
import { compareCodePoints } from "../../../../corpus/text/order.ts";

/** How many folders may be nested in each other. */
const MAX_DEPTH = 50;

/**
 * Returns the paths of all files below a folder, each folder in code-point order. Hidden folders and
 * `node_modules` are left out; links are not followed.
 */
export function pathsBelow(folder: string, depth = 0): string[] {
  if (depth > MAX_DEPTH) return [];
  return entriesOf(folder).flatMap((entry) => {
    const { name } = entry;
    if (entry.isFile()) return [name];
    if (!entry.isDirectory() || name.startsWith(".") || name === "node_modules") return [];
    return pathsBelow(join(folder, name), depth + 1).map((path) => `${name}/${path}`);
  });
}

function entriesOf(folder: string): Dirent[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.sort((left, right) => compareCodePoints(left.name, right.name));
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return [];
  }
}

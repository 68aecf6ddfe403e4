import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { isSystemError } from "../../../corpus/system-error.ts";
import { compareCodePoints } from "../../../corpus/text/order.ts";

/** How many folders may be nested in each other. */
const MAX_DEPTH = 50;

/** Returns the paths of all files below a folder, in order; those of `.pages`, but nothing else with a dot. */
export function filesBelow(folder: string): string[] {
  const paths: string[] = [];
  const walk = (path: string, depth: number) => {
    if (depth > MAX_DEPTH) return;
    for (const entry of entriesOf(join(folder, path))) {
      const inside = path === "" ? entry.name : `${path}/${entry.name}`;
      if (entry.isFile() && (!entry.name.startsWith(".") || entry.name === ".pages")) {
        paths.push(inside);
      } else if (
        entry.isDirectory() &&
        !entry.name.startsWith(".") &&
        entry.name !== "node_modules"
      ) {
        walk(inside, depth + 1);
      }
    }
  };
  walk("", 0);
  return paths;
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

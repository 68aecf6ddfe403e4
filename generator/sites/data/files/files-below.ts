import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { isSystemError } from "../../../../corpus/system-error.ts";
import { compareCodePoints } from "../../../../corpus/text/order.ts";

/**
 * Returns the paths of the files below a folder whose names match, in code-point order; none if there
 * is no such folder. What begins with a dot, `node_modules` and symbolic links are left out.
 */
export function filesBelow(folder: string, name: RegExp): string[] {
  const paths: string[] = [];
  const waiting = [""];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    for (const entry of entriesOf(join(folder, below))) {
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) waiting.push(path);
      else if (entry.isFile() && name.test(entry.name)) paths.push(path);
    }
  }
  return paths.sort(compareCodePoints);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return [];
  }
}

import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { isSystemError } from "../../../corpus/system-error.ts";
import { compareCodePoints } from "../../../corpus/text/order.ts";

/** The most entries of a folder that are looked at. */
const MAX_ENTRIES = 200_000;

/**
 * Finds the files below a folder, without hidden ones and `node_modules`, and without following links.
 *
 * @param isWanted tells by its name whether a file is wanted
 * @returns paths from the folder, with forward slashes, in code-point order
 */
export function filesBelow(folder: string, isWanted: (name: string) => boolean): string[] {
  const paths: string[] = [];
  const waiting = [""];
  let seen = 0;
  for (let at = waiting.pop(); at !== undefined && seen < MAX_ENTRIES; at = waiting.pop()) {
    for (const entry of entriesOf(join(folder, at))) {
      seen++;
      const { name } = entry;
      if (name.startsWith(".") || name === "node_modules") continue;
      const path = at === "" ? name : `${at}/${name}`;
      if (entry.isDirectory()) waiting.push(path);
      else if (entry.isFile() && isWanted(name)) paths.push(path);
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

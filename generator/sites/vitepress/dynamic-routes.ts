import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isSystemError } from "../../../corpus/system-error.ts";
import { compareCodePoints } from "../../../corpus/text/order.ts";

/** How deep folders are looked into. */
const MAX_DEPTH = 50;
const PARAMETER = /\[\w+\]/;

/**
 * Returns globs of the addresses that files such as `[package].md` make pages of: only running the
 * `.paths.js` beside them would say which.
 *
 * @param source Location of the folder of the pages.
 */
export function dynamicAddresses(source: string): string[] {
  return filesBelow(source, 0)
    .filter((path) => PARAMETER.test(path))
    .map((path) => {
      const address = path.replace(/\.md$/, "").replace(/(^|\/)index$/, "$1");
      const glob = address.split("/").map((part) => (PARAMETER.test(part) ? "*" : part));
      return `/${glob.join("/")}`;
    });
}

function filesBelow(folder: string, depth: number): string[] {
  if (depth > MAX_DEPTH) return [];
  return entriesOf(folder).flatMap((entry) => {
    const { name } = entry;
    if (name.startsWith(".") || name === "node_modules") return [];
    if (entry.isFile()) return name.endsWith(".md") ? [name] : [];
    if (!entry.isDirectory()) return [];
    return filesBelow(join(folder, name), depth + 1).map((path) => `${name}/${path}`);
  });
}

function entriesOf(folder: string) {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.sort((left, right) => compareCodePoints(left.name, right.name));
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return [];
  }
}

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isSystemError } from "../../../corpus/system-error.ts";
import { compareCodePoints } from "../../../corpus/text/order.ts";

/** How deep folders are looked into. */
const MAX_DEPTH = 50;

/**
 * Returns globs of the addresses of an app's own pages: the files of `pages/` and `app/pages/`. Those
 * that take any address, such as `[...slug].vue`, say nothing.
 */
export function routesOf(folder: string): string[] {
  const files = ["app/pages", "pages"].flatMap((name) => componentsBelow(join(folder, name), 0));
  return files
    .filter((path) => !path.includes("[..."))
    .map((path) => {
      const names = path.replace(/\.vue$/, "").split("/");
      const parts = names.filter((name) => name !== "index" && !/^\(.*\)$/.test(name));
      return `/${parts.map((name) => name.replace(/\[+[^\]]*\]+/g, "*")).join("/")}`;
    })
    .filter((glob) => glob !== "/*");
}

function componentsBelow(folder: string, depth: number): string[] {
  if (depth > MAX_DEPTH) return [];
  return entriesOf(folder).flatMap((entry) => {
    if (entry.isFile()) return entry.name.endsWith(".vue") ? [entry.name] : [];
    if (!entry.isDirectory()) return [];
    return componentsBelow(join(folder, entry.name), depth + 1).map(
      (path) => `${entry.name}/${path}`,
    );
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

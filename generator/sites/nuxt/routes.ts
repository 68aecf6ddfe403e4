import { join } from "node:path";
import { pathsBelow } from "../data/files/paths-below.ts";

/**
 * Returns globs of the addresses of an app's own pages: the files of `pages/` and `app/pages/`. Those
 * that take any address, such as `[...slug].vue`, say nothing.
 */
export function routesOf(folder: string): string[] {
  const files = ["app/pages", "pages"].flatMap((name) => pathsBelow(join(folder, name)));
  return files
    .filter((path) => path.endsWith(".vue") && !path.includes("[..."))
    .map((path) => {
      const names = path.replace(/\.vue$/, "").split("/");
      const parts = names.filter((name) => name !== "index" && !/^\(.*\)$/.test(name));
      return `/${parts.map((name) => name.replace(/\[+[^\]]*\]+/g, "*")).join("/")}`;
    })
    .filter((glob) => glob !== "/*");
}

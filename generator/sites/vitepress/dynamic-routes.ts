import { pathsBelow } from "../data/files/paths-below.ts";

const PARAMETER = /\[\w+\]/;

/**
 * Returns globs of the addresses that files such as `[package].md` make pages of: only running the
 * `.paths.js` next to them would say which.
 *
 * @param source Location of the folder of the pages.
 */
export function dynamicAddresses(source: string): string[] {
  return pathsBelow(source)
    .filter((path) => path.endsWith(".md") && PARAMETER.test(path))
    .map((path) => {
      const address = path.replace(/\.md$/, "").replace(/(^|\/)index$/, "$1");
      const glob = address.split("/").map((part) => (PARAMETER.test(part) ? "*" : part));
      return `/${glob.join("/")}`;
    });
}

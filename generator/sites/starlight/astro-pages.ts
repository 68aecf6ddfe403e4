import { join } from "node:path";
import { filesBelow } from "../data/files-below.ts";
import { globText } from "../data/glob-text.ts";
import type { AstroFile } from "./astro-file.ts";

const PAGE = /\.(?:astro|html|mdx?|[jt]s)$/;

/** Returns globs of the addresses of pages in `src/pages`: `[name]` is any part, `[...name]` several. */
export async function astroPagesOf({ folder, source, base }: AstroFile): Promise<string[]> {
  return filesBelow(join(folder, source, "pages"), PAGE)
    .filter((path) => !/(?:^|\/)_/.test(path))
    .map((path) => path.replace(PAGE, "").replace(/(?:^|\/)index$/, ""))
    .filter((path) => !/^\[\.{3}[^\]]*\]$/.test(path))
    .map((path) => {
      const address = path
        .split(/(\[[^\]]*\])/)
        .map((part, at) => (at % 2 === 0 ? globText(part) : part.startsWith("[...") ? "**" : "*"));
      return `${globText(base)}/${address.join("")}`.replace(/(?<=.)\/$/, "");
    });
}

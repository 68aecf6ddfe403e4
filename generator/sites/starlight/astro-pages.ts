import { join } from "node:path";
import { filesBelow } from "../data/files/files-below.ts";
import type { AstroFile } from "./astro-file.ts";
import { openGlob } from "./astro-redirects.ts";

const PAGE = /\.(?:astro|html|mdx?|[jt]s)$/;

/** Returns globs of the addresses of pages in `src/pages`: `[name]` is any part, `[...name]` several. */
export async function astroPagesOf({ folder, source, base }: AstroFile): Promise<string[]> {
  return filesBelow(join(folder, source, "pages"), PAGE)
    .filter((path) => !/(?:^|\/)_/.test(path))
    .map((path) => path.replace(PAGE, "").replace(/(?:^|\/)index$/, ""))
    .filter((path) => !/^\[\.{3}[^\]]*\]$/.test(path))
    .map((path) => openGlob(`${base}/${path}`).replace(/(?<=.)\/$/, ""));
}

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { Parser } from "htmlparser2";
import { DocgateError } from "../../../corpus/error.ts";
import { readText, type SiteFile } from "./read-text.ts";

/** Maximum size of one file of a sitemap, as sitemaps.org limits it. */
const MAX_FILE_BYTES = 52_428_800;

/** The most files of one sitemap that are read, and the most addresses of all of them. */
const MAX_FILES = 100;
const MAX_ADDRESSES = 500_000;

/**
 * Reads the addresses of a sitemap, and of the sitemaps that it lists: those that are next to it under
 * the last part of their address.
 *
 * @returns URLs as they are written, at most 500 000
 * @throws {DocgateError} `file` if a file cannot be read, `setting` if it is too large, not UTF-8, or
 *   the first one is not a sitemap
 */
export async function readSitemap(file: SiteFile): Promise<string[]> {
  const addresses: string[] = [];
  const files = new Map<string, SiteFile>([[file.location, file]]);
  for (const each of files.values()) {
    const { pages, sitemaps, root } = locationsIn((await readText(each, MAX_FILE_BYTES)).text);
    if (each === file && root !== "urlset" && root !== "sitemapindex") {
      const message = `"${file.name}" is not a sitemap: expected XML with a <urlset> or a <sitemapindex>.`;
      throw new DocgateError("setting", message);
    }
    // A list of arguments has a limit that a sitemap exceeds.
    for (const page of pages.slice(0, MAX_ADDRESSES - addresses.length)) addresses.push(page);
    for (const next of sitemaps.flatMap((address) => besideOf(each, address))) {
      if (files.size < MAX_FILES) files.set(next.location, next);
    }
  }
  return addresses;
}

/** Returns the file next to a sitemap that an address stands for, if there is one. */
function besideOf(sitemap: SiteFile, address: string): SiteFile[] {
  const [, name] = /([\w.-]+\.xml)$/i.exec(address) ?? [];
  if (name === undefined) return [];
  const location = join(dirname(sitemap.location), name);
  return existsSync(location) ? [{ location, name: join(dirname(sitemap.name), name) }] : [];
}

interface Locations {
  readonly pages: string[];
  readonly sitemaps: string[];
  /** The name of the first element; empty if there is none. */
  readonly root: string;
}

/** Returns the locations that a sitemap gives for pages, and for other sitemaps. */
function locationsIn(xml: string): Locations {
  const locations = { url: [] as string[], sitemap: [] as string[] };
  const open: string[] = [];
  let text = "";
  let root = "";
  const parser = new Parser(
    {
      onopentagname(name) {
        open.push(name);
        root ||= name;
        text = "";
      },
      ontext(part) {
        if (open.at(-1) === "loc") text += part;
      },
      onclosetag() {
        const name = open.pop();
        const parent = open.at(-1);
        const isLocation = name === "loc" && (parent === "url" || parent === "sitemap");
        if (isLocation && text.trim() !== "") locations[parent].push(text.trim());
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return { pages: locations.url, sitemaps: locations.sitemap, root };
}

import { readdirSync } from "node:fs";
import { join, posix, relative, sep } from "node:path";
import { DocgateError } from "../../../corpus/error.ts";
import { isSystemError } from "../../../corpus/system-error.ts";
import { readFrontmatter } from "../../markdown/frontmatter/frontmatter.ts";
import { frontmatterBlock } from "../../markdown/frontmatter/frontmatter-block.ts";
import { readText } from "../data/read-text.ts";
import type { PageFacts } from "../model.ts";

/** The most folders that are looked into, and pages that are read. */
const MAX_FOLDERS = 5000;
const MAX_PAGES = 5000;

/** Folders that never have pages. */
const OTHER = new Set([
  "_site",
  "_includes",
  "_layouts",
  "_data",
  "_sass",
  "_plugins",
  "node_modules",
]);

/**
 * Finds the pages of a Jekyll site that are written in HTML: they have addresses, but are not Markdown.
 *
 * @param folder location of the site's source
 * @param root location of the docs root, which paths are relative to
 */
export async function readHtmlPages(folder: string, root: string): Promise<PageFacts[]> {
  const locations = htmlFilesBelow(folder);
  const pages = await Promise.all(locations.map((location) => readPage(location, root)));
  return pages.filter((page) => page !== null);
}

function htmlFilesBelow(top: string): string[] {
  const files: string[] = [];
  const folders = [top];
  for (let done = 0; done < folders.length && done < MAX_FOLDERS; done++) {
    for (const entry of entriesOf(folders[done]!)) {
      if (entry.name.startsWith(".") || OTHER.has(entry.name)) continue;
      const location = join(folders[done]!, entry.name);
      if (entry.isDirectory()) folders.push(location);
      else if (/\.html?$/.test(entry.name) && files.length < MAX_PAGES) files.push(location);
    }
  }
  return files;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return [];
  }
}

/** @returns null for a file without frontmatter, or one that cannot be read */
async function readPage(location: string, root: string): Promise<PageFacts | null> {
  const path = posix.normalize(relative(root, location).split(sep).join("/"));
  try {
    const { text } = await readText({ location, name: path });
    const block = frontmatterBlock(text, []);
    if (block === null) return null;
    const read = readFrontmatter({ file: path, ...block });
    return { path, title: "", hasFrontmatter: true, facts: "rule" in read ? {} : read.data };
  } catch (error) {
    if (!(error instanceof DocgateError)) throw error;
    return null;
  }
}

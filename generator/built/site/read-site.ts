import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { isSystemError } from "../../../corpus/system-error.ts";
import type { Excess } from "../../markdown/page-limits.ts";
import type { HtmlPage } from "../html/html-page.ts";
import { readHtml } from "../html/read-html.ts";
import type { BuiltSite } from "./built-site.ts";
import { followRedirects, isRedirect } from "./redirects.ts";
import { addressOf, findBase, findForm, findOrigins, type PageFile } from "./site-base.ts";
import { listSite, type SiteFile } from "./site-files.ts";
import { isHtml } from "./site-paths.ts";

export interface ReadSiteOptions {
  /** A larger page is not read. */
  readonly maxPageBytes: number;
  /**
   * Where the folder is served: empty, or `/project`. Default: where canonical addresses and links
   * lead.
   */
  readonly base?: string | undefined;
  /** Pages that were read before, by the hash of their content. Default: none. */
  readonly known?: ReadonlyMap<string, HtmlPage> | undefined;
}

/** A site, and its pages by the hash of their content: what the next reading may be given as known. */
export interface SiteReading {
  readonly site: BuiltSite;
  readonly pages: ReadonlyMap<string, HtmlPage>;
}

/**
 * Reads a folder of HTML. The site depends only on the folder and the options, not on what was
 * known.
 *
 * @throws the file system's error if the folder cannot be read
 */
export async function readSite(root: string, options: ReadSiteOptions): Promise<SiteReading> {
  const files = await listSite(root);
  const pages = new Map<string, HtmlPage>();
  const contents = new Map<string, HtmlPage | Excess>();
  for (const { path, location, original } of files) {
    if (isHtml(path) && original === null) contents.set(path, await readPage(location));
  }
  return { site: assembleSite(files, { contents, base: options.base }), pages };

  async function readPage(location: string): Promise<HtmlPage | Excess> {
    try {
      const bytes = await readFile(location);
      const hash = createHash("sha256").update(bytes).digest("base64url");
      const known = bytes.length > options.maxPageBytes ? undefined : options.known?.get(hash);
      // As a copy, so that a piece of a text does not keep all of it in memory.
      const page = pages.get(hash) ?? known ?? structuredClone(readHtml(bytes, options));
      if (!("message" in page)) pages.set(hash, page);
      return page;
    } catch (error) {
      if (!isSystemError(error)) throw error;
      return { message: `Cannot read file: ${error.message}`, line: 1 };
    }
  }
}

interface AssembleOptions {
  /** Path → the page, or the reason why it was not read. */
  readonly contents: ReadonlyMap<string, HtmlPage | Excess>;
  readonly base: string | undefined;
}

/** Makes a site of files that were read: their addresses, and where redirects lead. */
export function assembleSite(
  files: readonly SiteFile[],
  { contents, base: givenBase }: AssembleOptions,
): BuiltSite {
  const read: PageFile[] = [];
  const excesses: { readonly path: string; readonly message: string }[] = [];
  for (const [path, content] of contents) {
    if ("message" in content) excesses.push({ path, message: content.message });
    else read.push({ path, html: content });
  }
  const base = givenBase ?? findBase(read);
  const place = { base, origins: findOrigins(read, base) };
  const form = findForm(read, place);
  const paths = new Set(contents.keys());
  const withAddress = <File extends { readonly path: string; readonly html?: HtmlPage }>(
    file: File,
  ) => ({
    ...file,
    address: addressOf(file.path, { place, form, paths }, file.html?.canonical ?? null),
  });
  const [pages, refreshes] = [read.filter((one) => !isRedirect(one)), read.filter(isRedirect)];
  return followRedirects(refreshes.map(withAddress), {
    ...place,
    form,
    pages: pages.map(withAddress),
    redirects: [],
    aliases: files.flatMap(({ path, original }) =>
      isHtml(path) && original !== null ? [withAddress({ path, original })] : [],
    ),
    unread: excesses.map(withAddress),
    files: new Set(files.flatMap(({ path }) => (isHtml(path) ? [] : [path]))),
  });
}

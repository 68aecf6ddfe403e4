import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import picomatch from "picomatch";
import { isSystemError } from "../../corpus/system-error.ts";
import { StaticFiles, type StaticFolder } from "./data/files/static-files.ts";
import type { Redirects } from "./data/redirect-files.ts";
import { RedirectsSet } from "./data/redirects-set.ts";

/** The sources of the addresses that a site serves without a page. */
export interface ElsewhereOptions {
  /** Globs of addresses. */
  readonly patterns: readonly string[];
  /** Addresses of a sitemap, decoded. */
  readonly sitemap: readonly string[];
  readonly staticFolders: readonly StaticFolder[];
  readonly redirects: readonly Pick<Redirects, "exact" | "patterns">[];
}

/** The addresses that a site serves without a page of the tree. */
export class Elsewhere {
  /** Text that differs if any answer may. */
  readonly frame: string;
  readonly #matches: (address: string) => boolean;
  readonly #sitemap: ReadonlySet<string>;
  readonly #files: StaticFiles;
  readonly #redirects: RedirectsSet;

  constructor({ patterns, sitemap, staticFolders, redirects }: ElsewhereOptions) {
    this.#matches = patterns.length === 0 ? () => false : picomatch([...patterns], { dot: true });
    this.#sitemap = new Set(sitemap.map(withoutSlash));
    this.#files = new StaticFiles(staticFolders);
    this.#redirects = new RedirectsSet(redirects);
    const maps = redirects.map((each) => [[...each.exact], [...each.patterns]]);
    this.frame = JSON.stringify([patterns, sitemap, maps, staticFolders.map(digestOf)]);
  }

  /**
   * Tells whether the site serves an address, decoded and from `/`.
   *
   * @param hasPage Tells whether an address is that of a page: a redirect to nothing does not count.
   */
  has(address: string, hasPage: (address: string) => boolean): boolean {
    const path = withoutSlash(address);
    const isServed = (each: string) =>
      this.#matches(withoutSlash(each)) ||
      this.#sitemap.has(withoutSlash(each)) ||
      this.#files.has(each);
    if (isServed(path)) return true;
    const exists = (target: string) => {
      const [to = ""] = target.split(/[?#]/, 1);
      return hasPage(to) || isServed(to);
    };
    return this.#redirects.targetOf(path, exists) !== null;
  }
}

function withoutSlash(address: string): string {
  return address.replace(/(?<=.)\/+$/, "");
}

/** Returns a digest of the names in a folder; empty if it does not exist. */
function digestOf({ location }: StaticFolder): string {
  try {
    const names = readdirSync(location, { recursive: true, encoding: "utf8" }).sort();
    return createHash("sha256").update(names.join("\0")).digest("base64url");
  } catch (error) {
    if (isSystemError(error)) return "";
    throw error;
  }
}

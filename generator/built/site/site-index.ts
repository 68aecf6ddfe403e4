import type { BuiltAlias, BuiltPage, BuiltRedirect, BuiltSite, UnreadPage } from "./built-site.ts";
import { belowBase, filesFor } from "./site-paths.ts";

/** Something that a built site has at an address. */
export type SiteEntry =
  | { readonly kind: "page"; readonly page: BuiltPage }
  | { readonly kind: "redirect"; readonly redirect: BuiltRedirect }
  | { readonly kind: "alias"; readonly alias: BuiltAlias }
  | { readonly kind: "unread"; readonly page: UnreadPage }
  | { readonly kind: "file"; readonly path: string };

/** Finds what a built site has at an address, as hosts do: with final slash and suffix, or without. */
export class SiteIndex {
  readonly #base: string;
  /** Path of a file → what it is. */
  readonly #entries = new Map<string, SiteEntry>();

  constructor(site: BuiltSite) {
    this.#base = site.base;
    for (const path of site.files) this.#entries.set(path, { kind: "file", path });
    for (const page of site.unread) this.#entries.set(page.path, { kind: "unread", page });
    for (const alias of site.aliases) this.#entries.set(alias.path, { kind: "alias", alias });
    for (const page of site.pages) this.#entries.set(page.path, { kind: "page", page });
    for (const redirect of site.redirects) {
      this.#entries.set(redirect.path, { kind: "redirect", redirect });
    }
  }

  /** @param address decoded, from the root of the site; without query and fragment */
  find(address: string): SiteEntry | null {
    const path = belowBase(address, this.#base);
    if (path === null) return null;
    for (const candidate of filesFor(path)) {
      const entry = this.#entries.get(candidate);
      if (entry !== undefined) return entry;
    }
    return null;
  }

  /** Returns the page that readers see at an address; null if there is none, or it was not read. */
  pageAt(address: string): BuiltPage | null {
    const entry = this.find(address);
    switch (entry?.kind) {
      case "page":
        return entry.page;
      case "redirect":
        return entry.redirect.to;
      case "alias":
        return this.#page(entry.alias.original);
      default:
        return null;
    }
  }

  #page(path: string): BuiltPage | null {
    const entry = this.#entries.get(path);
    return entry?.kind === "page" ? entry.page : null;
  }
}

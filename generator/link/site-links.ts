import { posix } from "node:path";
import { isMarkdown } from "../markdown/is-markdown.ts";
import { comparable } from "../sites/addresses.ts";
import type { Checkout } from "../sites/model.ts";
import type { Site } from "../sites/site.ts";
import type { Page } from "./page.ts";

/** Where a link of a site leads, as far as its addresses say it. */
export type Destination =
  | { readonly page: Page }
  /** To something that the site serves, or may serve, and that is not a page of the tree. */
  | { readonly page: null; readonly isServed: true }
  /** Nowhere. The path is that of the file or address that is missing, from the docs root. */
  | {
      readonly page: null;
      readonly isServed: false;
      readonly missing: string;
      /** True if the path is that of a file that is not a page. */
      readonly isFile?: boolean;
    };

const SERVED: Destination = { page: null, isServed: true };

interface SiteTree {
  readonly site: Site;
  readonly pages: readonly Page[];
  /** Returns the path of an address below the base, decoded; null if it is not below it. */
  readonly belowBase: (address: string) => string | null;
  /** Tells whether an address, decoded, is served without a page. */
  readonly isElsewhere: (address: string) => boolean;
  /** Paths of the tree's files that are not pages. */
  readonly otherPaths: ReadonlySet<string>;
}

/** Finds the pages of links on a site whose addresses are not those of files. */
export class SiteLinks {
  readonly #tree: SiteTree;
  readonly #byPath: ReadonlyMap<string, Page>;
  /** Path of the docs root from the folder that aliases are relative to. */
  readonly #docsFolder: string;
  /** Address, decoded and comparable → its page. */
  readonly #byAddress = new Map<string, Page>();

  constructor(tree: SiteTree) {
    this.#tree = tree;
    this.#docsFolder = tree.site.ofPages.docsFolder;
    this.#byPath = new Map(tree.pages.map((page) => [page.path, page]));
    for (const page of tree.pages) {
      for (const alias of page.aliases ?? []) this.#byAddress.set(comparable(alias), page);
    }
    for (const page of tree.pages.toReversed()) {
      this.#byAddress.set(comparable(decodeURI(page.slug)), page);
    }
  }

  /**
   * Finds where a link leads.
   *
   * @param path Decoded, without query and fragment, and not empty.
   * @param from Path of the page that has the link.
   */
  find(path: string, from: string): Destination {
    const { settings, checkout } = this.#tree.site;
    if (checkout !== null) return this.#inCheckout(path, { from, checkout });
    if (isMarkdown(path)) {
      if (settings.fileLinks === true) return this.#file(path, from);
      if (settings.fileLinks === "address") return this.find(withoutExtension(path), from);
    }
    const own = this.#byPath.get(from);
    const isRelative = !path.startsWith("/");
    if (isRelative && isFile(path) && this.#hasFile(path, from)) return SERVED;
    if (isRelative && settings.relativeTo === "file") return this.#beside(path, from);
    const base = own === undefined ? "/" : decodeURI(own.slug);
    return isRelative ? this.#fromAddress(base, path) : this.#address(this.#whole(path));
  }

  /** Tells whether the tree has the file that a link names from its page, or may have it outside of it. */
  #hasFile(path: string, from: string): boolean {
    const file = posix.join(posix.dirname(from), path);
    return file.startsWith("../") || this.#tree.otherPaths.has(file);
  }

  #judges(links: "outside" | "files"): boolean {
    return this.#tree.site.settings.judged.includes(links);
  }

  /** Returns an address from `/` with that of the site, which it may leave out. */
  #whole(path: string): string {
    const { linkBase } = this.#tree.site.settings;
    return `${path}/`.startsWith(`${linkBase}/`) ? path : `${linkBase}${path}`;
  }

  /** Follows a link relative to an address. One that leads out of the site's root is not judged. */
  #fromAddress(address: string, path: string): Destination {
    const folder = folderOf(address);
    const found = this.#address(posix.join(folder, path));
    const isOutside = !this.#judges("outside") && posix.join(`.${folder}`, path).startsWith("..");
    return found.page === null && isOutside ? SERVED : found;
  }

  /** Finds the page with an address, decoded. */
  pageAt(address: string): Page | undefined {
    const found = this.#byAddress.get(comparable(address));
    if (found !== undefined) return found;
    const fallback = this.#tree.site.fallbackOf(address);
    return fallback === null ? undefined : this.#byAddress.get(comparable(fallback));
  }

  /** Follows a link to a file or folder of a checkout: from its own file, or from the checkout's root. */
  #inCheckout(
    path: string,
    { from, checkout }: { readonly from: string; readonly checkout: Checkout },
  ): Destination {
    const { folder, has } = checkout;
    const target = path.startsWith("/")
      ? posix.normalize(path).slice(1)
      : posix.join(folder, posix.dirname(from), path);
    // That is another part of GitHub, such as `../../issues`.
    if (target.startsWith("..")) return SERVED;
    const start = folder === "" ? "" : `${folder}/`;
    const below = `${target}/`.startsWith(start) ? target.slice(start.length) : null;
    const page =
      below === null
        ? undefined
        : (this.#byPath.get(below) ??
          this.#byAddress.get(comparable(`${this.#tree.site.base}/${below}`)));
    if (page !== undefined) return { page };
    return has(target) ? SERVED : { page: null, isServed: false, missing: below ?? target };
  }

  /** Follows a link to a Markdown file: from its own file, from the docs root, or from an alias. */
  #file(path: string, from: string): Destination {
    const { belowBase, otherPaths, site } = this.#tree;
    const { importAliases } = site.settings;
    const below = (folder: string, rest: string) =>
      posix.relative(this.#docsFolder, posix.join(folder, rest));
    const alias = Object.keys(importAliases).find((start) => path.startsWith(start));
    const isRooted = path.startsWith("/");
    const target =
      alias !== undefined
        ? below(importAliases[alias]!, path.slice(alias.length))
        : isRooted
          ? (belowBase(path) ?? path).replace(/^\/+/, "")
          : posix.normalize(posix.join(posix.dirname(from), path));
    const rooted = path.replace(/^\/+/, "");
    const others = rooted.startsWith(".")
      ? []
      : Object.values(importAliases).map((folder) => below(folder, rooted));
    for (const each of [target, rooted, ...others]) {
      const page = this.#byPath.get(each);
      if (page !== undefined) return { page };
      // A translation is next to other translations only.
      if (!path.startsWith(".") && site.hasOtherFile(each)) return SERVED;
    }
    if (target.startsWith("../") || otherPaths.has(target)) return SERVED;
    return { page: null, isServed: false, missing: target };
  }

  /** Follows a link that is relative to its file, with or without the end of a page's name. */
  #beside(path: string, from: string): Destination {
    const { otherPaths } = this.#tree;
    const target = posix.normalize(posix.join(posix.dirname(from), path));
    const id = target.replace(/\.html$/, "").replace(/\/+$/, "");
    const names = [id, ...this.#folderPages.map((name) => posix.join(id, name))];
    for (const name of names) {
      for (const extension of EXTENSIONS) {
        const page = this.#byPath.get(name + extension);
        if (page !== undefined) return { page };
      }
    }
    const own = this.#byPath.get(from);
    const found = this.#fromAddress(own === undefined ? "/" : decodeURI(own.slug), path);
    return found.page !== null || found.isServed || otherPaths.has(target)
      ? found
      : { page: null, isServed: false, missing: target };
  }

  /** The names of the pages that folders stand for. */
  get #folderPages(): readonly string[] {
    const { index } = this.#tree.site.settings;
    return index.length > 0 ? index : FOLDER_PAGES;
  }

  /** Finds the page of a folder, if it does not have the address of the folder. */
  #inFolder(address: string): Page | undefined {
    if (this.#tree.site.settings.index.length > 0) return undefined;
    const pages = this.#folderPages.map((name) => this.pageAt(posix.join(address, name)));
    return pages.find((page) => page !== undefined);
  }

  #address(address: string): Destination {
    const page = this.pageAt(address) ?? this.#inFolder(address);
    if (page !== undefined) return { page };
    const { isElsewhere, belowBase, otherPaths } = this.#tree;
    if (isElsewhere(address)) return SERVED;
    const below = belowBase(address);
    if (below === null && !isMarkdown(address) && !this.#judges("outside")) return SERVED;
    const missing = (below ?? address).replace(/^\/+|\/+$/g, "");
    if (otherPaths.has(missing)) return SERVED;
    if (!isFile(missing)) return { page: null, isServed: false, missing };
    return this.#judges("files") ? { page: null, isServed: false, missing, isFile: true } : SERVED;
  }
}

/** The pages of folders on a site whose pages all have the address of their file (DOC-A10). */
const FOLDER_PAGES = ["index", "README"];
const EXTENSIONS = [".md", ".mdx", ".markdown"];

/** Tells whether a path is that of a file other than a page. */
function isFile(path: string): boolean {
  return /\.(?=[^./]*[a-z])(?!html?$|mdx?$|markdown$)[a-z0-9]{1,8}$/i.test(path);
}

function withoutExtension(path: string): string {
  return path.slice(0, path.lastIndexOf("."));
}

/** Returns the folder that relative addresses are relative to, with a final slash. */
function folderOf(address: string): string {
  return address.slice(0, address.lastIndexOf("/") + 1) || "/";
}

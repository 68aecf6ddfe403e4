import { posix } from "node:path";
import type { CorpusFile, Doc } from "../../corpus/schema.ts";
import { foldCase, toNfc } from "../../corpus/text/fold.ts";
import { bareSlugOf } from "../../corpus/text/slug.ts";

/** Longer addresses name no page. */
const MAX_ADDRESS_LENGTH = 2_000;

/** The names of a page. */
export type PageNames = Pick<Doc, "id" | "path" | "slug">;

/** A page, and the place in it that an address names. */
export interface PagePlace<Page extends PageNames = Doc> {
  readonly doc: Page;
  /** Decoded fragment; null if there is none. */
  readonly anchor: string | null;
}

interface PagesToFind<Page> {
  readonly meta: Pick<CorpusFile["meta"], "base" | "siteUrl">;
  readonly docs: readonly Page[];
}

/** Finds pages by everything that names them: ids, slugs, paths of files, addresses of the site. */
export class PageFinder<Page extends PageNames = Doc> {
  readonly #byId: ReadonlyMap<string, Page>;
  readonly #byPath: ReadonlyMap<string, Page>;
  readonly #bySlug: ReadonlyMap<string, Page>;
  /** Decoded slug, bare → page. */
  readonly #byAddress: ReadonlyMap<string, Page>;
  /** Folder → its index or README. */
  readonly #indexes = new Map<string, Page>();
  readonly #base: string;
  /** The address of the site, and then that of docgate. */
  readonly #sites: readonly URL[];

  /** @param publicUrl Address of docgate itself, if it is known. */
  constructor({ docs, meta }: PagesToFind<Page>, publicUrl?: string) {
    this.#byId = new Map(docs.map((doc) => [doc.id, doc]));
    this.#byPath = new Map(docs.map((doc) => [doc.path, doc]));
    this.#bySlug = new Map(docs.map((doc) => [doc.slug, doc]));
    this.#byAddress = new Map(docs.map((doc) => [bareSlugOf(decodeText(doc.slug)), doc]));
    this.#base = decodeText(meta.base);
    this.#sites = [meta.siteUrl, publicUrl].flatMap((url) => (url ? [new URL(url)] : []));
    for (const doc of docs) {
      const name = foldCase(posix.basename(doc.id));
      const folder = posix.dirname(doc.id);
      if (name === "index" || (name === "readme" && !this.#indexes.has(folder))) {
        this.#indexes.set(folder, doc);
      }
    }
  }

  /**
   * Finds the page of a ref: a slug or an id, with or without an anchor, `.md`, `.html` or a final
   * slash; or an address of the site or of docgate.
   */
  find(ref: string): PagePlace<Page> | undefined {
    if (ref.length > MAX_ADDRESS_LENGTH) return undefined;
    const own = this.#bySlug.get(ref) ?? this.#byId.get(ref);
    if (own) return { doc: own, anchor: null };
    const local = this.localPart(ref);
    if (local === null) return undefined;
    const { path, anchor } = splitAddress(local);
    const doc = path.startsWith("/") ? this.atSitePath(path) : this.inTree(path);
    return doc && { doc, anchor };
  }

  /** Returns the page with this slug. */
  atSlug(slug: string): Page | undefined {
    return this.#bySlug.get(slug);
  }

  /** Returns what follows the address of the site or of docgate; null for any other host. */
  localPart(address: string): string | null {
    const reference = address.startsWith("//") ? `https:${address}` : address;
    if (!/^[a-z][a-z0-9+.-]*:/i.test(reference)) return address;
    const url = URL.parse(reference);
    for (const site of url ? this.#sites : []) {
      const prefix = site.pathname.replace(/\/+$/, "");
      if (url!.host !== site.host || !`${url!.pathname}/`.startsWith(`${prefix}/`)) continue;
      return `${url!.pathname.slice(prefix.length) || "/"}${url!.search}${url!.hash}`;
    }
    return null;
  }

  /** Finds the page at a decoded path of the site: below the base, or else from the docs root. */
  atSitePath(path: string): Page | undefined {
    const atAddress = this.#atAddress(path) ?? this.#atAddress(path.replace(/\.md$/i, ""));
    if (atAddress) return atAddress;
    const isBelow = `${path}/`.startsWith(`${this.#base}/`);
    const below = isBelow ? this.inTree(path.slice(this.#base.length)) : undefined;
    return below ?? this.inTree(path);
  }

  #atAddress(path: string): Page | undefined {
    const bare = bareSlugOf(path);
    return this.#byAddress.get(bare === "/index" ? "/" : bare);
  }

  /** Finds the page at a decoded path of the tree: of a file, or of a folder with an index. */
  inTree(path: string): Page | undefined {
    const isFolder = /(?:^|\/)\.{0,2}$/.test(path);
    const normal = posix.normalize(path).replace(/^\/+|\/+$/g, "");
    const name = normal === "." ? "" : normal;
    const index = this.#indexes.get(name === "" ? "." : name);
    const page = this.#byPath.get(name) ?? this.#byId.get(name);
    const found = isFolder ? (index ?? page) : (page ?? index);
    if (found) return found;
    const stem = /^(.+)\.(?:md|html)$/i.exec(name)?.[1];
    return stem === undefined ? undefined : (this.#byId.get(stem) ?? this.#indexes.get(stem));
  }
}

/** Splits a reference to a page into its decoded path and its decoded fragment. */
export function splitAddress(reference: string): { path: string; anchor: string | null } {
  const hash = reference.indexOf("#");
  const before = hash < 0 ? reference : reference.slice(0, hash);
  const anchor = hash < 0 ? "" : decodeText(reference.slice(hash + 1));
  return { path: decodeText(before.replace(/\?.*$/s, "")), anchor: anchor || null };
}

/** Decodes what is percent-encoded, in NFC. */
export function decodeText(text: string): string {
  try {
    return toNfc(decodeURIComponent(text));
  } catch {
    return toNfc(text);
  }
}

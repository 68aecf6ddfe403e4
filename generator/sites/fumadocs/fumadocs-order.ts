import { join, posix } from "node:path";
import { hasCode } from "../../../corpus/error.ts";
import { filesBelow } from "../data/files/files-below.ts";
import { readData } from "../data/read-data.ts";
import { mapOf, textOf, textsOf } from "../data/values.ts";
import type { NavItem, PageFacts } from "../model.ts";
import type { Collection } from "./collections.ts";
import { splitLanguage } from "./fumadocs-addresses.ts";

/** A `meta.json` or `meta.yaml`. */
type Meta = Readonly<Record<string, unknown>>;

/** The metas of a collection in one language, by folder; those of the collection itself under ``. */
export type Metas = ReadonlyMap<string, Meta>;

const META = /^meta(?:\.[\w-]+)?\.(?:json|ya?ml)$/;

/** Reads the metas of a collection, by language; the empty one if it has none. */
export async function readMetas(
  { folder, languages }: Collection,
  site: string,
): Promise<ReadonlyMap<string, Metas>> {
  const all = new Map<string, Map<string, Meta>>();
  const location = join(site, folder);
  for (const path of filesBelow(location, META)) {
    const { language, id } = splitLanguage(path.replace(/\.\w+$/, ""), languages);
    const metas = all.get(language ?? "") ?? new Map<string, Meta>();
    all.set(language ?? "", metas);
    const parent = posix.dirname(id);
    try {
      const data = await readData({ location: join(location, path), name: `${folder}/${path}` });
      metas.set(parent === "." ? "" : parent, mapOf(data));
    } catch (error) {
      if (!hasCode(error, "file", "setting")) throw error;
    }
  }
  return all;
}

interface OrderOptions {
  readonly metas: Metas;
}

/** A page of a collection, by its path there without language and extension. */
export interface CollectionPage {
  readonly id: string;
  readonly page: PageFacts;
}

/** Returns the pages of a collection in one language as its tree of pages has them. */
export function orderOf(pages: readonly CollectionPage[], { metas }: OrderOptions): NavItem[] {
  return new PageTree(pages, metas).root();
}

const GROUP = /^\((.+)\)$/;
const LINK = /^(?:external:)?(?:\[[^\]]+\])?\[[^\]]+\]\([^)]+\)$/;

class PageTree {
  readonly #metas: Metas;
  readonly #pages = new Map<string, PageFacts>();
  /** The paths in each folder: pages and folders. */
  readonly #children = new Map<string, Set<string>>([["", new Set()]]);
  /** The folders whose meta names a path, which is then not one of the others in its folder. */
  readonly #owners = new Map<string, string>();

  constructor(pages: readonly CollectionPage[], metas: Metas) {
    this.#metas = metas;
    for (const { id, page } of pages) {
      this.#pages.set(id, page);
      for (let path = id; path !== ""; path = parentOf(path)) {
        const siblings = this.#children.get(parentOf(path)) ?? new Set();
        this.#children.set(parentOf(path), siblings.add(path));
      }
    }
    for (const [folder, { pages: names }] of metas) {
      for (const name of textsOf(names)) {
        const path = posix.join(folder, name.replace(/^\.\.\.(?=.)/, ""));
        if (!this.#owners.has(path)) this.#owners.set(path, folder);
      }
    }
  }

  root(): NavItem[] {
    return this.#items("", null);
  }

  /** @param index the path of the page that is the folder's own, and not one of its items */
  #items(folder: string, index: string | null): NavItem[] {
    const names = this.#metas.get(folder)?.pages;
    if (!Array.isArray(names)) return this.#others(folder, new Set(index === null ? [] : [index]));
    const taken = new Set(index === null ? [] : [index]);
    const parts = textsOf(names).map((name) => this.#part(folder, { name, taken }));
    return parts.flatMap((part) =>
      typeof part === "string" ? this.#others(folder, taken, part === "z...a") : part,
    );
  }

  /** Returns the items of an entry of `pages`; the entry itself if it stands for all others. */
  #part(
    folder: string,
    { name, taken }: { readonly name: string; readonly taken: Set<string> },
  ): NavItem[] | string {
    if (name === "..." || name === "z...a") return name;
    if (/^---/.test(name) || LINK.test(name)) return [];
    const path = posix.join(folder, name.replace(/^(?:!|\.\.\.)/, ""));
    if (name.startsWith("!")) {
      taken.add(path);
      return [];
    }
    if (taken.has(path)) return [];
    taken.add(path);
    if (name.startsWith("...")) return this.#children.has(path) ? this.#opened(path) : [];
    return this.#entry(path);
  }

  /** Returns a folder's own page and its items, without the folder. */
  #opened(folder: string): NavItem[] {
    const page = this.#pages.get(posix.join(folder, "index"));
    const index = page === undefined ? null : posix.join(folder, "index");
    const own = page === undefined ? [] : [{ title: null, path: page.path, items: [] }];
    return [...own, ...this.#items(folder, index)];
  }

  #others(folder: string, taken: ReadonlySet<string>, isReversed = false): NavItem[] {
    const paths = [...(this.#children.get(folder) ?? [])].filter((path) => {
      const owner = this.#owners.get(path);
      return !taken.has(path) && (owner === undefined || owner === folder);
    });
    const isFolder = (path: string) => Number(this.#children.has(path));
    const direction = isReversed ? -1 : 1;
    const index = posix.join(folder, "index");
    paths.sort((left, right) => {
      if (left === index) return -1;
      if (right === index) return 1;
      const kinds = isFolder(left) - isFolder(right);
      return direction * (kinds || left.localeCompare(right, "en"));
    });
    return paths.flatMap((path) => this.#entry(path));
  }

  #entry(path: string): NavItem[] {
    if (!this.#children.has(path)) {
      const page = this.#pages.get(path);
      return page === undefined ? [] : [{ title: null, path: page.path, items: [] }];
    }
    const { title, root, pagesIndex } = this.#metas.get(path) ?? {};
    const name = typeof pagesIndex === "string" ? pagesIndex : root === true ? null : "index";
    const index = name === null ? null : posix.join(path, name);
    const page = index === null ? undefined : this.#pages.get(index);
    const items = this.#items(path, page === undefined ? null : index);
    const shown = textOf(title) ?? (page === undefined ? nameAsTitle(path) : null);
    const entry = { title: shown, path: page?.path ?? null, items };
    const own = this.#pages.get(path);
    // `guide.mdx` next to `guide/` is another page.
    return own === undefined ? [entry] : [{ title: null, path: own.path, items: [] }, entry];
  }
}

function parentOf(path: string): string {
  const parent = posix.dirname(path);
  return parent === "." ? "" : parent;
}

/** Writes the name of a folder as a title: `get-started` is "Get started". */
function nameAsTitle(path: string): string {
  const name = posix.basename(path);
  const shown = GROUP.exec(name)?.[1] ?? name;
  return `${shown.slice(0, 1).toUpperCase()}${shown.slice(1).replaceAll("-", " ")}`;
}

import { join, posix } from "node:path";
import { hasCode } from "../../../corpus/error.ts";
import { compareCodePoints } from "../../../corpus/text/order.ts";
import { readData } from "../data/read-data.ts";
import type { NavItem, PageFacts, SiteModel } from "../model.ts";
import type { DocsPlace } from "./docs-place.ts";
import { isOptions, type MkdocsFile, type Options } from "./settings-file.ts";

interface DocsTree {
  readonly place: DocsPlace;
  /** Paths of all files of the site's docs. */
  readonly paths: readonly string[];
}

type Order = NonNullable<SiteModel["order"]>;

/**
 * Reads the order of pages: `nav`, the files `.pages` of the plugin `awesome-pages`, otherwise index
 * pages first, then files, then folders.
 */
export async function createOrder(
  { data, plugins }: MkdocsFile,
  { place, paths }: DocsTree,
): Promise<Order> {
  const fromDocs = (path: string) =>
    path.startsWith(place.inDocs) ? `${place.inRoot}${path.slice(place.inDocs.length)}` : null;
  if (Array.isArray(data.nav)) {
    const items = data.nav.flatMap((item) => readItem(item, fromDocs));
    return () => items;
  }
  const hasPages = plugins.has("awesome-pages");
  const orders = hasPages ? await readPagesFiles(place.docs, paths) : NO_ORDERS;
  return (pages) => new FolderOrder(pages, { place, orders }).items("");
}

/** Reads an entry of `nav`: a path, `{ title: path }`, or `{ title: entries }`. */
function readItem(item: unknown, fromDocs: (path: string) => string | null): NavItem[] {
  if (typeof item === "string") return [pageItem(null, fromDocs(posix.normalize(item)))];
  if (!isOptions(item)) return [];
  return Object.entries(item).flatMap(([title, value]): NavItem[] => {
    if (Array.isArray(value)) {
      return [{ title, path: null, items: value.flatMap((each) => readItem(each, fromDocs)) }];
    }
    return typeof value === "string" ? [pageItem(title, fromDocs(posix.normalize(value)))] : [];
  });
}

function pageItem(title: string | null, path: string | null): NavItem {
  return { title, path, items: [] };
}

/** The files `.pages`, by their folder. */
type PagesFiles = ReadonlyMap<string, Options>;

const NO_ORDERS: PagesFiles = new Map();

async function readPagesFiles(docs: string, paths: readonly string[]): Promise<PagesFiles> {
  const files = new Map<string, Options>();
  for (const path of paths) {
    if (posix.basename(path) !== ".pages") continue;
    const folder = posix.dirname(path);
    try {
      const data = await readData({ location: join(docs, path), name: path }, "yaml-1.1");
      if (isOptions(data)) files.set(folder === "." ? "" : folder, data);
    } catch (error) {
      if (!hasCode(error, "file", "setting")) throw error;
    }
  }
  return files;
}

interface OrderOptions {
  readonly place: DocsPlace;
  readonly orders: PagesFiles;
}

/** The order of pages by their folders. */
class FolderOrder {
  readonly #pagesIn = new Map<string, string[]>();
  readonly #foldersIn = new Map<string, Set<string>>();
  readonly #orders: PagesFiles;
  readonly #place: DocsPlace;

  constructor(pages: readonly PageFacts[], { place, orders }: OrderOptions) {
    this.#orders = orders;
    this.#place = place;
    for (const { path } of pages) this.#add(`${place.inDocs}${path.slice(place.inRoot.length)}`);
  }

  #add(path: string): void {
    let at = folderOf(path);
    this.#pagesIn.set(at, [...(this.#pagesIn.get(at) ?? []), path]);
    while (at !== "") {
      const above = folderOf(at);
      this.#foldersIn.set(above, (this.#foldersIn.get(above) ?? new Set()).add(at));
      at = above;
    }
  }

  /** Returns the entries of a folder. */
  items(folder: string): NavItem[] {
    const pages = (this.#pagesIn.get(folder) ?? []).toSorted(compareFiles);
    const folders = [...(this.#foldersIn.get(folder) ?? [])].sort(compareCodePoints);
    const order = this.#orders.get(folder) ?? {};
    const all = [...pages, ...folders].filter((path) => this.#orders.get(path)?.hide !== true);
    if (order.order === "desc") all.reverse();
    const named = Array.isArray(order.nav) ? order.nav : order.arrange;
    if (!Array.isArray(named)) return all.map((path) => this.#item(path, null));
    return this.#named(named, { folder, all });
  }

  /** Follows a list of names of a folder; `...` stands for all others. */
  #named(
    list: readonly unknown[],
    { folder, all }: { readonly folder: string; readonly all: readonly string[] },
  ): NavItem[] {
    const places = list.map((item) => entryOf(item, folder));
    const named = new Set(places.flatMap((place) => place?.path ?? []));
    const others = all.filter((path) => !named.has(path));
    return places.flatMap((place): NavItem[] => {
      if (place === null) return others.map((path) => this.#item(path, null));
      const { title, path, items } = place;
      if (items !== null)
        return [{ title, path: null, items: this.#named(items, { folder, all }) }];
      return path !== null && all.includes(path) ? [this.#item(path, title)] : [];
    });
  }

  #item(path: string, title: string | null): NavItem {
    if (!this.#isFolder(path)) {
      return pageItem(title, `${this.#place.inRoot}${path.slice(this.#place.inDocs.length)}`);
    }
    const own = this.#orders.get(path)?.title;
    const shown = title ?? (typeof own === "string" ? own : titleOf(posix.basename(path)));
    return { title: shown, path: null, items: this.items(path) };
  }

  #isFolder(path: string): boolean {
    return this.#pagesIn.has(path) || this.#foldersIn.has(path);
  }
}

/** An entry of `nav` in a file `.pages`. */
interface PagesEntry {
  readonly title: string | null;
  readonly path: string | null;
  readonly items: readonly unknown[] | null;
}

/** Reads an entry: `file.md`, `folder`, `Title: file.md`, `Title: [entries]`; null for the others. */
function entryOf(item: unknown, folder: string): PagesEntry | null {
  if (item === "...") return null;
  if (typeof item === "string") return { title: null, path: posix.join(folder, item), items: null };
  const [first] = isOptions(item) ? Object.entries(item) : [];
  const [title = "", value] = first ?? [];
  if (Array.isArray(value)) return { title, path: null, items: value };
  const path = typeof value === "string" ? posix.join(folder, value) : null;
  return title.startsWith("...") ? null : { title, path, items: null };
}

function folderOf(path: string): string {
  const folder = posix.dirname(path);
  return folder === "." ? "" : folder;
}

/** Index pages come first. */
function compareFiles(left: string, right: string): number {
  const first = Number(isIndex(right)) - Number(isIndex(left));
  return first || compareCodePoints(left, right);
}

function isIndex(path: string): boolean {
  return /^(?:index|README)$/.test(posix.parse(path).name);
}

/** Makes the title of a folder of its name, as MkDocs does. */
function titleOf(name: string): string {
  const title = name.replace(/[-_]/g, " ");
  return title === title.toLowerCase() ? title.charAt(0).toUpperCase() + title.slice(1) : title;
}

import { join, posix } from "node:path";
import { hasCode } from "../../../corpus/error.ts";
import { filesBelow } from "../data/files/files-below.ts";
import { readData } from "../data/read-data.ts";
import { isMap, type Literal, type LiteralMap } from "../data/script/literal.ts";
import { readLiterals } from "../data/script/read-literals.ts";
import type { NavItem, PageFacts } from "../model.ts";
import { appSegments } from "../next/app-address.ts";
import { type NextraPlace, placeOf } from "./nextra-addresses.ts";
import type { NextraConfig } from "./nextra-config.ts";

const FOLDERS = ["app", "src/app", "content", "src/content", "pages", "src/pages"];
const META = /^_meta(?:\.global)?\.(?:jsx?|tsx?|json)$/;

/** The entries of `_meta` files, by the address of their folder with its language: `/en/guide`. */
export type MetaFiles = ReadonlyMap<string, LiteralMap>;

interface MetaOptions {
  /** Location of the site's folder. */
  readonly site: string;
  readonly top: string;
  readonly config: NextraConfig;
}

/** Reads the `_meta` files of a site; those that cannot be read say nothing. */
export async function readMetaFiles({ site, top, config }: MetaOptions): Promise<MetaFiles> {
  const files = new Map<string, LiteralMap>();
  for (const name of FOLDERS) {
    for (const path of filesBelow(join(site, name), META)) {
      const entries = await readMeta(join(site, name, path), { name: `${name}/${path}`, top });
      if (entries === null) continue;
      const place = metaPlaceOf(`${name}/${path}`, config);
      if (place === null) continue;
      if (path.includes("_meta.global.")) addBelow(files, { key: keyOf(place), entries });
      else files.set(keyOf(place), { ...files.get(keyOf(place)), ...entries });
    }
  }
  return files;
}

async function readMeta(
  location: string,
  { name, top }: { readonly name: string; readonly top: string },
): Promise<LiteralMap | null> {
  try {
    const file = { location, name };
    const value = location.endsWith(".json")
      ? ((await readData(file)) as Literal)
      : (await readLiterals(file, top)).exported;
    return isMap(value) ? value : null;
  } catch (error) {
    if (!hasCode(error, "file", "setting")) throw error;
    return null;
  }
}

/** Returns the place of the folder that a `_meta` file is in. */
function metaPlaceOf(path: string, config: NextraConfig): NextraPlace | null {
  const folder = posix.dirname(path);
  if (!/^(?:src\/)?app(?:\/|$)/.test(folder)) return placeOf(`${folder}/index.mdx`, config);
  const segments = appSegments(folder.replace(/^(?:src\/)?app\/?/, ""));
  return segments === null ? null : { locale: null, segments };
}

/** Adds the entries of `_meta.global`, in which those of folders are below `items`. */
function addBelow(
  files: Map<string, LiteralMap>,
  { key, entries }: { readonly key: string; readonly entries: LiteralMap },
): void {
  files.set(key, { ...files.get(key), ...entries });
  for (const [name, entry] of Object.entries(entries)) {
    if (!isMap(entry) || !isMap(entry.items) || entry.type === "menu") continue;
    addBelow(files, { key: key === "/" ? `/${name}` : `${key}/${name}`, entries: entry.items });
  }
}

function keyOf({ locale, segments }: NextraPlace): string {
  return `/${[...(locale === null ? [] : [locale]), ...segments].join("/")}`;
}

/** A folder of addresses, or a page in one. */
interface TreeNode {
  page?: PageFacts;
  readonly children: Map<string, TreeNode>;
}

interface OrderOptions {
  readonly metas: MetaFiles;
  readonly placeOf: (path: string) => NextraPlace | null;
}

/**
 * Returns the pages in the order of the `_meta` files: what they name, then the others by their names.
 * Pages with `display: "hidden"` are left out.
 */
export function orderOf(
  pages: readonly PageFacts[],
  { metas, placeOf: find }: OrderOptions,
): NavItem[] {
  const root: TreeNode = { children: new Map() };
  for (const page of pages) {
    const place = find(page.path);
    if (place === null) continue;
    const { locale, segments } = place;
    let node = root;
    for (const name of [...(locale === null ? [] : [locale]), ...segments]) {
      const next: TreeNode = node.children.get(name) ?? { children: new Map() };
      node.children.set(name, next);
      node = next;
    }
    node.page = page;
  }
  return new MetaOrder(metas).items(root, "/");
}

class MetaOrder {
  readonly #metas: MetaFiles;

  constructor(metas: MetaFiles) {
    this.#metas = metas;
  }

  items(folder: TreeNode, key: string): NavItem[] {
    const entries = this.#metas.get(key) ?? {};
    const others = displayOf(entries["*"]);
    const named = Object.keys(entries).filter((name) => name !== "*");
    const own = folder.page === undefined ? [] : ["index"];
    const names = [...own.filter((name) => !named.includes(name)), ...named];
    const rest = [...folder.children.keys()].filter((name) => !named.includes(name)).sort();
    return [...names, ...rest].flatMap((name): NavItem[] => {
      const entry = entries[name];
      if ((displayOf(entry) ?? others) === "hidden") return [];
      if (isMap(entry) && entry.type === "separator") return [];
      const child = folder.children.get(name);
      const title = titleOf(entry);
      if (name === "index" && child === undefined) {
        const { page } = folder;
        // As the page of its folder, it is the folder's own entry.
        if (page === undefined || (page.facts.asIndexPage === true && key !== "/")) return [];
        return [{ title: title ?? sidebarTitleOf(page), path: page.path, items: [] }];
      }
      if (child !== undefined) return [this.#entry(child, { name, key, title })];
      const isLink = isMap(entry) && typeof entry.href === "string";
      return isLink && title !== null ? [{ title, path: null, items: [] }] : [];
    });
  }

  #entry(
    node: TreeNode,
    {
      name,
      key,
      title,
    }: { readonly name: string; readonly key: string; readonly title: string | null },
  ): NavItem {
    const { page } = node;
    if (node.children.size === 0 && page !== undefined && page.facts.asIndexPage !== true) {
      return { title: title ?? sidebarTitleOf(page), path: page.path, items: [] };
    }
    const isOfFolder = page !== undefined && page.facts.asIndexPage === true;
    const shown = title ?? (isOfFolder ? sidebarTitleOf(page) : nameAsTitle(name));
    const items = this.items(node, key === "/" ? `/${name}` : `${key}/${name}`);
    return { title: shown, path: isOfFolder ? page.path : null, items };
  }
}

function titleOf(entry: Literal): string | null {
  const title = isMap(entry) ? entry.title : entry;
  return typeof title === "string" && title !== "" ? title : null;
}

function displayOf(entry: Literal): Literal {
  return isMap(entry) ? entry.display : undefined;
}

/** Returns the title for lists; null for the page's own. */
function sidebarTitleOf({ facts }: PageFacts): string | null {
  return typeof facts.sidebarTitle === "string" ? facts.sidebarTitle : null;
}

/** Writes the name of a folder as a title: `get-started` is "Get Started". */
function nameAsTitle(name: string): string {
  return name.replace(/[-_]+/g, " ").replace(/(?:^|\s)\p{Ll}/gu, (start) => start.toUpperCase());
}

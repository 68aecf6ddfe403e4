import { posix } from "node:path";
import type { NavItem, PageFacts } from "../model.ts";
import type { StarlightLocale } from "./astro-file.ts";
import { pageSlugOf } from "./page-slug.ts";
import type { SidebarItem, Translations } from "./sidebar-items.ts";

/** A page, with its place in its language. */
interface Page extends PageFacts {
  /** Without the language. */
  readonly slug: string;
  /** Path from the folder of its language, without extension. */
  readonly file: string;
  /** Path from the docs root. */
  readonly source: string;
}

interface SidebarOptions {
  readonly locale: StarlightLocale;
  /** The language in which names are compared. */
  readonly collation: string;
}

/** A folder of a generated group: pages and folders by name. */
interface Folder {
  readonly path: string;
  readonly entries: Map<string, Folder | Page>;
}

/** Makes the navigation of the pages in one language. */
export class StarlightSidebar {
  readonly #pages: readonly Page[];
  readonly #locale: StarlightLocale;
  readonly #collator: Intl.Collator;

  /** @param pages with their paths from the folder of the docs, and from the docs root */
  constructor(
    pages: readonly (PageFacts & { readonly source: string })[],
    { locale, collation }: SidebarOptions,
  ) {
    const start = locale.folder === "" ? "" : `${locale.folder}/`;
    this.#pages = pages.map((page) => {
      const slug = pageSlugOf(page);
      const file = page.path.replace(/\.\w+$/, "").slice(start.length);
      return {
        ...page,
        slug: `${slug}/`.startsWith(start) ? slug.slice(start.length) : slug,
        file,
      };
    });
    this.#locale = locale;
    this.#collator = new Intl.Collator(collation);
  }

  /** @param items null for all pages by their folders */
  items(items: readonly SidebarItem[] | null): NavItem[] {
    if (items === null) return this.#generated("");
    return items.flatMap((item) => {
      if (item.type === "folder") return this.#generated(item.folder);
      if (item.type === "page") {
        const page = this.#pages.find(({ slug }) => slug === item.slug);
        return page === undefined ? [] : [navOf(page, this.#labelOf(item))];
      }
      const below = this.items(item.items);
      const title = this.#labelOf(item) ?? item.label;
      return below.length === 0 ? [] : [{ title, path: null, items: below }];
    });
  }

  #labelOf({
    label,
    translations,
  }: {
    readonly label: string | null;
    readonly translations: Translations;
  }): string | null {
    const { lang } = this.#locale;
    return translations[lang] ?? translations[lang.split("-")[0]!] ?? label;
  }

  #generated(path: string): NavItem[] {
    const root: Folder = { path, entries: new Map() };
    const start = path === "" ? "" : `${path}/`;
    const shown = this.#pages
      .filter(({ facts }) => sidebarOf(facts).hidden !== true)
      .filter(({ file }) => file === path || file.startsWith(start))
      // Folders come first, so that a page with the name of one is in it.
      .sort((left, right) => right.file.split("/").length - left.file.split("/").length);
    for (const page of shown) {
      const names = page.file === path ? [] : page.file.slice(start.length).split("/");
      const name = names.pop() ?? "index";
      let folder = root;
      for (const each of names) folder = folderIn(folder, each);
      const same = folder.entries.get(name);
      if (same !== undefined && "entries" in same) same.entries.set("index", page);
      else folder.entries.set(name, page);
    }
    return this.#sorted(root);
  }

  #sorted({ entries }: Folder): NavItem[] {
    return Array.from(entries)
      .sort(([, left], [, right]) => {
        const [one, other] = [orderOf(left), orderOf(right)];
        if (one !== other) return one < other ? -1 : 1;
        return this.#collator.compare(nameOf(left), nameOf(right));
      })
      .map(([name, entry]) =>
        "entries" in entry
          ? { title: name, path: null, items: this.#sorted(entry) }
          : navOf(entry, null),
      );
  }
}

function folderIn(parent: Folder, name: string): Folder {
  const known = parent.entries.get(name);
  if (known !== undefined && "entries" in known) return known;
  const folder: Folder = { path: posix.join(parent.path, name), entries: new Map() };
  if (known !== undefined) folder.entries.set("index", known);
  parent.entries.set(name, folder);
  return folder;
}

/** Returns the weight of a page; of a folder, the lowest in it. */
function orderOf(entry: Folder | Page): number {
  if ("entries" in entry) return Math.min(...Array.from(entry.entries.values(), orderOf));
  const { order } = sidebarOf(entry.facts);
  return typeof order === "number" ? order : Number.MAX_VALUE;
}

function nameOf(entry: Folder | Page): string {
  return "entries" in entry ? entry.path : entry.slug;
}

function navOf({ source, facts }: Page, label: string | null): NavItem {
  const own = sidebarOf(facts).label;
  return { title: label ?? (typeof own === "string" ? own : null), path: source, items: [] };
}

/** Returns the `sidebar` of a page's frontmatter. */
function sidebarOf({ sidebar }: PageFacts["facts"]): Readonly<Record<string, unknown>> {
  const isObject = typeof sidebar === "object" && sidebar !== null && !Array.isArray(sidebar);
  return isObject ? (sidebar as Record<string, unknown>) : {};
}

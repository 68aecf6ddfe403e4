import { mapOf, textOf } from "../data/values.ts";
import type { NavItem } from "../model.ts";
import type { Entry } from "./docs-file.ts";

/** Divisions of a navigation: the key of the list, and that of the name of each entry. */
const DIVISIONS = [
  ["languages", "language"],
  ["versions", "version"],
  ["products", "product"],
  ["tabs", "tab"],
  ["anchors", "anchor"],
  ["dropdowns", "dropdown"],
  ["menu", "item"],
  ["groups", "group"],
] as const;

/** Divisions that readers see one at a time, the default one first. */
const ALTERNATIVES: ReadonlySet<string> = new Set(["languages", "versions"]);

/** An entry of a navigation, whose pages are named as the configuration does: `guide/install`. */
export interface NavNode {
  readonly title: string | null;
  /** Null for none. */
  readonly page: string | null;
  readonly items: readonly NavNode[];
  /** True if readers see neither the entry nor what is below it. */
  readonly isHidden: boolean;
  /** True if a search finds the pages of a hidden entry. */
  readonly isSearchable: boolean;
}

/** The facts about a site that its navigation says. */
export interface Navigation {
  readonly nodes: readonly NavNode[];
  /** The codes of languages, the default one first. */
  readonly languages: readonly string[];
  /** The folders in which pages are made from descriptions of an API. */
  readonly apiFolders: readonly string[];
}

/** Reads the navigation of `docs.json`, or of `mint.json`, which is a list of groups. */
export function readNavigation(data: Entry): Navigation {
  const reader = new NavigationReader();
  const { navigation } = data;
  const root = Array.isArray(navigation) ? { groups: navigation } : mapOf(navigation);
  const api = mapOf(data.api);
  for (const entry of [data, api]) reader.readApi(entry);
  const nodes = reader.nodes(root);
  return { nodes, languages: reader.languages, apiFolders: [...reader.apiFolders] };
}

class NavigationReader {
  readonly apiFolders = new Set<string>();
  languages: readonly string[] = [];

  nodes(entry: Entry): NavNode[] {
    this.readApi(entry);
    const found = DIVISIONS.flatMap(([list, name]) => this.#division(entry, { list, name }));
    const pages = Array.isArray(entry.pages) ? entry.pages : [];
    return [...found, ...pages.flatMap((page) => this.#page(page))];
  }

  /** Notes where pages are made from the description of an API. */
  readApi(entry: Entry): void {
    for (const key of ["openapi", "asyncapi"]) {
      const value = entry[key];
      if (value === undefined || value === null) continue;
      const folder = textOf(mapOf(value).directory) ?? "api-reference";
      this.apiFolders.add(folder.replace(/^\/+|\/+$/g, ""));
    }
  }

  #division(
    entry: Entry,
    { list, name }: { readonly list: string; readonly name: string },
  ): NavNode[] {
    const value = entry[list];
    if (!Array.isArray(value)) return [];
    const parts = value.map(mapOf);
    const first = parts.findIndex((part) => part.default === true);
    const sorted = [...parts.splice(Math.max(first, 0), 1), ...parts];
    if (list === "languages") {
      this.languages = sorted.map((part) => textOf(part.language) ?? "").filter(Boolean);
    }
    return sorted.flatMap((part, at): NavNode[] => {
      const items = this.nodes(part);
      // The default one of several is the navigation itself.
      if (at === 0 && ALTERNATIVES.has(list)) return items;
      const title = textOf(part[name]) ?? null;
      const { isHidden, isSearchable } = visibilityOf(part);
      return [{ title, page: rootOf(part), items, isHidden, isSearchable }];
    });
  }

  #page(page: unknown): NavNode[] {
    if (typeof page === "string") {
      // `GET /users` is made from the description of an API.
      if (/^[A-Z]+\s|^webhook\s/i.test(page) && page.includes("/")) return [];
      return [{ title: null, page, items: [], isHidden: false, isSearchable: false }];
    }
    const entry = mapOf(page);
    const title = textOf(entry.group);
    if (title === undefined) return [];
    return [{ title, page: rootOf(entry), items: this.nodes(entry), ...visibilityOf(entry) }];
  }
}

function rootOf({ root }: Entry): string | null {
  return textOf(root) ?? null;
}

function visibilityOf({ hidden, searchable }: Entry): Pick<NavNode, "isHidden" | "isSearchable"> {
  return { isHidden: hidden === true, isSearchable: searchable === true };
}

/** Returns the names of the pages that search and lists have. */
export function listedIn(nodes: readonly NavNode[], isOpen = true): string[] {
  return nodes.flatMap(({ page, items, isHidden, isSearchable }) => {
    const isListed = isHidden ? isSearchable : isOpen;
    return [...(page !== null && isListed ? [page] : []), ...listedIn(items, isListed)];
  });
}

/** Returns a navigation without what is hidden. */
export function itemsOf(
  nodes: readonly NavNode[],
  pathOf: (name: string) => string | null,
): NavItem[] {
  return nodes.flatMap(({ title, page, items, isHidden }): NavItem[] => {
    if (isHidden) return [];
    return [{ title, path: page === null ? null : pathOf(page), items: itemsOf(items, pathOf) }];
  });
}

import { isMap, type Literal, type LiteralMap } from "../data/script/literal.ts";
import type { SettingReader } from "../data/script/setting-reader.ts";
import type { NavItem, PageFacts } from "../model.ts";

interface OrderOptions {
  readonly reader: SettingReader;
  readonly addressOf: (page: PageFacts) => string;
}

/** An entry of a sidebar, with the address that it leads to below the base. */
interface Entry {
  readonly title: string | null;
  readonly address: string | null;
  readonly entries: readonly Entry[];
}

/**
 * Reads the sidebars of a site and of its languages, in their order.
 *
 * @returns undefined if there is none
 */
export function createOrder(
  config: LiteralMap,
  { reader, addressOf }: OrderOptions,
): ((pages: readonly PageFacts[]) => readonly NavItem[]) | undefined {
  const use = { instead: "the order of the pages is that of their paths" };
  const locales = reader.map(config, "locales", use);
  const sites = [config, ...Object.values(locales).filter(isMap)];
  const entries = sites.flatMap((site) => sidebarOf(site, reader));
  if (entries.length === 0) return undefined;
  return (pages) => {
    const paths = new Map(pages.map((page) => [plain(addressOf(page)), page.path]));
    return itemsOf(entries, paths);
  };
}

/** Returns the entries of one sidebar, or of those of several folders one after the other. */
function sidebarOf(site: LiteralMap, reader: SettingReader): Entry[] {
  const use = { name: "themeConfig.sidebar", instead: "docgate orders pages by their paths" };
  const theme = reader.map(site, "themeConfig", use);
  const list = theme.sidebar;
  if (Array.isArray(list)) return entriesOf(list, "");
  const folders = reader.map(theme, "sidebar", use);
  return Object.keys(folders).flatMap((folder) => {
    const sidebar = folders[folder];
    if (Array.isArray(sidebar)) return entriesOf(sidebar, "");
    const group = reader.map(folders, folder, use);
    const base = typeof group.base === "string" ? group.base : "";
    const items = reader.list(group, "items", use);
    return entriesOf(items, base);
  });
}

function entriesOf(items: readonly Literal[], above: string): Entry[] {
  return items.filter(isMap).map(({ text, link, base, items: below }) => {
    const own = typeof base === "string" ? base : above;
    return {
      title: typeof text === "string" ? text : null,
      address: typeof link === "string" ? plain(`${own}${link}`) : null,
      entries: Array.isArray(below) ? entriesOf(below, own) : [],
    };
  });
}

function itemsOf(entries: readonly Entry[], paths: ReadonlyMap<string, string>): NavItem[] {
  return entries.map(({ title, address, entries: below }) => ({
    title,
    path: address === null ? null : (paths.get(address) ?? null),
    items: itemsOf(below, paths),
  }));
}

/** Brings an address to one form: `guide/index`, `/guide/index.md` and `/guide/` are one page. */
function plain(link: string): string {
  const [path = ""] = link.split(/[?#]/, 1);
  const id = path.replace(/\.(?:md|html)$/, "").replace(/\/{2,}/g, "/");
  return `/${id.replace(/^\//, "")}`.replace(/\/(?:index)?$/, "") || "/";
}

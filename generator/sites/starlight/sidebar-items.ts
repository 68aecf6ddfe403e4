import { isMap, type Literal } from "../data/script/literal.ts";

/** An entry of a sidebar as it is written. */
export type SidebarItem =
  | {
      readonly type: "page";
      /** Without the language. */
      readonly slug: string;
      readonly label: string | null;
      readonly translations: Translations;
    }
  | { readonly type: "folder"; readonly folder: string }
  | {
      readonly type: "group";
      readonly label: string;
      readonly translations: Translations;
      readonly items: readonly SidebarItem[];
    };

/** Labels by language. */
export type Translations = Readonly<Record<string, string>>;

/** Reads the entries of a sidebar; links to other sites are left out. */
export function sidebarOf(items: readonly Literal[]): SidebarItem[] {
  return items.flatMap((item): SidebarItem[] => {
    if (typeof item === "string") return [pageOf(item, {})];
    if (!isMap(item)) return [];
    const { slug, link, autogenerate, items: below } = item;
    if (typeof slug === "string") return [pageOf(slug, item)];
    if (typeof link === "string") return /^[a-z]+:/i.test(link) ? [] : [pageOf(link, item)];
    if (isMap(autogenerate) && typeof autogenerate.directory === "string") {
      const folder: SidebarItem = { type: "folder", folder: trimmed(autogenerate.directory) };
      // Before version 0.39, such an entry had a label and was a group.
      return typeof item.label === "string" ? [groupOf(item, [folder])] : [folder];
    }
    return Array.isArray(below) ? [groupOf(item, sidebarOf(below))] : [];
  });
}

function pageOf(address: string, item: Readonly<Record<string, Literal>>): SidebarItem {
  const slug = trimmed(address.replace(/[?#].*$/s, ""));
  const { label } = item;
  const shown = typeof label === "string" ? label : null;
  return {
    type: "page",
    slug: slug === "index" ? "" : slug,
    label: shown,
    translations: translationsOf(item),
  };
}

function groupOf(
  item: Readonly<Record<string, Literal>>,
  items: readonly SidebarItem[],
): SidebarItem {
  const { label } = item;
  const shown = typeof label === "string" ? label : "";
  return { type: "group", label: shown, translations: translationsOf(item), items };
}

function translationsOf({ translations }: Readonly<Record<string, Literal>>): Translations {
  const entries = isMap(translations) ? Object.entries(translations) : [];
  return Object.fromEntries(
    entries.filter(([, label]) => typeof label === "string"),
  ) as Translations;
}

function trimmed(path: string): string {
  return path.replace(/^\/+|\/+$/g, "");
}

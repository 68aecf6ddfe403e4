import { posix } from "node:path";
import { compareCodePoints } from "../../../corpus/text/order.ts";
import { textOf } from "../data/values.ts";
import type { NavItem, PageFacts } from "../model.ts";
import { factOf, type HugoAddresses } from "./hugo-addresses.ts";
import type { HugoContent } from "./hugo-content.ts";

interface OrderOptions {
  readonly content: HugoContent;
  readonly addresses: HugoAddresses;
}

/** A page or a section without one, and what is below it. */
interface Entry {
  readonly page: PageFacts | null;
  /** The name in the menu; null for the title of its page. */
  readonly title: string | null;
  readonly weight: number;
  readonly date: string;
  readonly sortTitle: string;
  readonly items: Entry[];
}

/**
 * Returns the pages of a Hugo site by sections, in its default order: by weight, by date with the
 * latest first, by title, by path.
 */
export function hugoOrder(
  pages: readonly PageFacts[],
  { content, addresses }: OrderOptions,
): NavItem[] {
  const sections = new Map<string, Entry>();
  const top: Entry[] = [];
  const placed = pages.flatMap((page) => {
    const place = content.placeOf(page.path);
    return place === null ? [] : [{ page, place }];
  });
  for (const { page, place } of placed) {
    if (place.name !== "_index") continue;
    sections.set(sectionKey(place.language, place.folders), entryOf(page, addresses));
  }

  function sectionOf(language: string, folders: readonly string[]): Entry {
    for (let length = folders.length; length > 1; length--) {
      const found = sections.get(sectionKey(language, folders.slice(0, length)));
      if (found !== undefined) return found;
    }
    const key = sectionKey(language, folders.slice(0, 1));
    const found = sections.get(key);
    if (found !== undefined) return found;
    const made = { ...EMPTY, title: folders[0]!, sortTitle: folders[0]!, items: [] };
    sections.set(key, made);
    listOf(language, []).push(made);
    return made;
  }

  function listOf(language: string, folders: readonly string[]): Entry[] {
    if (folders.length > 0) return sectionOf(language, folders).items;
    return sections.get(sectionKey(language, []))?.items ?? top;
  }

  for (const { page, place } of placed) {
    const { name, folders, language } = place;
    const isNode = name === "_index";
    const own = isNode ? sections.get(sectionKey(language, folders))! : entryOf(page, addresses);
    const parents = isNode || name === "index" ? folders.slice(0, -1) : folders;
    if (isNode && folders.length === 0) top.push(own);
    else listOf(language, parents).push(own);
  }
  return itemsOf(top);
}

const EMPTY = { page: null, weight: 0, date: "" } as const;

function sectionKey(language: string, folders: readonly string[]): string {
  return `${language}:${posix.join(...folders, "/")}`;
}

function entryOf(page: PageFacts, addresses: HugoAddresses): Entry {
  const link = textOf(factOf(page, "linkTitle"));
  const weight = Number(factOf(page, "weight") ?? 0) || 0;
  return {
    page,
    title: link ?? null,
    weight,
    date: addresses.dateOf(page) ?? "",
    sortTitle: link ?? page.title,
    items: [],
  };
}

function itemsOf(entries: readonly Entry[]): NavItem[] {
  return entries.toSorted(compare).map(({ page, title, items }) => ({
    title,
    path: page?.path ?? null,
    items: itemsOf(items),
  }));
}

/** Entries without a weight come last. */
function compare(left: Entry, right: Entry): number {
  const rank = ({ weight }: Entry) => (weight === 0 ? Number.POSITIVE_INFINITY : weight);
  const [first, second] = [rank(left), rank(right)];
  if (first !== second) return first < second ? -1 : 1;
  return (
    compareCodePoints(right.date, left.date) ||
    compareCodePoints(left.sortTitle, right.sortTitle) ||
    compareCodePoints(left.page?.path ?? "", right.page?.path ?? "")
  );
}

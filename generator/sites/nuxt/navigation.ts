import { join, posix } from "node:path";
import { compareCodePoints } from "../../../corpus/text/order.ts";
import { pathsBelow } from "../data/files/paths-below.ts";
import { readData } from "../data/read-data.ts";
import { at, isMap, textOf } from "../data/values.ts";
import type { NavItem, PageFacts } from "../model.ts";
import { withoutSigns } from "./nuxt-path.ts";

/** Keys of the frontmatter that say how a page is in the navigation. */
export const NAVIGATION_KEYS = ["navigation", "navigation.title"];

/** A folder as its `.navigation.yml` or `_dir.yml` has it. */
interface Folder {
  readonly title: string | null;
  readonly isHidden: boolean;
}

const FOLDER_FILE = /(?:^|\/)(?:\.navigation|_dir)\.(?:ya?ml|json)$/;

/** Titles of folders, and which of them are not in the navigation. */
export type Folders = ReadonlyMap<string, Folder>;

/** Reads the files that name the folders of pages. */
export async function readFolders(root: string): Promise<Folders> {
  const known = new Map<string, Folder>();
  for (const path of pathsBelow(root).filter((each) => FOLDER_FILE.test(each))) {
    const data = await readData({ location: join(root, path), name: path });
    const title = textOf(at(data, "title")) ?? textOf(at(data, "navigation", "title")) ?? null;
    known.set(posix.dirname(path), { title, isHidden: at(data, "navigation") === false });
  }
  return known;
}

/** Orders pages as Nuxt Content does: by their names, the index of a folder first. */
export function orderOf(pages: readonly PageFacts[], folders: Folders): NavItem[] {
  const shown = pages.filter(({ facts }) => facts.navigation !== false);
  return itemsOf(shown, { folder: "", folders });
}

interface Place {
  /** Path of a folder, with a final slash; empty for the root. */
  readonly folder: string;
  readonly folders: Folders;
}

function itemsOf(pages: readonly PageFacts[], { folder, folders }: Place): NavItem[] {
  const groups = Map.groupBy(pages, ({ path }) => path.slice(folder.length).split("/", 1)[0]!);
  const names = [...groups.keys()].sort((left, right) => compareNames(left, right));
  return names.flatMap((name): NavItem[] => {
    const group = groups.get(name)!;
    const [page] = group;
    if (page!.path === folder + name)
      return [{ title: titleOf(page!), path: page!.path, items: [] }];
    const known = folders.get(folder + name);
    if (known?.isHidden) return [];
    const items = itemsOf(group, { folder: `${folder}${name}/`, folders });
    return [{ title: known?.title ?? titleFrom(withoutSigns(name)), path: null, items }];
  });
}

function titleOf({ facts }: PageFacts): string | null {
  const { navigation } = facts;
  const nested = isMap(navigation) ? textOf(navigation.title) : undefined;
  return nested ?? textOf(facts["navigation.title"]) ?? null;
}

function titleFrom(name: string): string {
  const words = name.split(/[\s_-]+/).filter(Boolean);
  return words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join(" ");
}

const NUMBER = /^(\d+)\./;

/** Compares names of files: numbers before them as numbers, `index` before others. */
function compareNames(left: string, right: string): number {
  const rank = (name: string) => {
    if (/^(?:\d+\.)?index\.md$/.test(name)) return -1;
    const number = NUMBER.exec(name)?.[1];
    return number === undefined ? Number.POSITIVE_INFINITY : Number(number);
  };
  const [first, second] = [rank(left), rank(right)];
  return first === second ? compareCodePoints(left, right) : first - second;
}

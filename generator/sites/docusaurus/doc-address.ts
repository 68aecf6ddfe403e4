import { posix } from "node:path";
import { idOf } from "../../../corpus/text/slug.ts";
import type { PageFacts } from "../model.ts";
import { keepNumber, type PrefixedName } from "./number-prefix.ts";

/** How the names of files and folders are split. */
export type SplitName = (name: string) => PrefixedName;

/** A page, with its path from the folder of its docs. */
export interface DocFile extends Pick<PageFacts, "facts"> {
  readonly path: string;
}

/** Keys of the frontmatter that {@link docIdOf} and {@link docAddressOf} read. */
export const ADDRESS_KEYS = ["id", "slug", "parse_number_prefixes"];

/** Returns the id by which sidebars name a doc: `guide/install`. */
export function docIdOf(file: DocFile, split: SplitName): string {
  const { folder, base } = nameOf(file, split);
  return [...folder, base].join("/");
}

/**
 * Returns the address of a doc below that of its docs, as its slug is written: that of a folder has a
 * final slash.
 */
export function docAddressOf(file: DocFile, split: SplitName): string {
  const { folder, base } = nameOf(file, split);
  const slug = textOf(file.facts.slug);
  if (slug?.startsWith("/")) return slug;
  const start = folder.length === 0 ? "/" : `/${folder.join("/")}/`;
  if (slug === undefined && isCategoryIndex(file.path)) return start;
  return posix.join(start, slug ?? base);
}

/** Tells whether a doc is the page of its folder, by its name. */
export function isCategoryIndex(path: string): boolean {
  const [name = "", folder = ""] = idOf(path).toLowerCase().split("/").toReversed();
  return name === "index" || name === "readme" || name === folder;
}

/** Returns the folders of a doc and its own name, as they are in ids. */
function nameOf({ path, facts }: DocFile, split: SplitName): DocName {
  const splitName = facts.parse_number_prefixes === false ? keepNumber : split;
  const parts = idOf(path).split("/");
  const name = parts.pop()!;
  return {
    folder: parts.map((part) => splitName(part).name),
    base: textOf(facts.id) ?? splitName(name).name,
  };
}

interface DocName {
  readonly folder: readonly string[];
  readonly base: string;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

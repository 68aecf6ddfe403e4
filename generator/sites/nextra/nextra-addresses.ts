import { idOf } from "../../../corpus/text/slug.ts";
import { appSegments, isDynamic } from "../next/app-address.ts";
import type { NextraConfig } from "./nextra-config.ts";

/** The folders of a site whose Markdown files are pages, by the way in which they get an address. */
export type NextraFolder = "app" | "content" | "pages";

const FOLDER = /^(?:src\/)?(app|content|pages)\//;

/** Returns the folder of pages that a path of the site is in; null if it is in none. */
export function folderOf(path: string): NextraFolder | null {
  return (FOLDER.exec(path)?.[1] as NextraFolder | undefined) ?? null;
}

/** The place of a page among the others, whatever folder it is in. */
export interface NextraPlace {
  /** The language whose addresses begin with its name; null for none. */
  readonly locale: string | null;
  /** The segments of its address after the language. */
  readonly segments: readonly string[];
}

/**
 * Returns where a page is on the site.
 *
 * @param path from the site's folder
 * @returns null if it is not a page, or its address is not known
 */
export function placeOf(
  path: string,
  { contentBase, locales, defaultLocale }: NextraConfig,
): NextraPlace | null {
  const folder = folderOf(path);
  const inside = idOf(path.replace(FOLDER, ""));
  if (folder === null) return null;
  if (folder === "app") {
    const segments = appSegments(inside.split("/").slice(0, -1).join("/"));
    if (segments === null || segments.some(isDynamic)) return null;
    return { locale: null, segments };
  }
  const parts = inside.split("/");
  const [first = ""] = parts;
  const isInLanguage = parts.length > 1 && locales.includes(first);
  if (isInLanguage) parts.shift();
  // Nextra 2 has languages in the names of files: `index.en-US.mdx`.
  const [, name = parts.at(-1)!, suffix] = /^(.+)\.([^.]+)$/.exec(parts.at(-1)!) ?? [];
  const isSuffix = folder === "pages" && suffix !== undefined && locales.includes(suffix);
  if (isSuffix) parts[parts.length - 1] = name;
  if (parts.at(-1) === "index") parts.pop();
  if (folder === "pages" && parts.some(isDynamic)) return null;
  const base = folder === "content" ? contentBase.split("/").filter(Boolean) : [];
  const locale = isInLanguage ? first : isSuffix && suffix !== defaultLocale ? suffix : null;
  return { locale, segments: [...base, ...parts] };
}

import { idOf } from "../../../corpus/text/slug.ts";
import type { Collection, Languages } from "./collections.ts";

/** Where a page is in its collection, without its language. */
export interface FumadocsPlace {
  readonly collection: Collection;
  /** Null for a collection without languages. */
  readonly language: string | null;
  /** Path in the collection without extension and language: `(group)/page`. */
  readonly id: string;
}

/** Returns the place of a page; null if it is in no collection. */
export function placeIn(path: string, collections: readonly Collection[]): FumadocsPlace | null {
  const collection = collections
    .filter(({ folder }) => path.startsWith(`${folder}/`))
    .toSorted((left, right) => right.folder.length - left.folder.length)[0];
  if (collection === undefined) return null;
  const { folder, languages } = collection;
  const inside = idOf(path.slice(folder.length + 1));
  return { collection, ...splitLanguage(inside, languages) };
}

/** Separates the language from a path: `cn/guide/page` or `guide/page.cn`. */
export function splitLanguage(
  path: string,
  languages: Languages | null,
): Pick<FumadocsPlace, "language" | "id"> {
  if (languages === null) return { language: null, id: path };
  const { names, fallback, areFolders } = languages;
  const [, first = "", rest = ""] = /^([^/]+)\/(.+)$/.exec(path) ?? [];
  if (areFolders && names.includes(first)) return { language: first, id: rest };
  const [, id = path, suffix = ""] = /^(.*[^/])\.([^./]+)$/.exec(path) ?? [];
  if (!areFolders && names.includes(suffix)) return { language: suffix, id };
  return { language: fallback, id: path };
}

/** Returns the segments of a page's address: groups such as `(start)` are not in it. */
export function segmentsOf({ collection, language, id }: FumadocsPlace): string[] {
  const { baseUrl, languages } = collection;
  const parts = id.split("/");
  const name = parts.pop()!;
  const folders = parts.filter((part) => !/^\(.+\)$/.test(part));
  const isHidden = languages === null || languages.hidden === "*" || languages.hidden === language;
  const start = isHidden || language === null ? [] : [language];
  const base = baseUrl.split("/").filter(Boolean);
  return [...start, ...base, ...folders, ...(name === "index" ? [] : [name])];
}

import { join } from "node:path";
import { hasCode } from "../../../corpus/error.ts";
import { filesBelow } from "../data/files/files-below.ts";
import { fileAt } from "../data/files/find-files.ts";
import { readText, type SiteFile } from "../data/read-text.ts";
import { Call, isMap, type Literal, type LiteralMap } from "../data/script/literal.ts";
import type { ScriptLiterals } from "../data/script/literals.ts";
import { readLiterals } from "../data/script/read-literals.ts";
import { SettingReader } from "../data/script/setting-reader.ts";
import { Unreadable } from "../data/unreadable.ts";

/** How addresses and files name languages. */
export interface Languages {
  readonly names: readonly string[];
  readonly fallback: string;
  /** The language without its name in addresses; `*` if none has it, null if each has it. */
  readonly hidden: string | null;
  /** True if each language has a folder; otherwise names of files end in `.cn.mdx`. */
  readonly areFolders: boolean;
}

/** A folder of pages, and the address that they are below. */
export interface Collection {
  /** Path from the site's folder. */
  readonly folder: string;
  /** Without a final slash. */
  readonly baseUrl: string;
  readonly languages: Languages | null;
}

interface CollectionOptions {
  /** `source.config.*`. */
  readonly file: SiteFile;
  /** Location of the site's folder. */
  readonly site: string;
  readonly top: string;
}

export interface Collections {
  readonly collections: readonly Collection[];
  readonly notes: readonly string[];
}

const DEFAULT_FOLDER = "content/docs";
const DEFINITION = /\bconst[ \t]+(?:([\w$]+)|\{([^{}]*)\})[ \t]*=[ \t]*define(Docs|Collections)\(/g;
/** A name that an import changes: `blog as blogPosts`. */
const RENAMED = /([\w$]+)[ \t]+as[ \t]+([\w$]+)/g;
const SOURCE_FILE = /^(?:source|loader)(?:\.\w+)?\.(?:[cm]?[jt]s|[jt]sx)$/;

/** Reads the collections of `source.config.*`, and where `loader()` says that their pages are. */
export async function readCollections({
  file,
  site,
  top,
}: CollectionOptions): Promise<Collections> {
  const script = await readLiterals(file, top);
  const reader = new SettingReader(file.name);
  const folders = new Map<string, string>();
  const calls = {
    Docs: [...script.calls("defineDocs")],
    Collections: [...script.calls("defineCollections")],
  };
  const { text } = await readText(file);
  for (const [, single, several = "", kind] of text.matchAll(DEFINITION)) {
    // `export const { docs, meta } = defineDocs()`
    const name = single ?? /[\w$]+/.exec(several)?.[0] ?? "";
    const options = calls[kind as keyof typeof calls].shift()?.arguments[0];
    const map = isMap(options) ? options : {};
    if (map.type === "meta") continue;
    const use = { name: `${name}.dir`, instead: 'configure "site.addresses"' };
    const folder = reader.path(map, "dir", use) ?? DEFAULT_FOLDER;
    folders.set(name, folder.replace(/^\.\//, "").replace(/\/+$/, ""));
  }
  if (folders.size === 0) folders.set("docs", DEFAULT_FOLDER);
  const loaders = await readLoaders({ site, top });
  const collections = Array.from(folders, ([name, folder]): Collection | null => {
    const own = loaders.find((loader) => loader.source === name);
    const only = loaders.length === 1 && loaders[0]!.source === null ? loaders[0] : undefined;
    const loader = own ?? only;
    if (loader !== undefined) return { folder, ...loader };
    return loaders.length === 0 && folder === DEFAULT_FOLDER
      ? { folder, baseUrl: "/docs", languages: null }
      : null;
  }).filter((each) => each !== null);
  return { collections, notes: [...reader.notes, ...loaders.flatMap(({ notes }) => notes)] };
}

interface Loader extends Omit<Collection, "folder"> {
  /** The name of its collection; null if it is not known. */
  readonly source: string | null;
  readonly notes: readonly string[];
}

/** Finds the calls of `loader()` in files such as `lib/source.ts`. */
async function readLoaders({
  site,
  top,
}: Pick<CollectionOptions, "site" | "top">): Promise<Loader[]> {
  const loaders: Loader[] = [];
  const paths = filesBelow(site, /\.(?:[cm]?[jt]s|[jt]sx)$/).filter(
    (path) =>
      SOURCE_FILE.test(path.split("/").at(-1)!) || /(?:^|\/)source\/index\.[jt]sx?$/.test(path),
  );
  for (const path of paths) {
    const file = fileAt(join(site, path), top);
    const text = file === null ? "" : (await readText(file)).text;
    if (file === null || !/\bloader\(/.test(text)) continue;
    const script = await literalsOf(file, top);
    if (script === null) continue;
    const renamed = new Map(Array.from(text.matchAll(RENAMED), ([, from, to]) => [to, from!]));
    for (const call of script.calls("loader")) {
      const options = call.arguments.find(isMap);
      if (options === undefined) continue;
      const reader = new SettingReader(file.name);
      const use = { instead: 'configure "site.addresses"' };
      const baseUrl = reader.text(options, "baseUrl", use) ?? "/docs";
      const source = options.source ?? call.arguments.find((each) => !isMap(each));
      loaders.push({
        source: renamed.get(nameIn(source) ?? "") ?? nameIn(source),
        baseUrl: baseUrl.replace(/\/+$/, ""),
        languages: await languagesOf(options.i18n, { site, top }),
        notes: reader.notes,
      });
    }
  }
  return loaders;
}

/** Returns the collection in `docs.toFumadocsSource()`, `createMDXSource(docs, meta)`. */
function nameIn(source: Literal): string | null {
  if (source instanceof Unreadable) return /^[\w$]+/.exec(source.source)?.[0] ?? null;
  if (!(source instanceof Call)) return null;
  const [object, method] = source.call.split(".");
  return method === undefined ? nameIn(source.arguments[0]) : object!;
}

async function languagesOf(
  value: Literal,
  { site, top }: Pick<CollectionOptions, "site" | "top">,
): Promise<Languages | null> {
  if (value === undefined) return null;
  const map = optionsIn(value) ?? (await readI18nFile({ site, top }));
  const names = map === null || !Array.isArray(map.languages) ? [] : map.languages;
  const fallback = map?.defaultLanguage;
  if (map === null || typeof fallback !== "string") return null;
  const { hideLocale } = map;
  return {
    names: names.filter((name) => typeof name === "string"),
    fallback,
    hidden: hideLocale === "always" ? "*" : hideLocale === "default-locale" ? fallback : null,
    areFolders: map.parser === "dir",
  };
}

function optionsIn(value: Literal): LiteralMap | null {
  if (isMap(value)) return value;
  const [first] = value instanceof Call ? value.arguments : [];
  return isMap(first) ? first : null;
}

/** Reads `lib/i18n.ts`, which others import by an alias. */
async function readI18nFile({
  site,
  top,
}: Pick<CollectionOptions, "site" | "top">): Promise<LiteralMap | null> {
  for (const name of ["lib/i18n.ts", "src/lib/i18n.ts", "lib/i18n.js", "src/lib/i18n.js"]) {
    const file = fileAt(join(site, name), top);
    if (file !== null) return optionsIn((await literalsOf(file, top))?.constant("i18n"));
  }
  return null;
}

/** Reads a script that is not a configuration; null if it has a mistake. */
async function literalsOf(file: SiteFile, top: string): Promise<ScriptLiterals | null> {
  try {
    return await readLiterals(file, top);
  } catch (error) {
    if (!hasCode(error, "file", "setting")) throw error;
    return null;
  }
}

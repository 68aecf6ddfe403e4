import picomatch from "picomatch";
import { Call, isMap, type Literal, type LiteralMap } from "../data/script/literal.ts";
import type { SettingReader } from "../data/script/setting-reader.ts";

/** Files of the content folder that are pages, and where they are on the site. */
export interface PageSource {
  /** A glob from the content folder. */
  readonly include: string;
  readonly exclude: readonly string[];
  /** The beginning of their addresses, as a path whose parts may have numbers. */
  readonly prefix: string;
}

const USE = { instead: 'configure "site.pages" and "site.addresses"' };

/**
 * Reads the collections of pages of `content.config.ts`.
 *
 * @returns null if there is none that can be read
 */
export function readCollections(config: LiteralMap, reader: SettingReader): PageSource[] | null {
  const collections = reader.map(config, "collections", USE);
  const sources = Object.keys(collections).flatMap((name) => {
    const definition = definitionOf(collections[name]);
    if (definition === null) {
      reader.noteUnread(`collections.${name}`, USE);
      return [];
    }
    const { type } = definition;
    return type === "data" ? [] : sourcesOf(definition.source, { name, reader });
  });
  return sources.length === 0 ? null : sources;
}

/** Returns what `defineCollection` is called with. */
function definitionOf(value: Literal): LiteralMap | null {
  const definition = value instanceof Call ? value.arguments[0] : value;
  return isMap(definition) ? definition : null;
}

function sourcesOf(
  source: Literal,
  options: { readonly name: string; readonly reader: SettingReader },
): PageSource[] {
  if (source === undefined) return [];
  if (Array.isArray(source)) return source.flatMap((each) => sourcesOf(each, options));
  if (typeof source === "string") return [sourceOf({ include: source })];
  if (isMap(source) && typeof source.include === "string") {
    // Those of another repository are not in this tree.
    return source.repository === undefined ? [sourceOf(source)] : [];
  }
  options.reader.noteUnread(`collections.${options.name}.source`, USE);
  return [];
}

function sourceOf({ include, exclude, prefix }: LiteralMap): PageSource {
  const glob = String(include).replace(/^(?:\.{0,2}\/)+/, "");
  return {
    include: glob,
    exclude: Array.isArray(exclude) ? exclude.filter((each) => typeof each === "string") : [],
    prefix: typeof prefix === "string" ? prefix : fixedPart(glob),
  };
}

/** Returns the folders of a glob before the first part that is open. */
function fixedPart(glob: string): string {
  const open = glob.search(/[*?[{(!]/);
  return open < 0 ? "" : glob.slice(0, glob.lastIndexOf("/", open) + 1);
}

/** Returns a function that finds the path on the site of a file: with the prefix of its collection. */
export function pathsOn(sources: readonly PageSource[]): (path: string) => string | null {
  const rules = sources.map(({ include, exclude, prefix }) => ({
    isMatch: picomatch(include, { ignore: [...exclude] }),
    fixed: fixedPart(include),
    prefix,
  }));
  return (path) => {
    const rule = rules.find(({ isMatch }) => isMatch(path));
    return rule === undefined ? null : `${rule.prefix}/${path.slice(rule.fixed.length)}`;
  };
}

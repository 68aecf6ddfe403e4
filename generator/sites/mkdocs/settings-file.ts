import { dirname, join } from "node:path";
import { DocgateError } from "../../../corpus/error.ts";
import { readData } from "../data/read-data.ts";
import type { SiteFile } from "../data/read-text.ts";
import { Unreadable } from "../data/unreadable.ts";

/** A map of a configuration. */
export type Options = Readonly<Record<string, unknown>>;

/** The configuration of a site in MkDocs or Zensical, with what it inherits. */
export interface MkdocsFile {
  readonly data: Options;
  /** Extensions of Python-Markdown by name, with their options; those that `extra` names too. */
  readonly extensions: ReadonlyMap<string, Options>;
  readonly plugins: ReadonlyMap<string, Options>;
}

/** How many files may inherit from each other. */
const MAX_INHERITED = 20;

/** Extensions that only stand for others. */
const BUNDLES: Readonly<Record<string, readonly string[]>> = {
  extra: ["abbr", "attr_list", "def_list", "footnotes", "md_in_html"],
  "pymdownx.extra": [
    "abbr",
    "attr_list",
    "def_list",
    "footnotes",
    "md_in_html",
    "pymdownx.betterem",
    "pymdownx.superfences",
  ],
};

/** The extensions that the plugin `techdocs-core` of Backstage turns on. */
const TECHDOCS_EXTENSIONS = [
  "admonition",
  "pymdownx.caret",
  "pymdownx.critic",
  "pymdownx.details",
  "pymdownx.emoji",
  "pymdownx.extra",
  "pymdownx.inlinehilite",
  "pymdownx.mark",
  "pymdownx.snippets",
  "pymdownx.tabbed",
];

/** The extensions of a `zensical.toml` that names none. */
const ZENSICAL_EXTENSIONS = [
  "abbr",
  "admonition",
  "attr_list",
  "def_list",
  "footnotes",
  "md_in_html",
  "pymdownx.betterem",
  "pymdownx.caret",
  "pymdownx.details",
  "pymdownx.emoji",
  "pymdownx.inlinehilite",
  "pymdownx.keys",
  "pymdownx.mark",
  "pymdownx.superfences",
  "pymdownx.tabbed",
];

/**
 * Reads `mkdocs.yml` or `zensical.toml`.
 *
 * @throws {DocgateError} `file` or `setting` if it, or a file that it inherits from, cannot be read
 */
export async function readMkdocsFile(file: SiteFile): Promise<MkdocsFile> {
  const isToml = file.name.endsWith(".toml");
  const data = isToml ? optionsOf(await readData(file), "project") : await readInherited(file, []);
  const own = isToml ? zensicalExtensions(data) : namedOptions(data.markdown_extensions);
  const plugins = namedOptions(data.plugins);
  const added = plugins.has("techdocs-core") ? TECHDOCS_EXTENSIONS : [];
  const extensions = new Map([...added.map((name) => [name, {}] as const), ...own]);
  return { data, extensions: unbundled(extensions), plugins };
}

/** Returns a map under a key; an empty one if there is none. */
export function optionsOf(data: unknown, key: string): Options {
  const value = isOptions(data) ? data[key] : undefined;
  return isOptions(value) ? value : {};
}

export function isOptions(value: unknown): value is Options {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Unreadable)
  );
}

/** Returns a text, or a list of texts, as a list; other values are left out. */
export function textsOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.filter((each) => typeof each === "string");
}

async function readInherited(file: SiteFile, through: readonly string[]): Promise<Options> {
  if (through.includes(file.location) || through.length > MAX_INHERITED) {
    throw new DocgateError("setting", `"${file.name}" inherits from itself.`);
  }
  const data = await readData(file, "yaml-1.1");
  if (!isOptions(data)) return {};
  const { INHERIT: parent, ...own } = data;
  if (typeof parent !== "string") return own;
  const location = join(dirname(file.location), parent);
  const inherited = { location, name: join(dirname(file.name), parent).replaceAll("\\", "/") };
  return merged(await readInherited(inherited, [...through, file.location]), own);
}

/** Merges maps key by key; all else replaces what was inherited. */
function merged(inherited: Options, own: Options): Options {
  const all: Record<string, unknown> = { ...inherited };
  for (const [key, value] of Object.entries(own)) {
    const before = all[key];
    all[key] = isOptions(before) && isOptions(value) ? merged(before, value) : value;
  }
  return all;
}

/** Reads `[name, { name: options }]` or `{ name: options }`. */
function namedOptions(value: unknown): Map<string, Options> {
  const named = new Map<string, Options>();
  for (const item of Array.isArray(value) ? value : [value]) {
    if (typeof item === "string") named.set(item, {});
    else if (isOptions(item)) {
      for (const name of Object.keys(item)) named.set(name, optionsOf(item, name));
    }
  }
  return named;
}

/** Reads tables such as `[project.markdown_extensions.pymdownx.snippets]`. */
function zensicalExtensions(data: Options): Map<string, Options> {
  if (!isOptions(data.markdown_extensions)) {
    return new Map(ZENSICAL_EXTENSIONS.map((name) => [name, {}]));
  }
  const extensions = new Map<string, Options>();
  const add = (tables: Options, start: string) => {
    for (const name of Object.keys(tables)) {
      const isGroup = /^(?:pymdownx|pymdownx\.blocks|zensical|zensical\.extensions)$/;
      const whole = `${start}${name}`;
      if (isGroup.test(whole)) add(optionsOf(tables, name), `${whole}.`);
      else extensions.set(whole, optionsOf(tables, name));
    }
  };
  add(data.markdown_extensions, "");
  return extensions;
}

function unbundled(extensions: ReadonlyMap<string, Options>): Map<string, Options> {
  const all = new Map<string, Options>();
  for (const [name, options] of extensions) {
    const short = name.replace(/^markdown\.extensions\./, "");
    for (const part of BUNDLES[short] ?? []) all.set(part, optionsOf(options, part));
    all.set(short, options);
  }
  return all;
}

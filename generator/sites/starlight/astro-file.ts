import { dirname } from "node:path";
import type { SiteFile } from "../data/read-text.ts";
import { Call, isMap, type Literal, type LiteralMap } from "../data/script/literal.ts";
import { readLiterals } from "../data/script/read-literals.ts";
import { SettingReader, type SettingUse } from "../data/script/setting-reader.ts";
import { type SidebarItem, sidebarOf } from "./sidebar-items.ts";

export interface StarlightLocale {
  /** The folder and the first part of addresses; empty for that of the root. */
  readonly folder: string;
  readonly label: string;
  readonly lang: string;
}

/** The settings of `astro.config.mjs`, as far as they are written out. */
export interface AstroFile {
  /** Location of the project. */
  readonly folder: string;
  /** The address of the site, without a final slash. */
  readonly base: string;
  readonly source: string;
  readonly publicFolder: string;
  readonly trailingSlash: "always" | "never" | "ignore";
  readonly format: "directory" | "file" | "preserve";
  /** The default language first; empty if the site has one language, without a folder. */
  readonly locales: readonly StarlightLocale[];
  readonly sidebar: readonly SidebarItem[] | null;
  /** Addresses that are redirected, and where to. */
  readonly redirects: readonly (readonly [from: string, to: string])[];
  /** True if no integration or plugin adds files that are not known. */
  readonly isWhole: boolean;
  readonly notes: readonly string[];
}

/** Integrations of Astro and plugins of Starlight that add no files with a name. */
const WITHOUT_FILES: ReadonlySet<string> = new Set([
  ...[
    "starlight",
    "mdx",
    "react",
    "preact",
    "vue",
    "svelte",
    "solid",
    "tailwind",
    "icon",
    "alpinejs",
  ],
  ...["expressiveCode", "ecTwoSlash", "starlightLinksValidator", "starlightImageZoom", "docgate"],
]);

/** Reads `astro.config.mjs` of a project with Starlight. */
export async function readAstroFile(file: SiteFile, top: string): Promise<AstroFile> {
  const script = await readLiterals(file, top);
  const { exported } = script;
  const [call] = script.calls("starlight");
  const options = call?.arguments[0];
  const reader = new SettingReader(file.name);
  const config = isMap(exported) ? exported : {};
  const own = isMap(options) ? options : {};
  const sidebar = reader.list(own, "sidebar", { instead: "the order is that of the files" });
  const hasSidebar = Object.hasOwn(own, "sidebar");
  return {
    folder: dirname(file.location),
    ...placesOf(config, reader),
    ...formOf(config, reader),
    locales: localesOf({ own, config }, reader),
    sidebar: hasSidebar ? sidebarOf(sidebar) : null,
    redirects: redirectsOf(config, reader),
    isWhole:
      isMap(exported) &&
      isMap(options) &&
      [config.integrations, own.plugins].every((list) => list === undefined || isKnown(list)),
    notes: [...notesOf(exported, { options, file }), ...reader.notes],
  };
}

function isKnown(list: Literal): boolean {
  return (
    Array.isArray(list) &&
    list.every((each) => each instanceof Call && WITHOUT_FILES.has(each.call))
  );
}

function notesOf(
  exported: Literal,
  { options, file }: { readonly options: Literal; readonly file: SiteFile },
): string[] {
  if (isMap(exported) && isMap(options)) return [];
  const part = isMap(exported) ? "the options of Starlight" : "the configuration";
  return [
    `"${file.name}" does not have ${part} written out, so they are not read: configure "base" and "site"`,
  ];
}

function placesOf(
  config: LiteralMap,
  reader: SettingReader,
): Pick<AstroFile, "base" | "source" | "publicFolder"> {
  const base = reader.text(config, "base", { instead: 'configure "base"' }) ?? "";
  const folders = { instead: 'configure "site.pages"' };
  return {
    base: `/${base}`.replace(/\/{2,}/g, "/").replace(/\/$/, ""),
    source: reader.path(config, "srcDir", folders) ?? "src",
    publicFolder: reader.path(config, "publicDir", folders) ?? "public",
  };
}

function formOf(
  config: LiteralMap,
  reader: SettingReader,
): Pick<AstroFile, "trailingSlash" | "format"> {
  const use = { instead: 'configure "site.suffix"' };
  const slash = reader.text(config, "trailingSlash", use);
  const build = reader.map(config, "build", use);
  const format = reader.text(build, "format", { name: "build.format", ...use });
  return {
    trailingSlash: slash === "always" || slash === "never" ? slash : "ignore",
    format: format === "file" || format === "preserve" ? format : "directory",
  };
}

interface Options {
  /** Those of Starlight. */
  readonly own: LiteralMap;
  /** Those of Astro. */
  readonly config: LiteralMap;
}

const LOCALES: SettingUse = { name: "locales", instead: 'configure "site.addresses"' };

function localesOf({ own, config }: Options, reader: SettingReader): StarlightLocale[] {
  const locales = reader.map(own, "locales", LOCALES);
  const names = Object.keys(locales);
  if (names.length === 0) return localesOfAstro(config, reader);
  const first =
    reader.text(own, "defaultLocale", LOCALES) ??
    names.find((name) => name === "root") ??
    names[0]!;
  const ordered = [first, ...names.filter((name) => name !== first)];
  return ordered.map((name) => {
    const { label, lang } = isMap(locales[name]) ? (locales[name] as LiteralMap) : {};
    const folder = name === "root" ? "" : name;
    return {
      folder: folder as string,
      label: typeof label === "string" ? label : String(name),
      lang: typeof lang === "string" ? lang : String(name),
    };
  });
}

/** Reads `i18n` of Astro, which Starlight follows if it has no languages itself. */
function localesOfAstro(config: LiteralMap, reader: SettingReader): StarlightLocale[] {
  const i18n = reader.map(config, "i18n", LOCALES);
  const first = reader.text(i18n, "defaultLocale", LOCALES);
  if (first === undefined) return [];
  const routing = i18n.routing;
  const isPrefixed = isMap(routing) && routing.prefixDefaultLocale === true;
  const names = reader.list(i18n, "locales", LOCALES).flatMap((locale): string[] => {
    const name = isMap(locale) ? locale.path : locale;
    return typeof name === "string" ? [name.replace(/^\/|\/$/g, "")] : [];
  });
  const ordered = [first, ...names.filter((name) => name !== first)];
  if (ordered.length === 1 && !isPrefixed) return [];
  return ordered.map((name) => {
    return { folder: name === first && !isPrefixed ? "" : name, label: name, lang: name };
  });
}

function redirectsOf(config: LiteralMap, reader: SettingReader): [string, string][] {
  const use = { instead: 'configure "elsewhere"' };
  return Object.entries(reader.map(config, "redirects", use)).flatMap(([from, to]) => {
    const target = isMap(to) ? to.destination : to;
    return typeof target === "string" ? [[from, target] as [string, string]] : [];
  });
}

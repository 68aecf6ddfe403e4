import { dirname } from "node:path";
import type { SiteFile } from "../data/read-text.ts";
import { Call, isMap, type Literal, type LiteralMap } from "../data/script/literal.ts";
import { readLiterals } from "../data/script/read-literals.ts";
import { SettingReader, type SettingUse } from "../data/script/setting-reader.ts";
import { Unreadable } from "../data/unreadable.ts";

/** One instance of the plugin that shows docs. */
export interface DocsInstance {
  /** `default` for that of the preset. */
  readonly id: string;
  /** Path of the current docs from the site's folder. */
  readonly path: string;
  readonly route: string;
  readonly tags: string;
  readonly include: readonly string[] | undefined;
  readonly exclude: readonly string[] | undefined;
  /** Path of the file of sidebars from the site's folder; null if they are generated, or there are none. */
  readonly sidebars: string | null;
  /** False if numbers stay in the names of files and folders. */
  readonly splitsNumbers: boolean;
  readonly isVersioned: boolean;
  readonly hasCurrent: boolean;
  readonly lastVersion: string | undefined;
  readonly onlyVersions: readonly string[] | undefined;
  /** The paths of versions that do not have the default one. */
  readonly versionPaths: Readonly<Record<string, string>>;
}

export interface Locale {
  readonly name: string;
  /** The address of the site in this language, with a final slash. */
  readonly base: string;
  /** Path of its translations from the site's folder. */
  readonly folder: string;
}

/** The settings of `docusaurus.config.js`, as far as they are written out. */
export interface DocusaurusFile {
  /** Location of the site's folder. */
  readonly folder: string;
  readonly baseUrl: string;
  readonly trailingSlash: boolean | undefined;
  /** Extensions of the files that are MDX. */
  readonly mdx: readonly string[];
  readonly instances: readonly DocsInstance[];
  /** Routes of the site's blogs. */
  readonly blogs: readonly string[];
  /** Folders of the site's other pages. */
  readonly pages: readonly { readonly path: string; readonly route: string }[];
  /** Addresses that are redirected, and where to. */
  readonly redirects: readonly (readonly [from: string, to: string])[];
  readonly staticFolders: readonly string[];
  /** True if no plugin adds pages or files that are not known. */
  readonly isWhole: boolean;
  /** The default language first. */
  readonly locales: readonly Locale[];
  readonly notes: readonly string[];
}

/** Reads `docusaurus.config.js`. */
export async function readDocusaurusFile(file: SiteFile, top: string): Promise<DocusaurusFile> {
  const { exported } = await readLiterals(file, top);
  return new ConfigReader(file, isMap(exported) ? exported : {}).read(!isMap(exported));
}

const PLUGIN =
  /^(?:@docusaurus\/plugin-|@docusaurus\/)?(content-docs|content-blog|content-pages|client-redirects)$/;
/** Plugins that add no pages. */
const WITHOUT_PAGES =
  /^(?:docgate\/docusaurus|(?:@docusaurus\/(?:plugin-)?)?(?:sitemap|google-gtag|google-analytics|google-tag-manager|debug|svgr|css-cascade-layers|ideal-image|pwa|rsdoctor|vercel-analytics))$/;
const PRESET = /^(?:@docusaurus\/preset-)?classic$/;

/** A plugin or preset, with its options. */
interface NamedOptions {
  readonly name: string;
  readonly options: LiteralMap;
}

class ConfigReader {
  readonly #file: SiteFile;
  readonly #config: LiteralMap;
  readonly #reader: SettingReader;
  readonly #instances: DocsInstance[] = [];
  readonly #blogs: string[] = [];
  readonly #pages: { path: string; route: string }[] = [];
  readonly #redirects: [string, string][] = [];
  #isWhole = true;

  constructor(file: SiteFile, config: LiteralMap) {
    this.#file = file;
    this.#config = config;
    this.#reader = new SettingReader(file.name);
  }

  read(isUnknown: boolean): DocusaurusFile {
    const base = { instead: 'configure "base"' };
    const text = this.#reader.text(this.#config, "baseUrl", base) ?? "/";
    const baseUrl = `/${text}/`.replace(/\/{2,}/g, "/");
    this.#readPlugins();
    const note = `"${this.#file.name}" exports nothing that can be read without running it: configure "base" and "site"`;
    return {
      folder: dirname(this.#file.location),
      baseUrl,
      trailingSlash: this.#reader.flag(this.#config, "trailingSlash", {
        instead: 'configure "site.suffix"',
      }),
      mdx: this.#mdx(),
      instances: this.#instances,
      blogs: this.#blogs,
      pages: this.#pages,
      redirects: this.#redirects,
      staticFolders: this.#reader.texts(this.#config, "staticDirectories", {
        instead: 'configure "site.staticFolders"',
      }) ?? ["static"],
      locales: this.#locales(baseUrl),
      isWhole: this.#isWhole && !isUnknown,
      notes: [...(isUnknown ? [note] : []), ...this.#reader.notes],
    };
  }

  /** Returns the extensions of MDX by `markdown.format`. */
  #mdx(): string[] {
    const use = { name: "markdown.format", instead: 'configure "site.mdx"' };
    const markdown = this.#reader.map(this.#config, "markdown", use);
    const format = this.#reader.text(markdown, "format", use) ?? "mdx";
    if (format === "md") return [];
    return format === "detect" ? [".mdx"] : [".md", ".mdx"];
  }

  #locales(baseUrl: string): Locale[] {
    const use = { name: "i18n", instead: 'configure "base"' };
    const i18n = this.#reader.map(this.#config, "i18n", use);
    const defaultLocale = this.#reader.text(i18n, "defaultLocale", use) ?? "en";
    const folder = this.#reader.text(i18n, "path", use) ?? "i18n";
    const configs = this.#reader.map(i18n, "localeConfigs", use);
    const names = new Set([defaultLocale, ...(this.#reader.texts(i18n, "locales", use) ?? [])]);
    return Array.from(names, (name) => {
      const own = this.#reader.map(configs, name, use);
      const base = this.#reader.text(own, "baseUrl", use);
      const default_ = name === defaultLocale ? baseUrl : `${baseUrl}${name}/`;
      return {
        name,
        base: base === undefined ? default_ : `/${base}/`.replace(/\/{2,}/g, "/"),
        folder: `${folder}/${this.#reader.text(own, "path", use) ?? name}`,
      };
    });
  }

  #readPlugins(): void {
    const use = { instead: 'configure "base" and "elsewhere"' };
    for (const { name, options } of this.#namedOptions("presets", use)) {
      if (!PRESET.test(name)) {
        this.#isWhole = false;
        continue;
      }
      for (const plugin of ["docs", "blog", "pages"] as const) {
        if (options[plugin] === false) continue;
        const own = this.#reader.map(options, plugin, { name: `presets.${plugin}`, ...use });
        this.#readPlugin(`content-${plugin}`, own);
      }
    }
    for (const { name, options } of this.#namedOptions("plugins", use)) {
      const known = PLUGIN.exec(name)?.[1];
      if (known !== undefined) this.#readPlugin(known, options);
      else if (!WITHOUT_PAGES.test(name)) this.#isWhole = false;
    }
  }

  /** Returns what is listed as `"name"` or `["name", { options }]`. */
  #namedOptions(key: string, use: SettingUse): NamedOptions[] {
    return this.#reader.list(this.#config, key, use).flatMap((entry): NamedOptions[] => {
      const [first, second] = Array.isArray(entry) ? (entry as readonly Literal[]) : [entry];
      const name = nameOf(first);
      if (name === null) {
        this.#isWhole = false;
        return [];
      }
      const isKnown = PRESET.test(name) || PLUGIN.test(name);
      const options = isKnown
        ? this.#reader.map({ options: second }, "options", { name: `${key}: ${name}`, ...use })
        : {};
      return [{ name, options }];
    });
  }

  #readPlugin(name: string, options: LiteralMap): void {
    const use = { instead: 'configure "base" and "elsewhere"' };
    const route = this.#reader.text(options, "routeBasePath", use);
    const path = this.#reader.path(options, "path", use);
    switch (name) {
      case "content-docs":
        this.#instances.push(this.#instanceOf(options, { route, path }));
        break;
      case "content-blog":
        this.#blogs.push(route ?? "blog");
        break;
      case "content-pages":
        this.#pages.push({ path: path ?? "src/pages", route: route ?? "/" });
        break;
      case "client-redirects":
        this.#readRedirects(options);
    }
  }

  #instanceOf(
    options: LiteralMap,
    { route, path }: { readonly route: string | undefined; readonly path: string | undefined },
  ): DocsInstance {
    const reader = this.#reader;
    const use = { instead: 'configure "base"' };
    const files = { instead: 'configure "site.pages" and "site.partials"' };
    const versions = reader.map(options, "versions", use);
    const versionPaths = Object.keys(versions).flatMap((name): [string, string][] => {
      const path = reader.text(reader.map(versions, name, use), "path", use);
      return path === undefined ? [] : [[name, path]];
    });
    const sidebars = reader.path(options, "sidebarPath", {
      instead: "the order is that of the files",
    });
    const parser = reader.flag(options, "numberPrefixParser", {
      instead: 'configure "site.addresses"',
    });
    return {
      id: reader.text(options, "id", use) ?? "default",
      path: path ?? "docs",
      route: route ?? "docs",
      tags: reader.text(options, "tagsBasePath", use) ?? "tags",
      include: reader.texts(options, "include", files),
      exclude: reader.texts(options, "exclude", files),
      sidebars: sidebars ?? null,
      splitsNumbers: parser !== false,
      isVersioned: reader.flag(options, "disableVersioning", use) !== true,
      hasCurrent: reader.flag(options, "includeCurrentVersion", use) !== false,
      lastVersion: reader.text(options, "lastVersion", use),
      onlyVersions: reader.texts(options, "onlyIncludeVersions", use),
      versionPaths: Object.fromEntries(versionPaths),
    };
  }

  #readRedirects(options: LiteralMap): void {
    const use = { instead: 'configure "elsewhere"' };
    for (const entry of this.#reader.list(options, "redirects", use)) {
      if (!isMap(entry)) continue;
      const to = this.#reader.text(entry, "to", use);
      const { from } = entry;
      for (const each of Array.isArray(from) ? from : [from]) {
        if (typeof each === "string" && to !== undefined) this.#redirects.push([each, to]);
      }
    }
    const create = options.createRedirects;
    if (create instanceof Unreadable) this.#reader.text(options, "createRedirects", use);
  }
}

/** Returns the name of a plugin or preset: a text, or what `require.resolve` is called with. */
function nameOf(value: Literal): string | null {
  if (typeof value === "string") return value;
  const [first] = value instanceof Call ? value.arguments : [];
  return typeof first === "string" ? first : null;
}

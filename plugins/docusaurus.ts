/**
 * The exports of `docgate/docusaurus`: a plugin for Docusaurus. Nothing inside docgate imports this file.
 */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { DocgateError } from "../corpus/error.ts";
import { baseOf, folderIn, type PluginOptions, pathFrom } from "./options.ts";
import { packageFolder } from "./package-folder.ts";
import type { SiteLog } from "./site-log.ts";
import type { SiteDocs } from "./write-docs.ts";

/** The options of the plugin. */
export interface DocusaurusOptions extends PluginOptions {
  /** The id of the instance of `@docusaurus/plugin-content-docs` whose docs are read. Default: `default`. */
  readonly instance?: string | undefined;
}

/** The context of a plugin of Docusaurus, as far as it is used. */
export interface DocusaurusContext {
  readonly siteDir: string;
  readonly siteConfigPath: string;
  readonly baseUrl: string;
}

/** A plugin of Docusaurus, as far as it is used. */
export interface DocusaurusPlugin {
  readonly name: "docgate";
  getThemePath?(): string;
  contentLoaded(loaded: { readonly actions: { setGlobalData(data: unknown): void } }): void;
  postBuild(site: BuiltSite): Promise<void>;
}

/** The site that Docusaurus has built, as far as it is used. */
export interface BuiltSite {
  readonly outDir: string;
  readonly baseUrl: string;
  readonly siteConfig: {
    readonly title: string;
    readonly tagline: string;
    readonly url: string;
    readonly trailingSlash: boolean | undefined;
  };
  readonly plugins: readonly {
    readonly name: string;
    readonly options: { readonly id?: string | undefined };
    readonly content?: unknown;
  }[];
}

/** A version of docs as `@docusaurus/plugin-content-docs` has loaded it. */
interface LoadedVersion {
  readonly isLast: boolean;
  readonly contentPath: string;
  /** The same for the language of the build. */
  readonly contentPathLocalized?: string | undefined;
  readonly docs: readonly { readonly source: string; readonly permalink: string }[];
}

/**
 * Builds the corpus of a Docusaurus site with the site, and gives its theme docgate's search box.
 *
 * @example
 * export default {
 *   title: "Acme",
 *   url: "https://acme.example",
 *   baseUrl: "/",
 *   presets: ["classic"],
 *   plugins: ["docgate/docusaurus"],
 * };
 */
export default function docgate(
  { siteDir, siteConfigPath, baseUrl }: DocusaurusContext,
  options: DocusaurusOptions = {},
): DocusaurusPlugin {
  const folder = folderIn(options);
  const theme = { getThemePath: () => join(packageFolder(), "plugins/docusaurus/theme") };

  return {
    name: "docgate",
    ...(options.searchBox !== false && theme),

    contentLoaded({ actions }) {
      // Only a site that is built has something to search in.
      const isBuilt = process.env.NODE_ENV === "production";
      actions.setGlobalData({ address: isBuilt ? `${baseOf(baseUrl)}/${folder}/` : null });
    },

    async postBuild(site) {
      const version = versionIn(site, options.instance ?? "default");
      const docs = docsOf(version, { site, siteDir, siteConfigPath });
      const writeDocs = loadWriter();
      await writeDocs(docs, { config: options.config, out: join(site.outDir, folder), log: LOG });
    },
  };
}

interface SitePlace {
  readonly site: BuiltSite;
  readonly siteDir: string;
  readonly siteConfigPath: string;
}

/** Returns what Docusaurus has evaluated: docgate itself reads the configuration as data. */
function docsOf(version: LoadedVersion, { site, siteDir, siteConfigPath }: SitePlace): SiteDocs {
  const { contentPath, contentPathLocalized } = version;
  const isLocalized = contentPathLocalized !== undefined && existsSync(contentPathLocalized);
  const root = isLocalized ? contentPathLocalized : contentPath;
  const { title, tagline, url, trailingSlash } = site.siteConfig;
  const addresses = version.docs
    .map(({ source, permalink }) => {
      const path = pathFrom(root, join(siteDir, source.replace(/^@site\//, "")));
      return [path, withSlash(permalink, trailingSlash)] as const;
    })
    .filter(([path]) => !path.startsWith("../"));
  const settings: SiteDocs["site"] = {
    name: title,
    ...(tagline && { description: tagline }),
    siteUrl: url,
    base: baseOf(site.baseUrl),
    site: {
      generator: "docusaurus",
      file: pathFrom(root, siteConfigPath),
      addresses: Object.fromEntries(addresses),
    },
  };
  return {
    root,
    project: siteDir,
    site: settings,
    built: site.outDir,
    cacheDir: join(siteDir, "node_modules/.cache/docgate"),
  };
}

/**
 * Returns the published version of the docs of an instance.
 *
 * @throws {DocgateError} `setting` if there is no such instance
 */
function versionIn({ plugins }: BuiltSite, instance: string): LoadedVersion {
  const found = plugins.find(
    ({ name, options }) =>
      name === "docusaurus-plugin-content-docs" && (options.id ?? "default") === instance,
  );
  const versions = (found?.content as { loadedVersions?: LoadedVersion[] })?.loadedVersions ?? [];
  const version = versions.find(({ isLast }) => isLast) ?? versions[0];
  if (version !== undefined) return version;
  const message = `The site has no docs of the instance "${instance}". Name one of @docusaurus/plugin-content-docs with the option "instance".`;
  throw new DocgateError("setting", message);
}

/** Returns an address as the site serves it: permalinks do not follow `trailingSlash`. */
function withSlash(permalink: string, trailingSlash: boolean | undefined): string {
  if (trailingSlash === undefined || permalink === "/") return permalink;
  const bare = permalink.replace(/\/+$/, "");
  return trailingSlash ? `${bare}/` : bare;
}

/** Docusaurus prints its own messages in the same form. */
const LOG: SiteLog = {
  info: (message) => void process.stdout.write(`[INFO] docgate: ${message}\n`),
  warn: (message) => void process.stderr.write(`[WARNING] docgate: ${message}\n`),
  error: (message) => void process.stderr.write(`[ERROR] docgate: ${message}\n`),
};

/**
 * Loads what reads the docs. Docusaurus translates the modules of plugins, with all that they import, into
 * CommonJS; what is required here is left to Node.js.
 */
function loadWriter(): typeof import("./write-docs.ts").writeDocs {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return createRequire(import.meta.url)(`./write-docs.${extension}`).writeDocs;
}

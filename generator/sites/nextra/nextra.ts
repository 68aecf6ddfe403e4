import { join } from "node:path";
import { dependsOn } from "../data/conditions.ts";
import { docsGlobs } from "../data/docs-globs.ts";
import { pathFrom } from "../data/path-from.ts";
import { DOCUMENT } from "../document.ts";
import type { PageFacts, SiteGenerator } from "../model.ts";
import { routesOf } from "../next/next-routes.ts";
import { nextSiteOf } from "../next/site-folder.ts";
import { readImportAliases } from "../starlight/import-aliases.ts";
import { placeOf } from "./nextra-addresses.ts";
import { readNextraConfig } from "./nextra-config.ts";
import { orderOf, readMetaFiles } from "./nextra-order.ts";

/** Globs of the pages in each folder of a site. */
const PAGES: Readonly<Record<string, string>> = {
  app: "**/page.{md,mdx}",
  content: "**/*.{md,mdx}",
  pages: "**/*.{md,mdx}",
};

/** Globs of the files in these folders that are not pages: private ones, and routes with any address. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  app: ["**/_*/**", "**/\\[*/**", "**/(.*/**"],
  content: [],
  pages: ["**/_*.{md,mdx}", "**/\\[*/**", "**/\\[*.{md,mdx}", "api/**"],
};

/** Routes whose script shows the pages of the `content` folder. */
const CONTENT_ROUTE = /["']nextra\/pages["']/;

export const nextra: SiteGenerator = {
  isOwn: dependsOn("nextra"),

  async open(own) {
    const { root, top } = own;
    const site = nextSiteOf(own);
    const { folder } = site;
    const config = await readNextraConfig(site.config, top);
    const metas = await readMetaFiles({ site: folder, top, config });
    const inSite = (path: string) => pathFrom(folder, join(root, path));
    const find = (path: string) => placeOf(inSite(path), config);
    const suffix = config.trailingSlash ? "/" : "";
    const globs = (all: Readonly<Record<string, string | readonly string[]>>) =>
      Object.entries(all).flatMap(([name, glob]) =>
        [name, `src/${name}`].flatMap((each) =>
          docsGlobs([glob].flat(), { root, folder: join(folder, each) }),
        ),
      );
    const addressOf = (page: PageFacts, locale: string | null) => {
      const { segments } = find(page.path) ?? { segments: [] };
      const parts = locale === null ? segments : [locale, ...segments];
      return parts.length === 0 ? "/" : `/${parts.join("/")}${suffix}`;
    };
    const routes = await routesOf(folder, {
      top,
      locales: config.locales,
      ownPages: CONTENT_ROUTE,
    });
    return {
      base: config.basePath,
      includeRoot: folder,
      docsFolder: pathFrom(folder, root),
      settings: {
        ...DOCUMENT,
        pages: globs(PAGES),
        partials: globs(OTHERS),
        drafts: [],
        index: ["index", "page"],
        suffix,
        indexSuffix: suffix,
        anchors: "nextra",
        titleIds: false,
        ids: ["brackets"],
        mdx: config.isMdxAlways ? [".mdx", ".md"] : [".mdx"],
        includes: ["mdx-imports"],
        importAliases: await readImportAliases({ folder }, { includeRoot: folder, top }),
        syntax: ["typed-code"],
        shownAttributes: ["Tabs.items", "FileTree.File.name", "FileTree.Folder.name"],
        componentIds: ["nextra"],
        fileLinks: "address",
        relativeTo: "address",
        elsewhere: routes.map((glob) => `${config.basePath}${glob}`),
        staticFolders: [pathFrom(own.folder, join(folder, "public"))],
      },
      keys: ["sidebarTitle", "asIndexPage"],
      notes: config.notes,
      addressOf: (page) => addressOf(page, find(page.path)?.locale ?? null),
      aliasesOf: (page) => {
        const { locale } = find(page.path) ?? { locale: null };
        const isDefault = locale !== null && locale === config.defaultLocale;
        return isDefault ? [`${config.basePath}${addressOf(page, null)}`] : [];
      },
      order: (pages) => orderOf(pages, { metas, placeOf: find }),
      redirectList: config.redirects,
    };
  },
};

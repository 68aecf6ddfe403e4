import { basename, dirname, join } from "node:path";
import { compareCodePoints } from "../../../corpus/text/order.ts";
import type { SiteSettings } from "../../config/site-settings.ts";
import { mentions } from "../data/conditions.ts";
import { docsGlobs } from "../data/docs-globs.ts";
import { filesIn } from "../data/files/find-files.ts";
import { pathFrom } from "../data/path-from.ts";
import type { SiteFile } from "../data/read-text.ts";
import { DOCUMENT } from "../document.ts";
import type { NavItem, PageFacts, SiteGenerator } from "../model.ts";
import { readNextConfig } from "../next/next-config.ts";
import { routesOf } from "../next/next-routes.ts";
import { NEXT_CONFIG } from "../next/site-folder.ts";
import { readImportAliases } from "../starlight/import-aliases.ts";
import { type Collection, type Collections, readCollections } from "./collections.ts";
import { type FumadocsPlace, placeIn, segmentsOf } from "./fumadocs-addresses.ts";
import { type CollectionPage, type Metas, orderOf, readMetas } from "./fumadocs-order.ts";

/** The rules of Fumadocs for any tree. */
const FUMADOCS: SiteSettings = {
  ...DOCUMENT,
  pages: ["**/*.{md,mdx}"],
  drafts: [],
  index: ["index"],
  anchors: "github",
  ids: ["brackets"],
  mdx: [".mdx"],
  includes: ["include-elements", "mdx-imports"],
  syntax: ["code-notations", "toc-marks"],
  shownAttributes: ["Tabs.items", "File.name", "Folder.name"],
  relativeTo: "address",
  staticFolders: ["public"],
};

const DOCS: Collections = {
  collections: [{ folder: "content/docs", baseUrl: "/docs", languages: null }],
  notes: [],
};

/** Routes whose script shows the pages of a collection. */
const OWN_ROUTE = /\bgetPages?\(|\bgenerateParams\(/;

function isInLib({ location }: SiteFile): boolean {
  return basename(dirname(location)) === "lib";
}

/** Returns the folder of a site: its collections are defined there, in `lib` or in `src/lib`. */
function siteFolderOf(file: SiteFile): string {
  const folder = dirname(file.location);
  if (!isInLib(file)) return folder;
  const above = dirname(folder);
  return basename(above) === "src" ? dirname(above) : above;
}

export const fumadocs: SiteGenerator = {
  // Since Fumadocs MDX 15, collections may be defined where they are loaded.
  isOwn: (candidate) =>
    mentions(isInLib(candidate.file) ? "fumadocs-mdx/macro" : "fumadocs-mdx")(candidate),

  async open({ file, folder: near, root, top }) {
    const folder = file === null ? near : siteFolderOf(file);
    const { collections, notes } =
      file === null ? DOCS : await readCollections({ file, site: folder, top });
    const [nextFile = null] = filesIn(folder, { names: [NEXT_CONFIG], top });
    const next = await readNextConfig(nextFile, top);
    const suffix = next.trailingSlash ? "/" : "";
    const locales = collections.flatMap(({ languages }) => languages?.names ?? []);
    const routes = await routesOf(folder, { top, locales, ownPages: OWN_ROUTE });
    const find = (path: string) => placeIn(pathFrom(folder, join(root, path)), collections);
    const addressAt = (place: FumadocsPlace) => {
      const segments = segmentsOf(place);
      return segments.length === 0 ? "/" : `/${segments.join("/")}${suffix}`;
    };
    const metas = new Map<Collection, ReadonlyMap<string, Metas>>();
    for (const each of collections) metas.set(each, await readMetas(each, folder));
    return {
      base: next.basePath,
      includeRoot: folder,
      docsFolder: pathFrom(folder, root),
      settings: {
        ...FUMADOCS,
        pages: collections.flatMap((each) =>
          docsGlobs(FUMADOCS.pages, { root, folder: join(folder, each.folder) }),
        ),
        suffix,
        indexSuffix: suffix,
        staticFolders: FUMADOCS.staticFolders.map((name) => pathFrom(near, join(folder, name))),
        importAliases: await readImportAliases({ folder }, { includeRoot: folder, top }),
        elsewhere: routes.map((glob) => `${next.basePath}${glob}`),
      },
      notes: [...notes, ...(next.source?.reader.notes ?? [])],
      addressOf: ({ path }) => {
        const place = find(path);
        return place === null ? undefined : addressAt(place);
      },
      fallbackOf: (address) => fallbackOf(address, { collections, base: next.basePath }),
      editionOf: (path) => find(path)?.language ?? "",
      order: (pages) => navigationOf(pages, { find, collections, metas }),
      redirectList: next.redirects,
    };
  },
};

interface FallbackOptions {
  readonly collections: readonly Collection[];
  readonly base: string;
}

/** Returns the address in the default language of an address in another one. */
function fallbackOf(address: string, { collections, base }: FallbackOptions): string | null {
  if (!address.startsWith(`${base}/`)) return null;
  const parts = address.slice(base.length + 1).split("/");
  for (const { languages } of collections) {
    if (languages === null || languages.hidden === "*") continue;
    const [first = "", ...rest] = parts;
    if (!languages.names.includes(first) || first === languages.fallback) continue;
    const start = languages.hidden === null ? [languages.fallback] : [];
    return `${base}/${[...start, ...rest].join("/")}`;
  }
  return null;
}

interface NavigationOptions {
  readonly find: (path: string) => FumadocsPlace | null;
  readonly collections: readonly Collection[];
  readonly metas: ReadonlyMap<Collection, ReadonlyMap<string, Metas>>;
}

/** Returns the trees of all collections, that of the default language first. */
function navigationOf(
  pages: readonly PageFacts[],
  { find, collections, metas }: NavigationOptions,
): NavItem[] {
  return collections.flatMap((collection) => {
    const places = new Map<string, CollectionPage[]>();
    for (const page of pages) {
      const place = find(page.path);
      if (place?.collection !== collection) continue;
      const own = places.get(place.language ?? "") ?? [];
      places.set(place.language ?? "", own);
      own.push({ id: place.id, page });
    }
    const fallback = collection.languages?.fallback ?? "";
    const languages = [...places.keys()].sort(
      (left, right) =>
        Number(right === fallback) - Number(left === fallback) || compareCodePoints(left, right),
    );
    return languages.flatMap((language) => {
      const all = metas.get(collection);
      const own = new Map([...(all?.get(fallback) ?? []), ...(all?.get(language) ?? [])]);
      return orderOf(places.get(language)!, { metas: own });
    });
  });
}

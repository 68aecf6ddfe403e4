import { dirname, join } from "node:path";
import type { SiteSettings } from "../../config/site-settings.ts";
import { anyOf, dependsOn, mentions } from "../data/conditions.ts";
import { filesIn } from "../data/files/find-files.ts";
import { isMap, type LiteralMap } from "../data/script/literal.ts";
import { readLiterals } from "../data/script/read-literals.ts";
import { SettingReader } from "../data/script/setting-reader.ts";
import { globsInDocs, pathInSite, placeOf } from "../docs-place.ts";
import { DOCUMENT } from "../document.ts";
import type { OwnConfig, PageFacts, SiteGenerator, SiteModel } from "../model.ts";
import { pathsOn, readCollections } from "./collections.ts";
import { NAVIGATION_KEYS, orderOf, readFolders } from "./navigation.ts";
import { nuxtAddress } from "./nuxt-path.ts";
import { routesOf } from "./routes.ts";

/** The settings of Nuxt Content for any tree. */
const NUXT: SiteSettings = {
  ...DOCUMENT,
  pages: ["**/*.md"],
  drafts: [],
  index: ["index"],
  prefix: "\\d+\\.",
  lowercase: true,
  anchors: "nuxt",
  syntax: ["mdc"],
  relativeTo: "address",
  staticFolders: ["public"],
};

/** The files that Nuxt Content 2 leaves out; later releases make pages of them. */
const LEFT_OUT_BEFORE = ["**/_*", "**/_*/**", "**/*.draft.md"];

const PACKAGES = ["@nuxt/content", "docus", "@nuxt-themes/docus"] as const;

export const nuxt: SiteGenerator = {
  isOwn: anyOf(mentions("@nuxt/content"), mentions("docus"), dependsOn(...PACKAGES)),
  open,
};

async function open({ file, root, top }: OwnConfig): Promise<SiteModel> {
  if (file === null) return modelOf({ root, content: root, sources: null });
  const folder = dirname(file.location);
  const reader = new SettingReader(file.name);
  const { exported } = await readLiterals(file, top);
  const config = isMap(exported) ? exported : {};
  const app = reader.map(config, "app", { instead: 'configure "base"' });
  const base = reader.text(app, "baseURL", { name: "app.baseURL", instead: 'configure "base"' });
  const collections = await readContentConfig(folder, top);
  const redirects = redirectsOf(config, reader);
  return modelOf({
    root,
    content: join(folder, "content"),
    sources: collections.sources,
    app: {
      base: (base ?? "").replace(/\/+$/, ""),
      routes: routesOf(folder),
      redirects,
      notes: [...reader.notes, ...collections.notes],
    },
  });
}

/** Reads the redirects of `routeRules`; patterns are left out. */
function redirectsOf(config: LiteralMap, reader: SettingReader): ReadonlyMap<string, string> {
  const use = { instead: 'configure "elsewhere"' };
  const rules = reader.map(config, "routeRules", use);
  return new Map(
    Object.entries(rules).flatMap(([from, rule]): [string, string][] => {
      const redirect = isMap(rule) ? rule.redirect : undefined;
      const to = isMap(redirect) ? redirect.to : redirect;
      return typeof to === "string" && !from.includes("*") ? [[from, to]] : [];
    }),
  );
}

async function readContentConfig(folder: string, top: string) {
  const [file] = filesIn(folder, { names: ["content.config.{ts,mts,js,mjs}"], top });
  if (file === undefined) return { sources: null, notes: [] };
  const { exported } = await readLiterals(file, top);
  const reader = new SettingReader(file.name);
  const config: LiteralMap = isMap(exported) ? exported : {};
  const sources = readCollections(config, reader) ?? [
    { include: "**/*.md", exclude: [], prefix: "" },
  ];
  return { sources, notes: reader.notes };
}

interface NuxtTree {
  readonly root: string;
  /** Location of the folder of the pages. */
  readonly content: string;
  /** Null without a configuration of collections: all files are pages, with the addresses of their paths. */
  readonly sources: ReturnType<typeof readCollections>;
  /** The app that shows them, as far as it is known. Default: it is in another repository. */
  readonly app?: NuxtApp;
}

interface NuxtApp {
  readonly base: string;
  /** Globs of the addresses of its Vue pages. */
  readonly routes: readonly string[];
  readonly redirects: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
}

async function modelOf({ root, content, sources, app }: NuxtTree): Promise<SiteModel> {
  const place = placeOf(root, content) ?? { below: "", above: "" };
  const onSite = sources === null ? (path: string) => path : pathsOn(sources);
  const globs = sources?.map(({ include }) => include) ?? NUXT.pages;
  const partials = sources?.flatMap(({ exclude }) => exclude) ?? LEFT_OUT_BEFORE;
  const folders = await readFolders(root);
  const base = app?.base ?? "";
  return {
    base,
    settings: {
      ...NUXT,
      // Without the app, only what is below the base is known, and links have it.
      linkBase: app === undefined ? "" : base,
      elsewhere: (app?.routes ?? []).map((glob) => `${base}${glob}`),
      pages: globsInDocs(globs, place),
      partials: globsInDocs(partials, place),
    },
    keys: NAVIGATION_KEYS,
    notes: app?.notes ?? [],
    redirects: new Map(
      Array.from(app?.redirects ?? [], ([from, to]) => [
        `${base}${from}`,
        to.startsWith("/") ? `${base}${to}` : to,
      ]),
    ),
    addressOf: ({ path }: PageFacts) => {
      const inContent = pathInSite(path, place) ?? path;
      return nuxtAddress(onSite(inContent) ?? inContent);
    },
    order: (pages) => orderOf(pages, folders),
  };
}

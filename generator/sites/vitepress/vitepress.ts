import { basename, dirname, join } from "node:path";
import type { SiteSettings } from "../../config/site-settings.ts";
import { isMap, type LiteralMap } from "../data/script/literal.ts";
import { readLiterals } from "../data/script/read-literals.ts";
import { SettingReader } from "../data/script/setting-reader.ts";
import { type DocsPlace, globsInDocs, pathFrom, pathInSite, placeOf } from "../docs-place.ts";
import { DOCUMENT } from "../document.ts";
import type { OwnConfig, PageFacts, SiteGenerator, SiteModel } from "../model.ts";
import { dynamicAddresses } from "./dynamic-routes.ts";
import { readRewrites } from "./rewrites.ts";
import { createOrder } from "./sidebar.ts";

/** The settings of VitePress for any tree. */
const VITEPRESS: SiteSettings = {
  ...DOCUMENT,
  pages: ["**/*.md"],
  partials: ["**/dist/**", "**/*\\[*\\]*", "**/*\\[*\\]*/**"],
  drafts: [],
  unlisted: ["!search"],
  index: ["index"],
  suffix: ".html",
  indexSuffix: "/",
  anchors: "vitepress",
  includes: ["vitepress-includes", "vitepress-snippets"],
  syntax: ["vue", "markdown-it-attrs", "vitepress", "containers"],
};

export const vitepress: SiteGenerator = { open };

async function open({ file, folder, root, top }: OwnConfig): Promise<SiteModel> {
  if (file === null) {
    return modelOf({}, { reader: new SettingReader(""), folder, root, source: root });
  }
  const { exported } = await readLiterals(file, top);
  const reader = new SettingReader(file.name);
  const config = isMap(exported) ? exported : {};
  const source = join(projectOf(file.location), reader.path(config, "srcDir", SOURCE) ?? "");
  const model = modelOf(config, { reader, folder, root, source });
  const notes = isMap(exported)
    ? (model.notes ?? [])
    : [`${file.name}: its settings cannot be read without running it: configure "site"`];
  return { ...model, notes };
}

const SOURCE = { instead: "give the folder of the pages to docgate" };

/** Returns the folder that contains `.vitepress`. */
function projectOf(location: string): string {
  const folder = dirname(location);
  return dirname(basename(folder) === "config" ? dirname(folder) : folder);
}

interface VitepressTree {
  readonly reader: SettingReader;
  /** Location of the folder of the configuration. */
  readonly folder: string;
  /** Location of the docs root. */
  readonly root: string;
  /** Location of the folder of the pages. */
  readonly source: string;
}

function modelOf(config: LiteralMap, { reader, folder, root, source }: VitepressTree): SiteModel {
  const place = placeOf(root, source) ?? { below: "", above: "" };
  const base = (reader.text(config, "base", { instead: 'configure "base"' }) ?? "/").replace(
    /\/+$/,
    "",
  );
  const cleanUrls = reader.flag(config, "cleanUrls", { instead: 'configure "site.suffix"' });
  const excluded = reader.texts(config, "srcExclude", { instead: 'configure "site.partials"' });
  const ignored = reader.texts(withList(config, "ignoreDeadLinks"), "ignoreDeadLinks", {
    instead: 'configure "elsewhere"',
  });
  const markdown = reader.map(config, "markdown", { instead: 'configure "site"' });
  const anchor = reader.map(markdown, "anchor", { instead: 'configure "anchors"' });
  reader.text(anchor, "slugify", {
    name: "markdown.anchor.slugify",
    instead: 'if one of docgate\'s rules fits, configure "anchors"',
  });
  const attrs = reader.map(markdown, "attrs", { instead: 'configure "site.syntax"' });
  const rewrite = readRewrites(config, reader);
  const routes = dynamicAddresses(source);
  const settings: SiteSettings = {
    ...VITEPRESS,
    pages: globsInDocs(VITEPRESS.pages, place),
    partials: globsInDocs([...VITEPRESS.partials, ...(excluded ?? [])], place),
    staticFolders: [pathFrom(folder, join(source, "public"))],
    suffix: cleanUrls === true ? "" : ".html",
    syntax: VITEPRESS.syntax.filter(
      (name) => name !== "markdown-it-attrs" || attrs.disable !== true,
    ),
    linkBase: base,
    judged: ["outside"],
    elsewhere: [...routes, ...(ignored ?? []), ...outsideOf(place)].map((glob) => `${base}${glob}`),
  };
  const addressOf = (page: PageFacts) => addressIn(page.path, { place, settings, rewrite });
  const order = createOrder(config, { reader, addressOf });
  const inSource = root === source || place.above === "" ? source : root;
  return {
    base,
    settings,
    includeRoot: inSource,
    docsFolder: pathFrom(inSource, root),
    notes: reader.notes,
    addressOf,
    ...(order && { order }),
  };
}

/** Leaves out a value that is not a list: `ignoreDeadLinks` may be a text or a boolean. */
function withList(config: LiteralMap, key: string): LiteralMap {
  const value = config[key];
  return typeof value === "object" ? config : {};
}

/** Returns globs of what the site has outside of the docs root. */
function outsideOf({ below }: DocsPlace): string[] {
  if (below === "") return [];
  const parts = below.split("/");
  return parts.map((part, at) => `${["", ...parts.slice(0, at)].join("/")}/!(${part}){,/**}`);
}

interface AddressOptions {
  readonly place: DocsPlace;
  readonly settings: SiteSettings;
  readonly rewrite: (path: string) => string;
}

function addressIn(path: string, { place, settings, rewrite }: AddressOptions): string {
  const id = rewrite(pathInSite(path, place) ?? path).replace(/\.md$/, "");
  const isIndex = id === "index" || id.endsWith("/index");
  return isIndex ? `/${id.slice(0, -"index".length)}` : `/${id}${settings.suffix}`;
}

import { dirname, join, relative, sep } from "node:path";
import { compareCodePoints } from "../../corpus/text/order.ts";
import type { AnchorStyle } from "../config/anchor-styles.ts";
import { anyOf, hasKey, needsGem } from "./data/conditions.ts";
import { readData } from "./data/read-data.ts";
import { at, isMap, mapOf, textOf, textsOf } from "./data/values.ts";
import { DOCUMENT } from "./document.ts";
import { JekyllAddresses } from "./jekyll/jekyll-addresses.ts";
import { readHtmlPages } from "./jekyll/jekyll-html-pages.ts";
import { jekyllReferences } from "./jekyll/jekyll-references.ts";
import { JekyllSource } from "./jekyll/jekyll-source.ts";
import type { NavItem, OwnConfig, PageFacts, SiteGenerator } from "./model.ts";

/** Keys of the frontmatter that addresses and order depend on. */
const KEYS = [
  ...["permalink", "slug", "date", "categories", "category", "redirect_from", "published"],
  ...["nav_order", "nav_exclude", "parent", "layout"],
];

/** Folders in which Jekyll keeps something else than content. */
const OTHER_FOLDERS = ["_site", "_includes", "_layouts", "_data", "_sass", "_plugins"];

/** Plugins that GitHub Pages always runs. */
const GITHUB_PLUGINS = new Set([
  "jekyll-optional-front-matter",
  "jekyll-readme-index",
  "jekyll-relative-links",
  "jekyll-titles-from-headings",
]);

export const jekyll: SiteGenerator = {
  isOwn: anyOf(
    needsGem("jekyll", "github-pages"),
    hasKey("permalink", "collections", "baseurl", "kramdown", "markdown", "theme", "remote_theme"),
  ),

  async open(own) {
    const { file } = own;
    const data = file === null ? {} : mapOf(await readData(file, languageOf(file.name)));
    const folder = join(own.folder, textOf(data.source) ?? ".");
    const docsFolder = relative(folder, own.root).split(sep).join("/");
    const plugins = await pluginsOf(data, own);
    const source = new JekyllSource(data, docsFolder);
    const hasReadmeIndex = plugins.has("jekyll-readme-index");
    const addresses = new JekyllAddresses({ data, source, hasReadmeIndex });
    const base = (textOf(data.baseurl) ?? "").replace(/\/+$/, "").replace(/^(?=[^/])/, "/");
    const isOptional = plugins.has("jekyll-optional-front-matter");
    const isLeftOut = (page: PageFacts): boolean => {
      const place = source.placeOf(page.path);
      if (place.collection === null || !source.isOutput(place.collection)) return true;
      if (place.isDraft && data.show_drafts !== true) return true;
      const isPage = page.hasFrontmatter || (isOptional && place.collection === "pages");
      if (!isPage) return true;
      return data.unpublished !== true && addresses.valueOf(page, "published") === false;
    };
    const html = (await readHtmlPages(folder, own.root)).filter((page) => !isLeftOut(page));
    return {
      base,
      includeRoot: folder,
      docsFolder,
      settings: {
        ...DOCUMENT,
        pages: ["**/*.{md,markdown}"],
        partials: docsFolder === "" ? OTHER_FOLDERS.map((name) => `${name}/**`) : [],
        drafts: data.unpublished === true ? [] : ["!published"],
        index: ["index"],
        suffix: ".html",
        indexSuffix: "/",
        addressKeys: ["permalink"],
        aliasKeys: ["redirect_from"],
        anchors: anchorsOf(data),
        includes: ["jekyll"],
        syntax: ["liquid", "kramdown"],
        variables: variablesOf(data, base),
        fileLinks: plugins.has("jekyll-relative-links"),
        relativeTo: "address",
        elsewhere: html.map((page) => escaped(`${base}${addresses.of(page)!}`)),
      },
      keys: KEYS,
      addressOf: (page) => addresses.of(page),
      aliasesOf: ({ facts }) =>
        textsOf(facts.redirect_from).map((alias) => `${base}/${alias.replace(/^\/+/, "")}`),
      publishDateOf: (page) => {
        const date = data.future === true ? null : addresses.dateOf(page);
        return date === null ? undefined : new Date(date.ms).toISOString();
      },
      leftOut: (pages) => new Set(pages.filter(isLeftOut).map(({ path }) => path)),
      references: (pages) => jekyllReferences(pages, { source, folder }),
      order: (pages) => orderOf(pages, { source, addresses }),
    };
  },
};

/** Returns a glob that is an address, without its final slash. */
function escaped(address: string): string {
  const path = address.replace(/(?<=.)\/+$/, "");
  return path.replace(/[\\*?[\]{}()!+@|]/g, "\\$&");
}

/** Ruby reads YAML 1.1. */
function languageOf(name: string): "toml" | "yaml-1.1" {
  return name.endsWith(".toml") ? "toml" : "yaml-1.1";
}

/** Returns the plugins of a site, with those of GitHub Pages if its gem is used. */
async function pluginsOf(
  data: Readonly<Record<string, unknown>>,
  { file, top }: OwnConfig,
): Promise<ReadonlySet<string>> {
  const named = [...textsOf(data.plugins), ...textsOf(data.gems)];
  const candidate = file && { file, folder: dirname(file.location), top };
  const isOnGithub = candidate !== null && (await needsGem("github-pages")(candidate));
  return new Set([...named, ...(isOnGithub ? GITHUB_PLUGINS : [])]);
}

function anchorsOf(data: Readonly<Record<string, unknown>>): AnchorStyle {
  if (textOf(data.markdown)?.toLowerCase() === "commonmarkghpages") return "github";
  const input = textOf(at(data, "kramdown", "input")) ?? "GFM";
  return input.toLowerCase() === "gfm" ? "kramdown-gfm" : "kramdown";
}

/** Returns the values of the configuration that pages may show, by the names that they have in Liquid. */
function variablesOf(
  data: Readonly<Record<string, unknown>>,
  base: string,
): Readonly<Record<string, string>> {
  const variables: Record<string, string> = {};
  const add = (values: Readonly<Record<string, unknown>>, path: string) => {
    for (const [key, value] of Object.entries(values)) {
      if (typeof value === "string" || typeof value === "number") {
        variables[`${path}.${key}`] = String(value);
      } else if (isMap(value)) add(value, `${path}.${key}`);
    }
  };
  add(data, "site");
  // Addresses of the site itself are from its root.
  return { ...variables, "site.baseurl": base, "site.url": "" };
}

interface OrderOptions {
  readonly source: JekyllSource;
  readonly addresses: JekyllAddresses;
}

/**
 * Returns pages below the page that they call their parent, each by its `nav_order`, then the
 * collections, then the posts, the latest first.
 */
function orderOf(pages: readonly PageFacts[], { source, addresses }: OrderOptions): NavItem[] {
  const groups = Map.groupBy(pages, ({ path }) => source.placeOf(path).collection ?? "");
  const posts = groups.get("posts") ?? [];
  groups.delete("posts");
  const dates = new Map(posts.map((page) => [page.path, addresses.dateOf(page)?.ms ?? 0]));
  const latest = posts.toSorted((left, right) => dates.get(right.path)! - dates.get(left.path)!);
  const own = (groups.get("pages") ?? []).filter(({ facts }) => facts.nav_exclude !== true);
  groups.delete("pages");
  return [
    ...treeOf(own),
    ...[...groups].map(([title, each]) => ({ title, path: null, items: treeOf(each) })),
    ...(latest.length === 0 ? [] : [{ title: "posts", path: null, items: latest.map(itemOf) }]),
  ];
}

function treeOf(pages: readonly PageFacts[]): NavItem[] {
  const titles = new Set(pages.map(({ title }) => title));
  const parentOf = ({ facts, title }: PageFacts) => {
    const parent = textOf(facts.parent);
    return parent !== undefined && parent !== title && titles.has(parent) ? parent : null;
  };
  const byParent = Map.groupBy(pages.toSorted(compare), parentOf);
  const shown = new Set<PageFacts>();
  const items = (parent: string | null): NavItem[] =>
    (byParent.get(parent) ?? []).flatMap((page) => {
      if (shown.has(page)) return [];
      shown.add(page);
      return [{ ...itemOf(page), items: items(page.title) }];
    });
  const top = items(null);
  // Pages whose parents are each other's are below none.
  return [...top, ...pages.filter((page) => !shown.has(page)).map(itemOf)];
}

function itemOf({ path }: PageFacts): NavItem {
  return { title: null, path, items: [] };
}

function compare(left: PageFacts, right: PageFacts): number {
  const place = ({ facts }: PageFacts) =>
    facts.nav_order === undefined ? Number.POSITIVE_INFINITY : Number(facts.nav_order);
  const [first, second] = [place(left), place(right)];
  if (first !== second && !Number.isNaN(first - second)) return first - second;
  return compareCodePoints(left.path, right.path);
}

import { join, posix } from "node:path";
import { hasCode } from "../../../corpus/error.ts";
import { idOf } from "../../../corpus/text/slug.ts";
import type { SiteSettings } from "../../config/site-settings.ts";
import { anyOf, dependsOn, hasKey, hasSchema } from "../data/conditions.ts";
import { docsGlobs } from "../data/docs-globs.ts";
import { fileAt } from "../data/files/find-files.ts";
import { gitignoreGlobs } from "../data/gitignore-globs.ts";
import { globText } from "../data/glob-text.ts";
import { leadsOutside, pathFrom } from "../data/path-from.ts";
import { readText } from "../data/read-text.ts";
import { readRedirectList } from "../data/redirect-files.ts";
import { mapOf } from "../data/values.ts";
import { DOCUMENT } from "../document.ts";
import type { NavItem, OwnConfig, PageFacts, SiteGenerator, SiteModel } from "../model.ts";
import { readDocsFile } from "./docs-file.ts";
import { itemsOf, listedIn, readNavigation } from "./navigation.ts";

/** The rules of Mintlify for any tree. */
const MINTLIFY: SiteSettings = {
  ...DOCUMENT,
  pages: ["**/*.{md,mdx}"],
  drafts: [],
  unlisted: ["hidden"],
  index: ["index"],
  anchors: "mintlify",
  mdx: [".mdx", ".md"],
  includes: ["mdx-imports", "snippet-elements"],
  importAliases: { "/": "" },
  syntax: [],
  shownAttributes: [
    ...["ResponseField.name", "ResponseField.type", "Tooltip.tip"],
    ...["path", "query", "body", "header", "type"].map((name) => `ParamField.${name}`),
    ...["Tree.Folder.name", "Tree.File.name"],
  ],
  componentIds: ["mintlify"],
  staticFolders: ["."],
};

/** Globs of files that are never pages, as Mintlify leaves them out itself. */
const PARTIALS = ["snippets/**", "_snippets/**"];
const OTHERS = ["README", "LICENSE", "CHANGELOG", "CONTRIBUTING", "contribute"].map(
  (name) => `**/${anyCase(name)}.md`,
);

const KEYS = ["url", "sidebarTitle", "hidden"];

export const mintlify: SiteGenerator = {
  isOwn: anyOf(
    hasSchema("mintlify.com"),
    dependsOn("mintlify", "mint"),
    async (candidate) =>
      candidate.file.name.endsWith("mint.json") && (await hasKey("navigation")(candidate)),
  ),
  open,
};

async function open(own: OwnConfig): Promise<SiteModel> {
  const { file, folder, root, top } = own;
  if (file === null)
    return { base: "", settings: { ...MINTLIFY, partials: [...PARTIALS, ...OTHERS] } };
  const { data, notes } = await readDocsFile(file, top);
  const navigation = readNavigation(data);
  const pathOf = pathsOf(own);
  const names = listedIn(navigation.nodes);
  const listed = names.map(pathOf).filter((path) => path !== null);
  const isAllListed = mapOf(data.seo).indexing === "all";
  const ignored = [...PARTIALS, ...OTHERS, ...(await ignoredBy(own))];
  const languageOf = (path: string) => {
    const [first = ""] = path.split("/");
    return navigation.languages.slice(1).includes(first) ? first : "";
  };
  const inSite = (path: string) => pathFrom(folder, join(root, path));
  const apis = navigation.apiFolders.map((name) => `/${globText(name)}/**`);
  return {
    base: "",
    includeRoot: folder,
    docsFolder: pathFrom(folder, root),
    settings: {
      ...MINTLIFY,
      pages: docsGlobs(MINTLIFY.pages, { root, folder }),
      partials: docsGlobs(ignored, { root, folder }),
      listed: isAllListed ? [] : listed,
      elsewhere: ["/", ...apis, "/llms.txt", "/llms-full.txt", "/sitemap.xml", "/mcp"],
    },
    keys: KEYS,
    notes,
    addressOf: ({ path }) => addressOf(inSite(path)),
    aliasesOf: ({ path }) => {
      const id = idOf(inSite(path));
      return posix.basename(id) === "index" ? [`/${id}`] : [];
    },
    // A page that names another address is only a link in the navigation.
    leftOut: (pages) =>
      new Set(pages.filter(({ facts }) => typeof facts.url === "string").map(({ path }) => path)),
    editionOf: languageOf,
    order: (pages) => orderOf(itemsOf(navigation.nodes, pathOf), pages),
    redirectList: readRedirectList(redirectsIn(data.redirects), file.name),
  };
}

/** Returns the address of a page, by its path from the site's folder. */
function addressOf(path: string): string {
  const parts = idOf(path).split("/");
  if (parts.at(-1) === "index") parts.pop();
  return `/${parts.join("/")}`;
}

/** Returns how the pages that a navigation names are found in the docs root. */
function pathsOf({ folder, root, top }: OwnConfig): (name: string) => string | null {
  return (name) => {
    const bare = name.replace(/^\/+|\/+$/g, "").replace(/\.mdx?$/, "");
    for (const path of [`${bare}.mdx`, `${bare}.md`, `${bare}/index.mdx`, `${bare}/index.md`]) {
      const location = join(folder, path);
      const found = pathFrom(root, location);
      if (fileAt(location, top) !== null) return leadsOutside(found) ? null : found;
    }
    return null;
  };
}

/** Returns globs of what `.mintignore` leaves out. */
async function ignoredBy({ folder, top }: OwnConfig): Promise<string[]> {
  const file = fileAt(join(folder, ".mintignore"), top);
  if (file === null) return [];
  try {
    return gitignoreGlobs((await readText(file)).text);
  } catch (error) {
    if (!hasCode(error, "file", "setting")) throw error;
    return [];
  }
}

/** Writes redirects with `*` without a name in the way of those with one: `/old/page-*`. */
function redirectsIn(list: unknown): unknown {
  if (!Array.isArray(list)) return [];
  const named = (path: unknown) =>
    typeof path === "string"
      ? path.replace(/(?<![\w)])\*$/, (_, at: number) =>
          path[at - 1] === "/" ? ":rest*" : ":rest",
        )
      : path;
  return list.map(mapOf).map((rule) => {
    return { source: named(rule.source), destination: named(rule.destination) };
  });
}

/** Puts the titles that pages have in lists into a navigation, and leaves out pages that are not given. */
function orderOf(items: readonly NavItem[], pages: readonly PageFacts[]): NavItem[] {
  const titles = new Map(pages.map(({ path, facts }) => [path, facts.sidebarTitle]));
  return items.map(({ title, path, items: below }) => {
    const shown = path === null ? undefined : titles.get(path);
    const own = title ?? (typeof shown === "string" ? shown : null);
    const isGiven = path !== null && titles.has(path);
    return { title: own, path: isGiven ? path : null, items: orderOf(below, pages) };
  });
}

/** Returns a glob of a name in any letter case. */
function anyCase(name: string): string {
  return name.replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
}

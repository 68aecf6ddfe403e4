import { dirname, join } from "node:path";
import type { SiteSettings } from "../../config/site-settings.ts";
import { escaped, gitignoreGlobs, linesOf } from "../data/gitignore-globs.ts";
import type { SiteFile } from "../data/read-text.ts";
import { DOCUMENT } from "../document.ts";
import type { OwnConfig, SiteGenerator, SiteModel } from "../model.ts";
import { createAddresses } from "./addresses.ts";
import { pathFrom, placeOf } from "./docs-place.ts";
import { filesBelow } from "./docs-tree.ts";
import { createOrder } from "./navigation.ts";
import { pageSettingsOf } from "./page-syntax.ts";
import { redirectsOf } from "./redirects.ts";
import { type MkdocsFile, type Options, readMkdocsFile, textsOf } from "./settings-file.ts";

/** The settings of any tree in MkDocs. */
const MKDOCS: SiteSettings = {
  ...DOCUMENT,
  pages: ["**/*.{md,markdown}"],
  partials: ["templates/**"],
  drafts: [],
  index: ["index", "README"],
  suffix: "/",
  indexSuffix: "/",
  anchors: "python-markdown",
  relativeTo: "address",
  syntax: ["python-markdown"],
};

export const mkdocs: SiteGenerator = { open };

async function open(own: OwnConfig): Promise<SiteModel> {
  if (own.file === null) return { base: "", settings: MKDOCS };
  const file = await readMkdocsFile(own.file);
  const { data } = file;
  const place = placeOf(data, { ...own, file: own.file });
  const paths = filesBelow(place.docs);
  const notes = [...notesOf(file, own.file), ...place.notes];
  const page = pageSettingsOf(file, place);
  const addresses = createAddresses(file, place);
  const base = baseOf(data);
  const settings: SiteSettings = {
    ...MKDOCS,
    ...page.settings,
    pages: MKDOCS.pages.map((glob) => `${place.inRoot}${glob}`),
    partials: [
      ...MKDOCS.partials,
      ...["exclude_docs", "draft_docs"].flatMap((key) =>
        textsOf(data[key]).flatMap(gitignoreGlobs),
      ),
      ...shadowedReadmes(paths),
    ].map((glob) => `${place.inRoot}${glob}`),
    suffix: data.use_directory_urls === false ? ".html" : "/",
    judged: Array.from(file.plugins.keys()).every((name) => WITHOUT_FILES.test(name))
      ? ["files"]
      : [],
    elsewhere: addresses.elsewhere.map((glob) => `${escaped(base)}${glob}`),
    drafts: addresses.drafts,
  };
  const redirects = redirectsOf(file, { base, addresses });
  return {
    base,
    settings,
    keys: addresses.keys,
    includeRoot: place.top,
    docsFolder: pathFrom(place.top, own.root),
    notes: [...notes, ...page.notes],
    addressOf: addresses.addressOf,
    fallbackOf: (address) => {
      const below = address.startsWith(`${base}/`) ? address.slice(base.length) : null;
      const fallback = below === null ? null : addresses.fallbackOf(below);
      return fallback === null ? null : `${base}${fallback}`;
    },
    order: await createOrder(file, { place, paths }),
    aliasesOf: ({ path }) => redirects.byPage.get(addresses.inDocs(path)) ?? [],
    redirects: redirects.addresses,
  };
}

/** Returns the path of the address of the site. */
function baseOf(data: Options): string {
  const [address = ""] = textsOf(data.site_url);
  const url = URL.canParse(address) ? new URL(address) : null;
  return url === null ? "" : decodeURI(url.pathname).replace(/\/+$/, "");
}

/** Returns the paths of README files next to an index page, which has their address. */
function shadowedReadmes(paths: readonly string[]): string[] {
  const all = new Set(paths);
  return paths
    .filter((path) => /(?:^|\/)README\.md$/.test(path))
    .filter((path) => all.has(join(dirname(path), "index.md").replaceAll("\\", "/")));
}

/** Says which values would need something to be run, or are not read. */
function notesOf({ data, plugins }: MkdocsFile, file: SiteFile): string[] {
  const notes: string[] = [];
  if (
    data.site_url !== undefined &&
    data.site_url !== null &&
    textsOf(data.site_url).length === 0
  ) {
    notes.push(`${file.name}: "site_url" cannot be read: configure "base"`);
  }
  for (const key of ["exclude_docs", "draft_docs"]) {
    const negated = textsOf(data[key]).flatMap(linesOf).find(isNegated);
    if (negated === undefined) continue;
    notes.push(`${file.name}: "${negated}" of "${key}" is not read: configure "site.partials"`);
  }
  for (const [name, what] of UNREAD_PLUGINS) {
    if (plugins.has(name)) notes.push(`${file.name}: ${what} of the plugin "${name}" is not read`);
  }
  return notes;
}

/** Plugins that add no files. */
const WITHOUT_FILES =
  /^(?:material\/)?(?:search|tags|meta|privacy|offline|group|info|minify|autorefs|glightbox|section-index|awesome-pages|redirects|include-markdown|git-.+|techdocs-core)$/;

/** Plugins that change pages or their order in ways that only running them shows. */
const UNREAD_PLUGINS = [
  ["gen-files", "the output"],
  ["monorepo", "the tree"],
  ["multirepo", "the tree"],
  ["literate-nav", "the order"],
  ["awesome-nav", "the order"],
] as const;

/** Leaves out files whose names begin with a dot: they are not pages anyway. */
function isNegated(pattern: string): boolean {
  return pattern.startsWith("!") && !/(?:^!|\/)\./.test(pattern);
}

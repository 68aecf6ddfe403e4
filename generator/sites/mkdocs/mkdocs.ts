import { dirname, join, relative, sep } from "node:path";
import type { SiteSettings } from "../../config/site-settings.ts";
import { gitRootOf } from "../data/find-files.ts";
import type { SiteFile } from "../data/read-text.ts";
import { DOCUMENT } from "../document.ts";
import type { OwnConfig, SiteGenerator, SiteModel } from "../model.ts";
import { createAddresses } from "./addresses.ts";
import { filesBelow } from "./docs-tree.ts";
import { globsOf, linesOf } from "./ignore-patterns.ts";
import { createOrder } from "./navigation.ts";
import { pageSettingsOf } from "./page-syntax.ts";
import { redirectsOf } from "./redirects.ts";
import { type MkdocsFile, type Options, readMkdocsFile, textsOf } from "./settings-file.ts";

/** What MkDocs makes of any tree. */
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

export const mkdocs: SiteGenerator = {
  name: "mkdocs",
  title: "MkDocs",
  files: ["mkdocs.{yml,yaml}", "zensical.toml"],
  open,
};

async function open(own: OwnConfig): Promise<SiteModel> {
  if (own.file === null) return { base: "", settings: MKDOCS };
  const file = await readMkdocsFile(own.file);
  const { data } = file;
  const place = placeOf(data, { ...own, file: own.file });
  const paths = filesBelow(place.docs);
  const notes = [...notesOf(file, own.file), ...place.notes];
  const page = pageSettingsOf(file, place);
  const addresses = createAddresses(file, place);
  const settings: SiteSettings = {
    ...MKDOCS,
    ...page.settings,
    pages: MKDOCS.pages.map((glob) => `${place.inRoot}${glob}`),
    partials: [
      ...MKDOCS.partials,
      ...["exclude_docs", "draft_docs"].flatMap((key) => textsOf(data[key]).flatMap(globsOf)),
      ...shadowedReadmes(paths),
    ].map((glob) => `${place.inRoot}${glob}`),
    suffix: data.use_directory_urls === false ? ".html" : "/",
    elsewhere: addresses.elsewhere,
    drafts: addresses.drafts,
  };
  const base = baseOf(data);
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
    redirects: redirectsOf(file, { base, addresses }),
  };
}

/** Where the docs of a site are. */
export interface DocsPlace {
  /** Location of its configuration's folder. */
  readonly folder: string;
  /** Location of its docs. */
  readonly docs: string;
  /** Location of the folder that included files are in: the git checkout, or `folder`. */
  readonly top: string;
  /** Path from the docs root to the site's docs, with a final slash; empty if they are the same. */
  readonly inRoot: string;
  /** Path from the site's docs to the docs root, with a final slash; empty if they are the same. */
  readonly inDocs: string;
}

function placeOf(
  data: Options,
  { folder, root, file }: OwnConfig & { readonly file: SiteFile },
): DocsPlace & { readonly notes: readonly string[] } {
  const docs = join(folder, textsOf(data.docs_dir)[0] ?? "docs");
  const below = pathFrom(root, docs);
  const above = pathFrom(docs, root);
  const top = gitRootOf(root) ?? folder;
  const place = { folder, docs, top, inRoot: "", inDocs: "", notes: [] };
  if (below === "") return place;
  if (!below.startsWith("..")) return { ...place, inRoot: `${below}/` };
  if (!above.startsWith("..")) return { ...place, inDocs: `${above}/` };
  const note = `The pages of ${file.name} are in "${pathFrom(folder, docs)}", which is not the docs root`;
  return { ...place, docs: root, notes: [note] };
}

export function pathFrom(from: string, to: string): string {
  return relative(from, to).split(sep).join("/");
}

/** Returns the path of the address of the site. */
function baseOf(data: Options): string {
  const [address = ""] = textsOf(data.site_url);
  const url = URL.canParse(address) ? new URL(address) : null;
  return url === null ? "" : decodeURI(url.pathname).replace(/\/+$/, "");
}

/** Returns the paths of README files beside an index page, which has their address. */
function shadowedReadmes(paths: readonly string[]): string[] {
  const all = new Set(paths);
  return paths
    .filter((path) => /(?:^|\/)README\.md$/.test(path))
    .filter((path) => all.has(join(dirname(path), "index.md").replaceAll("\\", "/")));
}

/** Says which values would need something to be run, or are not read. */
function notesOf({ data }: MkdocsFile, file: SiteFile): string[] {
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
  return notes;
}

/** Files whose names begin with a dot are no pages anyway. */
function isNegated(pattern: string): boolean {
  return pattern.startsWith("!") && !/(?:^!|\/)\./.test(pattern);
}

import { join } from "node:path";
import type { SiteSettings } from "../../config/site-settings.ts";
import { mentions } from "../data/conditions.ts";
import { filesBelow } from "../data/files/files-below.ts";
import { gitRootOf } from "../data/files/find-files.ts";
import { globText } from "../data/glob-text.ts";
import { commonFolder, type DocsPlace, pathFrom, placeDocs } from "../data/path-from.ts";
import { DOCUMENT } from "../document.ts";
import type { NavItem, OwnConfig, PageFacts, SiteGenerator, SiteModel } from "../model.ts";
import { type AstroFile, readAstroFile } from "./astro-file.ts";
import { astroPagesOf } from "./astro-pages.ts";
import { redirectsOf } from "./astro-redirects.ts";
import { readImportAliases } from "./import-aliases.ts";
import { pageSlugOf } from "./page-slug.ts";
import { StarlightAddresses } from "./starlight-addresses.ts";
import { StarlightSidebar } from "./starlight-sidebar.ts";

const EXTENSIONS = "{markdown,mdown,mkdn,mkd,mdwn,md,mdx}";

/** The rules of Starlight for any tree. */
const STARLIGHT: SiteSettings = {
  ...DOCUMENT,
  pages: [`**/*.${EXTENSIONS}`],
  partials: [`**/_*.${EXTENSIONS}`],
  drafts: ["draft"],
  index: ["index"],
  lowercase: true,
  suffix: "/",
  indexSuffix: "/",
  addressKeys: ["slug"],
  anchors: "github",
  mdx: [".mdx"],
  includes: ["mdx-imports"],
  syntax: ["containers"],
  fileLinks: false,
  relativeTo: "address",
  pageIds: ["_top"],
  staticFolders: ["public"],
};

const KEYS = ["slug", "sidebar"];

export const starlight: SiteGenerator = {
  isOwn: mentions("@astrojs/starlight"),
  open,
};

async function open(own: OwnConfig): Promise<SiteModel> {
  if (own.file === null) return { base: "", settings: STARLIGHT, keys: KEYS };
  const file = await readAstroFile(own.file, own.top);
  const docs = join(file.folder, file.source, "content/docs");
  const found = placeDocs(docs, own.root);
  const place = found ?? { inRoot: "", inDocs: "" };
  const note = `The docs of ${own.file.name} are in "${pathFrom(file.folder, docs)}", which is not the docs root`;
  const addresses = new StarlightAddresses(file);
  const includeRoot = gitRootOf(own.root) ?? commonFolder(own.root, file.folder);
  const outside = found === null ? [] : addressesOutside({ docs, place, addresses });
  const { suffix } = addresses;
  const redirects = redirectsOf(file);
  return {
    base: file.base,
    settings: {
      ...STARLIGHT,
      pages: STARLIGHT.pages.map((glob) => `${globText(place.inRoot)}${glob}`),
      partials: STARLIGHT.partials.map((glob) => `${globText(place.inRoot)}${glob}`),
      suffix,
      indexSuffix: suffix === "/" ? "/" : "",
      importAliases: await readImportAliases(file, { includeRoot, top: own.top }),
      judged: file.isWhole ? ["files"] : [],
      staticFolders: [file.publicFolder],
      elsewhere: [...outside.map(globText), ...(await astroPagesOf(file)), ...redirects.globs],
    },
    keys: KEYS,
    includeRoot,
    docsFolder: pathFrom(includeRoot, own.root),
    notes: [...file.notes, ...(found === null ? [note] : [])],
    addressOf: (page) => addresses.of(pageSlugOf(docsPage(page, place))),
    fallbackOf: (address) => addresses.fallbackOf(address),
    editionOf: (path) =>
      addresses.localeOf(path.startsWith(place.inRoot) ? path.slice(place.inRoot.length) : path)
        .folder,
    order: (pages) => orderOf(pages, { file, place, addresses }),
    redirects: redirects.exact,
  };
}

/** Returns a page with its path from the folder of the docs. */
function docsPage<Page extends PageFacts>(page: Page, { inRoot, inDocs }: DocsPlace): Page {
  return { ...page, path: `${inDocs}${page.path.slice(inRoot.length)}` };
}

interface OutsideOptions {
  readonly docs: string;
  readonly place: DocsPlace;
  readonly addresses: StarlightAddresses;
}

/** Returns the addresses of pages that are not below a docs root that is a part of the docs. */
function addressesOutside({ docs, place: { inDocs }, addresses }: OutsideOptions): string[] {
  if (inDocs === "") return [];
  return filesBelow(docs, /^[^_].*\.(?:mdx?|m(?:arkdown|down|kdn|kd|dwn))$/)
    .filter((path) => !path.startsWith(inDocs))
    .flatMap((path) => addresses.everywhere(pageSlugOf({ path, facts: {} })));
}

interface OrderOptions {
  readonly file: AstroFile;
  readonly place: DocsPlace;
  readonly addresses: StarlightAddresses;
}

/** Returns the navigation: that of the default language, then one entry for each other language. */
function orderOf(pages: readonly PageFacts[], { file, place, addresses }: OrderOptions): NavItem[] {
  const { locales, sidebar } = file;
  const all = pages.map((page) => ({ ...docsPage(page, place), source: page.path }));
  const [first = { folder: "", label: "", lang: "en" }, ...others] = locales;
  const itemsOf = (locale: typeof first) => {
    const own = all.filter(({ path }) => addresses.localeOf(path).folder === locale.folder);
    return new StarlightSidebar(own, { locale, collation: first.lang }).items(sidebar);
  };
  const translated = others.map((locale) => {
    return { title: locale.label, path: null, items: itemsOf(locale) };
  });
  return [...itemsOf(first), ...translated.filter(({ items }) => items.length > 0)];
}

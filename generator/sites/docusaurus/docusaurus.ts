import type { SiteSettings } from "../../config/site-settings.ts";
import { gitRootOf } from "../data/files/find-files.ts";
import { globText } from "../data/glob-text.ts";
import { commonFolder, pathFrom } from "../data/path-from.ts";
import { DOCUMENT } from "../document.ts";
import type { NavItem, OwnConfig, PageFacts, SiteGenerator, SiteModel } from "../model.ts";
import { type FolderFiles, readFolder } from "./category-files.ts";
import { ADDRESS_KEYS, docAddressOf, type SplitName } from "./doc-address.ts";
import { docsFoldersOf, type PlacedFolder, placeFolders } from "./docs-folders.ts";
import { elsewhereOf } from "./elsewhere.ts";
import { generatedPagesOf } from "./generated-pages.ts";
import { keepNumber, splitNumber } from "./number-prefix.ts";
import { readOriginals } from "./originals.ts";
import { SIDEBAR_KEYS, SidebarTree } from "./sidebar-tree.ts";
import { GENERATED, readSidebars, type Sidebars } from "./sidebars.ts";
import { type DocusaurusFile, readDocusaurusFile } from "./site-file.ts";

/** The rules of Docusaurus for any tree. */
const DOCUSAURUS: SiteSettings = {
  ...DOCUMENT,
  pages: ["**/*.{md,mdx}"],
  partials: ["**/_*.{md,mdx}", "**/_*/**", "**/__tests__/**"],
  drafts: ["draft"],
  unlisted: ["unlisted"],
  index: ["index", "README"],
  indexSuffix: "/",
  anchors: "github",
  titleIds: false,
  mdx: [".md", ".mdx"],
  includes: ["mdx-imports"],
  syntax: ["containers"],
  relativeTo: "address",
  staticFolders: ["static"],
};

const KEYS = [...ADDRESS_KEYS, ...SIDEBAR_KEYS];

export const docusaurus: SiteGenerator = { open };

async function open(own: OwnConfig): Promise<SiteModel> {
  if (own.file === null) return withoutFile();
  const file = await readDocusaurusFile(own.file, own.top);
  const folders = await docsFoldersOf({ file, top: own.top });
  const placed = placeFolders(folders, own.root);
  const [first] = placed;
  if (first === undefined) {
    const note = `The docs of ${own.file.name} are not in the docs root: the addresses are guessed. To set them, configure "base"`;
    const guessed = withoutFile();
    return { ...guessed, notes: [...file.notes, note] };
  }
  const content = await Promise.all(placed.map((folder) => readContent(folder, own)));
  const originals = await Promise.all(
    placed.map((folder) => readOriginals(folder, splitOf(folder))),
  );
  const siteBase = file.baseUrl.replace(/\/$/, "");
  const base = placed.length === 1 || first.inRoot === "" ? first.base : siteBase;
  const includeRoot = gitRootOf(own.root) ?? commonFolder(own.root, file.folder);
  const addresses = new Addresses({ placed, base, file });
  return {
    base,
    settings: {
      ...DOCUSAURUS,
      ...filesOf(placed),
      indexSuffix: addresses.hasSlash(first) ? "/" : "",
      mdx: file.mdx,
      staticFolders: file.staticFolders,
      linkBase: first.locale.base.replace(/\/$/, ""),
      judged: file.isWhole ? ["outside", "files"] : [],
      importAliases: { "@site/": pathFrom(includeRoot, file.folder) },
      elsewhere: [
        ...elsewhereOf({ file, folders, placed }),
        ...content.flatMap(({ folder, generated }) =>
          generated.map((address) => globText(addresses.whole(folder, address))),
        ),
        ...originals.flatMap(({ folder, addresses: own }) =>
          own.map((address) => globText(addresses.whole(folder, address))),
        ),
      ],
    },
    keys: KEYS,
    includeRoot,
    docsFolder: pathFrom(includeRoot, own.root),
    notes: [...file.notes, ...content.flatMap(({ notes }) => notes)],
    addressOf: (page) => addresses.of(page),
    otherFiles: new Set(originals.flatMap(({ paths }) => paths)),
    editionOf: (path) => addresses.folderOf(path)?.base ?? "",
    order: (pages) => content.flatMap((each) => orderOf(pages, each, addresses)),
    redirects: redirectsOf(file),
  };
}

/** Returns the model of a site whose configuration is not there. */
function withoutFile(): SiteModel {
  return {
    base: "/docs",
    settings: DOCUSAURUS,
    keys: KEYS,
    addressOf: (page) => docAddressOf(page, splitNumber),
  };
}

function splitOf({ instance }: PlacedFolder): SplitName {
  return instance.splitsNumbers ? splitNumber : keepNumber;
}

/** Returns the globs of the files that are docs. */
function filesOf(placed: readonly PlacedFolder[]): Pick<SiteSettings, "pages" | "partials"> {
  const globs = (key: "include" | "exclude", without: readonly string[]) =>
    placed.flatMap(({ inRoot, instance }) =>
      (instance[key] ?? without).map((glob) => `${globText(inRoot)}${glob}`),
    );
  return {
    pages: globs("include", DOCUSAURUS.pages),
    partials: globs("exclude", DOCUSAURUS.partials),
  };
}

interface AddressOptions {
  readonly placed: readonly PlacedFolder[];
  readonly base: string;
  readonly file: DocusaurusFile;
}

/** The addresses of the docs of a site. */
class Addresses {
  readonly #options: AddressOptions;

  constructor(options: AddressOptions) {
    this.#options = options;
  }

  /** Returns the folder of docs that a path from the docs root is in. */
  folderOf(path: string): PlacedFolder | undefined {
    return this.#options.placed.find(({ inRoot }) => path.startsWith(inRoot));
  }

  /** Returns the address of a page below the base of the model. */
  of(page: PageFacts): string | undefined {
    const folder = this.folderOf(page.path);
    if (folder === undefined) return undefined;
    const path = docPathOf(page, folder);
    const address = this.whole(folder, docAddressOf({ ...page, path }, splitOf(folder)));
    return address.slice(this.#options.base.length) || "/";
  }

  /** Returns the whole address of one that is below the docs of a folder. */
  whole({ base, locale }: PlacedFolder, address: string): string {
    const { trailingSlash } = this.#options.file;
    const whole = `${base}${address}`.replace(/\/{2,}/g, "/");
    if (trailingSlash === undefined || whole === "/" || whole === locale.base) return whole;
    const bare = whole.replace(/\/+$/, "");
    return trailingSlash ? `${bare}/` : bare;
  }

  /** Tells whether the first page of a folder has a final slash. */
  hasSlash(folder: PlacedFolder): boolean {
    return this.whole(folder, "/").endsWith("/");
  }
}

/** Returns the path of a page from the folder of its docs. */
function docPathOf({ path }: Pick<PageFacts, "path">, { inDocs, inRoot }: PlacedFolder): string {
  return `${inDocs}${path.slice(inRoot.length)}`;
}

interface Content extends Pick<FolderFiles, "categories"> {
  readonly folder: PlacedFolder;
  readonly sidebars: Sidebars;
  /** Addresses below the docs of the pages of categories; globs if they are not known. */
  readonly generated: readonly string[];
  readonly notes: readonly string[];
}

async function readContent(folder: PlacedFolder, { top }: OwnConfig): Promise<Content> {
  const { categories } = await readFolder(folder.original ?? folder.location);
  const { sidebars: file } = folder;
  const sidebars = file === null ? GENERATED : await readSidebars(file, top);
  const generated = generatedPagesOf(sidebars.items, { categories, split: splitOf(folder) });
  const notes = sidebars.isWhole
    ? []
    : [
        `${file!.name}: a part of the sidebars cannot be read without running them, so the order is not that of the site`,
      ];
  return { folder, categories, sidebars, generated, notes };
}

function orderOf(
  pages: readonly PageFacts[],
  { folder, categories, sidebars }: Content,
  addresses: Addresses,
): NavItem[] {
  const own = pages.filter(({ path }) => addresses.folderOf(path) === folder);
  const pathOf = (page: PageFacts) => docPathOf(page, folder);
  const tree = new SidebarTree(own, { categories, split: splitOf(folder), pathOf });
  return tree.items(sidebars.items);
}

function redirectsOf({ redirects, baseUrl }: DocusaurusFile): ReadonlyMap<string, string> {
  const base = baseUrl.replace(/\/$/, "");
  const whole = (address: string) => (address.startsWith("/") ? `${base}${address}` : address);
  return new Map(redirects.map(([from, to]) => [whole(from).replace(/\/+$/, ""), whole(to)]));
}

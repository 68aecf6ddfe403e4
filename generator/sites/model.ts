import type { SiteSettings } from "../config/site-settings.ts";
import type { SiteFile } from "./data/read-text.ts";
import type { Sign } from "./data/recognise.ts";
import type { Redirects } from "./data/redirect-files.ts";

/** The facts about a page that the rules of a site depend on. */
export interface PageFacts {
  /** Path relative to the docs root. */
  readonly path: string;
  readonly title: string;
  readonly hasFrontmatter: boolean;
  /** The values of the frontmatter under the keys that the site reads: see `keys`. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/** An entry of a site's navigation: a page, a link, or a heading above other entries. */
export interface NavItem {
  /** Null for the title of its page. */
  readonly title: string | null;
  /** Path of its page; null if it is not one of the tree. */
  readonly path: string | null;
  readonly items: readonly NavItem[];
}

/** A checkout whose files are addresses themselves. */
export interface Checkout {
  /** Path of the docs root in it; empty if they are the same. */
  readonly folder: string;
  /** Tells whether it has a file or folder. */
  has(path: string): boolean;
}

/** A page that references may lead to. */
export type ReferencePage = Pick<PageFacts, "path" | "title">;

/**
 * Finds a page by a reference on the page at a path.
 *
 * @returns its path, otherwise whether the site serves something else there
 */
export type FindReference = (reference: string, from: string) => ReferenceTarget;

export type ReferenceTarget = { readonly path: string } | { readonly isServed: boolean };

/** The rules of one site, by its own configuration. */
export interface SiteModel {
  /** The path that all pages are below, without a final slash. */
  readonly base: string;
  readonly settings: SiteSettings;
  /** Keys of the frontmatter that `addressOf` and `order` read, apart from those of the settings. */
  readonly keys?: readonly string[];
  /** Location of the folder that included files are in. Default: the docs root. */
  readonly includeRoot?: string;
  /** Path of the docs root from there, with forward slashes. Default: they are the same. */
  readonly docsFolder?: string;
  /** Sentences about values that could not be read. */
  readonly notes?: readonly string[];
  /**
   * Returns the address of a page below the base, not percent-encoded: `/guide/install`.
   *
   * @returns undefined if the rule of the settings applies
   */
  readonly addressOf?: (page: PageFacts) => string | undefined;
  /** Returns further addresses, from `/`, not percent-encoded, that lead to a page. */
  readonly aliasesOf?: (page: PageFacts) => readonly string[];
  /** Returns the paths of the files that the site does not make a page of, apart from drafts. */
  readonly leftOut?: (pages: readonly PageFacts[]) => ReadonlySet<string>;
  /** Returns the date before which a page is left out. Default: that of the settings. */
  readonly publishDateOf?: (page: PageFacts) => unknown;
  /**
   * Finds the page that is meant by a reference of the generator's own, which its syntax writes as the
   * destination `ref:…`: its path. Called once for all pages.
   */
  readonly references?: (pages: readonly ReferencePage[]) => FindReference;
  /** Returns the address whose page is shown if an address has none; null if there is none. */
  readonly fallbackOf?: (address: string) => string | null;
  /** The checkout that links lead into. Default: links lead to addresses of the site. */
  readonly checkout?: Checkout;
  /** The beginning of ids that links may leave out, and have as well. Default: none. */
  readonly idPrefix?: string;
  /** Returns the navigation. Default: folders and pages in the order of their paths. */
  readonly order?: (pages: readonly PageFacts[]) => readonly NavItem[];
  /** Paths from the docs root of files that the tree lacks, but whose pages the site has from elsewhere. */
  readonly otherFiles?: ReadonlySet<string>;
  /** Returns the language and version of a page by its path, or of an address below the base without its `/`. */
  readonly editionOf?: (path: string) => string;
  /** Locations of folders from which pages may show images, apart from those of static files. */
  readonly imageFolders?: readonly string[];
  /** The redirects of its configuration, from address to address. Those of files for hosts are read anyway. */
  readonly redirects?: ReadonlyMap<string, string>;
  /** Further redirects of its configuration, which may have patterns. */
  readonly redirectList?: Redirects;
}

/** A generator's own configuration of a site. */
export interface OwnConfig {
  /** Null if there is none. */
  readonly file: SiteFile | null;
  /** The folder in which its files are looked up; without one, the docs root. */
  readonly folder: string;
  /** Location of the docs root. */
  readonly root: string;
  /** The root of the git checkout, otherwise the highest folder that is looked into. */
  readonly top: string;
}

/** A program that makes a site of a tree: what it does to any tree, and how its configuration is read. */
export interface SiteGenerator {
  /** Tells whether a file that may be its configuration is this generator's. Default: it always is. */
  readonly isOwn?: NonNullable<Sign["isOwn"]>;
  /** Reads its configuration of a site. */
  open(own: OwnConfig): Promise<SiteModel>;
}

import type { AnchorStyle } from "./anchor-styles.ts";

/** The site generators that docgate knows; `document` is the Documentation Query API by itself. */
export const SITE_NAMES = [
  "document",
  "docusaurus",
  "mkdocs",
  "vitepress",
  "starlight",
  "hugo",
  "mdbook",
  "jekyll",
  "nuxt",
  "nextra",
  "mintlify",
  "fumadocs",
  "github",
] as const;
export type SiteName = (typeof SITE_NAMES)[number];

/** Ways to include other files. */
export const INCLUDE_NAMES = [
  "snippets",
  "vitepress-includes",
  "vitepress-snippets",
  "mdbook",
  "code-includes",
  "include-markdown",
  "hugo",
  "jekyll",
  "mdx-imports",
  "include-elements",
  "snippet-elements",
] as const;
export type IncludeName = (typeof INCLUDE_NAMES)[number];

/** Syntax beyond Markdown. */
export const SYNTAX_NAMES = [
  "containers",
  "vue",
  "markdown-it-attrs",
  "vitepress",
  "mdbook-headings",
  "mdbook-hidden-lines",
  "mdbook-listings",
  "mdc",
  "jinja",
  "attribute-lists",
  "literal-ids",
  "comment-headings",
  "highlighted-code",
  "icons",
  "keys",
  "critic",
  "highlights",
  "mkdocstrings",
  "tab-ids",
  "admonitions",
  "details",
  "tabs",
  "blocks",
  "definition-lists",
  "abbreviations",
  "footnotes",
  "markdown-in-html",
  "python-markdown",
  "shortcodes",
  "goldmark",
  "definition-terms",
  "liquid",
  "kramdown",
  "typed-code",
  "code-notations",
  "toc-marks",
] as const;
export type SyntaxName = (typeof SYNTAX_NAMES)[number];

/** The ways in which the id of a heading is written, apart from `{#id}` and `{/*id*\/}`. */
export const ID_SYNTAXES = ["attributes", "brackets"] as const;
export type IdSyntax = (typeof ID_SYNTAXES)[number];

/** Whose components get ids that pages do not write. */
export const COMPONENT_IDS = ["nextra", "mintlify"] as const;
export type ComponentIds = (typeof COMPONENT_IDS)[number];

/**
 * Describes what a site generator makes of a tree, as plain data. Each key is also one of `site` in the
 * configuration, so that any site can be described.
 */
export interface SiteSettings {
  /** Globs of the files that are pages. */
  readonly pages: readonly string[];
  /** Globs of Markdown files that are not pages: partials, files that only say an order. */
  readonly partials: readonly string[];
  /**
   * Keys of the frontmatter that leave a page out if they are true; with `!` before it, if it is
   * false: `["draft", "!published"]`.
   */
  readonly drafts: readonly string[];
  /** Keys of the frontmatter that leave a page out of lists and search, as those of drafts. */
  readonly unlisted: readonly string[];
  /** Paths of the pages that lists and search have; empty if they have all. */
  readonly listed: readonly string[];
  /** Keys of the frontmatter with a date before which, and after which, a page is left out. */
  readonly publishDate: readonly string[];
  readonly expiryDate: readonly string[];

  /** Names of files, without extension, that have the address of their folder. */
  readonly index: readonly string[];
  /**
   * A regular expression for the beginning of the names of files and folders that is not in addresses,
   * such as a number that only orders them; empty for none.
   */
  readonly prefix: string;
  readonly lowercase: boolean;
  /** The end of an address, apart from those of folders. */
  readonly suffix: "" | "/" | ".html";
  /** The end of the address of a folder. */
  readonly indexSuffix: "" | "/";
  /** Keys of the frontmatter that give the address: whole if it begins with `/`, else its last part. */
  readonly addressKeys: readonly string[];
  /** Keys of the frontmatter with further addresses of a page. */
  readonly aliasKeys: readonly string[];

  readonly anchors: AnchorStyle;
  readonly ids: readonly IdSyntax[];

  /** False if headings of depth 1 have no id. */
  readonly titleIds: boolean;
  /** Ids that the site gives to every page. */
  readonly pageIds: readonly string[];

  /** Extensions of the files that are MDX: `.mdx`. */
  readonly mdx: readonly string[];
  /** Forms of frontmatter that are read, apart from YAML. */
  readonly frontmatter: readonly ("toml" | "json")[];
  readonly includes: readonly IncludeName[];
  /** Beginnings of the paths of imports, and the folders that they stand for, from the includes' root. */
  readonly importAliases: Readonly<Record<string, string>>;
  /** Folders that paths of included files are relative to, from the includes' root; `.` for the file's own. */
  readonly includeFolders: readonly string[];
  /** Paths of files that are included at the end of each page. */
  readonly appended: readonly string[];
  readonly syntax: readonly SyntaxName[];
  /** Regular expressions for the content of comments that the site makes something visible of. */
  readonly comments: readonly string[];
  /** Values that Liquid shows, by name: `site.title`. */
  readonly variables: Readonly<Record<string, string>>;
  /**
   * Attributes of components in MDX that readers see as text, apart from `title`, `label` and
   * `heading`: `ParamField.path`.
   */
  readonly shownAttributes: readonly string[];
  /** The rules by which components in MDX get ids that pages do not write. */
  readonly componentIds: readonly ComponentIds[];

  /**
   * True if links to Markdown files lead to their pages; `address` if they are addresses that only lose
   * their extension.
   */
  readonly fileLinks: boolean | "address";
  /** The start of other relative links: the file, or the address of the page. */
  readonly relativeTo: "file" | "address";
  /** The address of the site, which links from `/` may leave out: `/repository`. */
  readonly linkBase: string;
  /**
   * Further links that are judged, because nothing unknown is on the site: `outside`, addresses outside of
   * the docs; `files`, files other than pages.
   */
  readonly judged: readonly ("outside" | "files")[];

  /** Globs of addresses that the site serves without a page. */
  readonly elsewhere: readonly string[];
  /** Folders whose files the site serves as they are, relative to the site's root. */
  readonly staticFolders: readonly string[];
}

/** The settings that a page's parsed form depends on. */
export const PAGE_SETTINGS = [
  "anchors",
  "ids",
  "titleIds",
  "drafts",
  "unlisted",
  "listed",
  "mdx",
  "frontmatter",
  "includes",
  "includeFolders",
  "appended",
  "importAliases",
  "syntax",
  "comments",
  "variables",
  "shownAttributes",
  "componentIds",
] as const satisfies readonly (keyof SiteSettings)[];

/** The settings of the site that a page's parsed form depends on. */
export interface SitePageSettings extends Pick<SiteSettings, (typeof PAGE_SETTINGS)[number]> {
  /** Keys of the frontmatter that the site reads. */
  readonly keys: readonly string[];
  /** Path of the docs root from the includes' root; empty if they are the same. */
  readonly docsFolder: string;
}

type Optional<Keys> = { [Key in keyof Keys]?: Keys[Key] | undefined };

/** `site` in the configuration, as an object. */
export interface UserSite extends Optional<SiteSettings> {
  /** The generator whose settings these change. Default: `document`. */
  generator?: SiteName | undefined;
  /** Its own configuration, relative to the docs root. Default: the nearest one. */
  file?: string | undefined;
  /**
   * The date at which pages are published or have expired: `2026-01-31`. Default: `SOURCE_DATE_EPOCH`
   * of the environment, else the date of the last commit; without either, no page is left out.
   */
  asOf?: string | undefined;
  /** Addresses of single pages, by path: exceptions from the rules. Default: none. */
  addresses?: Record<string, string> | undefined;
}

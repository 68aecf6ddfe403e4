import type { SiteSettings } from "../config/site-settings.ts";
import type { SiteGenerator } from "./model.ts";

/** The addresses, anchors and syntax of the Documentation Query API, which every site changes. */
export const DOCUMENT: SiteSettings = {
  pages: ["**/*.{md,markdown,mdx}"],
  partials: [],
  drafts: ["draft", "!published"],
  unlisted: [],
  listed: [],
  publishDate: [],
  expiryDate: [],
  index: [],
  prefix: "",
  lowercase: false,
  suffix: "",
  indexSuffix: "",
  addressKeys: [],
  aliasKeys: [],
  anchors: "document",
  ids: [],
  titleIds: true,
  pageIds: [],
  mdx: [],
  frontmatter: [],
  includes: [],
  importAliases: {},
  includeFolders: [],
  appended: [],
  syntax: [],
  comments: [],
  variables: {},
  shownAttributes: [],
  componentIds: [],
  fileLinks: true,
  relativeTo: "file",
  linkBase: "",
  judged: [],
  elsewhere: [],
  staticFolders: [],
};

export const document: SiteGenerator = {
  open: async () => ({ base: "/docs", settings: DOCUMENT }),
};

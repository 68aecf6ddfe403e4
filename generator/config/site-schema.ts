import * as z from "zod";
import { ANCHOR_STYLES } from "./anchor-styles.ts";
import {
  COMPONENT_IDS,
  ID_SYNTAXES,
  INCLUDE_NAMES,
  SITE_NAMES,
  type SiteSettings,
  SYNTAX_NAMES,
} from "./site-settings.ts";

const strings = z.array(z.string().min(1));

function isRegExp(source: string): boolean {
  try {
    new RegExp(source, "u");
    return true;
  } catch {
    return false;
  }
}

/** Checks the keys of {@link SiteSettings}. */
const settingsShape = {
  pages: strings,
  partials: strings,
  drafts: strings,
  unlisted: strings,
  listed: strings,
  publishDate: strings,
  expiryDate: strings,
  index: strings,
  prefix: z.string().refine(isRegExp, "expected a regular expression"),
  lowercase: z.boolean(),
  suffix: z.enum(["", "/", ".html"]),
  indexSuffix: z.enum(["", "/"]),
  addressKeys: strings,
  aliasKeys: strings,
  anchors: z.enum(ANCHOR_STYLES),
  ids: z.array(z.enum(ID_SYNTAXES)),
  titleIds: z.boolean(),
  pageIds: strings,
  mdx: z.array(z.string().regex(/^\.\w+$/, "expected an extension such as .mdx")),
  frontmatter: z.array(z.enum(["toml", "json"])),
  includes: z.array(z.enum(INCLUDE_NAMES)),
  importAliases: z.record(z.string(), z.string()),
  includeFolders: strings,
  appended: strings,
  syntax: z.array(z.enum(SYNTAX_NAMES)),
  comments: z.array(z.string().min(1).refine(isRegExp, "expected a regular expression")),
  variables: z.record(z.string(), z.string()),
  shownAttributes: z.array(z.string().regex(/^[\w.]+\.[\w-]+$/, "expected Component.attribute")),
  componentIds: z.array(z.enum(COMPONENT_IDS)),
  fileLinks: z.union([z.boolean(), z.literal("address")]),
  relativeTo: z.enum(["file", "address"]),
  linkBase: z.string().regex(/^(?:\/.*[^/])?$/, "expected a path from /, without a final slash"),
  elsewhere: strings,
  judged: z.array(z.enum(["outside", "files"])),
  staticFolders: strings,
} satisfies Record<keyof SiteSettings, z.ZodType>;

/** Checks `site` of a configuration. */
export const siteSchema = z.union([
  z.enum(["auto", ...SITE_NAMES]),
  z
    .strictObject({
      generator: z.enum(SITE_NAMES),
      file: z.string().min(1),
      asOf: z
        .string()
        .refine((date) => !Number.isNaN(Date.parse(date)), "expected a date such as 2026-01-31"),
      addresses: z.record(z.string(), z.string().startsWith("/", "expected an address from /")),
      ...settingsShape,
    })
    .partial(),
]);

import { join, posix, relative, sep } from "node:path";
import type { AnchorStyle } from "../config/anchor-styles.ts";
import type { SyntaxName } from "../config/site-settings.ts";
import { anyOf, hasKey } from "./data/conditions.ts";
import type { Candidate } from "./data/recognise.ts";
import { at, isMap, mapOf, textOf, textsOf } from "./data/values.ts";
import { DOCUMENT } from "./document.ts";
import { type DateKeys, HugoAddresses } from "./hugo/hugo-addresses.ts";
import { type HugoConfig, readHugoConfig } from "./hugo/hugo-config.ts";
import { HugoContent } from "./hugo/hugo-content.ts";
import { hugoLeftOut } from "./hugo/hugo-left-out.ts";
import { hugoOrder } from "./hugo/hugo-order.ts";
import { hugoReferences } from "./hugo/hugo-references.ts";
import type { SiteGenerator } from "./model.ts";

/** Keys of the frontmatter, as their authors may write them, that addresses and order depend on. */
const KEYS = [
  "title",
  "url",
  "slug",
  "aliases",
  "draft",
  "headless",
  "build",
  "_build",
  "cascade",
  "weight",
  "linkTitle",
  "linktitle",
  "date",
];

/** The keys of dates that Hugo reads if its configuration names no others. */
const DATES: DateKeys = {
  date: ["date", "publishDate", "publishdate", "pubdate", "published", "lastmod", "modified"],
  publishDate: ["publishDate", "publishdate", "pubdate", "published", "date"],
  expiryDate: ["expiryDate", "expirydate", "unpublishdate"],
};

const ANCHORS: Readonly<Record<string, AnchorStyle>> = {
  github: "goldmark",
  "github-ascii": "goldmark-ascii",
  blackfriday: "blackfriday",
};

/** A `config.toml` is Hugo's only with one of its keys. */
const isHugo = anyOf(hasKey("baseURL", "markup", "languageCode", "contentDir"));

export const hugo: SiteGenerator = {
  isOwn: async (candidate: Candidate) =>
    !/(?:^|\/)config\.[a-z]+$/.test(candidate.file.name) || isHugo(candidate),

  async open(own) {
    const config = await readHugoConfig(own);
    const { data, folder } = config;
    const content = new HugoContent(config, own.root);
    const dates = dateKeysOf(data);
    const addresses = new HugoAddresses({ config, content, dates });
    const base = baseOf(data.baseurl);
    const style = textOf(at(data, "markup", "goldmark", "parser", "autoheadingidtype"));
    return {
      base,
      includeRoot: folder,
      docsFolder: relative(folder, own.root).split(sep).join("/"),
      settings: {
        ...DOCUMENT,
        pages: ["**/*.{md,markdown}"],
        drafts: data.builddrafts === true ? [] : ["draft"],
        publishDate: data.buildfuture === true ? [] : dates.publishDate,
        expiryDate: data.buildexpired === true ? [] : dates.expiryDate,
        index: ["_index", "index"],
        lowercase: data.disablepathtolower !== true,
        suffix: data.uglyurls === true ? ".html" : "/",
        indexSuffix: "/",
        addressKeys: ["url", "slug"],
        aliasKeys: ["aliases"],
        anchors: ANCHORS[style?.toLowerCase() ?? "github"] ?? "goldmark",
        frontmatter: ["toml", "json"],
        includes: ["hugo"],
        syntax: syntaxOf(data),
        fileLinks: areFileLinksResolved(data),
        relativeTo: "address",
        elsewhere: generatedAddresses({ config, content, base }),
        staticFolders: staticFoldersOf(config, own.folder),
      },
      imageFolders: [join(own.folder, "assets")],
      keys: [...KEYS, ...dates.date.filter((key) => !key.startsWith(":"))],
      addressOf: (page) => addresses.of(page),
      aliasesOf: (page) => addresses.aliasesOf(page, base),
      leftOut: (pages) => hugoLeftOut(pages, { config, content }),
      references: (pages) => hugoReferences(pages, content),
      order: (pages) => hugoOrder(pages, { content, addresses }),
    };
  },
};

/** Returns the path of the address of a site, without a final slash. */
function baseOf(baseUrl: unknown): string {
  const url = URL.parse(textOf(baseUrl) ?? "/", "http://site.invalid");
  return decodeURI(url?.pathname ?? "/").replace(/\/+$/, "");
}

function dateKeysOf(data: HugoConfig["data"]): DateKeys {
  const own = (name: keyof DateKeys) => {
    const keys = textsOf(at(data, "frontmatter", name.toLowerCase()));
    const all = keys.flatMap((key) => (key === ":default" ? DATES[name] : spellingsOf(key)));
    return keys.length === 0 ? DATES[name] : all.filter((key) => !/^:(?!filename)/.test(key));
  };
  return { date: own("date"), publishDate: own("publishDate"), expiryDate: own("expiryDate") };
}

function syntaxOf(data: HugoConfig["data"]): SyntaxName[] {
  const hasTermIds = at(data, "markup", "goldmark", "parser", "autodefinitiontermid") === true;
  return ["shortcodes", "goldmark", ...(hasTermIds ? (["definition-terms"] as const) : [])];
}

/** Returns the ways in which pages write a key of a date: Hugo does not tell letter cases apart. */
function spellingsOf(key: string): string[] {
  const known = Object.values(DATES).flat();
  return [...new Set([key, ...known.filter((each) => each.toLowerCase() === key.toLowerCase())])];
}

/** Hugo resolves links to files if its own render hook is used: by default, on sites with languages. */
function areFileLinksResolved(data: HugoConfig["data"]): boolean {
  const hook = at(data, "markup", "goldmark", "renderhooks", "link");
  const use = textOf(at(hook, "useembedded"));
  const isEnabled = at(hook, "enabledefault");
  if (use === "never" || isEnabled === false) return false;
  const isMultilingual = Object.keys(mapOf(data.languages)).length > 1;
  return isMultilingual || isEnabled === true || (use !== undefined && use !== "auto");
}

interface ListedSite {
  readonly config: HugoConfig;
  readonly content: HugoContent;
  readonly base: string;
}

/** Returns the addresses of the lists that Hugo makes: of sections without a page, and of terms. */
function generatedAddresses({ config: { data }, content, base }: ListedSite): string[] {
  const own = data.taxonomies;
  const taxonomies = isMap(own) ? textsOf(Object.values(own)) : ["tags", "categories"];
  const kinds = textsOf(data.disablekinds).map((kind) => kind.toLowerCase());
  const terms = taxonomies.flatMap((name) => [
    ...(kinds.includes("taxonomy") ? [] : [`/${name.toLowerCase()}`]),
    ...(kinds.includes("term") ? [] : [`/${name.toLowerCase()}/**`]),
  ]);
  const sections = content.sections().map((name) => `/${escaped(name.toLowerCase())}`);
  const prefixes = [...content.languages].map((language) => content.prefixOf(language));
  const addresses = kinds.includes("section") ? terms : [...terms, ...sections];
  return [...new Set(prefixes)].flatMap((prefix) =>
    addresses.map((address) => posix.join("/", base, prefix, address)),
  );
}

/** Escapes what means something in a glob. */
function escaped(name: string): string {
  return name.replace(/[\\*?[\]{}()!+@|]/g, "\\$&");
}

/** Returns the folders of static files, relative to that of the configuration's file. */
function staticFoldersOf({ data, folder }: HugoConfig, from: string): string[] {
  const own = textsOf(data.staticdir);
  const names = own.length === 0 ? ["static"] : own;
  return names.map((name) => relative(from, join(folder, name)).split(sep).join("/"));
}

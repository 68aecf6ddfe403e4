import { join, posix } from "node:path";
import type { SiteSettings } from "../../config/site-settings.ts";
import { fileAt } from "../data/files/find-files.ts";
import { readData } from "../data/read-data.ts";
import { readText } from "../data/read-text.ts";
import { at, mapOf, textOf } from "../data/values.ts";
import { type DocsPlace, globsInDocs, pathFrom, pathInSite, placeOf } from "../docs-place.ts";
import { DOCUMENT } from "../document.ts";
import type { NavItem, OwnConfig, PageFacts, SiteGenerator, SiteModel } from "../model.ts";
import { type Chapter, parseSummary, pathsOf } from "./summary.ts";

/** The settings of mdBook for any tree. */
const MDBOOK: SiteSettings = {
  ...DOCUMENT,
  pages: ["**/*.md"],
  partials: ["SUMMARY.md", "**/SUMMARY.md"],
  drafts: [],
  index: ["index", "README"],
  suffix: ".html",
  indexSuffix: "/",
  anchors: "mdbook",
  includes: ["mdbook"],
  syntax: ["mdbook-headings", "mdbook-hidden-lines", "mdbook-listings"],
  relativeTo: "address",
};

export const mdbook: SiteGenerator = { open };

async function open({ file, folder, root, top }: OwnConfig): Promise<SiteModel> {
  const data = file === null ? {} : await readData(file);
  const source = file === null ? root : join(folder, textOf(at(data, "book", "src")) ?? "src");
  const place = placeOf(root, source) ?? { below: "", above: "" };
  const summary = fileAt(join(source, "SUMMARY.md"), top);
  const chapters = summary === null ? [] : parseSummary((await readText(summary)).text);
  const paths = pathsOf(chapters);
  const base = (textOf(at(data, "output", "html", "site-url")) ?? "/").replace(/\/+$/, "");
  const included = folderOfIncludes({ folder, root });
  return {
    base: URL.canParse(base) ? new URL(base).pathname.replace(/\/+$/, "") : base,
    settings: {
      ...MDBOOK,
      ...preprocessing(data),
      pages: globsInDocs(paths.length > 0 ? paths.map(literalGlob) : MDBOOK.pages, place),
      elsewhere: ["print", "toc", "404"].map((name) => `${base}/${name}.html`),
    },
    includeRoot: included,
    docsFolder: pathFrom(included, root),
    addressOf: ({ path }) => addressIn(pathInSite(path, place) ?? path),
    aliasesOf: ({ path }) => (pathInSite(path, place) === paths[0] ? [`${base}/`] : []),
    redirects: redirectsOf(data, base),
    ...(chapters.length > 0 && { order: (pages) => orderOf(chapters, pages, place) }),
  };
}

/** Returns the folder that files may be included from: that of the book, if the docs root is in it. */
function folderOfIncludes({ folder, root }: Pick<OwnConfig, "folder" | "root">): string {
  return pathFrom(folder, root).startsWith("..") ? root : folder;
}

/** Returns a glob that only one path matches. */
function literalGlob(path: string): string {
  return path.replace(/[\\*?[\]{}()!+@|]/g, "\\$&");
}

/** Returns how the text is made: what mdBook does itself can be switched off, and books add to it. */
function preprocessing(data: unknown): Pick<SiteSettings, "includes" | "syntax"> {
  const own = mapOf(at(data, "preprocessor"));
  const isOff = at(data, "build", "use-default-preprocessors") === false;
  const syntax = MDBOOK.syntax.filter(
    (name) => name !== "mdbook-listings" || "trpl-listing" in own,
  );
  return { includes: isOff && !("links" in own) ? [] : MDBOOK.includes, syntax };
}

/** Returns the address of a page; mdBook makes an index of each README. */
function addressIn(path: string): string {
  const id = path.replace(/\.md$/, "").replace(/(^|\/)readme$/i, "$1index");
  return `/${id}.html`;
}

/** Reads the table of redirects: from addresses of the book to some relative to them, or elsewhere. */
function redirectsOf(data: unknown, base: string): ReadonlyMap<string, string> {
  const table = mapOf(at(data, "output", "html", "redirect"));
  return new Map(
    Object.entries(table).flatMap(([from, to]): [string, string][] => {
      if (typeof to !== "string" || from.includes("#")) return [];
      const address = `${base}/${from.replace(/^\/+/, "")}`;
      const target = URL.canParse(to) ? to : posix.resolve(posix.dirname(address), to);
      return [[address, target]];
    }),
  );
}

function orderOf(
  chapters: readonly Chapter[],
  pages: readonly PageFacts[],
  place: DocsPlace,
): NavItem[] {
  const paths = new Map(pages.map(({ path }) => [pathInSite(path, place), path]));
  const itemsOf = (entries: readonly Chapter[]): NavItem[] =>
    entries.map(({ title, path, chapters: below }) => ({
      title,
      path: path === null ? null : (paths.get(path) ?? null),
      items: itemsOf(below),
    }));
  return itemsOf(chapters);
}

import { createHash } from "node:crypto";
import { DocgateError } from "../../../corpus/error.ts";
import type { Problem } from "../../config/problem.ts";
import type { ParsedFile } from "../../markdown/parse.ts";
import type { FoundFile } from "../../read/collect.ts";
import { pageKey } from "../../read/content-key.ts";
import type { ReadResult } from "../../read/read.ts";
import type { Sources } from "../../read/read-tree.ts";
import type { Site } from "../../sites/site.ts";
import type { SiteConfig } from "../../sites/site-config.ts";
import type { HtmlPage } from "../html/html-page.ts";
import { type MatchedPage, matchSite, type SiteMatch, type StalePage } from "../match/match.ts";
import { matchHeadings } from "../match/match-headings.ts";
import { type SourcePage, toSourcePage } from "../match/source-page.ts";
import type { BuiltSite } from "../site/built-site.ts";
import { readSiteTexts, type SiteReading } from "../text/read-site-texts.ts";
import { type BuiltOptions, builtFolder } from "./built-folder.ts";
import { type BuiltReport, notesOf, reportOf } from "./built-report.ts";
import { readBuilt } from "./read-built.ts";
import { settlePage } from "./settle-page.ts";
import { answersKey, SiteAnswers } from "./site-answers.ts";

/** Keeps the pages of a built site between runs. */
export interface BuiltCache {
  /** Returns pages by the hash of their bytes. */
  load(): ReadonlyMap<string, HtmlPage>;
  save(pages: ReadonlyMap<string, HtmlPage>): void;
}

interface SettleOptions extends BuiltOptions {
  readonly cache: BuiltCache;
  /** Reads files with the edits that make their texts what the site shows. */
  readonly read: (files: readonly FoundFile[]) => Promise<readonly ReadResult[]>;
  /** Counts the terms and words of a page again. */
  readonly recount: (file: ParsedFile) => ParsedFile;
}

/** A tree whose site has answered. */
export interface SettledTree {
  readonly config: SiteConfig;
  readonly sources: Sources;
  /** Sentences about the built site for the report. */
  readonly notes: readonly string[];
  /** Null if none was read. */
  readonly built: BuiltReport | null;
}

/**
 * Reads the built site of a tree, if there is one, and takes addresses, anchors, titles and fragments of
 * its pages from there. Pages whose HTML was not found, or is of an older state, keep those of the model.
 *
 * @throws {DocgateError} `setting` if the folder that must exist does not, or has no page of the tree
 */
export async function settleSite(sources: Sources, options: SettleOptions): Promise<SettledTree> {
  const { config, cache } = options;
  const folder = builtFolder(options);
  if (folder === null) return { config, sources, notes: [], built: null };
  const reading = await readBuilt(folder, { config, known: cache.load() });
  if ("reason" in reading) return unread(`"${folder.name}" ${reading.reason}`);
  cache.save(reading.pages);
  const site = withOrigin(reading.site, config.siteUrl);
  const start = startOf(site.base, config.siteUrl);
  const model = config.site.isDocument
    ? config.site.with({ base: site.base.slice(start.length) })
    : config.site;
  const match = matchSite(
    sources.files.map((file) => toSource(file, { model, start })),
    site,
  );
  if (match.matched.length + match.stale.length === 0 && sources.files.length > 0) {
    const what = `"${folder.name}" has no page of the tree`;
    if (folder.isConfigured) return unread(what);
    throw new DocgateError(
      "setting",
      `The built site ${what}. Name the folder that its build has written.`,
    );
  }
  const answers = new SiteAnswers({ site, match, start });
  const settled = model.with({ built: answers });
  const report = reportOf({ name: folder.name, site, match, files: sources.files, model, start });
  return {
    config: { ...config, site: settled, base: baseOf(settled, { answers, files: sources.files }) },
    sources: await settleFiles(sources, { ...options, match }),
    notes: notesOf(report),
    built: report,
  };

  function unread(what: string): SettledTree {
    const note = `The built site ${what}, so that the model answers, with its exceptions`;
    return { config, sources, notes: [note], built: null };
  }
}

/** Returns a site whose own links may have the address of the configuration. */
function withOrigin(site: BuiltSite, siteUrl: string | null): BuiltSite {
  if (siteUrl === null) return site;
  return { ...site, origins: new Set([...site.origins, new URL(siteUrl).origin]) };
}

/** Returns the path in the address of the site, which slugs leave out, if the built site is below it. */
function startOf(base: string, siteUrl: string | null): string {
  const path = siteUrl === null ? "" : new URL(siteUrl).pathname.replace(/\/+$/, "");
  return `${base}/`.startsWith(`${path}/`) ? path : "";
}

/** Returns the base of the model if the addresses of all pages begin with it, otherwise that of the site. */
function baseOf(
  site: Site,
  { answers, files }: { readonly answers: SiteAnswers; readonly files: readonly ParsedFile[] },
): string {
  const isBelow = files.every(({ path }) =>
    `${answers.addressOf(path) ?? site.base}/`.startsWith(`${site.base}/`),
  );
  return isBelow ? site.base : answers.base;
}

function toSource(
  file: ParsedFile,
  { model, start }: { readonly model: Site; readonly start: string },
): SourcePage {
  const answer = {
    address: `${start}${decodeURI(model.slugOf(file))}`,
    language: model.editionOf(file.path) || null,
  };
  return toSourcePage(file, model.knowsAddressOf(file.path) ? answer : null);
}

interface MatchOptions extends Pick<SettleOptions, "read" | "recount"> {
  readonly match: SiteMatch;
}

/** Gives the files what their HTML says and shows, and other keys with it. */
async function settleFiles(
  sources: Sources,
  { match, read, recount }: MatchOptions,
): Promise<Sources> {
  const byPath = new Map(match.matched.map((matched) => [matched.source.path, matched]));
  const pages = sources.files.flatMap(({ path }, at) => {
    const matched = byPath.get(path);
    return matched === undefined ? [] : [{ at, matched }];
  });
  const readings = await readSiteTexts(
    pages.map(({ at, matched }) => {
      return { file: sources.files[at]!, location: sources.locations[at]!, matched };
    }),
    read,
  );
  const files = [...sources.files];
  const keys = [...sources.keys];
  for (const [place, { at, matched }] of pages.entries()) {
    const reading = readings[place] ?? null;
    const own = reading === null ? matched : withReading(matched, reading.file);
    const key = reading === null ? keys[at]! : pageKey(reading.key, reading.file);
    files[at] = settlePage(shownFile(files[at]!, reading), own, recount);
    keys[at] = settledKey(key, own);
  }
  return {
    ...sources,
    files,
    keys,
    problems: [...sources.problems, ...match.stale.map(staleProblem)],
  };
}

/** Returns a file with the text that the site shows. Its links stay as they are written. */
function shownFile(file: ParsedFile, reading: SiteReading | null): ParsedFile {
  if (reading === null) return file;
  const { links, siteTargets, problems } = file;
  return { ...reading.file, links, siteTargets, problems };
}

/** Returns a match with the headings of the text that the site shows. */
function withReading(matched: MatchedPage, file: ParsedFile): MatchedPage {
  const { html } = matched.page;
  // The ids in the text are those of the HTML.
  const answer = { address: matched.page.address, language: null };
  const places = matchHeadings(toSourcePage(file, answer), html);
  return { ...matched, anchors: places.map((place) => html.headings[place]?.id ?? null) };
}

/** Returns the content key of a page with what its HTML says. */
function settledKey(key: string, matched: MatchedPage): string {
  return createHash("sha256")
    .update(JSON.stringify([key, answersKey(matched)]))
    .digest("base64url");
}

/** Headings in a message beyond these are counted. */
const MAX_HEADINGS = 3;

function staleProblem({ source, page, missing }: StalePage): Problem {
  const { path, headings } = source;
  const names = missing.slice(0, MAX_HEADINGS).map((at) => `"${headings[at]!.text}"`);
  const more = missing.length - names.length;
  const what =
    missing.length === 0
      ? "has other content"
      : `lacks ${names.join(", ")}${more > 0 ? ` and ${more} more headings` : ""}`;
  const message = `The built page ${page.address} ${what}: build the site again`;
  return { file: path, line: 1, column: 1, rule: "built-stale", message, suggestion: null };
}

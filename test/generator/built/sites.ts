import { matchSite, type SiteMatch } from "../../../generator/built/match/match.ts";
import { type SourcePage, toSourcePage } from "../../../generator/built/match/source-page.ts";
import type { BuiltSite } from "../../../generator/built/site/built-site.ts";
import { type ReadSiteOptions, readSite } from "../../../generator/built/site/read-site.ts";
import { parseWithRemark } from "../../../generator/markdown/markdown-remark.ts";
import { parseFile } from "../../../generator/markdown/parse.ts";
import { createIncludeReader } from "../../../generator/read/include-reader.ts";
import { PAGE_SETTINGS } from "../../support/page-settings.ts";
import { makeTree, type TreeFiles } from "../../support/tree.ts";

export const MAX_PAGE_BYTES = 4 * 1024 * 1024;

/** Reads a site from files given in place. */
export async function siteOf(
  files: TreeFiles,
  options: Partial<ReadSiteOptions> = {},
): Promise<BuiltSite> {
  const root = await makeTree(files);
  return (await readSite(root, { maxPageBytes: MAX_PAGE_BYTES, ...options })).site;
}

/** Path → the address that a model proposes. */
type Proposals = Readonly<Record<string, string>>;

/** Reads sources from Markdown given in place. */
export function sourcesOf(
  files: Readonly<Record<string, string>>,
  proposals: Proposals = {},
): SourcePage[] {
  return Object.entries(files).map(([path, text]) => {
    const parsed = parseFile(
      { path, bytes: new TextEncoder().encode(text) },
      {
        ...PAGE_SETTINGS,
        readPageText: null,
        includeReader: createIncludeReader("."),
        parse: parseWithRemark,
        countTerms: () => new Int32Array(),
        wordCounter: { count: () => ({ units: "", terms: new Int32Array() }) },
      },
    );
    if ("rule" in parsed) throw new Error(parsed.message);
    const address = proposals[path];
    return toSourcePage(parsed, address === undefined ? null : { address, language: null });
  });
}

interface Trees {
  readonly docs: Readonly<Record<string, string>>;
  readonly site: TreeFiles;
  readonly proposals?: Proposals;
}

/** Matches Markdown with HTML, both given in place. */
export async function matchTrees({ docs, site, proposals }: Trees): Promise<SiteMatch> {
  return matchSite(sourcesOf(docs, proposals), await siteOf(site));
}

/** Returns the address of each matched page by its path. */
export function addressesOf({ matched }: SiteMatch): Record<string, string> {
  return Object.fromEntries(matched.map(({ source, page }) => [source.path, page.address]));
}

/** Returns a page in the theme of a made-up site, with its navigation around the content. */
export function themed(
  content: string,
  { title = "", lang = "en" }: { title?: string; lang?: string } = {},
): string {
  return `<!doctype html><html lang="${lang}"><head><title>${title} — The Shop</title></head>
<body><div class="bar"><h1><a href="/">The Shop</a></h1><ul><li>Start <li>Guides <li>Prices</ul></div>
<div class="page"><div class="side"><h2>On this site</h2><p>Find your way around the shop.</p></div>
<div class="column"><div class="prose">${content}</div><nav>Before and after</nav></div></div>
<footer>Written with care, all rights reserved.</footer></body></html>`;
}

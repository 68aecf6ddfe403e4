import { compareCodePoints } from "../../../corpus/text/order.ts";
import type { BuiltPage, BuiltSite } from "../site/built-site.ts";
import { SiteIndex } from "../site/site-index.ts";
import { type Fallback, findFallbacks } from "./fallbacks.ts";
import { languagesOf } from "./languages.ts";
import { findContents, type PageContent } from "./main-content.ts";
import { matchHeadings } from "./match-headings.ts";
import { matchPages, type PagePair } from "./match-pages.ts";
import { missingHeadings } from "./missing-headings.ts";
import { PageTitles } from "./page-title.ts";
import type { SourcePage } from "./source-page.ts";

/** A page of the tree with what its HTML page says. */
export interface MatchedPage {
  readonly source: SourcePage;
  readonly page: BuiltPage;
  /** The title that readers see; null if the HTML has none. */
  readonly title: string | null;
  /** For each heading of the source the id of its HTML heading; null if it has none. */
  readonly anchors: readonly (string | null)[];
  /** The content, with all its headings: also those that the source includes. */
  readonly content: PageContent;
}

/** A page of the tree whose HTML page was built from something else: the model answers for it. */
export interface StalePage {
  readonly source: SourcePage;
  readonly page: BuiltPage;
  /** The headings that the HTML lacks, as places in those of the source. */
  readonly missing: readonly number[];
}

/** A page of the tree that no HTML page was found for. */
export interface UnmatchedPage {
  readonly source: SourcePage;
  /** The addresses of HTML pages that fit equally, or a little. */
  readonly candidates: readonly string[];
}

/** How the pages of a tree and of its built site belong together. */
export interface SiteMatch {
  /** In code-point order of path, as the following two. */
  readonly matched: readonly MatchedPage[];
  readonly stale: readonly StalePage[];
  readonly unmatched: readonly UnmatchedPage[];
  /** In the order of the site, as the following one. */
  readonly fallbacks: readonly Fallback[];
  /** Pages of the site without a source. */
  readonly rest: readonly BuiltPage[];
}

/** Candidates of an unmatched page beyond these are not listed. */
const MAX_CANDIDATES = 5;

/** Hosts show this page at addresses that do not exist. */
const ERROR_PAGE = /^404(?:\/index)?\.html?$/i;

/** Matches the pages of a tree with those of its built site by content. */
export function matchSite(sources: readonly SourcePage[], site: BuiltSite): SiteMatch {
  const { pairs, unmatched } = matchPages(sources, site);
  const { matched, stale } = readPairs(pairs, site);
  const taken = new Set(pairs.map(({ page }) => page));
  const index = new SiteIndex(site);
  const left: UnmatchedPage[] = [];
  for (const { source, candidates } of unmatched) {
    const page = source.proposal === null ? null : index.pageAt(source.proposal);
    if (page !== null && !taken.has(page)) {
      taken.add(page);
      stale.push({ source, page, missing: [...source.headings.keys()] });
    } else {
      const addresses = candidates.slice(0, MAX_CANDIDATES).map((one) => one.page.address);
      left.push({ source, candidates: addresses });
    }
  }
  const free = site.pages.filter((page) => !taken.has(page));
  const languages = languagesOf(sources, site);
  const fallbacks = findFallbacks(free, { originals: matched, languages });
  const known = new Set(fallbacks.map(({ page }) => page));
  return {
    matched: matched.sort(byPath),
    stale: stale.sort(byPath),
    unmatched: left.sort(byPath),
    fallbacks,
    rest: free.filter((page) => !known.has(page) && !ERROR_PAGE.test(page.path)),
  };
}

/** Reads what HTML pages say about their sources. */
function readPairs(
  pairs: readonly PagePair[],
  site: BuiltSite,
): { readonly matched: MatchedPage[]; readonly stale: StalePage[] } {
  const placed = pairs.map((pair) => ({
    ...pair,
    places: matchHeadings(pair.source, pair.page.html),
  }));
  const contents = findContents(
    placed.map(({ source, page, places }) => ({ page, places, source: source.text })),
  );
  const titles = new PageTitles(site.pages);
  const matched: MatchedPage[] = [];
  const stale: StalePage[] = [];
  for (const [at, { source, page, places }] of placed.entries()) {
    const missing = missingHeadings(source, { page, places });
    if (missing.length > 0) stale.push({ source, page, missing });
    else {
      const content = contents[at]!;
      const title = titles.titleOf(page, { content, source: source.title });
      const anchors = places.map((place) => page.html.headings[place]?.id ?? null);
      matched.push({ source, page, title, anchors, content });
    }
  }
  return { matched, stale };
}

function byPath(left: { source: SourcePage }, right: { source: SourcePage }): number {
  return compareCodePoints(left.source.path, right.source.path);
}

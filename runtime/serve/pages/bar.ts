import { html } from "hono/html";
import type { PageName } from "../assets.ts";

export interface BarOptions {
  /** Name of the docs. */
  readonly name: string;
  /** The address of `/`, relative to the page. */
  readonly root: string;
  /** The page that it is for; null for one that the bar does not lead to. */
  readonly current: PageName | null;
  /** True if the partner chain and its administrators are served too. */
  readonly hasChain: boolean;
  /** Null if the pages of the docs are read here. */
  readonly siteUrl: string | null;
  /** The address below which the search box asks; null for that of its script. */
  readonly searchUrl: string | null;
  /** True if the search box reports which searches lead to a place. */
  readonly reportsClicks: boolean;
}

interface Place {
  readonly page: PageName;
  readonly path: string;
  readonly text: string;
}

const PLACES: readonly Place[] = [
  { page: "graph", path: "graph", text: "Graph" },
  { page: "explorer", path: "graphql", text: "Explorer" },
];
const CHAIN_PLACES: readonly Place[] = [
  { page: "reference", path: "reference", text: "Reference" },
  { page: "admin", path: "admin", text: "Console" },
];

/**
 * Creates the bar that all pages have on top. Ids of docgate's own pages have a capital letter: the
 * anchors of headings, which may be on the same page, have none.
 */
export async function renderBar(options: BarOptions): Promise<string> {
  const { name, root, current, hasChain, siteUrl, searchUrl, reportsClicks } = options;
  // The beginning of the addresses of results; slugs begin with a slash.
  const site = (siteUrl ?? root).replace(/\/+$/, "");
  const places = hasChain ? [...PLACES, ...CHAIN_PLACES] : PLACES;
  const links = places.map(
    ({ page, path, text }) =>
      html`<li><a href="${root}${path}"${isHere(page === current)}>${text}</a></li>`,
  );
  const bar = await html`<header class="bar">
      <a class="bar-skip" href="#Main">Skip to the content</a>
      <a class="bar-name" href="${root}"${isHere(current === "home")}><bdi>${name}</bdi></a>
      <nav aria-label="docgate"><ul>${links}</ul></nav>
      <docgate-search site="${site}"${startOf(siteUrl)}${searchUrl === null ? "" : html` src="${searchUrl}"`}${reportsClicks ? html` clicks` : ""}><a href="${root}#Find">Search</a></docgate-search>
      <script type="module" src="${root}assets/search.js"></script>
    </header>`;
  return bar.toString();
}

/** At `/` is docgate's own start page, if the pages of the docs are read here. */
function startOf(siteUrl: string | null) {
  return siteUrl === null ? html` start="index"` : "";
}

function isHere(isCurrent: boolean) {
  return isCurrent ? html` aria-current="page"` : "";
}

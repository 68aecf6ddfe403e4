import { decodePercent } from "../html/fragment.ts";
import type { HtmlPage } from "../html/html-page.ts";
import type { AddressForm } from "./built-site.ts";
import { bareOf, belowBase, isIndex, resolveLink, type SitePlace } from "./site-paths.ts";

/** A page with its path below the folder. */
export interface PageFile {
  readonly path: string;
  readonly html: HtmlPage;
}

/** The links of this number of pages show how a site writes its addresses. */
const MAX_SAMPLE = 500;
/** A base of more folders is not looked for. */
const MAX_BASE_DEPTH = 4;

/**
 * Finds where the site's folder is served, from the canonical addresses of its pages and from the
 * links that begin at the root: where most of them lead to a page. A link to the folder itself does
 * not show alone that it is one.
 */
export function findBase(pages: readonly PageFile[]): string {
  const bare = new Set(pages.map(({ path }) => bareOf(path)));
  const votes = new Counter<string>();
  for (const { path, html } of sampleOf(pages.filter(({ html }) => html.refresh === null))) {
    const canonical = html.canonical === null ? null : URL.parse(html.canonical);
    if (canonical !== null) {
      const base = baseOf(bareOf(decodePercent(canonical.pathname)), bareOf(path));
      if (base !== null) votes.add(base);
    }
    for (const href of html.links) {
      if (!/^\/(?!\/)/.test(href)) continue;
      const address = bareOf(decodePercent(href));
      for (const base of basesOf(address)) {
        if (bare.has(address.slice(base.length + 1))) votes.add(base);
      }
    }
  }
  return votes.most() ?? "";
}

/** Returns what comes before a page's path in its address; null if the address is another page's. */
function baseOf(address: string, path: string): string | null {
  if (path === "") return address;
  return address.endsWith(`/${path}`) ? address.slice(0, -path.length - 1) : null;
}

/** Returns the folders around an address, from the root on: each may be the base. */
function basesOf(address: string): string[] {
  const names = address.split("/").slice(0, -1);
  return names.slice(0, MAX_BASE_DEPTH + 1).map((_, at) => names.slice(0, at + 1).join("/"));
}

/** Returns the origins of a site: those of canonical addresses that lead to pages of the folder. */
export function findOrigins(pages: readonly PageFile[], base: string): Set<string> {
  const bare = new Set(pages.map(({ path }) => bareOf(path)));
  const origins = pages.flatMap(({ path, html: { canonical, refresh } }) => {
    const url = canonical === null ? null : URL.parse(canonical);
    const target = url && belowBase(bareOf(decodePercent(url.pathname)) || base, base);
    if (url === null || target === null) return [];
    // That of a redirect is the address that it leads to.
    return target === bareOf(path) || (refresh !== null && bare.has(target)) ? [url.origin] : [];
  });
  return new Set(origins);
}

/** Finds how a site writes the addresses of its pages: as most of its links do. */
export function findForm(pages: readonly PageFile[], place: SitePlace): AddressForm {
  const indexes = new Set<string>();
  const plain = new Set<string>();
  for (const { path } of pages) (isIndex(path) ? indexes : plain).add(bareOf(path));
  const forIndex = new Counter<AddressForm["index"]>();
  const forPage = new Counter<AddressForm["page"]>();
  for (const { path: from, html } of sampleOf(pages)) {
    const { base, links, canonical } = html;
    for (const href of canonical === null ? links : [...links, canonical]) {
      const address = resolveLink({ from, base, href }, place);
      const path = address === null ? null : belowBase(address, place.base);
      if (path === null || path === "" || path === "index.html") continue;
      const bare = bareOf(path);
      if (path.endsWith("/")) indexes.has(bare) && forIndex.add("/");
      else if (isIndex(path)) indexes.has(bare) && forIndex.add("/index.html");
      else if (path !== bare) plain.has(bare) && forPage.add(".html");
      else if (plain.has(bare)) forPage.add("");
      else if (indexes.has(bare)) forIndex.add("");
    }
  }
  return { index: forIndex.most() ?? "/", page: forPage.most() ?? ".html" };
}

interface AddressOptions {
  readonly base: string;
  readonly form: AddressForm;
  /** The paths of all pages. */
  readonly paths: ReadonlySet<string>;
}

/** Returns the address of a page. Next to `a.html`, `a/index.html` keeps its final slash. */
export function addressOf(path: string, { base, form, paths }: AddressOptions): string {
  const bare = bareOf(path);
  if (bare === "") return `${base}/`;
  if (!isIndex(path)) return `${base}/${bare}${form.page && /\.html?$/i.exec(path)![0]}`;
  const isTaken = form.index === "" && form.page === "" && paths.has(`${bare}.html`);
  return `${base}/${bare}${isTaken ? "/" : form.index}`;
}

/** Returns pages from all parts of a site, at most {@link MAX_SAMPLE}. */
function sampleOf(pages: readonly PageFile[]): readonly PageFile[] {
  const step = Math.ceil(pages.length / MAX_SAMPLE);
  return pages.filter((_, at) => at % step === 0);
}

/** Counts values. */
class Counter<Value> {
  readonly #counts = new Map<Value, number>();

  add(value: Value): void {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
  }

  /** Returns the value that was added most often, of several the first one; null if none was. */
  most(): Value | null {
    const [best] = [...this.#counts].sort(([, left], [, right]) => right - left);
    return best === undefined ? null : best[0];
  }
}

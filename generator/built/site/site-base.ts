import { decodePercent } from "../html/fragment.ts";
import type { HtmlPage } from "../html/html-page.ts";
import type { AddressForm } from "./built-site.ts";
import { bareOf, belowBase, filesFor, isIndex, resolveLink, type SitePlace } from "./site-paths.ts";

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

/** Finds how a site writes the addresses of its pages: as links to most of them do. */
export function findForm(pages: readonly PageFile[], place: SitePlace): AddressForm {
  const indexes = new Set<string>();
  const plain = new Set<string>();
  for (const { path } of pages) (isIndex(path) ? indexes : plain).add(bareOf(path));
  const forIndex = new Forms<AddressForm["index"]>();
  const forPage = new Forms<AddressForm["page"]>();
  for (const { path: from, html } of sampleOf(pages)) {
    const { base, links, canonical } = html;
    for (const href of canonical === null ? links : [...links, canonical]) {
      const address = resolveLink({ from, base, href }, place);
      const path = address === null ? null : belowBase(address, place.base);
      if (path === null || path === "" || path === "index.html") continue;
      const bare = bareOf(path);
      if (path.endsWith("/")) indexes.has(bare) && forIndex.add(bare, "/");
      else if (isIndex(path)) indexes.has(bare) && forIndex.add(bare, "/index.html");
      else if (path !== bare) plain.has(bare) && forPage.add(bare, ".html");
      else if (plain.has(bare)) forPage.add(bare, "");
      else if (indexes.has(bare)) forIndex.add(bare, "");
    }
  }
  return { index: forIndex.most() ?? "/", page: forPage.most() ?? ".html" };
}

interface AddressOptions {
  readonly place: SitePlace;
  readonly form: AddressForm;
  /** The paths of all pages. */
  readonly paths: ReadonlySet<string>;
}

/**
 * Returns the address of a page: its canonical one, otherwise in the form of the site. Next to `a.html`,
 * `a/index.html` keeps its final slash.
 *
 * @param canonical the address that the page itself gives; null if it gives none
 */
export function addressOf(
  path: string,
  { place, form, paths }: AddressOptions,
  canonical: string | null,
): string {
  const { base } = place;
  const bare = bareOf(path);
  if (bare === "") return `${base}/`;
  const own = canonical && resolveLink({ from: path, base: null, href: canonical }, place);
  const below = own && belowBase(own, base);
  if (below && filesFor(below).find((file) => paths.has(file)) === path) return own!;
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

  add(value: Value, weight = 1): void {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + weight);
  }

  /** Returns the value with most of the weight, of several the first one; null if none was added. */
  most(): Value | null {
    const [best] = [...this.#counts].sort(([, left], [, right]) => right - left);
    return best === undefined ? null : best[0];
  }
}

/** Counts the forms of the addresses of pages. Each page counts once: all pages may link to the same one. */
class Forms<Form> {
  readonly #byPage = new Map<string, Form[]>();

  add(page: string, form: Form): void {
    const forms = this.#byPage.get(page);
    if (forms === undefined) this.#byPage.set(page, [form]);
    else forms.push(form);
  }

  most(): Form | null {
    const counter = new Counter<Form>();
    for (const forms of this.#byPage.values()) {
      for (const form of forms) counter.add(form, 1 / forms.length);
    }
    return counter.most();
  }
}

import { decodePercent } from "../html/fragment.ts";

/** Tells whether a file is a page. */
export function isHtml(path: string): boolean {
  return /\.html?$/i.test(path);
}

/** The path of a page without what a site may leave out: `a/index.html` and `a.html` are `a`. */
export function bareOf(path: string): string {
  return path.replace(/(?:(?:^|\/)index)?\.html?$/i, "").replace(/\/$/, "");
}

/** Tells whether a page is the index of its folder. */
export function isIndex(path: string): boolean {
  return /(?:^|\/)index\.html?$/i.test(path);
}

/** A place that links of pages are resolved at: any origin that is not a real one. */
const NOWHERE = "http://docgate.invalid";

/** Where the pages of a site are, for links in them. */
export interface SitePlace {
  /** The address of the folder: empty, or `/project`. */
  readonly base: string;
  /** The origins that the site's pages give as their own. */
  readonly origins: ReadonlySet<string>;
}

/** A link in a page: where it is written, and from where relative ones begin. */
export interface PageLink {
  /** The path of the page. */
  readonly from: string;
  /** The address of `<base href>`; null if there is none. */
  readonly base: string | null;
  readonly href: string;
}

/**
 * Resolves a link in a page.
 *
 * @returns the path from the site's root, decoded, as it is written: with its final slash or suffix;
 * null if it leads to another site
 */
export function resolveLink({ from, base, href }: PageLink, place: SitePlace): string | null {
  const page = new URL(encodeURI(`${place.base}/${from}`), NOWHERE);
  const start = base === null ? page : (URL.parse(base, page.href) ?? page);
  const target = URL.parse(href, start.href);
  if (target === null) return null;
  const isOwn = target.origin === NOWHERE || place.origins.has(target.origin);
  return isOwn ? decodePercent(target.pathname) : null;
}

/** Returns a path below the folder; null if an address from the site's root is not below its base. */
export function belowBase(address: string, base: string): string | null {
  if (address === base) return "";
  return address.startsWith(`${base}/`) ? address.slice(base.length + 1) : null;
}

/** Returns the paths of the files that hosts send for a path below the folder, the likeliest one first. */
export function filesFor(path: string): readonly string[] {
  if (path === "" || path.endsWith("/")) {
    const name = path.slice(0, -1);
    return [`${path}index.html`, `${path}index.htm`, `${name}.html`, `${name}.htm`];
  }
  return [path, `${path}.html`, `${path}/index.html`, `${path}.htm`, `${path}/index.htm`];
}

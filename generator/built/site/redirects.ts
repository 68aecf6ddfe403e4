import type { BuiltPage, BuiltSite } from "./built-site.ts";
import type { PageFile } from "./site-base.ts";
import { SiteIndex } from "./site-index.ts";
import { resolveLink } from "./site-paths.ts";

/** A page that leads elsewhere says little more than that it does. */
const MAX_TEXT = 500;
/** A chain of more redirects is a circle. */
const MAX_STEPS = 10;

/** Tells whether a page only leads elsewhere. */
export function isRedirect({ html }: PageFile): boolean {
  return html.refresh !== null && html.text.length <= MAX_TEXT;
}

/** Adds redirects to a site: each with the page where its chain ends. */
export function followRedirects(refreshes: readonly BuiltPage[], site: BuiltSite): BuiltSite {
  const redirects = refreshes.map(({ path, address, html }) => ({
    path,
    address,
    target: html.refresh!,
    to: null,
  }));
  const index = new SiteIndex({ ...site, redirects });
  const pages = new Map(refreshes.map((page) => [page.path, page]));
  return { ...site, redirects: redirects.map((one) => ({ ...one, to: endOf(one.path) })) };

  function endOf(start: string): BuiltPage | null {
    let path = start;
    for (let step = 0; step < MAX_STEPS; step++) {
      const { base, refresh: href } = pages.get(path)!.html;
      const address = resolveLink({ from: path, base, href: href! }, site);
      const entry = address === null ? null : index.find(address);
      if (entry?.kind !== "redirect") return address === null ? null : index.pageAt(address);
      path = entry.redirect.path;
    }
    return null;
  }
}

import type { Site } from "../../docs/execute/queries.ts";

/**
 * Returns where a page of the docs is read: on its site, or in docgate's own reader if there is no
 * site.
 *
 * @param options.root The address of `/`, relative to the page with the link.
 */
export function pageAddress(
  slug: string,
  { siteUrl, root }: Pick<Site, "siteUrl"> & { readonly root: string },
): string {
  return siteUrl === null ? root + slug.slice(1) : siteAddress(slug, siteUrl);
}

/** Returns the address of a page on its site. */
export function siteAddress(slug: string, siteUrl: string): string {
  return siteUrl.replace(/\/+$/, "") + slug;
}

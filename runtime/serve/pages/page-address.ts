export interface Place {
  /** Address of the site; null if there is none. */
  readonly siteUrl: string | null;
  /** The address of `/`, relative to the page with the link. */
  readonly root: string;
}

/**
 * Returns where a page of the docs is read: on its site, or in docgate's own reader if there is no
 * site.
 */
export function pageAddress(slug: string, { siteUrl, root }: Place): string {
  if (siteUrl !== null) return siteAddress(slug, siteUrl);
  // At `/` is docgate's own start page.
  return root + (/^\/(?:#|$)/.test(slug) ? `index${slug.slice(1)}` : slug.slice(1));
}

/** Returns the address of a page on its site. */
export function siteAddress(slug: string, siteUrl: string): string {
  return siteUrl.replace(/\/+$/, "") + slug;
}

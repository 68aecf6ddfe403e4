/** Ends the name of a site in a corpus whose addresses are those of HTML that the site's build has written. */
const BUILT = "+built";

/** Returns the name of a site that was read from what its own build has written. */
export function builtSiteName(site: string): string {
  return site + BUILT;
}

/** Tells whether a corpus with this name of its site has the addresses of a built site. */
export function isOfBuiltSite(site: string): boolean {
  return site.endsWith(BUILT);
}

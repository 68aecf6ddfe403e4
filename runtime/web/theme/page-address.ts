/** Returns where a page of the docs is read: the bar knows the site, or else that it is here. */
export function pageAddress(slug: string): string {
  return (document.querySelector("docgate-search")?.getAttribute("site") ?? "") + slug;
}

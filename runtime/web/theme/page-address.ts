/** Returns where a page of the docs is read: the bar knows the site, or else that it is here. */
export function pageAddress(slug: string): string {
  const box = document.querySelector("docgate-search");
  const start = slug === "/" ? (box?.getAttribute("start") ?? "") : "";
  return (box?.getAttribute("site") ?? "") + slug + start;
}

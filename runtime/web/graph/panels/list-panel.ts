import type { Page } from "../data/link-graph.ts";
import type { PageList } from "../data/page-lists.ts";
import { count, element } from "../dom.ts";
import { createPageButton } from "./page-links.ts";

/** Creates the panel's content for a list: each page with its number of links, to move on to. */
export function createListContent(
  { explanation, pages, isBySection }: PageList,
  onSelect: (id: string) => void,
): HTMLElement[] {
  const bySection = isBySection ? Map.groupBy(pages, ({ section }) => section) : [];
  const groups = [...bySection].map(([section, own]) =>
    createGroup(own, { heading: `${section}: ${count(own.length, "page")}`, onSelect }),
  );
  return [
    element("p", { className: "description" }, explanation),
    ...(groups.length > 0
      ? groups
      : [createGroup(pages, { heading: count(pages.length, "page"), onSelect })]),
  ];
}

function createGroup(
  pages: readonly Page[],
  { heading, onSelect }: { readonly heading: string; onSelect(id: string): void },
): HTMLElement {
  const items = pages.map((page) =>
    element("li", {}, createPageButton(page, { note: countLinks(page), onSelect })),
  );
  const list = items.length > 0 ? element("ul", {}, ...items) : element("p", {}, "None.");
  return element("section", { className: "page-links" }, element("h3", {}, heading), list);
}

/** Returns, for example, `3 links in, 1 out`. */
export function countLinks({ incoming, outgoing }: Page): string {
  return `${count(incoming.length, "link")} in, ${outgoing.length.toLocaleString("en")} out`;
}

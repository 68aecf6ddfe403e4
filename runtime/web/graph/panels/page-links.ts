import type { Page } from "../data/link-graph.ts";
import { element } from "../dom.ts";

interface Options {
  heading: string;
  pages: readonly Page[];
  onSelect(id: string): void;
}

/** Creates a list of pages with a heading; pressing one selects it. */
export function createPageLinks({ heading, pages, onSelect }: Options): HTMLElement {
  const items = pages.map((page) =>
    element("li", {}, createPageButton(page, { note: page.section, onSelect })),
  );
  return element(
    "section",
    { className: "page-links" },
    element("h3", {}, `${heading} (${pages.length})`),
    pages.length > 0 ? element("ul", {}, ...items) : element("p", {}, "None."),
  );
}

/** Creates a button with a page's title and a note, which selects the page. */
export function createPageButton(
  { id, title }: Page,
  { note, onSelect }: { note: string; onSelect(id: string): void },
): HTMLElement {
  const button = element("button", { type: "button", title: id, onclick: () => onSelect(id) });
  button.append(element("bdi", {}, title), element("small", {}, note));
  return button;
}

import type { Page } from "../data/link-graph.ts";
import { element } from "../dom.ts";

interface Options {
  heading: string;
  pages: readonly Page[];
  onSelect(id: string): void;
}

/** Makes a headed list of pages; a press on one moves on to it. */
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

/** Makes a button with a page's title and a note, which moves on to the page. */
export function createPageButton(
  { id, title }: Page,
  { note, onSelect }: { note: string; onSelect(id: string): void },
): HTMLElement {
  const button = element("button", { type: "button", title: id, onclick: () => onSelect(id) });
  button.append(element("bdi", {}, title), element("small", {}, note));
  return button;
}

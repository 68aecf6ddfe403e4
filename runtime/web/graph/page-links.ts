import { element } from "./dom.ts";
import type { Page } from "./link-graph.ts";

interface Options {
  heading: string;
  pages: readonly Page[];
  onSelect(id: string): void;
}

/** Makes a headed list of pages; a press on one moves on to it. */
export function createPageLinks({ heading, pages, onSelect }: Options): HTMLElement {
  const items = pages.map(({ id, title, section }) => {
    const button = element("button", { type: "button", title: id, onclick: () => onSelect(id) });
    button.append(title, element("small", {}, section));
    return element("li", {}, button);
  });
  return element(
    "section",
    { className: "page-links" },
    element("h3", {}, `${heading} (${pages.length})`),
    pages.length > 0 ? element("ul", {}, ...items) : element("p", {}, "None."),
  );
}

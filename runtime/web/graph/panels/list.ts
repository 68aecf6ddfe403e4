import { formatAddress } from "../data/address.ts";
import type { LinkGraph, Page, Section } from "../data/link-graph.ts";
import { count, element } from "../dom.ts";
import { countLinks } from "./list-panel.ts";

/** Fills the list view: every page under its section, each a link that selects it. */
export function fillList(root: HTMLElement, { sections }: LinkGraph): void {
  root.replaceChildren(...sections.map(createSection));
}

function createSection({ name, pages }: Section): HTMLElement {
  const summary = element("summary", {}, name, element("small", {}, count(pages.length, "page")));
  const list = element("ul", {}, ...pages.map(createItem));
  return element("details", { open: true }, summary, list);
}

function createItem(page: Page): HTMLElement {
  const { id, title } = page;
  const link = element("a", { href: formatAddress(id), title: id }, element("bdi", {}, title));
  return element("li", {}, link, element("small", {}, countLinks(page)));
}

import { formatAddress } from "./address.ts";
import { count, element } from "./dom.ts";
import type { LinkGraph, Page, Section } from "./link-graph.ts";

/** Fills the list view: every page under its section, each a link that selects it. */
export function fillList(root: HTMLElement, { sections }: LinkGraph): void {
  root.replaceChildren(...sections.map(createSection));
}

function createSection({ name, pages }: Section): HTMLElement {
  const summary = element("summary", {}, name, element("small", {}, count(pages.length, "page")));
  const list = element("ul", {}, ...pages.map(createItem));
  return element("details", { open: true }, summary, list);
}

function createItem({ id, title, outgoing, incoming }: Page): HTMLElement {
  const link = element("a", { href: formatAddress(id), title: id }, title);
  const numbers = `${count(outgoing.length, "link")} out, ${incoming.length} in`;
  return element("li", {}, link, element("small", {}, numbers));
}

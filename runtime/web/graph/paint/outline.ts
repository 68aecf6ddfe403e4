import { pageAddress } from "../../theme/page-address.ts";
import type { DocDetails } from "../data/api.ts";
import { element } from "../dom.ts";

/** Lists the headings of a page, each with its address. */
export function createOutline(headings: DocDetails["headings"], slug: string): HTMLElement[] {
  const items = headings.map(({ depth, text, anchor }) => {
    const link = element("a", { href: pageAddress(`${slug}#${anchor}`) }, element("bdi", {}, text));
    const address = element("code", {}, `${slug}#${anchor}`);
    return element("li", { className: `depth-${depth}` }, link, address);
  });
  return [
    element("h3", {}, `Headings (${headings.length})`),
    items.length > 0 ? element("ul", {}, ...items) : element("p", {}, "None."),
  ];
}

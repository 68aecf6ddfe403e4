import type { DocDetails } from "../data/api.ts";
import { element } from "../dom.ts";

/** Lists the headings of a page, each with its address on the rendered site. */
export function createOutline(headings: DocDetails["headings"], slug: string): HTMLElement[] {
  const items = headings.map(({ depth, text, anchor }) => {
    const link = element("a", { href: `${slug}#${anchor}` }, element("bdi", {}, text));
    const address = element("code", {}, `${slug}#${anchor}`);
    return element("li", { className: `depth-${depth}` }, link, address);
  });
  return [
    element("h3", {}, `Headings (${headings.length})`),
    ...(items.length > 0
      ? [
          element("small", {}, "Addresses are those of the rendered site, taken on this host."),
          element("ul", {}, ...items),
        ]
      : [element("p", {}, "None.")]),
  ];
}

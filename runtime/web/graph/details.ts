import { type DocDetails, loadDoc } from "./api.ts";
import { element } from "./dom.ts";
import type { Page } from "./link-graph.ts";

/** Makes the part of the panel that is asked for when a page is selected; it fills itself. */
export function createDetails(page: Page): HTMLElement {
  const details = element("section", { className: "details" });
  fill(details, page);
  return details;
}

async function fill(details: HTMLElement, page: Page): Promise<void> {
  details.replaceChildren(element("p", {}, "Loading description and headings…"));
  details.ariaBusy = "true";
  try {
    details.replaceChildren(...show(await loadDoc(page.id), page));
  } catch (error) {
    const retry = element("button", { type: "button", onclick: () => fill(details, page) });
    retry.append("Try again");
    details.replaceChildren(element("p", {}, `Cannot load more of this page. ${error}`), retry);
  }
  details.ariaBusy = "false";
}

function show(doc: DocDetails | null, { slug }: Page): Node[] {
  if (!doc) return [element("p", {}, "The server no longer has this page. Reload to go on.")];
  const { description, headings } = doc;
  const heading = element("h3", {}, `Headings (${headings.length})`);
  const items = headings.map(({ depth, text, anchor }) =>
    element("li", { className: `depth-${depth}` }, text, element("code", {}, `${slug}#${anchor}`)),
  );
  return [
    ...(description ? [element("p", {}, description)] : []),
    heading,
    items.length > 0
      ? element("ul", { className: "headings" }, ...items)
      : element("p", {}, "None."),
  ];
}

import { type DocDetails, loadDoc } from "./api.ts";
import { element } from "./dom.ts";
import type { Page } from "./link-graph.ts";
import { reasonOf } from "./notice.ts";

/** The parts of the panel that are asked for when a page is selected; they fill themselves. */
export interface Details {
  description: HTMLElement;
  headings: HTMLElement;
}

/** Makes the parts and starts to load what they show. */
export function createDetails(page: Page): Details {
  const details = { description: element("div"), headings: element("section") };
  fill(details, page);
  return details;
}

async function fill({ description, headings }: Details, page: Page): Promise<void> {
  description.replaceChildren(element("p", {}, "Loading description and headings…"));
  try {
    const doc = await loadDoc(page.id);
    description.replaceChildren(element("p", {}, descriptionOf(doc)));
    headings.replaceChildren(...(doc ? createOutline(doc, page) : []));
  } catch (error) {
    const retry = element("button", { type: "button" }, "Try again");
    retry.onclick = () => fill({ description, headings }, page);
    description.replaceChildren(
      element("p", {}, `Cannot load more of this page. ${reasonOf(error)}`),
      retry,
    );
  }
}

function descriptionOf(doc: DocDetails | null): string {
  if (!doc) return "The server no longer has this page. Reload to see the present graph.";
  return doc.description ?? "No description.";
}

function createOutline({ headings }: DocDetails, { slug }: Page): HTMLElement[] {
  const items = headings.map(({ depth, text, anchor }) =>
    element("li", { className: `depth-${depth}` }, text, element("code", {}, `${slug}#${anchor}`)),
  );
  return [
    element("h3", {}, `Headings (${headings.length})`),
    items.length > 0 ? element("ul", {}, ...items) : element("p", {}, "None."),
  ];
}

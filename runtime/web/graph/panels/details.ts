import { pageAddress } from "../../theme/page-address.ts";
import { type DocDetails, loadDoc } from "../data/api.ts";
import type { Page } from "../data/link-graph.ts";
import { element } from "../dom.ts";
import { createOutline } from "../paint/outline.ts";
import { reasonOf } from "./notice.ts";

/** The parts of the panel that load when a page is selected; they fill themselves. */
export interface Details {
  readonly facts: HTMLElement;
  readonly description: HTMLElement;
  readonly headings: HTMLElement;
}

/** Creates the parts and starts to load their content. */
export function createDetails(page: Page): Details {
  const details = {
    facts: element("dl"),
    description: element("div", { className: "description" }),
    headings: element("section", { className: "headings" }),
  };
  fill(details, page);
  return details;
}

async function fill(details: Details, page: Page): Promise<void> {
  const { facts, description, headings } = details;
  facts.replaceChildren(...createFacts(page, null));
  description.replaceChildren(element("p", {}, "Loading description and headings…"));
  try {
    const doc = await loadDoc(page.id);
    facts.replaceChildren(...createFacts(page, doc));
    description.replaceChildren(element("p", {}, descriptionOf(doc)));
    headings.replaceChildren(...(doc ? createOutline(doc.headings, page.slug) : []));
  } catch (error) {
    const retry = element("button", { type: "button" }, "Try again");
    retry.onclick = () => fill(details, page);
    description.replaceChildren(
      element("p", {}, `Cannot load more of this page. ${reasonOf(error)}`),
      retry,
    );
  }
}

function createFacts({ id, section, slug }: Page, doc: DocDetails | null): HTMLElement[] {
  const facts: Record<string, string | HTMLElement> = { Section: section };
  if (doc?.category) facts.Category = doc.category;
  facts.Id = id;
  facts.Address = element("a", { href: pageAddress(slug) }, slug);
  if (doc) facts.Words = doc.wordCount.toLocaleString("en");
  return Object.entries(facts).flatMap(([name, value]) => [
    element("dt", {}, name),
    element("dd", {}, element("bdi", {}, value)),
  ]);
}

function descriptionOf(doc: DocDetails | null): string {
  if (!doc) return "The server no longer has this page. Reload to see the current graph.";
  return doc.description ?? "No description.";
}

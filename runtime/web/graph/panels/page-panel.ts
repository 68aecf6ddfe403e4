import type { Page } from "../data/link-graph.ts";
import { createDetails } from "./details.ts";
import { createPageLinks } from "./page-links.ts";

/** Creates the panel's content for a page. */
export function createPageContent(page: Page, onSelect: (id: string) => void): HTMLElement[] {
  const { facts, description, headings } = createDetails(page);
  return [
    facts,
    description,
    createPageLinks({ heading: "Links to", pages: page.outgoing, onSelect }),
    createPageLinks({ heading: "Linked from", pages: page.incoming, onSelect }),
    headings,
  ];
}

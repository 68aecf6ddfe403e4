import { createDetails } from "./details.ts";
import { element } from "./dom.ts";
import type { Page } from "./link-graph.ts";
import { createPageLinks } from "./page-links.ts";

interface Options {
  root: HTMLElement;
  onSelect(id: string): void;
  onClose(): void;
}

/** The panel beside the graph that tells of the selected page. */
export interface Panel {
  /** Shows a page and takes the keyboard's focus. */
  show(page: Page): void;
  /** Closes the panel and gives the focus back to where it came from. */
  close(): void;
}

/** Makes the panel; Escape closes it like its button. */
export function createPanel({ root, onSelect, onClose }: Options): Panel {
  let opener: Element | null = null;

  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape") onClose();
  });

  return {
    show(page) {
      if (!root.contains(document.activeElement)) opener = document.activeElement;
      const heading = element("h2", { tabIndex: -1 }, page.title);
      const close = element(
        "button",
        { type: "button", className: "close", onclick: onClose },
        "×",
      );
      close.ariaLabel = "Close the panel";
      const { description, headings } = createDetails(page);
      description.className = "description";
      headings.className = "headings";
      root.replaceChildren(
        element("header", {}, heading, close),
        createFacts(page),
        description,
        createPageLinks({ heading: "Links to", pages: page.outgoing, onSelect }),
        createPageLinks({ heading: "Linked from", pages: page.incoming, onSelect }),
        headings,
      );
      root.hidden = false;
      root.scrollTop = 0;
      heading.focus();
    },
    close() {
      const hadFocus = root.contains(document.activeElement);
      root.hidden = true;
      root.replaceChildren();
      if (hadFocus && opener instanceof HTMLElement) opener.focus();
    },
  };
}

function createFacts({ id, section, slug }: Page): HTMLElement {
  const facts = { Section: section, Id: id, Slug: slug };
  return element(
    "dl",
    {},
    ...Object.entries(facts).flatMap(([name, value]) => [
      element("dt", {}, name),
      element("dd", {}, value),
    ]),
  );
}

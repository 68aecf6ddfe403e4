import type { LinkGraph } from "../data/link-graph.ts";
import { createPageList, type ListName, listNames } from "../data/page-lists.ts";
import { element } from "../dom.ts";

/** Buttons that open the lists of pages worth a look. */
export interface ListButtons {
  /** Shows which list is open. */
  mark(open: ListName | null): void;
}

const LABELS: Record<ListName, string> = { "most-linked": "Most linked", orphans: "Orphans" };

interface Options {
  readonly graph: LinkGraph;
  /** Called with the list to open; null to close the open one. */
  onSelect(list: ListName | null): void;
}

/** Fills an element with the buttons. */
export function createListButtons(root: HTMLElement, { graph, onSelect }: Options): ListButtons {
  const buttons = listNames.map((name) => {
    const button = element("button", { type: "button" }, LABELS[name]);
    const number = createPageList(graph, name).pages.length;
    if (name === "orphans") button.append(` (${number.toLocaleString("en")})`);
    button.onclick = () => onSelect(button.ariaPressed === "true" ? null : name);
    return button;
  });

  function mark(open: ListName | null): void {
    for (const [index, button] of buttons.entries()) {
      button.ariaPressed = String(listNames[index] === open);
    }
  }

  mark(null);
  root.replaceChildren(...buttons);
  root.hidden = false;
  return { mark };
}

import { findPages } from "../data/find-pages.ts";
import type { Page } from "../data/link-graph.ts";
import { element } from "../dom.ts";

interface Options {
  root: HTMLElement;
  pages: readonly Page[];
  onSelect(id: string): void;
}

const KEYS = ["ArrowDown", "ArrowUp", "Enter", "Escape"];

/** Fills the search box: a combobox with a listbox, as in the ARIA Authoring Practices. */
export function createSearchBox({ root, pages, onSelect }: Options): void {
  const input = element("input", { type: "search", placeholder: "Find a page", role: "combobox" });
  const list = element("ul", { id: "search-results", role: "listbox", hidden: true });
  const none = element(
    "p",
    { hidden: true, role: "status" },
    "No page has that in its title or id.",
  );
  let results: Page[] = [];
  let active = 0;

  input.autocomplete = "off";
  input.spellcheck = false;
  input.ariaLabel = "Find a page by its title or id";
  input.ariaAutoComplete = "list";
  input.setAttribute("aria-controls", list.id);
  list.ariaLabel = "Pages found";

  function update(): void {
    results = findPages(pages, input.value);
    list.replaceChildren(...results.map(createOption));
    none.hidden = results.length > 0 || input.value.trim() === "";
    list.hidden = results.length === 0;
    input.ariaExpanded = String(!list.hidden);
    activate(0);
  }

  function createOption({ id, title, section }: Page, index: number): HTMLElement {
    const option = element("li", { id: `search-result-${index}`, role: "option", title: id });
    option.append(element("bdi", {}, title), element("small", {}, section));
    option.onpointerdown = (event) => event.preventDefault();
    option.onclick = () => choose(index);
    return option;
  }

  function activate(index: number): void {
    active = index;
    for (const [place, option] of Array.from(list.children).entries()) {
      option.ariaSelected = String(place === active);
    }
    list.children[active]?.scrollIntoView({ block: "nearest" });
    if (list.hidden) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", `search-result-${active}`);
  }

  function choose(index: number): void {
    const page = results[index];
    close();
    if (page) onSelect(page.id);
  }

  function close(): void {
    input.value = "";
    update();
  }

  function press(event: KeyboardEvent): void {
    if (list.hidden || event.isComposing || !KEYS.includes(event.key)) return;
    event.preventDefault();
    if (event.key === "ArrowDown") activate((active + 1) % results.length);
    if (event.key === "ArrowUp") activate((active + results.length - 1) % results.length);
    if (event.key === "Enter") choose(active);
    if (event.key === "Escape") close();
  }

  input.addEventListener("input", update);
  input.addEventListener("keydown", press);
  input.addEventListener("blur", () => {
    list.hidden = none.hidden = true;
    input.ariaExpanded = "false";
  });
  input.addEventListener("focus", update);
  root.replaceChildren(input, list, none);
  root.hidden = false;
  update();
}

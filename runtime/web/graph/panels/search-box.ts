import { findPages } from "../data/find-pages.ts";
import type { Page } from "../data/link-graph.ts";
import { searchTexts, type TextHit } from "../data/search-texts.ts";
import { element } from "../dom.ts";

interface Options {
  readonly root: HTMLElement;
  readonly pages: readonly Page[];
  onSelect(id: string): void;
}

const KEYS = ["ArrowDown", "ArrowUp", "Enter", "Escape"];
/** Milliseconds without a key after which the texts are searched. */
const PAUSE_MS = 150;
const NOTHING = "No page has that in its title, its id or its text.";

/** Fills the search box: a combobox with a listbox, as in the ARIA Authoring Practices. */
export function createSearchBox(options: Options): void {
  new SearchBox(options);
}

/** Finds pages by title and id at once, and by their text a moment later. */
class SearchBox {
  readonly #options: Options;
  readonly #input = element("input", {
    type: "search",
    placeholder: "Find a page",
    role: "combobox",
    autocomplete: "off",
    spellcheck: false,
    ariaLabel: "Find a page by its title, id or text",
    ariaAutoComplete: "list",
  });
  readonly #list = element("div", { id: "search-results", role: "listbox", hidden: true });
  readonly #message = element("p", { hidden: true, role: "status" });
  #found: readonly Page[] = [];
  #hits: readonly TextHit[] = [];
  #choices: readonly HTMLElement[] = [];
  #active = 0;
  #searching: AbortController | undefined;

  constructor(options: Options) {
    this.#options = options;
    const input = this.#input;
    input.setAttribute("aria-controls", this.#list.id);
    this.#list.ariaLabel = "Pages found";
    input.addEventListener("input", () => this.#search());
    input.addEventListener("keydown", (event) => this.#press(event));
    input.addEventListener("blur", () => this.#hide());
    input.addEventListener("focus", () => this.#search());
    options.root.replaceChildren(input, this.#list, this.#message);
    options.root.hidden = false;
    this.#show("");
  }

  #search(): void {
    const { value } = this.#input;
    this.#searching?.abort();
    this.#found = findPages(this.#options.pages, value);
    this.#hits = [];
    this.#active = 0;
    this.#show("");
    if (value.trim() === "") return;
    const searching = new AbortController();
    this.#searching = searching;
    setTimeout(() => void this.#searchTexts(value, searching.signal), PAUSE_MS);
  }

  async #searchTexts(query: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    try {
      const hits = await searchTexts(query, signal);
      const known = new Set(this.#found.map(({ id }) => id));
      this.#hits = hits.filter(({ id }) => !known.has(id));
      this.#show(known.size + this.#hits.length > 0 ? "" : NOTHING);
    } catch (error) {
      // A later search has replaced this one.
      if (signal.aborted) return;
      this.#show(`The texts cannot be searched. ${(error as Error).message}`);
    }
  }

  #show(message: string): void {
    const titles = this.#found.map(({ id, title, section }) =>
      this.#option({ id, title, note: section }),
    );
    const texts = this.#hits.map(({ id, title, excerpt }) => this.#option({ id, title, excerpt }));
    this.#choices = [...titles, ...texts];
    this.#list.replaceChildren(...group("Titles", titles), ...group("In the text", texts));
    this.#message.textContent = message;
    this.#message.hidden = message === "";
    this.#list.hidden = this.#choices.length === 0;
    this.#input.ariaExpanded = String(!this.#list.hidden);
    this.#activate(this.#active);
  }

  #option({ id, title, note, excerpt }: Choice): HTMLElement {
    const option = element("div", { role: "option", title: id });
    option.append(element("bdi", {}, title));
    if (note !== undefined) option.append(element("small", {}, note));
    if (excerpt !== undefined) option.append(element("span", { className: "excerpt" }, excerpt));
    option.dataset.id = id;
    option.onpointerdown = (event) => event.preventDefault();
    option.onclick = () => this.#choose(option);
    return option;
  }

  #activate(place: number): void {
    this.#active = place;
    for (const [index, option] of this.#choices.entries()) {
      option.id = `search-result-${index}`;
      option.ariaSelected = String(index === place);
    }
    const active = this.#choices[place];
    active?.scrollIntoView({ block: "nearest" });
    if (active) this.#input.setAttribute("aria-activedescendant", active.id);
    else this.#input.removeAttribute("aria-activedescendant");
  }

  #choose(option: HTMLElement | undefined): void {
    this.#clear();
    if (option) this.#options.onSelect(option.dataset.id!);
  }

  #clear(): void {
    this.#input.value = "";
    this.#search();
  }

  #hide(): void {
    this.#searching?.abort();
    this.#list.hidden = this.#message.hidden = true;
    this.#input.ariaExpanded = "false";
  }

  #press(event: KeyboardEvent): void {
    if (this.#list.hidden || event.isComposing || !KEYS.includes(event.key)) return;
    event.preventDefault();
    const { length } = this.#choices;
    if (event.key === "ArrowDown") this.#activate((this.#active + 1) % length);
    if (event.key === "ArrowUp") this.#activate((this.#active + length - 1) % length);
    if (event.key === "Enter") this.#choose(this.#choices[this.#active]);
    if (event.key === "Escape") this.#clear();
  }
}

/** A page to choose. */
interface Choice {
  readonly id: string;
  readonly title: string;
  readonly note?: string;
  readonly excerpt?: string;
}

function group(name: string, options: readonly HTMLElement[]): HTMLElement[] {
  if (options.length === 0) return [];
  const heading = element("h3", { ariaHidden: "true" }, name);
  return [element("div", { role: "group", ariaLabel: name }, heading, ...options)];
}

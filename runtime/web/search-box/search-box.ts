import type { HitSource } from "./hit-source.ts";
import { create, createIcon } from "./nodes.ts";
import css from "./search-box.css?inline";
import { SearchDialog } from "./search-dialog.ts";
import { createServerSource } from "./server-source.ts";
import { isShortcut, SHORTCUT } from "./shortcut.ts";
import { createStaticSource } from "./static-source.ts";
import type { DocgateSearch } from "./types.d.ts";

/** docgate serves this script below `assets/`. Bundlers take a literal `new URL` for a file. */
const { url: SCRIPT } = import.meta;

/** Node.js has no elements: a site may import the module while it renders pages there. */
const Element: typeof HTMLElement = globalThis.HTMLElement ?? class {};

/** `<docgate-search>`: a button, and a dialog that searches while one types. */
class SearchBox extends Element implements DocgateSearch {
  static readonly observedAttributes = [
    "src",
    "static",
    "site",
    "index",
    "start",
    "section",
    "clicks",
    "label",
    "placeholder",
    "hotkeys",
  ];

  #dialog: SearchDialog | undefined;

  constructor() {
    super();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    this.attachShadow({ mode: "open" }).adoptedStyleSheets = [sheet];
  }

  connectedCallback(): void {
    this.#create();
    document.addEventListener("keydown", this.#pressKey);
  }

  disconnectedCallback(): void {
    document.removeEventListener("keydown", this.#pressKey);
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.#create();
  }

  open(): void {
    this.#dialog?.open();
  }

  close(): void {
    this.#dialog?.close();
  }

  #create(): void {
    const label = this.getAttribute("label") ?? "Search";
    this.#dialog = new SearchDialog({
      source: this.#createSource(),
      section: this.getAttribute("section") ?? undefined,
      addressOf: (slug) => this.#addressOf(slug),
      label,
      placeholder: this.getAttribute("placeholder") ?? "Search the docs",
    });
    const button = create("button", { part: "button", type: "button", "aria-haspopup": "dialog" });
    button.append(createIcon(), create("span", { part: "label" }, label));
    if (this.#hasHotkeys) {
      button.setAttribute("aria-keyshortcuts", SHORTCUT.keys);
      button.append(create("kbd", { part: "shortcut", "aria-hidden": "true" }, SHORTCUT.text));
    }
    button.addEventListener("click", () => this.open());
    this.shadowRoot!.replaceChildren(button, this.#dialog.element);
  }

  #createSource(): HitSource {
    const folder = this.getAttribute("static");
    if (folder !== null) return createStaticSource(folderAddress(folder));
    const server = this.getAttribute("src");
    const base = server === null ? new URL("..", SCRIPT) : folderAddress(server);
    return createServerSource(base, { reportsClicks: this.hasAttribute("clicks") });
  }

  #addressOf(slug: string): string {
    // A slug is a path: no answer can lead to another scheme or host.
    const path = slug.replace(/^[/\\]*/, "/");
    const site = this.getAttribute("site") ?? "";
    const start = this.getAttribute("start");
    if (start !== null && /^\/(?:#|$)/.test(path)) return `${site}/${start}${path.slice(1)}`;
    return site + (this.getAttribute("index") === "folder" ? folderOf(path) : path);
  }

  get #hasHotkeys(): boolean {
    return this.getAttribute("hotkeys") !== "none";
  }

  readonly #pressKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || !this.#hasHotkeys || !isShortcut(event)) return;
    event.preventDefault();
    this.open();
  };
}

/** Returns `/guide/` for `/guide/index`, and other paths as they are. */
function folderOf(path: string): string {
  return path.replace(/\/index(?=#|$)/, "/");
}

/** Resolves the address of a folder, with a final slash. */
function folderAddress(address: string): URL {
  return new URL(address.replace(/\/*$/, "/"), document.baseURI);
}

if (globalThis.customElements && !customElements.get("docgate-search")) {
  customElements.define("docgate-search", SearchBox);
}

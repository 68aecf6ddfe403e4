import { ActiveOption } from "./active-option.ts";
import type { HitList, HitSource } from "./hit-source.ts";
import { create, createIcon } from "./nodes.ts";
import { QueryRunner } from "./query-runner.ts";
import { type AddressOf, showHits } from "./results.ts";
import { hasModifier } from "./shortcut.ts";
import { countOf, FAILED, HINT, notesOf, nothingFor, WAITING } from "./texts.ts";

/** Longest query that a server takes, in UTF-16 units. */
const MAX_QUERY_LENGTH = 500;
/** Waiting is put into words only if it takes longer. */
const SLOW_MS = 500;

export interface DialogOptions {
  readonly source: HitSource;
  readonly section: string | undefined;
  readonly addressOf: AddressOf;
  readonly label: string;
  readonly placeholder: string;
}

/** The dialog: a combobox, what was found, and what there is to say about it. */
export class SearchDialog {
  readonly element: HTMLDialogElement;
  readonly #source: HitSource;
  readonly #addressOf: AddressOf;
  readonly #input: HTMLInputElement;
  readonly #close = create("button", { part: "close", type: "button" }, "Close");
  /** Scrolls; holds messages and the list. */
  readonly #body = create("div", { part: "body" });
  readonly #messages = create("div", { part: "messages", "aria-live": "polite" });
  readonly #list: HTMLElement;
  readonly #status = create("div", { part: "status", role: "status" });
  readonly #active: ActiveOption;
  readonly #runner: QueryRunner;
  #slowTimer: ReturnType<typeof setTimeout> | undefined;
  /** The query whose answer is shown. */
  #answered = "";
  /** The Enter key, pressed before the answer to the query came. */
  #pendingEnter: KeyboardEvent | null = null;
  /** True if the pointer was last pressed outside of the dialog. */
  #isPressedOutside = false;

  constructor({ source, section, addressOf, label, placeholder }: DialogOptions) {
    this.#source = source;
    this.#addressOf = addressOf;
    this.#input = createInput(label, placeholder);
    this.#list = create("div", { id: "list", part: "list", role: "listbox", "aria-label": label });
    this.#active = new ActiveOption(this.#input);
    this.#runner = new QueryRunner({
      source,
      section,
      onWait: () => this.#wait(),
      onAnswer: (found, query) => this.#show(found, query),
      onFailure: (error) => this.#fail(error),
    });
    const bar = create("div", { part: "bar" }, createIcon(), this.#input, this.#close);
    this.#body.append(this.#messages, this.#list);
    const content = create("div", { part: "content" }, bar, this.#body, createFoot(this.#status));
    this.element = create("dialog", { part: "dialog", "aria-label": label }, content);
    this.#listen();
  }

  /** Opens the dialog with the last query and its answer; typing replaces the query. */
  open(): void {
    if (!this.element.open) this.element.showModal();
    this.#input.focus();
    this.#input.select();
    this.#search();
  }

  /** Closes the dialog; the focus returns to where it was before. */
  close(): void {
    this.element.close();
  }

  #listen(): void {
    this.element.addEventListener("close", () => this.#runner.cancel());
    this.#input.addEventListener("input", () => this.#search());
    this.#input.addEventListener("keydown", (event) => this.#press(event));
    this.#close.addEventListener("click", () => this.close());
    this.#list.addEventListener("pointermove", ({ target }) => {
      const option = (target as Element).closest<HTMLElement>("[role=option]");
      if (option) this.#active.moveTo(option);
    });
    this.#list.addEventListener("click", ({ target, ctrlKey, metaKey, shiftKey }) => {
      if (!(target as Element).closest("[role=option]")) return;
      this.#source.reportOpened?.(this.#answered);
      // Only an address that opens here leaves the dialog: it may be on this page.
      const isElsewhere = ctrlKey || metaKey || shiftKey;
      if (!isElsewhere) this.close();
    });
    this.element.addEventListener("pointerdown", ({ target }) => {
      this.#isPressedOutside = target === this.element;
    });
    this.element.addEventListener("click", ({ target }) => {
      if (target === this.element && this.#isPressedOutside) this.close();
    });
  }

  #search(): void {
    this.#pendingEnter = null;
    // A final space stays: it says that the last word is complete.
    const query = this.#input.value.trimStart().slice(0, MAX_QUERY_LENGTH);
    if (query === "") this.#clear();
    else this.#runner.run(query);
  }

  #press(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const { key } = event;
    if (key === "ArrowDown") this.#active.move(1);
    else if (key === "ArrowUp") this.#active.move(-1);
    else if (key === "Enter" && this.#isWaiting) this.#pendingEnter = event;
    else if (key === "Enter") this.#follow(event);
    else return;
    event.preventDefault();
  }

  #follow(enter: KeyboardEvent): void {
    const option = this.#active.current as HTMLAnchorElement | null;
    if (option === null) return;
    if (hasModifier(enter)) {
      this.#source.reportOpened?.(this.#answered);
      window.open(option.href, "_blank", "noopener");
    } else option.click();
  }

  #clear(): void {
    this.#runner.cancel();
    this.#change({ messages: [create("p", { part: "hint" }, HINT)] });
  }

  get #isWaiting(): boolean {
    return this.#body.ariaBusy === "true";
  }

  /** Leaves what is shown until there is something else to show. */
  #wait(): void {
    this.#body.ariaBusy = "true";
    clearTimeout(this.#slowTimer);
    this.#slowTimer = setTimeout(() => {
      this.#status.textContent = WAITING;
    }, SLOW_MS);
  }

  #show(found: HitList, query: string): void {
    this.#answered = query;
    const sentences = found.items.length > 0 ? notesOf(found) : nothingFor(query);
    this.#change({
      messages: sentences.map((text) => create("p", { part: "note" }, text)),
      groups: showHits(found, this.#addressOf),
      status: countOf(found),
    });
    if (this.#pendingEnter) this.#follow(this.#pendingEnter);
  }

  #fail({ message }: Error): void {
    const retry = create("button", { part: "retry", type: "button" }, "Try again");
    retry.addEventListener("click", () => {
      this.#input.focus();
      this.#search();
    });
    const texts = [FAILED, message].map((text) => create("p", { part: "error" }, text));
    this.#change({ messages: [...texts, retry] });
  }

  #change({ messages, groups = [], status = "" }: DialogContent): void {
    clearTimeout(this.#slowTimer);
    this.#body.ariaBusy = "false";
    this.#messages.replaceChildren(...messages);
    this.#list.replaceChildren(...groups);
    this.#list.hidden = groups.length === 0;
    this.#active.reset([...this.#list.querySelectorAll("a")]);
    this.#body.scrollTop = 0;
    this.#status.textContent = status;
  }
}

interface DialogContent {
  readonly messages: readonly HTMLElement[];
  readonly groups?: readonly HTMLElement[];
  readonly status?: string;
}

function createInput(label: string, placeholder: string): HTMLInputElement {
  return create("input", {
    part: "input",
    role: "combobox",
    "aria-label": label,
    "aria-autocomplete": "list",
    "aria-controls": "list",
    placeholder,
    maxlength: `${MAX_QUERY_LENGTH}`,
    enterkeyhint: "go",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
  });
}

/** The keys, for people who see; screen readers know them from the role. */
function createFoot(status: HTMLElement): HTMLElement {
  const keys = create("div", { part: "keys", "aria-hidden": "true" });
  const uses = { "↑↓": "choose", "↵": "open", esc: "close" };
  for (const [key, use] of Object.entries(uses)) {
    keys.append(create("span", {}, create("kbd", {}, key), ` ${use}`));
  }
  return create("div", { part: "foot" }, status, keys);
}

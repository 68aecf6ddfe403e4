/**
 * The option of a listbox that a combobox points at: the caret stays in the combobox (ARIA
 * Authoring Practices, combobox with a listbox).
 */
export class ActiveOption {
  readonly #combobox: HTMLElement;
  #options: readonly HTMLElement[] = [];
  #index = -1;

  constructor(combobox: HTMLElement) {
    this.#combobox = combobox;
  }

  /** Null if there is no option. */
  get current(): HTMLElement | null {
    return this.#options[this.#index] ?? null;
  }

  /** Takes over the options of a new list, and points at the first. */
  reset(options: readonly HTMLElement[]): void {
    this.#options = options;
    this.#combobox.ariaExpanded = String(options.length > 0);
    for (const option of options) option.ariaSelected = "false";
    this.#index = -1;
    this.#point(options.length > 0 ? 0 : -1);
  }

  /** Points at the next option, or at the one before; after the last comes the first. */
  move(by: 1 | -1): void {
    const { length } = this.#options;
    if (length === 0) return;
    this.#point((this.#index + by + length) % length);
    this.current!.scrollIntoView({ block: "nearest" });
  }

  /** Points at an option of the list. */
  moveTo(option: HTMLElement): void {
    this.#point(this.#options.indexOf(option));
  }

  #point(index: number): void {
    if (this.current) this.current.ariaSelected = "false";
    this.#index = index;
    if (this.current) this.current.ariaSelected = "true";
    if (this.current) this.#combobox.setAttribute("aria-activedescendant", this.current.id);
    else this.#combobox.removeAttribute("aria-activedescendant");
  }
}

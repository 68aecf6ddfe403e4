/** Properties of an element, without those that parse text as markup. */
type Properties<Name extends keyof HTMLElementTagNameMap> = Partial<
  Omit<HTMLElementTagNameMap[Name], "innerHTML" | "outerHTML">
>;

/**
 * Creates an element. Text is inserted as text, whatever it contains.
 *
 * @example element("p", { className: "hint" }, "Links: ", element("b", {}, "3"));
 */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties<Name> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** Finds an element of the page's HTML. */
export function byId(id: string): HTMLElement {
  return document.getElementById(id)!;
}

/** Writes a number with its noun, for example `1 page` or `1,204 pages`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

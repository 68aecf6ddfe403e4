/** Properties of an element, without those that would read text as markup. */
type Properties<Name extends keyof HTMLElementTagNameMap> = Partial<
  Omit<HTMLElementTagNameMap[Name], "innerHTML" | "outerHTML">
>;

/**
 * Makes an element. Text is put in as text, whatever it holds.
 *
 * @example
 * element("p", { className: "hint" }, "Links: ", element("b", {}, "3"));
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

/** Finds an element that the page was written with. */
export function byId(id: string): HTMLElement {
  return document.getElementById(id)!;
}

/** A number with its noun, for example `1 page` or `1,204 pages`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

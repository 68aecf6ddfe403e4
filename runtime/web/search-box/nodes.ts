type Attributes = Readonly<Record<string, string>>;

/**
 * Creates an element. Text is inserted as text, whatever it contains.
 *
 * @example create("p", { part: "hint" }, "Places: ", create("b", {}, "3"));
 */
export function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  setAttributes(made, attributes);
  made.append(...children);
  return made;
}

/** A magnifying glass. */
export function createIcon(): SVGElement {
  const svg = createDrawing("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" });
  const lines = { fill: "none", stroke: "currentColor", "stroke-width": "1.8" };
  svg.append(
    createDrawing("path", {
      ...lines,
      d: "M13 13l4.5 4.5M14.5 8.5a6 6 0 1 1-12 0 6 6 0 0 1 12 0z",
    }),
  );
  return svg;
}

function createDrawing(name: string, attributes: Attributes): SVGElement {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name) as SVGElement;
  setAttributes(made, attributes);
  return made;
}

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}

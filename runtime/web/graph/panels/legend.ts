import type { LinkGraph } from "../data/link-graph.ts";
import { count, element } from "../dom.ts";
import { onThemeChange, readSectionColor } from "../paint/theme.ts";
import { isNarrowScreen } from "./screen.ts";

interface Options {
  root: HTMLDetailsElement;
  graph: LinkGraph;
  /** Called with the sections that are now hidden. */
  onChange(hidden: ReadonlySet<string>): void;
}

/** Names the colours of the sections and lets a person hide sections. */
export interface Legend {
  /** Shows a section again if it is hidden. */
  reveal(section: string): void;
}

/** Fills the legend: one button per section, and one for all. */
export function createLegend({ root, graph: { sections }, onChange }: Options): Legend {
  const hidden = new Set<string>();
  const swatches = sections.map(() => element("span", { className: "swatch" }));
  const buttons = sections.map(({ name, pages }, index) => {
    const button = element("button", { type: "button", onclick: () => toggle(name) });
    button.append(swatches[index]!, element("bdi", {}, name));
    button.append(element("small", { ariaLabel: count(pages.length, "page") }, `${pages.length}`));
    return button;
  });
  const all = element("button", { type: "button", className: "all", onclick: toggleAll });

  function toggle(name: string): void {
    if (!hidden.delete(name)) hidden.add(name);
    update();
  }

  function toggleAll(): void {
    const hides = hidden.size === 0;
    hidden.clear();
    if (hides) for (const { name } of sections) hidden.add(name);
    update();
  }

  function update(): void {
    for (const [index, { name }] of sections.entries()) {
      buttons[index]!.ariaPressed = String(!hidden.has(name));
    }
    all.textContent = hidden.size === 0 ? "Hide all" : "Show all";
    onChange(hidden);
  }

  function paint(): void {
    for (const [index, swatch] of swatches.entries()) {
      swatch.style.backgroundColor = readSectionColor(index);
    }
  }

  const items = buttons.map((button) => element("li", {}, button));
  root.replaceChildren(
    element("summary", {}, `Sections (${sections.length})`),
    element("ul", {}, ...items),
    all,
  );
  root.open = !isNarrowScreen();
  paint();
  onThemeChange(paint);
  update();
  return {
    reveal(section) {
      if (hidden.delete(section)) update();
    },
  };
}

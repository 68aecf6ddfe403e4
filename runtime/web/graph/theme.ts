import { type Scheme, sectionColor } from "./colors.ts";

const darkQuery = window.matchMedia("(prefers-color-scheme: dark)");

/** Colours of the canvas, which style sheets do not reach. */
export interface Theme {
  readonly ink: string;
  readonly paper: string;
  readonly ground: string;
  readonly edge: string;
  /** Of what is not linked with the page under the pointer. */
  readonly faded: string;
  /** Gives the colour of a section by its place among all. */
  section(index: number): string;
}

/** Reads the colours that `graph.css` sets for the scheme in use. */
export function readTheme(): Theme {
  const style = getComputedStyle(document.documentElement);
  const scheme: Scheme = darkQuery.matches ? "dark" : "light";
  return {
    ink: style.getPropertyValue("--ink"),
    paper: style.getPropertyValue("--paper"),
    ground: style.getPropertyValue("--ground"),
    edge: style.getPropertyValue("--edge"),
    faded: style.getPropertyValue("--faded"),
    section: (index) => sectionColor(index, scheme),
  };
}

/** Calls back each time the person changes between light and dark. */
export function onThemeChange(listener: () => void): void {
  darkQuery.addEventListener("change", listener);
}

import { type Scheme, sectionColor } from "./colors.ts";
import type { Palette } from "./palette.ts";

const darkQuery = window.matchMedia("(prefers-color-scheme: dark)");

/** Reads the colours that `graph.css` sets for the scheme in use. */
export function readPalette(sectionCount: number): Palette {
  const style = getComputedStyle(document.documentElement);
  return {
    ink: style.getPropertyValue("--ink"),
    paper: style.getPropertyValue("--paper"),
    ground: style.getPropertyValue("--ground"),
    edge: style.getPropertyValue("--edge"),
    sections: Array.from({ length: sectionCount }, (_none, index) => readSectionColor(index)),
  };
}

/** Returns the colour of a section, by index, in the current scheme. */
export function readSectionColor(index: number): string {
  const scheme: Scheme = darkQuery.matches ? "dark" : "light";
  return sectionColor(index, scheme);
}

/** Calls back each time the person switches between light and dark. */
export function onThemeChange(listener: () => void): void {
  darkQuery.addEventListener("change", listener);
}

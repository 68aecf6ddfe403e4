import { join } from "node:path";
import { ROOT } from "./command.ts";

/** Small sites whose links lead nowhere, each to a name with a number: `nope17`. */
export const BROKEN_LINKS = join(ROOT, "test/fixtures/broken-links");

/** The numbers of the links that each generator's own check reports. */
export const BROKEN_LINKS_RECORD = join(ROOT, "test/generator/sites/recorded/broken-links.json");

/** The docs roots of the sites. */
export const BROKEN_LINKS_ROOTS = {
  docusaurus: "docs",
  vitepress: "docs",
  starlight: "src/content/docs",
  mkdocs: "docs",
  hugo: "content",
} as const;

/** Returns the numbers of the broken links that a text names, sorted. */
export function brokenNumbers(text: string): string[] {
  const numbers = Array.from(text.matchAll(/nope(?: |%20)?(\d\d)/g), ([, number]) => number!);
  return Array.from(new Set(numbers)).sort();
}

import type { MatchedPage } from "../match/match.ts";
import { lettersOf } from "../match/plain-words.ts";

/** With fewer pages, what repeats shows nothing. */
const LEAST_PAGES = 4;
/** A line that this part of the pages has, and not their sources, is of the theme. */
const USUAL_SHARE = 0.5;

/** The lines that most pages of a site have, and their sources do not: a theme has added them. */
export class UsualLines {
  readonly #lines: ReadonlySet<string>;

  constructor(pages: readonly MatchedPage[]) {
    const counts = new Map<string, number>();
    for (const { source, content } of pages) {
      const own = new Set(source.text.split("\n").map(keyOf));
      const lines = new Set(content.text.split("\n").map(keyOf));
      for (const line of lines) if (!own.has(line)) counts.set(line, (counts.get(line) ?? 0) + 1);
    }
    const least = Math.max(LEAST_PAGES, pages.length * USUAL_SHARE);
    this.#lines = new Set([...counts].flatMap(([line, count]) => (count >= least ? [line] : [])));
  }

  has(line: string): boolean {
    return this.#lines.has(keyOf(line));
  }
}

/** Returns the form in which lines are compared: dates and numbers are all the same. */
function keyOf(line: string): string {
  return lettersOf(line).replace(/\d+/g, "0");
}

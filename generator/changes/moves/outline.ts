import { pageTextOf } from "../../../corpus/marks.ts";
import type { Doc } from "../../../corpus/schema.ts";

/** The part of a page that moves are found by. */
export type Page = Pick<Doc, "id" | "slug" | "body" | "edits" | "headings">;

/**
 * A run of a page's sections, `first` to `end` without the last. Section 0 comes before the first
 * heading; section `n` belongs to heading `n - 1` and ends at the next heading.
 */
export interface Range {
  readonly first: number;
  readonly end: number;
}

export function sectionCount({ headings }: Page): number {
  return headings.length + 1;
}

/** The text of a page, and where each of its sections begins and ends in it. */
export interface SectionTexts {
  readonly text: string;
  readonly bounds: readonly { readonly start: number; readonly end: number }[];
}

/** Reads the sections of a page. Its body is read once, because it may be decoded each time. */
export function readSections(page: Page): SectionTexts {
  const text = pageTextOf(page);
  const starts = [0, ...page.headings.map(({ start }) => start)];
  const bounds = starts.map((start, section) => ({
    start,
    end: starts[section + 1] ?? text.length,
  }));
  return { text, bounds };
}

/** Tells whether a heading is the title at the top of its page: its address is that of the page. */
export function isTitle(page: Pick<Page, "headings" | "body" | "edits">, heading: number): boolean {
  const { depth, start } = page.headings[heading]!;
  return heading === 0 && depth === 1 && pageTextOf(page).slice(0, start).trim() === "";
}

/** Returns the text of the heading that a range begins with; null for a page. */
export function headingOf({ headings }: Page, { first }: Range): string | null {
  return headings[first - 1]?.text ?? null;
}

export function wholePage(page: Page): Range {
  return { first: 0, end: sectionCount(page) };
}

/** Returns a heading's section with all sections below it. */
export function subtree({ headings }: Page, heading: number): Range {
  const { depth } = headings[heading]!;
  let next = heading + 1;
  while (next < headings.length && headings[next]!.depth > depth) next++;
  return { first: heading + 1, end: next + 1 };
}

/** Returns the heading above a heading; -1 if there is none. */
export function parentOf({ headings }: Page, heading: number): number {
  const { depth } = headings[heading]!;
  let parent = heading - 1;
  while (parent >= 0 && headings[parent]!.depth >= depth) parent--;
  return parent;
}

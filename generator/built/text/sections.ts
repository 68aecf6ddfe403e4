import type { Range } from "../../../corpus/marks.ts";
import type { TextRange } from "../html/html-page.ts";
import { matchHeadings } from "../match/match-headings.ts";
import type { EditedPage } from "./edited-page.ts";

/** A section, from one heading that both texts have to the next. */
export interface Section {
  /** In what readers see of the source. */
  readonly visible: TextRange;
  readonly html: TextRange;
  /** In the page text. */
  readonly source: Range;
}

/**
 * Cuts a page and its HTML at the headings that both have.
 *
 * @param starts where the page text has each heading of the page
 */
export function sectionsOf(page: EditedPage, starts: readonly number[]): Section[] {
  const { source, text, headings } = page.visible;
  const places = matchHeadings({ headings, text }, page.content);
  const sections: Section[] = [];
  let [visible, html, from] = [0, 0, 0];
  for (const [at, heading] of headings.entries()) {
    const place = places[at]!;
    if (place < 0) continue;
    const other = page.content.headings[place]!;
    const start = starts[at]!;
    sections.push({
      visible: { start: visible, end: heading.start },
      html: { start: html, end: other.start },
      source: { start: from, end: start },
    });
    [visible, html, from] = [heading.end, other.end, endOfHeading(start, page)];
  }
  sections.push({
    visible: { start: visible, end: text.length },
    html: { start: html, end: page.content.text.length },
    source: { start: from, end: source.length },
  });
  return sections;
}

/** Returns where the line after a heading begins. */
function endOfHeading(start: number, page: EditedPage): number {
  let line = page.lines.at(start);
  if (/^#/.test(page.visible.source.slice(start, start + 1))) return line.end;
  for (let rest = 10; rest > 0 && line.end < page.visible.source.length; rest--) {
    line = page.lines.at(line.end);
    if (/^[ \t>]*(?:=+|-+)[ \t]*$/.test(page.lines.content(line))) break;
  }
  return line.end;
}

import { applyEdits, type Edit, hidingEdits } from "../../markdown/edits.ts";
import type { Doc, Heading } from "../../schema.ts";
import { foldCase } from "../../text/fold.ts";
import { visibleText } from "./text/visible-text.ts";

/** The fields of a page that the word search reads, apart from its text. */
export type ListedDoc = Pick<Doc, "id" | "slug" | "title" | "section" | "headings">;

/** The fields of a page that the word search reads. */
export type WordsDoc = ListedDoc & Pick<Doc, "description" | "body">;

/** The fields of a page from which the index is made. */
export type PlacedDoc = Pick<WordsDoc, "title" | "description" | "headings" | "body">;

type SectionPlace = Pick<Place, "heading">;
type SectionedDoc = Pick<WordsDoc, "headings" | "body">;

/** A part of a page that can be a hit: a heading with the text up to the next one. */
export interface Place {
  /** Position among all units: see `units.ts`. */
  readonly unit: number;
  /** Position of its page among all pages. */
  readonly doc: number;
  /** Position among the page's headings; -1 for the text before the first. */
  readonly heading: number;
}

/**
 * Cuts a page into places, in the order of its text. Each page has at least one; only white space
 * before the first heading is not a place.
 *
 * @returns the position of each place's heading
 */
export function placesOf({ headings, body }: SectionedDoc): number[] {
  const hasLead = headings.length === 0 || body.slice(0, headings[0]!.start).trim() !== "";
  return hasLead ? [-1, ...headings.keys()] : [...headings.keys()];
}

/** Changes that leave hidden text out of the pages that were read. */
const hidden = new WeakMap<SectionedDoc, readonly Edit[]>();

/** Returns the Markdown of the place with a heading of a page, without what readers do not see. */
export function markdownOf(heading: number, doc: SectionedDoc): string {
  const { headings, body } = doc;
  const edits = hidden.get(doc) ?? hidingEdits(body);
  hidden.set(doc, edits);
  const end = headings[heading + 1]?.start ?? body.length;
  return applyEdits(body, edits, { start: headings[heading]?.start ?? 0, end });
}

/** Returns the slug of a place: that of its page, with the anchor of its heading. */
export function slugOf(place: SectionPlace, { slug, title, headings }: ListedDoc): string {
  const heading = headings[place.heading];
  if (heading === undefined) return slug;
  const isTitle = place.heading === 0 && foldCase(heading.text) === foldCase(title);
  return isTitle ? slug : `${slug}#${heading.anchor}`;
}

/** Returns the headings above a place, outermost first, without its own. */
export function headingsAbove(
  place: SectionPlace,
  { headings }: Pick<ListedDoc, "headings">,
): Heading[] {
  const above: Heading[] = [];
  let depth = headings[place.heading]?.depth ?? 0;
  for (let at = place.heading - 1; at >= 0 && depth > 1; at--) {
    const heading = headings[at]!;
    if (heading.depth >= depth) continue;
    above.unshift(heading);
    depth = heading.depth;
  }
  return above;
}

/** Returns the page's title and the headings above a place, each once, without its own. */
export function breadcrumbsOf(place: SectionPlace, doc: ListedDoc): string[] {
  const own = doc.headings[place.heading]?.text;
  const above = headingsAbove(place, doc).map(({ text }) => text);
  const crumbs = above[0] === doc.title ? above : [doc.title, ...above];
  return crumbs.length === 1 && crumbs[0] === own ? [] : crumbs;
}

const HEADING_LINES =
  /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))*[ \t]*(?:#{1,6}(?:[ \t].*)?$|.*(?:\r\n|\r|\n)(?:.+(?:\r\n|\r|\n))*?[ \t>]*(?:=+|-+)[ \t]*$)/my;

/**
 * Returns the Markdown of a place as a reader sees it, without its heading.
 *
 * @param heading Position of the place's heading.
 */
export function readableText(markdown: string, heading: number): string {
  HEADING_LINES.lastIndex = 0;
  const hasHeading = heading >= 0 && HEADING_LINES.test(markdown);
  return visibleText(hasHeading ? markdown.slice(HEADING_LINES.lastIndex) : markdown);
}

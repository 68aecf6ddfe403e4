import type { Doc, Heading } from "../../schema.ts";
import { foldCase } from "../../text.ts";

/** A heading that knows where its section begins in the body, as a UTF-16 offset. */
export interface SectionHeading extends Heading {
  readonly start: number;
}

/** What of a page is searched in words. */
export interface WordsDoc
  extends Pick<Doc, "path" | "slug" | "title" | "description" | "section" | "body"> {
  readonly headings: readonly SectionHeading[];
}

/** A part of a page that can be an answer: a heading with the text up to the next one. */
export interface Place {
  /** The page, by its position among all. */
  readonly doc: number;
  /** Position among the page's headings; -1 for the text before the first. */
  readonly heading: number;
  /** Where it begins in the body, and where it ends, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/**
 * Cuts the pages into places, which are in the order of the pages and of their texts. A page has at
 * least one: where nothing but white space is before its first heading, that heading is the first.
 */
export function placesOf(docs: readonly WordsDoc[]): Place[] {
  return docs.flatMap(({ headings, body }, doc) => {
    const starts = [0, ...headings.map(({ start }) => start)];
    const places = starts.map((start, at) => ({
      doc,
      heading: at - 1,
      start,
      end: starts[at + 1] ?? body.length,
    }));
    return headings.length > 0 && body.slice(0, starts[1]).trim() === "" ? places.slice(1) : places;
  });
}

/** Where a place leads: the page, or a heading on it. */
export function slugOf(place: Place, { slug, title, headings }: WordsDoc): string {
  const heading = headings[place.heading];
  if (heading === undefined) return slug;
  const isTitle = place.heading === 0 && foldCase(heading.text) === foldCase(title);
  return isTitle ? slug : `${slug}#${heading.anchor}`;
}

/** The headings above the place, outermost first, without its own. */
export function headingsAbove(
  place: Place,
  { headings }: Pick<WordsDoc, "headings">,
): SectionHeading[] {
  const above: SectionHeading[] = [];
  let depth = headings[place.heading]?.depth ?? 0;
  for (let at = place.heading - 1; at >= 0 && depth > 1; at--) {
    const heading = headings[at]!;
    if (heading.depth >= depth) continue;
    above.unshift(heading);
    depth = heading.depth;
  }
  return above;
}

/** The page's title and the headings above the place, each once, without the place's own. */
export function breadcrumbsOf(place: Place, doc: WordsDoc): string[] {
  const own = doc.headings[place.heading]?.text;
  const above = headingsAbove(place, doc).map(({ text }) => text);
  const crumbs = above[0] === doc.title ? above : [doc.title, ...above];
  return crumbs.length === 1 && crumbs[0] === own ? [] : crumbs;
}

const HEADING_LINES =
  /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))*[ \t]*(?:#{1,6}(?:[ \t].*)?$|.*(?:\r\n|\r|\n)(?:.+(?:\r\n|\r|\n))*?[ \t>]*(?:=+|-+)[ \t]*$)/my;

/** The Markdown of a place without its heading. */
export function textAfterHeading({ heading, start, end }: Place, body: string): string {
  if (heading < 0) return body.slice(start, end);
  HEADING_LINES.lastIndex = start;
  const after = HEADING_LINES.test(body) ? HEADING_LINES.lastIndex : start;
  return body.slice(Math.min(after, end), end);
}

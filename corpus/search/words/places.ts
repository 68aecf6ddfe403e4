import type { Doc, Heading } from "../../schema.ts";
import { foldCase } from "../../text.ts";

/** The fields of a page that the word search reads. */
export type WordsDoc = Pick<
  Doc,
  "path" | "slug" | "title" | "description" | "section" | "body" | "headings"
>;

/** A part of a page that can be a hit: a heading with the text up to the next one. */
export interface Place {
  /** Position of its page among all pages. */
  readonly doc: number;
  /** Position among the page's headings; -1 for the text before the first. */
  readonly heading: number;
  /** UTF-16 offsets in the body. */
  readonly start: number;
  readonly end: number;
}

/**
 * Cuts the pages into places, in the order of the pages and of their texts. Each page has at least
 * one; only white space before the first heading is not a place.
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

/** Returns the slug of a place: that of its page, with the anchor of its heading. */
export function slugOf(place: Place, { slug, title, headings }: WordsDoc): string {
  const heading = headings[place.heading];
  if (heading === undefined) return slug;
  const isTitle = place.heading === 0 && foldCase(heading.text) === foldCase(title);
  return isTitle ? slug : `${slug}#${heading.anchor}`;
}

/** Returns the headings above a place, outermost first, without its own. */
export function headingsAbove(place: Place, { headings }: Pick<WordsDoc, "headings">): Heading[] {
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
export function breadcrumbsOf(place: Place, doc: WordsDoc): string[] {
  const own = doc.headings[place.heading]?.text;
  const above = headingsAbove(place, doc).map(({ text }) => text);
  const crumbs = above[0] === doc.title ? above : [doc.title, ...above];
  return crumbs.length === 1 && crumbs[0] === own ? [] : crumbs;
}

const HEADING_LINES =
  /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))*[ \t]*(?:#{1,6}(?:[ \t].*)?$|.*(?:\r\n|\r|\n)(?:.+(?:\r\n|\r|\n))*?[ \t>]*(?:=+|-+)[ \t]*$)/my;

/** Returns the Markdown of a place without its heading. */
export function textAfterHeading({ heading, start, end }: Place, body: string): string {
  if (heading < 0) return body.slice(start, end);
  HEADING_LINES.lastIndex = start;
  const after = HEADING_LINES.test(body) ? HEADING_LINES.lastIndex : start;
  return body.slice(Math.min(after, end), end);
}

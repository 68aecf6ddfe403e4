import { pageTextOf, VisibleText } from "../../marks.ts";
import type { Doc, Heading } from "../../schema.ts";
import { foldCase } from "../../text/fold.ts";

/** The fields of a page that the word search reads, apart from its text. */
export type ListedDoc = Pick<Doc, "id" | "slug" | "title" | "section" | "headings">;

/** The fields of a page that the word search reads. */
export type WordsDoc = ListedDoc &
  Pick<Doc, "description" | "body" | "edits"> & { readonly marks: Pick<Doc["marks"], "text"> };

/** The fields of a page from which the index is made. */
export type PlacedDoc = Omit<WordsDoc, "id" | "slug" | "section"> &
  Partial<Pick<Doc, "unlisted" | "labels">> & { readonly keywords?: readonly string[] };

type SectionPlace = Pick<Place, "heading">;
type SectionedDoc = Pick<WordsDoc, "headings" | "body" | "edits">;

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
export function placesOf(doc: SectionedDoc): number[] {
  const { headings } = doc;
  const hasLead =
    headings.length === 0 || pageTextOf(doc).slice(0, headings[0]!.start).trim() !== "";
  return hasLead ? [-1, ...headings.keys()] : [...headings.keys()];
}

/**
 * Returns a function that reads the place with a heading of a page: its text as readers see it, on
 * one line, without the heading.
 */
export function placeReader(
  doc: SectionedDoc & Pick<WordsDoc, "marks">,
): (heading: number) => string {
  const { headings, marks } = doc;
  // A body may be decoded each time it is read.
  const text = pageTextOf(doc);
  const visible = new VisibleText({ text, marks });
  return (heading) =>
    visible.read({
      start: headings[heading]?.start ?? 0,
      end: headings[heading + 1]?.start ?? text.length,
    });
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

/**
 * The parts of a corpus that a query needs, if not all of it is in memory. Methods that begin with
 * `need` throw if some of the parts have yet to be loaded: the query then runs again after that.
 */
export interface Parts {
  /** Requires the postings of terms. */
  needPostings(terms: Iterable<number>): void;
  /** Requires the headings of pages. */
  needHeadings(docs: Iterable<number>): void;
  /** Requires the texts of places. */
  needTexts(places: Iterable<Place>): void;
  /** Returns a function that reads the text of places of a page, without their headings. */
  readerOf(doc: number): (place: Place) => string;
}

/** Returns the parts of a corpus that is in memory as a whole. */
export function inMemory(docs: readonly WordsDoc[]): Parts {
  return {
    needPostings() {},
    needHeadings() {},
    needTexts() {},
    readerOf(doc) {
      const textOf = placeReader(docs[doc]!);
      return ({ heading }) => textOf(heading);
    },
  };
}

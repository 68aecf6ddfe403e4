import type { FieldScalar } from "../fields/field-types.ts";
import type { Corpus } from "../open/corpus.ts";
import type { Doc, FieldValue } from "../schema.ts";
import { breadcrumbsOf, placeReader, placesOf, slugOf } from "../search/words/places.ts";
import { inSiteOrder } from "../site-order.ts";

/** A place in the docs, for another search engine. */
export interface PlaceRecord {
  /** Id of the page, with `#` and the anchor of the heading. No other place has it. */
  readonly id: string;
  /** Id of the page. */
  readonly page: string;
  /** Where the place is on the site: a slug, if the corpus does not have the site's address. */
  readonly address: string;
  /** Title of the page. */
  readonly title: string;
  /** The page's title and the headings above the place, outermost first. */
  readonly breadcrumbs: readonly string[];
  /** Null for the text before the first heading of a page. */
  readonly heading: string | null;
  /** Visible text, on one line. */
  readonly text: string;
  readonly section: string;
  /** Position among all places, from 0. */
  readonly order: number;
  /** The fields of the page; absent if the corpus has none. */
  readonly fields?: Readonly<Record<string, FieldValue>>;
}

/** Returns every place of the listed pages of a corpus, in the order of the site and of their texts. */
export function* placeRecords(corpus: Pick<Corpus, "docs" | "meta">): Generator<PlaceRecord> {
  const site = (corpus.meta.siteUrl ?? "").replace(/\/+$/, "");
  let order = 0;
  for (const lazy of inSiteOrder(corpus)) {
    // The body of a loaded doc is decoded each time it is read.
    const doc = { ...lazy };
    const textOf = placeReader(doc);
    const ids = new Set<string>();
    for (const heading of placesOf(doc)) {
      yield {
        id: uniqueId(idOf(doc, heading), ids),
        page: doc.id,
        address: site + slugOf({ heading }, doc),
        title: plain(doc.title),
        breadcrumbs: breadcrumbsOf({ heading }, doc).map(plain),
        heading: heading < 0 ? null : plain(doc.headings[heading]!.text),
        text: plain(textOf(heading)),
        section: doc.section,
        order: order++,
        ...(doc.fields && { fields: plainFields(doc.fields) }),
      };
    }
  }
}

function idOf({ id, headings }: Doc, heading: number): string {
  return heading < 0 ? id : plain(`${id}#${headings[heading]!.anchor}`);
}

/** Headings may have been given the same anchor by hand. */
function uniqueId(id: string, known: Set<string>): string {
  let unique = id;
  for (let count = 2; known.has(unique); count++) unique = `${id}~${count}`;
  known.add(unique);
  return unique;
}

function plainFields(fields: Readonly<Record<string, FieldValue>>): Record<string, FieldValue> {
  const plainOne = (value: FieldScalar) => (typeof value === "string" ? plain(value) : value);
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(plainOne) : plainOne(value),
    ]),
  );
}

/** Replaces what other programs refuse: halves of characters, and the character 0. */
function plain(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\ufffd");
}

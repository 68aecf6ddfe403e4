import MiniSearch, { type AsPlainObject } from "minisearch";
import type { CorpusContent, Doc } from "../corpus/schema.ts";
import { INDEX_OPTIONS, type IndexedTexts, indexedTexts } from "../corpus/search.ts";

const FIELDS = INDEX_OPTIONS.fields as readonly (keyof IndexedTexts)[];
/** The form that MiniSearch 7 loads. */
const SERIALIZATION_VERSION = 2;

const tokenize = MiniSearch.getDefault("tokenize") as (text: string) => string[];

/** How often a term is in each doc that has it, by the doc's number; for each field. */
type Postings = Record<number, number>[];

/**
 * Builds the search index over title, headings, description and body, in the form in which
 * MiniSearch serialises one that was given the docs in turn; its terms in the order of UTF-16 code
 * units.
 */
export function buildSearchIndex(docs: readonly Doc[]): CorpusContent["search"] {
  const terms = new Map<string, Postings>();
  const lengths = docs.map((doc, number) => addDoc(terms, { texts: indexedTexts(doc), number }));
  const index: AsPlainObject = {
    documentCount: docs.length,
    nextId: docs.length,
    documentIds: byNumber(docs.map(({ id }) => id)),
    fieldIds: Object.fromEntries(FIELDS.map((name, field) => [name, field])),
    fieldLength: byNumber(lengths),
    averageFieldLength: docs.length === 0 ? [] : FIELDS.map((_, field) => average(lengths, field)),
    storedFields: {},
    dirtCount: 0,
    index: Array.from(terms)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([term, postings]) => [term, byNumber(postings)]),
    serializationVersion: SERIALIZATION_VERSION,
  };
  return { ...index };
}

/** A list as an object; what is missing in the list is missing there too. */
function byNumber<Item>(items: readonly Item[]): Record<number, Item> {
  return Object.fromEntries(Object.entries(items));
}

interface NumberedDoc {
  readonly texts: IndexedTexts;
  readonly number: number;
}

/** @returns How many different terms each field has. */
function addDoc(terms: Map<string, Postings>, { texts, number }: NumberedDoc): number[] {
  return FIELDS.map((name, field): number => {
    const tokens = tokenize(texts[name]);
    for (const token of tokens) {
      // What is before the first separator and after the last may be nothing.
      if (token !== "") count(terms, { token, field, number });
    }
    return new Set(tokens).size;
  });
}

interface Occurrence {
  readonly token: string;
  readonly field: number;
  readonly number: number;
}

function count(terms: Map<string, Postings>, { token, field, number }: Occurrence): void {
  let postings = terms.get(token);
  if (!postings) {
    postings = [];
    terms.set(token, postings);
  }
  postings[field] ??= {};
  postings[field][number] = (postings[field][number] ?? 0) + 1;
}

/** Step by step, as MiniSearch computes it: the last digits depend on it. */
function average(lengths: readonly (readonly number[])[], field: number): number {
  return lengths.reduce(
    (average, length, count) => (average * count + length[field]!) / (count + 1),
    0,
  );
}

import { type ByteWriter, createByteWriter } from "../corpus/byte-writer.ts";
import { FIELDS, type FieldTerms, TERM_SEPARATOR } from "./terms.ts";

/** A doc as the index knows it. */
export interface IndexedDoc {
  readonly id: string;
  /** For each field. */
  readonly terms: readonly FieldTerms[];
}

/** Builds search indexes; what it learnt of a doc's terms it knows the next time. */
export type SearchIndexer = (docs: readonly IndexedDoc[]) => Buffer;

/** The form that MiniSearch 7 loads. */
const SERIALIZATION_VERSION = 2;

/** About so many, with its share of the term. */
const BYTES_OF_POSTING = 12;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/**
 * Makes a function that builds the search index over title, headings, description and body, as the
 * JSON in which MiniSearch serialises one that was given the docs in turn; its terms in the order
 * of UTF-16 code units.
 */
export function createSearchIndexer(): SearchIndexer {
  const vocabulary = createVocabulary();
  return (docs) => {
    const postings = collectPostings(docs, vocabulary);
    const lengths = docs.map(({ terms }) => terms.map(({ length }) => length));
    const writer = createByteWriter(postings.docs.length * BYTES_OF_POSTING);
    const head = {
      documentCount: docs.length,
      nextId: docs.length,
      documentIds: { ...docs.map(({ id }) => id) },
      fieldIds: Object.fromEntries(FIELDS.map((name, field) => [name, field])),
      fieldLength: { ...lengths },
      averageFieldLength:
        docs.length === 0 ? [] : FIELDS.map((_, field) => average(lengths, field)),
      storedFields: {},
      dirtCount: 0,
    };
    writer.text(`${JSON.stringify(head).slice(0, -1)},"index":[`);
    writeTerms(writer, postings);
    writer.text(`],"serializationVersion":${SERIALIZATION_VERSION}}`);
    return writer.finish();
  };
}

/** Step by step, as MiniSearch computes it: the last digits depend on it. */
function average(lengths: readonly (readonly number[])[], field: number): number {
  return lengths.reduce(
    (average, length, count) => (average * count + length[field]!) / (count + 1),
    0,
  );
}

/** Terms by number, in order of first appearance. */
interface Vocabulary {
  readonly names: readonly string[];
  /** The number of each term of a field. */
  numbersOf(field: FieldTerms): Int32Array;
  /** The numbers in the order of the terms. */
  sorted(): readonly number[];
}

function createVocabulary(): Vocabulary {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  const known = new WeakMap<FieldTerms, Int32Array>();
  let sorted: readonly number[] = [];

  function numberOf(name: string): number {
    const number = numbers.get(name);
    if (number !== undefined) return number;
    numbers.set(name, names.length);
    return names.push(name) - 1;
  }

  return {
    names,
    numbersOf(field) {
      const before = known.get(field);
      if (before) return before;
      const list = field.terms === "" ? [] : field.terms.split(TERM_SEPARATOR);
      const numbered = Int32Array.from(list, numberOf);
      known.set(field, numbered);
      return numbered;
    },
    sorted() {
      if (sorted.length < names.length) {
        sorted = names.toSorted().map((name) => numbers.get(name)!);
      }
      return sorted;
    },
  };
}

/** Where each term is, term by term in order, of each field by field. */
interface Postings {
  readonly names: readonly string[];
  readonly sorted: readonly number[];
  /** Where those of term t in field f begin: at `t * FIELDS.length + f`; they end at the next. */
  readonly starts: Int32Array;
  /** The doc of each posting. */
  readonly docs: Int32Array;
  /** How often the term is in that field of that doc. */
  readonly counts: Int32Array;
}

/** A counting sort: how many there are of each, then each to its place, docs in turn. */
function collectPostings(all: readonly IndexedDoc[], vocabulary: Vocabulary): Postings {
  const numbers = all.map(({ terms }) => terms.map(vocabulary.numbersOf));
  const { names } = vocabulary;
  const starts = new Int32Array(names.length * FIELDS.length + 2);
  for (const fields of numbers) {
    for (const [field, terms] of fields.entries()) {
      for (const term of terms) starts[term * FIELDS.length + field + 2]!++;
    }
  }
  for (let range = 2; range < starts.length; range++) starts[range]! += starts[range - 1]!;
  const docs = new Int32Array(starts.at(-1)!);
  const counts = new Int32Array(docs.length);
  for (const [doc, fields] of numbers.entries()) {
    for (const [field, terms] of fields.entries()) {
      const times = all[doc]!.terms[field]!.counts;
      for (let place = 0; place < terms.length; place++) {
        const posting = starts[terms[place]! * FIELDS.length + field + 1]!++;
        docs[posting] = doc;
        counts[posting] = times[place]!;
      }
    }
  }
  return { names, sorted: vocabulary.sorted(), starts, docs, counts };
}

/** `["term",{"0":{"3":1,"5":2}}],…`. */
function writeTerms(writer: ByteWriter, { names, sorted, ...postings }: Postings): void {
  let separator = "";
  for (const term of sorted) {
    const range = term * FIELDS.length;
    // A term of an earlier time that no doc has now.
    if (postings.starts[range] === postings.starts[range + FIELDS.length]) continue;
    writer.text(`${separator}[${JSON.stringify(names[term])},{`);
    separator = ",";
    writeFields(writer, { ...postings, range });
    writer.text("}]");
  }
}

interface TermPostings extends Pick<Postings, "starts" | "docs" | "counts"> {
  /** The place of the first field's in `starts`. */
  readonly range: number;
}

function writeFields(writer: ByteWriter, { starts, docs, counts, range }: TermPostings): void {
  let separator = "";
  for (let field = 0; field < FIELDS.length; field++) {
    const start = starts[range + field]!;
    const end = starts[range + field + 1]!;
    if (start === end) continue;
    writer.text(`${separator}"${field}":`);
    separator = ",";
    for (let posting = start; posting < end; posting++) {
      writer.byte(posting === start ? OPENING_BRACE : COMMA);
      writer.byte(QUOTE);
      writer.number(docs[posting]!);
      writer.byte(QUOTE);
      writer.byte(COLON);
      writer.number(counts[posting]!);
    }
    writer.byte(CLOSING_BRACE);
  }
}

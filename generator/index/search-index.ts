import { type ByteWriter, createByteWriter } from "../../corpus/byte-writer.ts";
import { FIELDS, fieldsOf, type PageTerms } from "./terms.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** The data of a doc that the index needs. */
export interface IndexedDoc {
  readonly id: string;
  readonly terms: PageTerms;
}

/** The version of the serialisation that MiniSearch 7 loads. */
const SERIALIZATION_VERSION = 2;

/** The approximate size of a posting, including its share of the term. */
const BYTES_OF_POSTING = 12;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/**
 * Builds the index of MiniSearch over title, headings, description and body: the JSON in which
 * MiniSearch serialises an index with its default options after the docs were added in order, with its
 * terms in the order of UTF-16 code units, and the options to load it with.
 */
export function buildSearchIndex(docs: readonly IndexedDoc[], vocabulary: Vocabulary): Uint8Array {
  const postings = collectPostings(docs, vocabulary.names.length);
  const writer = createByteWriter(postings.docs.length * BYTES_OF_POSTING);
  writer.text(`${headOf(docs)},"index":[`);
  writeTerms(writer, { postings, vocabulary });
  writer.text(`],"serializationVersion":${SERIALIZATION_VERSION}}`);
  return writer.finish();
}

function headOf(docs: readonly IndexedDoc[]): string {
  const ids = docs.map(({ id }) => id);
  return indexHead(
    ids,
    docs.map(({ terms }) => lengthsOf(terms)),
  );
}

/** Returns the number of terms in each field of a doc. */
export function lengthsOf(terms: PageTerms): number[] {
  return fieldsOf(terms).map(({ length }) => length);
}

/** Returns the JSON of a serialised index up to its terms. */
export function indexHead(ids: readonly string[], lengths: readonly (readonly number[])[]): string {
  const head = {
    options: { fields: FIELDS },
    documentCount: ids.length,
    nextId: ids.length,
    documentIds: { ...ids },
    fieldIds: Object.fromEntries(FIELDS.map((name, field) => [name, field])),
    fieldLength: { ...lengths },
    averageFieldLength: ids.length === 0 ? [] : FIELDS.map((_, field) => average(lengths, field)),
    storedFields: {},
    dirtCount: 0,
  };
  return JSON.stringify(head).slice(0, -1);
}

/** Computed step by step, as MiniSearch does: the last digits depend on it. */
function average(lengths: readonly (readonly number[])[], field: number): number {
  return lengths.reduce(
    (average, length, count) => (average * count + length[field]!) / (count + 1),
    0,
  );
}

/** Where each term occurs: term by term in order, and field by field within a term. */
interface Postings {
  /**
   * The postings of term t in field f begin at the entry `t * FIELDS.length + f`, and end at the
   * next entry.
   */
  readonly starts: Int32Array;
  /** The doc of each posting. */
  readonly docs: Int32Array;
  /** How often the term occurs in that field of that doc. */
  readonly counts: Int32Array;
}

/**
 * Sorts by counting: counts the postings of each term, then puts each in its place, docs in order.
 */
function collectPostings(all: readonly IndexedDoc[], termCount: number): Postings {
  const starts = new Int32Array(termCount * FIELDS.length + 2);
  for (const { terms } of all) {
    for (const [field, { start, end }] of fieldsOf(terms).entries()) {
      for (let at = start; at < end; at += 2) starts[terms[at]! * FIELDS.length + field + 2]!++;
    }
  }
  for (let range = 2; range < starts.length; range++) starts[range]! += starts[range - 1]!;
  const docs = new Int32Array(starts.at(-1)!);
  const counts = new Int32Array(docs.length);
  for (const [doc, { terms }] of all.entries()) {
    for (const [field, { start, end }] of fieldsOf(terms).entries()) {
      for (let at = start; at < end; at += 2) {
        const posting = starts[terms[at]! * FIELDS.length + field + 1]!++;
        docs[posting] = doc;
        counts[posting] = terms[at + 1]!;
      }
    }
  }
  return { starts, docs, counts };
}

/** Writes `["term",{"0":{"3":1,"5":2}}],…`. */
function writeTerms(
  writer: ByteWriter,
  { postings, vocabulary }: { postings: Postings; vocabulary: Vocabulary },
): void {
  let separator = "";
  for (const term of vocabulary.sorted()) {
    const range = term * FIELDS.length;
    // A term of an earlier state that no doc has any longer.
    if (postings.starts[range] === postings.starts[range + FIELDS.length]) continue;
    writer.text(`${separator}[${JSON.stringify(vocabulary.names[term])},{`);
    separator = ",";
    writeFields(writer, { ...postings, range });
    writer.text("}]");
  }
}

interface TermPostings extends Postings {
  /** The index in `starts` of the first field. */
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

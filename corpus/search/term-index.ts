import type { AsPlainObject } from "minisearch";
import { DocgateError } from "../error.ts";
import { lowerBound } from "../lower-bound.ts";
import { type FlatTerms, scanTerms } from "./scan-terms.ts";
import { TERM_END, termAt } from "./vocabulary.ts";

/**
 * A MiniSearch index laid out flat: terms in one string, postings in typed arrays. Docs are named
 * by their position in the corpus, fields by their number in the index.
 */
export interface TermIndex extends FlatTerms {
  readonly docCount: number;
  readonly fieldCount: number;
  /** How many terms are in field f of doc d: at `d * fieldCount + f`. */
  readonly fieldLengths: Int32Array;
  readonly averageLengths: readonly number[];
}

/** A serialised index whose terms are left in their JSON: see {@link scanTerms}. */
export interface SerializedIndex {
  /** The index; its terms are not looked at. */
  readonly plain: AsPlainObject;
  /** The terms as JSON, in ascending order and without white space, or laid out already. */
  readonly terms: Buffer | FlatTerms;
}

/** The form that MiniSearch 7 writes. */
const SERIALIZATION_VERSION = 2;

/**
 * Puts an index that was read as a whole in the form in which it is laid out.
 *
 * @throws {DocgateError} `corpus-layout` if it has no terms
 */
export function sortTerms(plain: AsPlainObject): SerializedIndex {
  if (!hasTerms(plain)) throw new DocgateError("corpus-layout", "It has no list of terms.");
  const sorted = foldTerms(plain.index).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return { plain, terms: Buffer.from(JSON.stringify(sorted)) };
}

/** What only terms have that were written before it was folded (DOC-B1). */
export const FINAL_SIGMA = "ς";

type Terms = AsPlainObject["index"];
type Postings = Terms[number][1];

/** Folds terms that were written before, and joins those that have become the same. */
function foldTerms(terms: Terms): Terms {
  if (!terms.some(([term]) => term.includes(FINAL_SIGMA))) return terms;
  const folded = new Map<string, Postings>();
  for (const [term, postings] of terms) {
    const name = term.replaceAll(FINAL_SIGMA, "σ");
    folded.set(name, joinPostings(folded.get(name), postings));
  }
  return [...folded];
}

/** Field by field, doc by doc. */
function joinPostings(known: Postings = {}, postings: Postings): Postings {
  const joined = { ...known };
  for (const [field, counts] of Object.entries(postings)) {
    joined[field] = { ...joined[field] };
    for (const [doc, count] of Object.entries(counts)) {
      joined[field][doc] = (joined[field][doc] ?? 0) + count;
    }
  }
  return joined;
}

/**
 * Lays a serialised index out flat.
 *
 * @param docs in the order of the corpus
 * @throws {DocgateError} `corpus-layout` if it is not a MiniSearch index of these docs
 */
export function layOut(
  { plain, terms }: SerializedIndex,
  docs: readonly { readonly id: string }[],
): TermIndex {
  if (plain.serializationVersion !== SERIALIZATION_VERSION) {
    throw new DocgateError(
      "corpus-layout",
      `Its serialization version is ${plain.serializationVersion}, expected ${SERIALIZATION_VERSION}.`,
    );
  }
  if (!hasShape(plain))
    throw new DocgateError("corpus-layout", "It is not as MiniSearch writes it.");
  const fieldCount = countFields(plain);
  const docCount = docs.length;
  const docOf = docPositions(plain, docs);
  const flat = Buffer.isBuffer(terms) ? scanTerms(terms, { fieldCount, docCount }) : terms;
  const isNumberedAlike = docOf.every((position, number) => position === number);
  return {
    ...flat,
    docCount,
    fieldCount,
    postingDocs: isNumberedAlike ? flat.postingDocs : flat.postingDocs.map((doc) => docOf[doc]!),
    fieldLengths: layOutLengths(plain, { fieldCount, docOf, docCount }),
    averageLengths: plain.averageFieldLength,
  };
}

/** @throws {DocgateError} `corpus-layout` if it has none */
export function countFields({ fieldIds }: AsPlainObject): number {
  if (!isObject(fieldIds)) throw new DocgateError("corpus-layout", "It has no fields.");
  return Object.keys(fieldIds).length;
}

/** Whether what JSON.parse gave can be laid out. */
function hasShape({ documentIds, fieldLength, averageFieldLength }: AsPlainObject): boolean {
  return (
    isObject(documentIds) &&
    isObject(fieldLength) &&
    Object.values(fieldLength).every(Array.isArray) &&
    Array.isArray(averageFieldLength)
  );
}

function hasTerms({ index }: AsPlainObject): boolean {
  return (
    Array.isArray(index) &&
    index.every((term) => Array.isArray(term) && typeof term[0] === "string" && isObject(term[1]))
  );
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/** The position of each doc by the number that the index gave it. */
function docPositions(
  { documentIds }: AsPlainObject,
  docs: readonly { readonly id: string }[],
): Int32Array {
  const positions = new Map(docs.map(({ id }, position) => [id, position]));
  const numbered = Object.entries(documentIds);
  const docOf = new Int32Array(numbered.length);
  for (const [number, id] of numbered) {
    const position = positions.get(id as string);
    if (position === undefined)
      throw new DocgateError(
        "corpus-layout",
        `It has a doc "${id}" that the corpus does not have.`,
      );
    docOf[Number(number)] = position;
  }
  if (numbered.length !== docs.length) {
    throw new DocgateError(
      "corpus-layout",
      `It has ${numbered.length} docs, the corpus ${docs.length}.`,
    );
  }
  return docOf;
}

interface Numbering {
  readonly fieldCount: number;
  readonly docOf: Int32Array;
}

function layOutLengths(
  { fieldLength }: AsPlainObject,
  { fieldCount, docOf, docCount }: Numbering & { readonly docCount: number },
): Int32Array {
  const lengths = new Int32Array(docCount * fieldCount);
  for (const [number, ofFields] of Object.entries(fieldLength)) {
    const start = docOf[Number(number)]! * fieldCount;
    (ofFields as number[]).forEach((length, field) => {
      lengths[start + field] = length ?? 0;
    });
  }
  return lengths;
}

/** The number of a term, or -1. */
export function findTerm(index: TermIndex, term: string): number {
  const at = firstTermFrom(index, term);
  return at < index.termCount && termAt(index, at) === term ? at : -1;
}

/** The terms that begin with a prefix: from the first, up to but without the second number. */
export function findPrefix(index: TermIndex, prefix: string): readonly [from: number, to: number] {
  const { vocabulary, termStarts, termCount } = index;
  const from = firstTermFrom(index, prefix);
  const isIn = (term: number) => vocabulary.startsWith(prefix, termStarts[term]);
  return [from, lowerBound({ from, to: termCount }, isIn)];
}

/** In UTF-16 code units. */
export function termLength({ termStarts }: TermIndex, term: number): number {
  return termStarts[term + 1]! - TERM_END.length - termStarts[term]!;
}

/** The first term that is not before a text. */
function firstTermFrom(index: TermIndex, text: string): number {
  return lowerBound({ from: 0, to: index.termCount }, (term) => termAt(index, term) < text);
}

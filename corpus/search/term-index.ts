import type { AsPlainObject } from "minisearch";
import { encodeUtf8 } from "../bytes.ts";
import { DocgateError } from "../error.ts";
import { lowerBound } from "../lower-bound.ts";
import { type FlatTerms, scanTerms } from "./scan-terms.ts";
import { TERM_END, termAt } from "./vocabulary.ts";

/**
 * A MiniSearch index laid out flat: terms in one string, postings in typed arrays. Docs are
 * identified by their position in the corpus, fields by their number in the index.
 */
export interface TermIndex extends FlatTerms {
  readonly docCount: number;
  readonly fieldCount: number;
  /** Number of terms in field f of doc d, at `d * fieldCount + f`. */
  readonly fieldLengths: Int32Array;
  readonly averageLengths: readonly number[];
}

/** A serialised index whose terms are still JSON: see {@link scanTerms}. */
export interface SerializedIndex {
  /** The index; its terms are ignored. */
  readonly plain: AsPlainObject;
  /** The terms as JSON, in ascending order and without white space, or already laid out. */
  readonly terms: Uint8Array | FlatTerms;
}

/** The version of the serialisation that MiniSearch 7 writes. */
const SERIALIZATION_VERSION = 2;

/**
 * Turns an index that was parsed as a whole into the form that `layOut` takes.
 *
 * @throws {DocgateError} `corpus-layout` if it has no terms
 */
export function sortTerms(plain: AsPlainObject): SerializedIndex {
  if (!hasTerms(plain)) throw new DocgateError("corpus-layout", "It has no list of terms.");
  const sorted = foldTerms(plain.index).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return { plain, terms: encodeUtf8(JSON.stringify(sorted)) };
}

/** A character that only terms from before it was folded contain (DOC-B1). */
export const FINAL_SIGMA = "ς";

type Terms = AsPlainObject["index"];
type Postings = Terms[number][1];

/** Folds terms of an earlier version, and merges those that have become the same. */
function foldTerms(terms: Terms): Terms {
  if (!terms.some(([term]) => term.includes(FINAL_SIGMA))) return terms;
  const folded = new Map<string, Postings>();
  for (const [term, postings] of terms) {
    const name = term.replaceAll(FINAL_SIGMA, "σ");
    folded.set(name, joinPostings(folded.get(name), postings));
  }
  return [...folded];
}

/** Merges postings field by field, doc by doc. */
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
 * Lays out a serialised index flat.
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
    throw new DocgateError("corpus-layout", "It is not in MiniSearch's layout.");
  const fieldCount = countFields(plain);
  const docCount = docs.length;
  const docOf = docPositions(plain, docs);
  const flat = terms instanceof Uint8Array ? scanTerms(terms, { fieldCount, docCount }) : terms;
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

/** @throws {DocgateError} `corpus-layout` if it has no fields */
export function countFields({ fieldIds }: AsPlainObject): number {
  if (!isObject(fieldIds)) throw new DocgateError("corpus-layout", "It has no fields.");
  return Object.keys(fieldIds).length;
}

/** Tells whether a value from JSON.parse can be laid out. */
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

/** Returns the position of each doc by the number that the index gave it. */
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
      throw new DocgateError("corpus-layout", `It lists doc "${id}", which is not in the corpus.`);
    docOf[Number(number)] = position;
  }
  if (numbered.length !== docs.length) {
    throw new DocgateError(
      "corpus-layout",
      `It has ${numbered.length} docs, but the corpus has ${docs.length}.`,
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

/** Returns the number of a term, or -1. */
export function findTerm(index: TermIndex, term: string): number {
  const at = firstTermFrom(index, term);
  return at < index.termCount && termAt(index, at) === term ? at : -1;
}

/** Returns the range of terms that begin with a prefix: the first, and the one after the last. */
export function findPrefix(index: TermIndex, prefix: string): readonly [from: number, to: number] {
  const { vocabulary, termStarts, termCount } = index;
  const from = firstTermFrom(index, prefix);
  const isIn = (term: number) => vocabulary.startsWith(prefix, termStarts[term]);
  return [from, lowerBound({ from, to: termCount }, isIn)];
}

/** Returns the length of a term in UTF-16 code units. */
export function termLength({ termStarts }: TermIndex, term: number): number {
  return termStarts[term + 1]! - TERM_END.length - termStarts[term]!;
}

/** Returns the first term that is not before a text. */
function firstTermFrom(index: TermIndex, text: string): number {
  return lowerBound({ from: 0, to: index.termCount }, (term) => termAt(index, term) < text);
}

import type { AsPlainObject } from "minisearch";
import { type FlatTerms, scanIndex } from "./scan-index.ts";
import type { Numbers } from "./scan-terms.ts";
import { TERM_END, termAt, type Vocabulary } from "./vocabulary.ts";

export { TERM_END, termAt };

/**
 * A MiniSearch index laid out flat: terms in one string, postings in typed arrays. Docs are named
 * by their position in the corpus, fields by their number in the index.
 */
export interface TermIndex extends Vocabulary {
  readonly docCount: number;
  readonly fieldCount: number;
  /** Where the postings of term t in field f begin: at `t * fieldCount + f`; they end at the next. */
  readonly postingStarts: Int32Array;
  /** The doc of each posting. */
  readonly postingDocs: Numbers;
  /** How often the term is in that field of that doc. */
  readonly postingCounts: Numbers;
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

/** Puts an index that was read as a whole in the form in which it is laid out. */
export function partIndex(plain: AsPlainObject): SerializedIndex {
  if (!Array.isArray(plain.index)) throw new TypeError("it has no terms");
  const sorted = foldTerms(plain.index).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return { plain, terms: Buffer.from(JSON.stringify(sorted)) };
}

/** What only terms have that were written before it was folded (decision B1). */
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
 * @param ids of the docs, in the order of the corpus
 * @throws {TypeError} if it is no MiniSearch index of these docs
 */
export function layOut({ plain, terms }: SerializedIndex, ids: readonly string[]): TermIndex {
  if (plain.serializationVersion !== SERIALIZATION_VERSION) {
    throw new TypeError(
      `its serialization version is ${plain.serializationVersion}, expected ${SERIALIZATION_VERSION}`,
    );
  }
  const fieldCount = countFields(plain);
  const docCount = ids.length;
  const docOf = docPositions(plain, ids);
  const flat = Buffer.isBuffer(terms) ? scanIndex(terms, { fieldCount, docCount }) : terms;
  const { termCount, vocabulary, termStarts, postingStarts, postingDocs, postingCounts } = flat;
  const isNumberedAlike = docOf.every((position, number) => position === number);
  return {
    docCount,
    fieldCount,
    termCount,
    vocabulary,
    termStarts,
    postingStarts,
    postingDocs: isNumberedAlike ? postingDocs : postingDocs.map((number) => docOf[number]!),
    postingCounts,
    fieldLengths: layOutLengths(plain, { fieldCount, docOf, docCount }),
    averageLengths: plain.averageFieldLength,
  };
}

export function countFields({ fieldIds }: AsPlainObject): number {
  return Object.keys(fieldIds).length;
}

/** The position of each doc by the number that the index gave it. */
function docPositions({ documentIds }: AsPlainObject, ids: readonly string[]): Int32Array {
  const positions = new Map(ids.map((id, position) => [id, position]));
  const numbered = Object.entries(documentIds);
  const docOf = new Int32Array(numbered.length);
  for (const [number, id] of numbered) {
    const position = positions.get(id as string);
    if (position === undefined) throw new TypeError(`it has a doc "${id}" that the corpus has not`);
    docOf[Number(number)] = position;
  }
  if (numbered.length !== ids.length) {
    throw new TypeError(`it has ${numbered.length} docs, the corpus ${ids.length}`);
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
  const from = firstTermFrom(index, prefix);
  let low = from;
  let high = index.termCount;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (index.vocabulary.startsWith(prefix, index.termStarts[middle])) low = middle + 1;
    else high = middle;
  }
  return [from, low];
}

/** In how many places a term is, each doc counted for each field. */
export function countPostings({ postingStarts, fieldCount }: TermIndex, term: number): number {
  return postingStarts[(term + 1) * fieldCount]! - postingStarts[term * fieldCount]!;
}

/** The first term that is not before a text. */
function firstTermFrom(index: TermIndex, text: string): number {
  let low = 0;
  let high = index.termCount;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (termAt(index, middle) < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

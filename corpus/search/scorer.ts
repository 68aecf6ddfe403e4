import { findPrefix, findTerm, TERM_END, type TermIndex } from "./term-index.ts";

/** Scores docs by the terms of a query. */
export interface Scorer {
  /** @param texts The terms of a query; the last may be the beginning of a word. */
  findTerms(texts: readonly string[]): readonly QueryTerm[];
  /**
   * @param docs The positions of the docs to score, each once.
   * @returns The score of each of these docs, by position; what it holds of others means nothing.
   *   It is good until the next call.
   */
  score(terms: readonly QueryTerm[], docs: readonly number[]): Float64Array;
  /** What it costs to score and sort so many docs, in nanoseconds, roughly. */
  estimateNs(terms: readonly QueryTerm[], docs: number): number;
}

/** Where a term of a query is in the index. */
export interface QueryTerm {
  readonly length: number;
  /** The number of this very term, or -1. */
  readonly exact: number;
  /** The terms that it counts for: from the first, up to but without the second number. */
  readonly from: number;
  readonly to: number;
  /** A term of the query counts once: at its last place, which as a prefix finds the most. */
  readonly gain: 0 | 1;
}

/** BM25+ (Lv and Zhai, 2011) with the parameters that MiniSearch has by default. */
const K = 1.2;
const B = 0.7;
const D = 0.5;
/** What a term counts that the query's only begins, before its length does. */
const PREFIX_WEIGHT = 0.375;
const PREFIX_DECAY = 0.3;

const SKIPPED_POSTING_NS = 1;
const SORTED_DOC_NS = 100;

/**
 * Computes the scores that MiniSearch's `search` gives for a query whose last term is matched as a
 * prefix and the others exactly, combined by OR: the same numbers, in the same order of additions,
 * for an index whose terms are sorted.
 */
export function createScorer(index: TermIndex): Scorer {
  const { docCount, fieldCount, termStarts, postingStarts, postingDocs, postingCounts } = index;
  const weakenings = lengthWeakenings(index);
  const isAsked = new Uint8Array(docCount);
  /** By one term of the query. */
  const partial = new Float64Array(docCount);
  const total = new Float64Array(docCount);
  /** How many terms of the query each doc has. */
  const quality = new Uint8Array(docCount);

  function findTerms(texts: readonly string[]): QueryTerm[] {
    return texts.map((text, place) => {
      const { length } = text;
      const gain = texts.lastIndexOf(text) === place ? 1 : 0;
      if (place === texts.length - 1) {
        const [from, to] = findPrefix(index, text);
        // The shortest that begins with it is the first.
        const exact = from < to && lengthOf(from) === length ? from : -1;
        return { length, exact, from, to, gain };
      }
      const exact = findTerm(index, text);
      return { length, exact, from: exact, to: exact < 0 ? exact : exact + 1, gain };
    });
  }

  function lengthOf(term: number): number {
    return termStarts[term + 1]! - TERM_END.length - termStarts[term]!;
  }

  function score(terms: readonly QueryTerm[], docs: readonly number[]): Float64Array {
    for (const doc of docs) {
      isAsked[doc] = 1;
      total[doc] = 0;
      quality[doc] = 0;
    }
    for (const term of terms) {
      addTerm(term);
      for (const doc of docs) {
        if (partial[doc] === 0) continue;
        total[doc]! += partial[doc]!;
        quality[doc]! += term.gain;
        partial[doc] = 0;
      }
    }
    for (const doc of docs) {
      isAsked[doc] = 0;
      total[doc]! *= quality[doc] || 1;
    }
    return total;
  }

  function addTerm({ length: asked, exact, from, to }: QueryTerm): void {
    if (exact >= 0) addPostings(exact, 1);
    // From the last to the first: MiniSearch goes through the branches of its tree this way.
    for (let term = to - 1; term >= from; term--) {
      if (term === exact) continue;
      const length = lengthOf(term);
      const distance = length - asked;
      addPostings(term, (PREFIX_WEIGHT * length) / (length + PREFIX_DECAY * distance));
    }
  }

  function addPostings(term: number, weight: number): void {
    for (let field = 0; field < fieldCount; field++) {
      const range = term * fieldCount + field;
      const start = postingStarts[range]!;
      const end = postingStarts[range + 1]!;
      if (start === end) continue;
      const matching = end - start;
      const rarity = Math.log(1 + (docCount - matching + 0.5) / (matching + 0.5));
      for (let posting = start; posting < end; posting++) {
        const doc = postingDocs[posting]!;
        if (isAsked[doc] === 0) continue;
        const count = postingCounts[posting]!;
        const frequency = D + (count * (K + 1)) / (count + weakenings[doc * fieldCount + field]!);
        partial[doc]! += weight * (rarity * frequency);
      }
    }
  }

  function estimateNs(terms: readonly QueryTerm[], docs: number): number {
    let postings = 0;
    for (const { from, to } of terms) {
      if (from < to)
        postings += postingStarts[to * fieldCount]! - postingStarts[from * fieldCount]!;
    }
    return SKIPPED_POSTING_NS * postings + SORTED_DOC_NS * docs;
  }

  return { findTerms, score, estimateNs };
}

/** How much the length of each field of each doc weakens what is in it. */
function lengthWeakenings({ fieldCount, fieldLengths, averageLengths }: TermIndex): Float64Array {
  return Float64Array.from(
    fieldLengths,
    (length, at) => K * (1 - B + (B * length) / averageLengths[at % fieldCount]!),
  );
}

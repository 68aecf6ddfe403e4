import { findPrefix, findTerm, type TermIndex, termLength } from "./term-index.ts";

/** Scores docs by the terms of a query. */
export interface Scorer {
  /**
   * @param terms The terms of a query; the last may be the beginning of a word.
   * @param docs The positions of the docs to score, each once.
   * @returns The scores of these docs by position; other entries are meaningless. Valid until the
   *   next call.
   */
  score(terms: readonly string[], docs: readonly number[]): Float64Array;
}

/** BM25+ (Lv and Zhai, 2011) with MiniSearch's default parameters. */
const K = 1.2;
const B = 0.7;
const D = 0.5;
/** Weight of a term that the query's last term is a prefix of, before its length is considered. */
const PREFIX_WEIGHT = 0.375;
const PREFIX_DECAY = 0.3;

/**
 * Computes the scores that MiniSearch's `search` gives for a query whose last term is matched as a
 * prefix and the others exactly, combined by OR: the same numbers, in the same order of additions,
 * for an index whose terms are sorted.
 */
export function createScorer(index: TermIndex): Scorer {
  const { docCount, fieldCount, postingStarts, postingDocs, postingCounts } = index;
  const weakenings = lengthWeakenings(index);
  const isAsked = new Uint8Array(docCount);
  /** Scores from one term of the query. */
  const partial = new Float64Array(docCount);
  const total = new Float64Array(docCount);
  /** Number of different terms of the query in each doc. */
  const quality = new Uint8Array(docCount);

  function score(terms: readonly string[], docs: readonly number[]): Float64Array {
    for (const doc of docs) {
      isAsked[doc] = 1;
      total[doc] = 0;
      quality[doc] = 0;
    }
    for (const [place, term] of terms.entries()) {
      if (place === terms.length - 1) addPrefix(term);
      else addPostings(findTerm(index, term), 1);
      // A repeated term counts once: at its last place, where as a prefix it finds the most.
      const gain = terms.lastIndexOf(term) === place ? 1 : 0;
      for (const doc of docs) {
        if (partial[doc] === 0) continue;
        total[doc]! += partial[doc]!;
        quality[doc]! += gain;
        partial[doc] = 0;
      }
    }
    for (const doc of docs) {
      isAsked[doc] = 0;
      total[doc]! *= quality[doc] || 1;
    }
    return total;
  }

  function addPrefix(prefix: string): void {
    const exact = findTerm(index, prefix);
    addPostings(exact, 1);
    const [from, to] = findPrefix(index, prefix);
    // From last to first: the order in which MiniSearch walks the branches of its tree.
    for (let term = to - 1; term >= from; term--) {
      if (term === exact) continue;
      const length = termLength(index, term);
      const distance = length - prefix.length;
      addPostings(term, (PREFIX_WEIGHT * length) / (length + PREFIX_DECAY * distance));
    }
  }

  /** @param term -1 for none. */
  function addPostings(term: number, weight: number): void {
    if (term < 0) return;
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

  return { score };
}

/** Computes how much the length of each field of each doc reduces the weight of its terms. */
function lengthWeakenings({ fieldCount, fieldLengths, averageLengths }: TermIndex): Float64Array {
  return Float64Array.from(
    fieldLengths,
    (length, at) => K * (1 - B + (B * length) / averageLengths[at % fieldCount]!),
  );
}

import { countPostings, findPrefix, findTerm, TERM_END, type TermIndex } from "./term-index.ts";
import { contains, type FoldedDoc } from "./texts.ts";

/** Finds the docs that contain a text. */
export interface Matcher {
  /**
   * @param needle Folded.
   * @returns The positions of the docs, ascending.
   */
  find(needle: string): number[];
}

interface MatcherOptions {
  readonly index: TermIndex;
  readonly docs: readonly FoldedDoc[];
  /** The fields in which a match counts. */
  readonly fields: readonly number[];
  /** Cuts a text into the terms of the index. */
  readonly tokenize: (text: string) => string[];
}

/*
 * What steps cost, in nanoseconds, roughly: only which way is taken depends on them, never what is
 * found.
 */
const SCANNED_CHARACTER_NS = 0.4;
const FOUND_TERM_NS = 60;
const POSTING_NS = 2;
/** Of one scanned doc, however short. */
const SCANNED_DOC_NS = 40;

/** Below this, no way is worth a comparison. */
const CHEAP_NS = 100_000;
/** As high as a number of a `Uint32Array` goes. */
const MAX_CONDITION = 2 ** 32 - 1;
/** So many docs tell what a scan of all would cost. */
const SAMPLED_DOCS = 32;

/**
 * Matches through the terms of an index instead of the texts wherever that is faster; the docs
 * found are exactly those that {@link contains} tells.
 *
 * A piece of text without a separator can only be inside one term. So the docs that contain it are
 * those of the terms that contain it: the vocabulary is searched, which is far shorter than the
 * texts. Where the needle has separators, its first piece must end a term, its last begin one, and
 * those between must be terms: what all have in common is looked at as text.
 */
export function createMatcher({ index, docs, fields, tokenize }: MatcherOptions): Matcher {
  const { termStarts, vocabulary, postingStarts, postingDocs, fieldCount } = index;
  /** The last condition, counted over all searches, that each doc has met. */
  const met = new Uint32Array(docs.length);
  let condition = 0;
  let beginning = 0;
  const characters = docs.reduce((sum, { body }) => sum + body.length, 0);
  const averageScanNs = SCANNED_DOC_NS + (SCANNED_CHARACTER_NS * characters) / (docs.length || 1);

  function find(needle: string): number[] {
    if (needle === "") return docs.map((_, position) => position);
    // Half a character may be in a separator.
    if (!needle.isWellFormed()) return scan(needle);
    const pieces = tokenize(needle);
    if (pieces.length > 1) return findPhrase(needle, pieces);
    const terms = termsHolding(needle, needle);
    return terms ? docsOf(terms) : scan(needle);
  }

  function scan(needle: string): number[] {
    const found: number[] = [];
    for (let doc = 0; doc < docs.length; doc++) {
      if (contains(docs[doc]!, needle)) found.push(doc);
    }
    return found;
  }

  /**
   * The terms that contain a text.
   *
   * @param needle What is looked for in the end.
   * @returns Null where it is faster to scan the docs.
   */
  function termsHolding(text: string, needle: string): number[] | null {
    const terms: number[] = [];
    let term = 0;
    let work = 0;
    let compareAt = CHEAP_NS;
    let at = vocabulary.indexOf(text);
    while (at >= 0) {
      while (termStarts[term + 1]! <= at) term++;
      terms.push(term);
      work += FOUND_TERM_NS + POSTING_NS * countPostings(index, term);
      if (work > compareAt) {
        if ((work * vocabulary.length) / at > scanCost(needle)) return null;
        compareAt *= 2;
      }
      at = vocabulary.indexOf(text, termStarts[term + 1]! - TERM_END.length);
    }
    return terms;
  }

  /** What a scan would cost, in nanoseconds: some docs are scanned for it. */
  function scanCost(needle: string): number {
    const step = Math.max(1, Math.floor(docs.length / SAMPLED_DOCS));
    let cost = 0;
    let count = 0;
    for (let doc = 0; doc < docs.length; doc += step) {
      cost += SCANNED_DOC_NS + SCANNED_CHARACTER_NS * scannedLength(docs[doc]!, needle);
      count++;
    }
    return (cost / count) * docs.length;
  }

  function docsOf(terms: readonly number[]): number[] {
    start(1);
    meet(terms);
    return collect();
  }

  function findPhrase(needle: string, pieces: readonly string[]): number[] {
    const conditions = conditionsOf(pieces);
    if (!conditions) return [];
    // The rarest first, as long as it costs less than to look at what is left.
    conditions.sort((left, right) => left.postings - right.postings);
    start(conditions.length);
    let left = docs.length;
    for (const { terms, postings } of conditions) {
      if (postings * POSTING_NS > left * averageScanNs) break;
      left = meet(terms);
    }
    if (left === docs.length) return scan(needle);
    return collect().filter((doc) => contains(docs[doc]!, needle));
  }

  interface Condition {
    readonly terms: Iterable<number>;
    readonly postings: number;
  }

  /** @returns Null where no doc can meet all. */
  function conditionsOf(pieces: readonly string[]): Condition[] | null {
    const conditions: Condition[] = [];
    for (const [place, piece] of pieces.entries()) {
      // A separator at either end of the needle.
      if (piece === "") continue;
      const terms = termsFor(piece, { isFirst: place === 0, isLast: place === pieces.length - 1 });
      if (terms.length === 0) return null;
      const postings = terms.reduce((sum, term) => sum + countPostings(index, term), 0);
      conditions.push({ terms, postings });
    }
    return conditions;
  }

  interface Place {
    readonly isFirst: boolean;
    readonly isLast: boolean;
  }

  function termsFor(piece: string, { isFirst, isLast }: Place): readonly number[] {
    if (isFirst) return termsEndingWith(piece);
    if (isLast) {
      const [from, to] = findPrefix(index, piece);
      return Array.from({ length: to - from }, (_, i) => from + i);
    }
    const term = findTerm(index, piece);
    return term < 0 ? [] : [term];
  }

  function termsEndingWith(piece: string): number[] {
    const terms: number[] = [];
    const end = piece + TERM_END;
    let term = 0;
    for (let at = vocabulary.indexOf(end); at >= 0; at = vocabulary.indexOf(end, at + 1)) {
      while (termStarts[term + 1]! <= at) term++;
      terms.push(term);
    }
    return terms;
  }

  /** Begins a search with so many conditions at most. */
  function start(conditions: number): void {
    if (condition + conditions + 1 > MAX_CONDITION) {
      met.fill(0);
      condition = 0;
    }
    // One that no earlier search has counted.
    condition++;
    beginning = condition;
  }

  /**
   * Counts one more condition as met by the docs of these terms, if they have met those before.
   *
   * @returns How many docs have met all so far.
   */
  function meet(terms: Iterable<number>): number {
    const before = condition;
    const isFirst = before === beginning;
    condition++;
    let count = 0;
    for (const term of terms) {
      for (const field of fields) {
        const range = term * fieldCount + field;
        const end = postingStarts[range + 1]!;
        for (let posting = postingStarts[range]!; posting < end; posting++) {
          const doc = postingDocs[posting]!;
          if (met[doc] === condition || (!isFirst && met[doc] !== before)) continue;
          met[doc] = condition;
          count++;
        }
      }
    }
    return count;
  }

  function collect(): number[] {
    const found: number[] = [];
    for (let doc = 0; doc < met.length; doc++) if (met[doc] === condition) found.push(doc);
    return found;
  }

  return { find };
}

/** How many characters are looked at before it is plain whether a doc contains a text. */
function scannedLength({ title, description, body }: FoldedDoc, needle: string): number {
  if (title.includes(needle) || description.includes(needle)) return 0;
  const at = body.indexOf(needle);
  return at < 0 ? body.length : at;
}

import type { GramIndex } from "./gram-index.ts";
import { countPostings, findPrefix, findTerm, TERM_END, type TermIndex } from "./term-index.ts";

/** Tells through the terms of an index where a text may be. */
export interface Matcher {
  /**
   * @param needle Folded.
   * @param options.budgetNs What may be spent, in nanoseconds, before all docs are candidates.
   */
  plan(needle: string, options: { readonly budgetNs: number }): Plan;
}

/** Where one text may be. */
export interface Plan {
  /** Whether every candidate has the text. */
  readonly isExact: boolean;
  /**
   * The docs that may have the text in a field: no other has it there.
   *
   * @returns Their positions, each once, in any order; null for all docs.
   */
  candidates(field: number): readonly number[] | null;
}

interface MatcherOptions {
  readonly index: TermIndex;
  readonly grams: GramIndex;
  /** Cuts a text into the terms of the index. */
  readonly tokenize: (text: string) => string[];
  /** What it costs to look for a text in each field of a doc, in nanoseconds, roughly. */
  readonly scanNs: readonly number[];
}

/** Terms of which each doc must have one. */
type Condition = readonly number[];

interface MeetOptions {
  readonly field: number;
  readonly isNext: boolean;
}

/*
 * What steps cost, in nanoseconds, roughly: only which way is taken depends on them, never what is
 * found.
 */
const TERM_NS = 3;
const FOUND_TERM_NS = 30;
const POSTING_NS = 1.5;
/** A piece that so many terms have is hardly a condition. */
const MAX_TERMS = 5000;
/** After so many pieces hardly any doc is left to rule out. */
const MAX_CONDITIONS = 32;

/**
 * Finds candidates by terms.
 *
 * A piece of text without a separator can only be inside one term. So the docs that contain it are
 * those of the terms that contain it, and need not be looked at. Where the needle has separators,
 * its first piece must end a term, its last begin one, and those between must be terms: docs that
 * have them all in one field are candidates.
 */
export function createMatcher({ index, grams, tokenize, scanNs }: MatcherOptions): Matcher {
  const { docCount, fieldCount, postingStarts, postingDocs } = index;
  const all: Plan = { isExact: false, candidates: () => null };
  /** The last condition, counted over all searches, that each doc has met. */
  const met = new Float64Array(docCount);
  let condition = 0;

  function plan(needle: string, { budgetNs }: { readonly budgetNs: number }): Plan {
    // Half a character may be in a separator.
    if (needle === "" || !needle.isWellFormed()) return all;
    const pieces = tokenize(needle);
    if (pieces.length > 1) return planPhrase(pieces, budgetNs);
    if (grams.estimate(needle) * FOUND_TERM_NS > budgetNs) return all;
    const terms = grams.termsHolding(needle);
    const postings = terms.reduce((sum, term) => sum + countPostings(index, term), 0);
    if (postings * POSTING_NS > budgetNs) return all;
    return { isExact: true, candidates: (field) => meet(terms, { field, isNext: false }) };
  }

  /** Looks for terms only if candidates are asked for. */
  function planPhrase(pieces: readonly string[], budgetNs: number): Plan {
    let conditions: readonly Condition[] | null = null;
    return {
      isExact: false,
      candidates(field) {
        conditions ??= conditionsOf(pieces, budgetNs);
        return meetAll(conditions, field);
      },
    };
  }

  function conditionsOf(pieces: readonly string[], budgetNs: number): Condition[] {
    const maxTerms = Math.min(MAX_TERMS, budgetNs / FOUND_TERM_NS);
    // A separator at either end of the needle makes a piece of nothing.
    const [first, last] = [pieces[0]!, pieces.at(-1)!];
    const conditions: (Condition | null)[] = [
      first === "" ? null : termsEndingIn(first, maxTerms),
      last === "" ? null : termsBeginningWith(last, maxTerms),
    ];
    for (const piece of new Set(pieces.slice(1, -1))) {
      if (conditions.length === MAX_CONDITIONS) break;
      const term = findTerm(index, piece);
      conditions.push(term < 0 ? [] : [term]);
    }
    return conditions.filter((terms) => terms !== null);
  }

  /** @returns Null for too many. */
  function termsEndingIn(piece: string, maxTerms: number): Condition | null {
    const end = piece + TERM_END;
    return grams.estimate(end) > maxTerms ? null : grams.termsHolding(end);
  }

  /** @returns Null for too many. */
  function termsBeginningWith(piece: string, maxTerms: number): Condition | null {
    const [from, to] = findPrefix(index, piece);
    if (to - from > maxTerms) return null;
    return Array.from({ length: to - from }, (_, i) => from + i);
  }

  function meetAll(conditions: readonly Condition[], field: number): readonly number[] | null {
    // The rarest first, as long as it costs less than to look at what is left.
    const weighed = conditions
      .map((terms) => ({ terms, costNs: costOf(terms, field) }))
      .sort((left, right) => left.costNs - right.costNs);
    let left: readonly number[] | null = null;
    for (const { terms, costNs } of weighed) {
      if (costNs > (left?.length ?? docCount) * scanNs[field]!) break;
      left = meet(terms, { field, isNext: left !== null });
    }
    return left;
  }

  function costOf(terms: Condition, field: number): number {
    let postings = 0;
    for (const term of terms) {
      const range = term * fieldCount + field;
      postings += postingStarts[range + 1]! - postingStarts[range]!;
    }
    return TERM_NS * terms.length + POSTING_NS * postings;
  }

  /**
   * The docs that have one of these terms in a field.
   *
   * @param options.isNext Whether only those that have met the last condition count.
   */
  function meet(terms: Condition, { field, isNext }: MeetOptions): number[] {
    const before = condition;
    condition++;
    const docs: number[] = [];
    for (const term of terms) {
      const range = term * fieldCount + field;
      const end = postingStarts[range + 1]!;
      for (let posting = postingStarts[range]!; posting < end; posting++) {
        const doc = postingDocs[posting]!;
        if (isNext ? met[doc] !== before : met[doc] === condition) continue;
        met[doc] = condition;
        docs.push(doc);
      }
    }
    return docs;
  }

  return { plan };
}

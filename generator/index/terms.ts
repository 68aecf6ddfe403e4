import type { Doc } from "../../corpus/schema.ts";
import { INDEX_OPTIONS, type IndexedTexts, indexedTexts } from "../../corpus/search/search.ts";
import { scanTerms } from "./tokenize.ts";
import type { Vocabulary } from "./vocabulary.ts";

/**
 * The terms of a page, as their numbers in a vocabulary. For each field in turn: the number of
 * different terms by MiniSearch's count (an empty one at either end of a text counts too); the
 * number of terms that follow; and for each its number and its count.
 */
export type PageTerms = Int32Array;

/** Splits the indexed texts of a page into terms and counts them. */
export type TermCounter = (
  page: Pick<Doc, "title" | "headings" | "description" | "body">,
) => PageTerms;

/** The terms of one field within those of a page. */
export interface FieldTerms {
  /** The number of different terms by MiniSearch's count. */
  readonly length: number;
  /** Where the terms are: number and count, number and count, and so on. */
  readonly start: number;
  readonly end: number;
}

/** The indexed fields, in the order of the index. */
export const FIELDS = INDEX_OPTIONS.fields as readonly (keyof IndexedTexts)[];

export function createTermCounter(vocabulary: Vocabulary): TermCounter {
  /** The count of each term in the current field; zeros between fields. */
  let times = new Int32Array(1024);

  function timesOf(term: number): number {
    if (term >= times.length) {
      const larger = new Int32Array(term * 2);
      larger.set(times);
      times = larger;
    }
    return times[term]!;
  }

  function countField(text: string, into: number[]): void {
    const found: number[] = [];
    // The text before the first separator or after the last may be empty.
    const hasEmpty = scanTerms(text, {
      vocabulary,
      onTerm(term) {
        if (timesOf(term) === 0) found.push(term);
        times[term]!++;
      },
    });
    into.push(found.length + Number(hasEmpty), found.length);
    for (const term of found) {
      into.push(term, times[term]!);
      times[term] = 0;
    }
  }

  return (page) => {
    const texts = indexedTexts({ id: "", ...page });
    const counted: number[] = [];
    for (const field of FIELDS) countField(texts[field], counted);
    return Int32Array.from(counted);
  };
}

/** Finds where each field has its terms in those of a page. */
export function fieldsOf(terms: PageTerms): FieldTerms[] {
  let next = 0;
  return FIELDS.map(() => {
    const length = terms[next]!;
    const start = next + 2;
    const end = start + 2 * terms[next + 1]!;
    next = end;
    return { length, start, end };
  });
}

/** Replaces the numbers of terms with those of another vocabulary. */
export function renumberTerms(terms: PageTerms, numberOf: (term: number) => number): void {
  for (const { start, end } of fieldsOf(terms)) {
    for (let at = start; at < end; at += 2) terms[at] = numberOf(terms[at]!);
  }
}

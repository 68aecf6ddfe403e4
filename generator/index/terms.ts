import type { Doc } from "../../corpus/schema.ts";
import { INDEX_OPTIONS, type IndexedTexts, indexedTexts } from "../../corpus/search/search.ts";
import { scanTerms } from "./tokenize.ts";
import type { Vocabulary } from "./vocabulary.ts";

/**
 * The terms of a page, by their numbers in a vocabulary. For each field in turn: how many different
 * ones MiniSearch counts (nothing, at either end of a text, is one too); how many follow; and of
 * each its number and how often it is there.
 */
export type PageTerms = Int32Array;

/** Cuts the indexed texts of a page into terms and counts them. */
export type TermCounter = (
  page: Pick<Doc, "title" | "headings" | "description" | "body">,
) => PageTerms;

/** The terms of one field in those of a page. */
export interface FieldTerms {
  /** How many different ones MiniSearch counts. */
  readonly length: number;
  /** Where they are: number and count, number and count, and so on. */
  readonly start: number;
  readonly end: number;
}

/** What is indexed, in the order of the index. */
export const FIELDS = INDEX_OPTIONS.fields as readonly (keyof IndexedTexts)[];

export function createTermCounter(vocabulary: Vocabulary): TermCounter {
  /** How often each term is in the field at hand; zeros between fields. */
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
    // What is before the first separator and after the last may be nothing.
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

/** Where in a page's terms each field has its own. */
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

/** Writes the numbers of another vocabulary over those of terms. */
export function renumberTerms(terms: PageTerms, numberOf: (term: number) => number): void {
  for (const { start, end } of fieldsOf(terms)) {
    for (let at = start; at < end; at += 2) terms[at] = numberOf(terms[at]!);
  }
}

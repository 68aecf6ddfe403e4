import type { Doc } from "../../corpus/schema.ts";
import { scanTerms } from "./tokenize.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** The fields that MiniSearch indexes, in their order. */
export const FIELDS = ["title", "headings", "description", "body"] as const;

/** A page as MiniSearch indexes it: one text for each field. */
type IndexedTexts = Readonly<Record<(typeof FIELDS)[number], string>>;

/** Returns the texts of a page as they are indexed. */
export function indexedTexts(page: IndexedPage): IndexedTexts {
  const { title, headings, description, body } = page;
  const names = headings.map(({ text }) => text).join("\n");
  return { title, headings: names, description: description ?? "", body };
}

type IndexedPage = Pick<Doc, "title" | "headings" | "description" | "body">;

/**
 * The terms of a page, as their numbers in a vocabulary. For each field in turn: the number of
 * different terms by MiniSearch's count (before they are lowercased, and with an empty one at either
 * end of a text); the number of terms that follow; and for each its number and its count.
 */
export type PageTerms = Int32Array;

/** Splits the indexed texts of a page into terms and counts them. */
export type TermCounter = (page: IndexedPage) => PageTerms;

/** The terms of one field within those of a page. */
export interface FieldTerms {
  /** The number of different terms by MiniSearch's count: see {@link PageTerms}. */
  readonly length: number;
  /** Where the terms are: number and count, number and count, and so on. */
  readonly start: number;
  readonly end: number;
}

export function createTermCounter(vocabulary: Vocabulary): TermCounter {
  /** The count of each term in the current field; zeros between fields. */
  let times = new Int32Array(1024);
  /** The same for terms in lowercase, as MiniSearch indexes them. */
  let lowerTimes = new Int32Array(1024);
  /** The number of each term in lowercase plus 1; 0 for those that have not occurred. */
  let lowered = new Int32Array(1024);

  function lowerOf(term: number): number {
    if (lowered[term] === 0) {
      lowered[term] = vocabulary.numberOf(vocabulary.names[term]!.toLowerCase()) + 1;
    }
    return lowered[term]! - 1;
  }

  function countField(text: string, into: number[]): void {
    const found: number[] = [];
    // The text before the first separator or after the last may be empty.
    const hasEmpty = scanTerms(text, {
      vocabulary,
      onTerm(term) {
        if (term >= times.length)
          [times, lowered] = [enlarged(times, term), enlarged(lowered, term)];
        if (times[term] === 0) found.push(term);
        times[term]!++;
      },
    });
    const lowers: number[] = [];
    for (const term of found) {
      const lower = lowerOf(term);
      if (lower >= lowerTimes.length) lowerTimes = enlarged(lowerTimes, lower);
      if (lowerTimes[lower] === 0) lowers.push(lower);
      lowerTimes[lower]! += times[term]!;
      times[term] = 0;
    }
    into.push(found.length + Number(hasEmpty), lowers.length);
    for (const lower of lowers) {
      into.push(lower, lowerTimes[lower]!);
      lowerTimes[lower] = 0;
    }
  }

  return (page) => {
    const texts = indexedTexts(page);
    const counted: number[] = [];
    for (const field of FIELDS) countField(texts[field], counted);
    return Int32Array.from(counted);
  };
}

/** Returns a copy of numbers with room for one at a place after their end. */
function enlarged(numbers: Int32Array, place: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(place * 2);
  larger.set(numbers);
  return larger;
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

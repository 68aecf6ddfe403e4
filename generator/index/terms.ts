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
  /** The number of each term in lowercase, as MiniSearch indexes it, as far as it has occurred. */
  const lowered: number[] = [];

  function lowerOf(term: number): number {
    lowered[term] ??= vocabulary.numberOf(vocabulary.names[term]!.toLowerCase());
    return lowered[term];
  }

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
    const counts = new Map<number, number>();
    for (const term of found) {
      const lower = lowerOf(term);
      counts.set(lower, (counts.get(lower) ?? 0) + times[term]!);
      times[term] = 0;
    }
    into.push(found.length + Number(hasEmpty), counts.size);
    for (const [term, count] of counts) into.push(term, count);
  }

  return (page) => {
    const texts = indexedTexts(page);
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

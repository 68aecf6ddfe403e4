import type { Corpus } from "../../../corpus/open/corpus.ts";
import { type ExpectedPlace, isExpected } from "./expected-places.ts";
import type { Question } from "./questions.ts";

/** How well a search answers questions. */
export interface Relevance {
  /** Number of questions. */
  readonly questions: number;
  /** Share of the questions with a right answer first. */
  readonly recallAt1: number;
  /** Share of the questions with a right answer among the first five. */
  readonly recallAt5: number;
  /** Mean of 1 divided by the rank of the first right answer, 0 if it is not among the first ten. */
  readonly mrrAt10: number;
  /** The questions without a right answer among the first five, in the order of the questions. */
  readonly misses: readonly Miss[];
}

/** A question without a right answer among the first five. */
export interface Miss {
  readonly query: string;
  /** The addresses that answer it. */
  readonly expect: readonly string[];
  /** Rank of the first right answer, 6 to 10; null if there is none. */
  readonly rank: number | null;
  /** The slugs of the first five places that came instead. */
  readonly instead: readonly string[];
}

const DEPTH = 10;
const SHOWN = 5;

/**
 * Measures how well the search of a corpus answers questions.
 *
 * @param expected the places that answer each question
 */
export function measureRelevance(
  questions: readonly Question[],
  { corpus, expected }: { readonly corpus: Corpus; readonly expected: ExpectedPlace[][] },
): Relevance {
  const answers = questions.map(({ query, expect }, at) => {
    const { items } = corpus.search.hits(query, { limit: DEPTH });
    const rank = items.findIndex((hit) => isExpected(hit, expected[at]!)) + 1 || null;
    const instead = items.slice(0, SHOWN).map(({ slug }) => slug);
    return { query, expect: expect.map(({ address }) => address), rank, instead };
  });
  const share = (most: number) =>
    meanOf(answers.map(({ rank }) => Number(rank !== null && rank <= most)));
  return {
    questions: questions.length,
    recallAt1: share(1),
    recallAt5: share(SHOWN),
    mrrAt10: meanOf(answers.map(({ rank }) => (rank === null ? 0 : 1 / rank))),
    misses: answers.filter(({ rank }) => rank === null || rank > SHOWN),
  };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

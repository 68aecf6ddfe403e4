import type { Doc } from "../schema.ts";
import { bestFirst } from "../text/order.ts";
import { groupPages, type PageGroup } from "./groups.ts";
import { FIELDS, type Field, type Needle, needleOf, type PageText, textOf } from "./page-text.ts";
import type { Pieces } from "./sequences.ts";

/** Scores pages for a text: see `Ranker.scorePages`. */
export interface PageScorer {
  scorePages(text: string, docs: readonly number[]): Generator<undefined, Float64Array>;
}

interface RankOptions {
  readonly scorer: PageScorer;
  readonly limit: number;
}

/** A page that may have a text, and the pieces in which it may begin. */
interface Candidate {
  readonly doc: number;
  readonly needle: Needle;
  readonly pieces: Pieces;
}

/** Finds the docs that contain a text, in short steps; `README.md` describes how. */
export class ExactSearch {
  readonly #docs: readonly Doc[];
  readonly #texts: readonly PageText[];
  readonly #groups: readonly PageGroup[];

  constructor(docs: readonly Doc[]) {
    this.#docs = docs;
    this.#texts = docs.map(textOf);
    this.#groups = groupPages(docs, this.#texts);
  }

  /** Returns the docs that contain a text, in their order. */
  *matches(query: string): Generator<undefined, Doc[]> {
    const steps = new Steps();
    const found: Doc[] = [];
    for (const candidate of this.#candidates(needleOf(query))) {
      const text = this.#texts[candidate.doc]!;
      if (text.has(candidate)) found.push(this.#docs[candidate.doc]!);
      if (steps.isOver(text)) yield;
    }
    return found;
  }

  /**
   * Returns the best of the same docs, best first. Bodies are long, so they are searched from the best
   * score down, until there are enough.
   */
  *ranked(query: string, { scorer, limit }: RankOptions): Generator<undefined, Doc[]> {
    const steps = new Steps();
    const byField: Record<Field, number[]> = { title: [], headings: [], description: [], body: [] };
    const candidates = new Map<number, Candidate>();
    for (const candidate of this.#candidates(needleOf(query))) {
      const { doc } = candidate;
      const text = this.#texts[doc]!;
      candidates.set(doc, candidate);
      byField[text.fieldBeforeBody(candidate)].push(doc);
      if (steps.isOver(text)) yield;
    }
    const wanted = enough(byField, limit);
    const scores = yield* scorer.scorePages(query, wanted.flat());
    const found: Doc[] = [];
    for (const docs of wanted) {
      const pop = bestFirst(docs, { scores });
      for (let left = docs.length; left > 0 && found.length < limit; left--) {
        const doc = pop();
        const text = this.#texts[doc]!;
        const isMatch = docs !== byField.body || text.bodyHas(candidates.get(doc)!);
        if (isMatch) found.push(this.#docs[doc]!);
        if (steps.isOver(text)) yield;
      }
    }
    return found;
  }

  /** Returns the pages that may have a text, in their order. */
  #candidates(needle: Needle): Candidate[] {
    const found: Candidate[] = [];
    let first = 0;
    for (const group of this.#groups) {
      group.eachWith(needle.sequences, (page, pieces) => {
        found.push({ doc: first + page, needle, pieces });
      });
      first += group.docs.length;
    }
    return found;
  }
}

/** Returns the docs of the first fields that have as many as are wanted, or of all. */
function enough(byField: Readonly<Record<Field, number[]>>, limit: number): number[][] {
  let count = 0;
  return FIELDS.map((field) => byField[field]).filter((docs) => {
    const isNeeded = count < limit;
    count += docs.length;
    return isNeeded;
  });
}

/** Bytes of the pages that are searched in one step, which takes a millisecond or two. */
const STEP_BYTES = 2 ** 20;

/** Divides work on pages into steps. */
class Steps {
  #bytes = 0;

  /** Counts a page. Tells whether the step is over. */
  isOver({ text }: PageText): boolean {
    this.#bytes += text.length;
    if (this.#bytes < STEP_BYTES) return false;
    this.#bytes = 0;
    return true;
  }
}

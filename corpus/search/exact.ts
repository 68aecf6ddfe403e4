import type { Doc } from "../schema.ts";
import { bestFirst } from "../text/order.ts";
import { FIELDS, type GroupNeedle, groupPages, needleOf, type PageGroup } from "./groups.ts";

/** Scores pages for a text: see `Ranker.scorePages`. */
export interface PageScorer {
  scorePages(text: string, docs: readonly number[]): Generator<undefined, Float64Array>;
}

interface RankOptions {
  /** Default: the docs of a field stay in their order. */
  readonly scorer?: PageScorer;
  readonly limit: number;
}

/** A group of pages, and where in it a text may begin. */
interface SoughtGroup {
  readonly group: PageGroup;
  /** Position of the first page. */
  readonly first: number;
  readonly sought: GroupNeedle;
}

/** Bytes of the pages that are searched in one step, which takes a millisecond or two. */
const STEP_BYTES = 2 ** 20;

/** Finds the docs that contain a text, in short steps; `README.md` describes how. */
export class ExactSearch {
  readonly #docs: readonly Doc[];
  readonly #groups: readonly PageGroup[];

  constructor(docs: readonly Doc[]) {
    this.#docs = docs;
    this.#groups = groupPages(docs);
  }

  /** Returns the docs that contain a text, in their order. */
  *matches(query: string): Generator<undefined, Doc[]> {
    const found = yield* this.#best(query, { limit: this.#docs.length });
    return found.sort((left, right) => left - right).map((doc) => this.#docs[doc]!);
  }

  /** Returns the best of the same docs, best first. */
  *ranked(query: string, options: RankOptions): Generator<undefined, Doc[]> {
    const found = yield* this.#best(query, options);
    return found.map((doc) => this.#docs[doc]!);
  }

  /** Bodies are long, so they are searched from the best score down, until there are enough. */
  *#best(query: string, { scorer, limit }: RankOptions): Generator<undefined, number[]> {
    const groups = this.#groupsWith(query);
    const byField = yield* this.#byField(groups, limit);
    const scores = scorer
      ? yield* scorer.scorePages(query, byField.flat())
      : new Float64Array(this.#docs.length);
    const found: number[] = [];
    let bytes = 0;
    for (const [place, docs] of byField.entries()) {
      const field = FIELDS[place]!;
      const pop = bestFirst(docs, { scores });
      for (let left = docs.length; left > 0 && found.length < limit; left--) {
        const doc = pop();
        const { group, first, sought } = groups.findLast((one) => one.first <= doc)!;
        if (field !== "body" || group.has(doc - first, { ...sought, field })) found.push(doc);
        bytes += group.lengthOf(doc - first, field);
        if (bytes < STEP_BYTES) continue;
        bytes = 0;
        yield;
      }
    }
    return found;
  }

  /**
   * Returns the docs by the first field that has a text, and those whose body may have it, up to the
   * field with which there are enough.
   */
  *#byField(groups: readonly SoughtGroup[], limit: number): Generator<undefined, number[][]> {
    const isFound = new Uint8Array(this.#docs.length);
    const byField: number[][] = [];
    let count = 0;
    for (const field of FIELDS) {
      if (count >= limit) break;
      const docs: number[] = [];
      for (const { group, first, sought } of groups) {
        group.eachWith({ ...sought, field }, (page) => {
          if (isFound[first + page] === 0) docs.push(first + page);
          isFound[first + page] = 1;
        });
        yield;
      }
      byField.push(docs);
      count += docs.length;
    }
    return byField;
  }

  /** Returns the groups that may have a text. */
  #groupsWith(query: string): SoughtGroup[] {
    const needle = needleOf(query);
    const found: SoughtGroup[] = [];
    let first = 0;
    for (const group of this.#groups) {
      const pieces = group.piecesWith(needle);
      if (pieces) found.push({ group, first, sought: { needle, pieces } });
      first += group.docs.length;
    }
    return found;
  }
}

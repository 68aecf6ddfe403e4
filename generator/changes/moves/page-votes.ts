import type { Evidence } from "./evidence.ts";
import type { TreePlaces } from "./tree-places.ts";

/** Pages with the most votes are compared further, others are not. */
const MAX_CANDIDATES = 6;
/** A page with less than this part of the most votes is not a candidate. */
const LEAST_VOTES = 0.2;

/** Counts the votes of shingles for the pages of a tree that have them. */
export class PageVotes {
  readonly #evidence: Evidence;
  readonly #tree: TreePlaces;
  readonly #votes: Float64Array;

  constructor(evidence: Evidence, tree: TreePlaces) {
    this.#evidence = evidence;
    this.#tree = tree;
    this.#votes = new Float64Array(tree.pages.length);
  }

  /** Returns the pages with the most weight of the shingles, and this weight, best first. */
  count(shingles: readonly number[]): [page: number, weight: number][] {
    const pages: number[] = [];
    let most = 0;
    const { starts, values } = this.#tree.sections;
    for (const shingle of shingles) {
      const weight = this.#evidence.weight(shingle);
      let last = -1;
      for (let at = starts[shingle]!; at < starts[shingle + 1]!; at++) {
        const page = this.#tree.pageOf[values[at]!]!;
        if (page === last) continue;
        last = page;
        if (this.#votes[page] === 0) pages.push(page);
        this.#votes[page]! += weight;
        most = Math.max(most, this.#votes[page]!);
      }
    }
    const best = pages
      .map((page): [number, number] => [page, this.#votes[page]!])
      .filter(([, weight]) => weight >= most * LEAST_VOTES)
      .sort(([left, leftWeight], [right, rightWeight]) => rightWeight - leftWeight || left - right);
    for (const page of pages) this.#votes[page] = 0;
    return best.slice(0, MAX_CANDIDATES);
  }
}

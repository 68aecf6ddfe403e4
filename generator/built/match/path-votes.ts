import type { Candidate } from "./candidates.ts";

/** Candidates whose content fits the same but for this much are near equal. */
export const NEAR = 0.08;
/** Of near equal ones, the best is taken if it is better by this much and no path speaks for others. */
const LEAD = 0.015;

/**
 * How the paths of a tree become addresses, learnt from pages that were matched: what stands before
 * the names that a path and its address have in common.
 */
export class PathVotes {
  readonly #pages = new Map<string, number>();

  /** @param matched the candidates that were taken */
  constructor(matched: Iterable<Candidate>) {
    for (const { path } of matched) {
      this.#pages.set(path.rest, (this.#pages.get(path.rest) ?? 0) + 1);
    }
  }

  /** Returns the number of pages whose paths became their addresses in the same way. */
  supportOf({ path }: Candidate): number {
    return path.isSame ? Number.POSITIVE_INFINITY : (this.#pages.get(path.rest) ?? 0);
  }

  /**
   * Returns the one of near equal candidates that the path speaks for more than for all others, or
   * whose content leads without a path against it; null if there is none.
   */
  leaderOf(near: readonly Candidate[]): Candidate | null {
    const [best, second] = near.toSorted(
      (left, right) => this.#compare(right, left) || right.fit - left.fit,
    );
    if (best === undefined) return null;
    if (second === undefined) return best.path.common > 0 || this.supportOf(best) > 0 ? best : null;
    if (this.#compare(best, second) > 0 && this.supportOf(best) > 0) return best;
    const [first, next] = near.toSorted((left, right) => right.fit - left.fit);
    const isAhead = first!.fit - next!.fit >= LEAD;
    return isAhead && this.#compare(first!, best) >= 0 ? first! : null;
  }

  /** Compares how much paths speak for two candidates. */
  #compare(left: Candidate, right: Candidate): number {
    const [more, less] = [this.supportOf(left), this.supportOf(right)];
    if (more !== less) return more > less ? 1 : -1;
    return left.path.common - right.path.common || left.path.likeness - right.path.likeness;
  }
}

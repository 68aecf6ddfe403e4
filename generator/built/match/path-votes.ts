import type { Candidate } from "./candidates.ts";
import { namedAddress } from "./path-names.ts";

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
   * Returns the one of a source's near equal candidates that its path speaks for, or whose content
   * leads without a path against it; null if there is none.
   */
  leaderOf(near: readonly Candidate[], path: string): Candidate | null {
    const best = this.#mostSupported(near);
    if (best.length <= 1) return best[0] ?? null;
    const named = namedAddress(
      path,
      best.map(({ page }) => page.address),
    );
    return best[named] ?? leadingOf(best);
  }

  /** Returns the one of several sources' claims to a page, likewise. */
  winnerOf(near: readonly Candidate[]): Candidate | null {
    const best = this.#mostSupported(near);
    return best.length === 1 ? best[0]! : leadingOf(best);
  }

  /** Returns the candidates whose paths are supported most, of these with the most names. */
  #mostSupported(near: readonly Candidate[]): readonly Candidate[] {
    const supports = near.map((one) => this.supportOf(one));
    const supported = near.filter((_, at) => supports[at] === Math.max(...supports));
    const common = Math.max(...supported.map(({ path }) => path.common));
    return supported.filter(({ path }) => path.common === common);
  }
}

/** Returns the candidate whose content leads; null if there is none. */
function leadingOf(near: readonly Candidate[]): Candidate | null {
  const [first, second] = near.toSorted((left, right) => right.fit - left.fit);
  if (first === undefined) return null;
  return second === undefined || first.fit - second.fit >= LEAD ? first : null;
}

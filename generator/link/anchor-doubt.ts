import type { LinkProblem } from "../config/problem.ts";
import type { AnchorCensus } from "./anchor-census.ts";

/**
 * Leaves fragments alone where the site may follow another rule of anchors than the one in force: a
 * fix would then break a link that works.
 */
export class AnchorDoubt {
  readonly #census: Pick<AnchorCensus, "isDoubtful">;

  constructor(census: Pick<AnchorCensus, "isDoubtful">) {
    this.#census = census;
  }

  /** Removes the fixes that are in doubt. */
  withoutDoubtfulFixes(problems: readonly LinkProblem[]): LinkProblem[] {
    return problems.map((problem) => {
      if (!problem.fixesFragment || !this.#census.isDoubtful) return problem;
      const { fix, ...others } = problem;
      return others;
    });
  }

  /** Returns the problems that would have a fix, or would not exist, under a certain rule. */
  of(problems: readonly LinkProblem[]): LinkProblem[] {
    const concerned = problems.filter(
      ({ fitsRules, fixesFragment }) => fitsRules !== undefined || fixesFragment,
    );
    return concerned.length > 0 && this.#census.isDoubtful ? concerned : [];
  }
}

import { bestFirst } from "./best-first.ts";
import type { Plan } from "./matcher.ts";
import type { Scorer } from "./scorer.ts";

/** Ranks the docs that contain a text. */
export interface Ranking {
  /** @returns The positions of the best docs, best first. */
  best(plan: Plan, query: RankedQuery): readonly number[];
}

export interface RankedQuery {
  /** Folded. */
  readonly needle: string;
  /** By which docs are scored. */
  readonly terms: readonly string[];
  readonly limit: number;
}

/** A field, in the order in which they count, and whether a match in it makes a doc rank by it. */
export interface Tier {
  readonly field: number;
  /** Whether a doc, which has the needle in no better field, belongs to this tier. */
  readonly holds: (doc: number, needle: string) => boolean;
  /** Whether a match in the field is all that it takes. */
  readonly isPlain: boolean;
  /** What it costs to tell, in nanoseconds, roughly. */
  readonly scanNs: number;
}

interface RankingOptions {
  readonly tiers: readonly Tier[];
  readonly scorer: Scorer;
  readonly docCount: number;
}

/**
 * Fills one tier after the other, none further than is asked for (decision B4). Where texts must
 * be looked at, the best candidates are first, and the rest is left once there are enough.
 */
export function createRanking({ tiers, scorer, docCount }: RankingOptions): Ranking {
  const isPlaced = new Uint8Array(docCount);

  function best(plan: Plan, { needle, terms, limit }: RankedQuery): number[] {
    const placed: number[] = [];
    for (const tier of tiers) {
      if (placed.length >= limit) break;
      const candidates = plan.candidates(tier.field).filter((doc) => isPlaced[doc] === 0);
      const holds = plan.isExact && tier.isPlain ? null : (doc: number) => tier.holds(doc, needle);
      const wanted = limit - placed.length;
      for (const doc of pick(candidates, { holds, terms, wanted, scanNs: tier.scanNs })) {
        isPlaced[doc] = 1;
        placed.push(doc);
      }
    }
    for (const doc of placed) isPlaced[doc] = 0;
    return placed;
  }

  interface PickOptions {
    /** Null where all do. */
    readonly holds: ((doc: number) => boolean) | null;
    readonly terms: readonly string[];
    readonly wanted: number;
    readonly scanNs: number;
  }

  function pick(candidates: readonly number[], options: PickOptions): readonly number[] {
    const { terms, wanted, scanNs } = options;
    let { holds } = options;
    let docs = candidates;
    if (holds && docs.length * scanNs < scorer.estimateNs(terms)) {
      docs = docs.filter(holds);
      holds = null;
    }
    if (!holds && docs.length <= 1) return docs.slice(0, wanted);
    const picked: number[] = [];
    for (const doc of bestFirst(docs, { scores: scorer.score(terms, docs) })) {
      if (holds && !holds(doc)) continue;
      picked.push(doc);
      if (picked.length === wanted) break;
    }
    return picked;
  }

  return { best };
}

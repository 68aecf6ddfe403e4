import { bestFirst } from "./best-first.ts";
import type { QueryTerm, Scorer } from "./scorer.ts";
import type { Tier, TierQuery } from "./tiers.ts";

/** Ranks the docs that contain a text. */
export interface Ranking {
  /** @returns The positions of the best docs, best first. */
  best(query: TierQuery, options: BestOptions): readonly number[];
}

export interface BestOptions {
  /** By which docs are scored: only asked for if any must be. */
  readonly terms: () => readonly string[];
  readonly limit: number;
}

interface RankingOptions {
  readonly tiers: readonly Tier[];
  readonly scorer: Scorer;
  readonly docCount: number;
}

/** So few candidates are all looked at. */
const FEW_DOCS = 16;
/** One of so many candidates is looked at to tell how many of them hold. */
const SAMPLE_STEP = 64;
/** Of the candidates, to be worth to be looked at in order. */
const MAX_SHARE_IN_ORDER = 1 / 4;

/**
 * Fills one tier after the other, none further than is asked for (decision B4). Where texts must
 * be looked at, the best candidates are first, and the rest is left once there are enough.
 */
export function createRanking({ tiers, scorer, docCount }: RankingOptions): Ranking {
  const isPlaced = new Uint8Array(docCount);

  function best(query: TierQuery, { terms: termsOf, limit }: BestOptions): number[] {
    let known: readonly QueryTerm[] | null = null;
    const terms = () => (known ??= scorer.findTerms(termsOf()));
    const placed: number[] = [];
    for (const tier of tiers) {
      if (placed.length >= limit) break;
      const { docs, holds } = tier.candidates(query);
      const others = placed.length === 0 ? docs : docs.filter((doc) => isPlaced[doc] === 0);
      const wanted = limit - placed.length;
      for (const doc of pick(others, { holds, terms, wanted, scanNs: tier.scanNs })) {
        isPlaced[doc] = 1;
        placed.push(doc);
      }
    }
    for (const doc of placed) isPlaced[doc] = 0;
    return placed;
  }

  interface PickOptions {
    /** Whether a candidate counts; null where all do. */
    readonly holds: ((doc: number) => boolean) | null;
    readonly terms: () => readonly QueryTerm[];
    readonly wanted: number;
    /** What it costs to ask that, in nanoseconds. */
    readonly scanNs: number;
  }

  type CheapOptions = Pick<PickOptions, "terms" | "scanNs">;

  function pick(docs: readonly number[], { holds, ...options }: PickOptions): readonly number[] {
    const { terms, wanted } = options;
    if (holds && (isCheap(docs, options) || isRare(docs, { holds, wanted }))) {
      return pick(inOrder(docs).filter(holds), { holds: null, ...options });
    }
    if (!holds && docs.length <= 1) return docs.slice(0, wanted);
    const scores = scorer.score(terms(), docs);
    if (!holds) return takeBest(docs, { scores, wanted });
    return takeHolding(docs, { scores, wanted, holds });
  }

  /** Whether to look at all takes no longer than to score them. */
  function isCheap({ length }: readonly number[], { terms, scanNs }: CheapOptions): boolean {
    return length <= FEW_DOCS || length * scanNs <= scorer.estimateNs(terms(), length);
  }

  return { best };
}

interface TakeOptions {
  readonly scores: Float64Array;
  readonly wanted: number;
}

function takeBest(docs: readonly number[], { scores, wanted }: TakeOptions): number[] {
  const pop = bestFirst(docs, { scores });
  return Array.from({ length: Math.min(wanted, docs.length) }, pop);
}

interface Held {
  readonly wanted: number;
  readonly holds: (doc: number) => boolean;
}

function takeHolding(
  docs: readonly number[],
  { scores, wanted, holds }: TakeOptions & Held,
): readonly number[] {
  const pop = bestFirst(docs, { scores });
  const taken: number[] = [];
  for (let left = docs.length; left > 0 && taken.length < wanted; left--) {
    const doc = pop();
    if (holds(doc)) taken.push(doc);
  }
  return taken;
}

/** By position, as their texts are in memory: that is faster to read. */
function inOrder(docs: readonly number[]): readonly number[] {
  if (isAscending(docs)) return docs;
  return Array.from(Int32Array.from(docs).sort());
}

function isAscending(docs: readonly number[]): boolean {
  for (let at = 1; at < docs.length; at++) if (docs[at]! < docs[at - 1]!) return false;
  return true;
}

/** Whether so many docs must be looked at until enough hold that it may as well be all. */
function isRare(docs: readonly number[], { wanted, holds }: Held): boolean {
  let looked = 0;
  let held = 0;
  for (let at = 0; at < docs.length; at += SAMPLE_STEP) {
    looked++;
    if (holds(docs[at]!)) held++;
  }
  return wanted * looked > held * docs.length * MAX_SHARE_IN_ORDER;
}

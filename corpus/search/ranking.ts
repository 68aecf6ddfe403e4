import { bestFirst } from "./best-first.ts";
import type { Scorer } from "./scorer.ts";
import type { Sought } from "./substring-index.ts";
import { FIELDS, type Field } from "./texts.ts";

export interface RankingOptions {
  readonly docCount: number;
  readonly scorer: Scorer;
  /** The terms of the query, by which docs are scored. */
  readonly terms: readonly string[];
  readonly limit: number;
}

/** So many candidates, spread over all, tell how many of them match. */
const SAMPLED_DOCS = 128;
/** Of the candidates, to be worth to be looked into by score. */
const MAX_SHARE_BY_SCORE = 1 / 4;

/**
 * The docs that match, best first (DOC-B4): those with the text in their title, then in a
 * heading, then in the description, then in the body, each by score.
 *
 * Bodies are long. Where a text is common, they are looked into from the best score on, until there
 * are enough; this buys a factor of ten for common words (bench/search.ts, "most" and p95). Where it
 * is not, all candidates are looked into, and only those that hold are scored.
 *
 * @returns Their positions.
 */
export function rank(sought: Sought, { docCount, scorer, terms, limit }: RankingOptions): number[] {
  const isPlaced = new Uint8Array(docCount);
  const placed: number[] = [];
  for (const field of FIELDS) {
    const wanted = limit - placed.length;
    if (wanted <= 0) break;
    const holds = matcherOf(sought, field);
    const candidates = sought.candidates(field).filter((doc) => isPlaced[doc] === 0);
    const isCommon = field === "body" && areMany(candidates, { holds, wanted });
    const left = isCommon ? candidates : candidates.filter(holds);
    const scores = scorer.score(left.length > 1 ? terms : [], left);
    const pop = bestFirst(left, { scores });
    for (let count = left.length; count > 0 && placed.length < limit; count--) {
      const doc = pop();
      if (isCommon && !holds(doc)) continue;
      isPlaced[doc] = 1;
      placed.push(doc);
    }
  }
  return placed;
}

/** Whether so many hold that those wanted are found in the first of them, however they are ordered. */
function areMany(
  docs: readonly number[],
  { holds, wanted }: { holds: (doc: number) => boolean; wanted: number },
): boolean {
  if (docs.length <= SAMPLED_DOCS) return false;
  const step = docs.length / SAMPLED_DOCS;
  let held = 0;
  for (let at = 0; at < docs.length; at += step) if (holds(docs[Math.floor(at)]!)) held++;
  return (wanted * SAMPLED_DOCS) / held < docs.length * MAX_SHARE_BY_SCORE;
}

/** Tells whether a doc counts as a match in a field. DOC-B1: a heading alone makes none. */
function matcherOf(sought: Sought, field: Field): (doc: number) => boolean {
  if (field !== "headings") return (doc) => sought.isIn(doc, field);
  return (doc) =>
    sought.isIn(doc, field) && (sought.isIn(doc, "body") || sought.isIn(doc, "description"));
}

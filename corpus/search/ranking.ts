import { bestFirst } from "../best-first.ts";
import type { Scorer } from "./scorer.ts";
import type { Sought } from "./substring-index.ts";
import { FIELDS, type Field } from "./texts.ts";

export interface RankingOptions {
  readonly docCount: number;
  readonly scorer: Scorer;
  /** The terms of the query, which give docs their scores. */
  readonly terms: readonly string[];
  readonly limit: number;
}

/** Number of candidates, spread over all of them, that are checked to estimate how many match. */
const SAMPLED_DOCS = 128;
/** Largest share of the candidates that may be checked in the order of their scores. */
const MAX_SHARE_BY_SCORE = 1 / 4;

/**
 * Returns the docs that match, best first (DOC-B4): those with the text in their title, then in a
 * heading, then in the description, then in the body, each by score.
 *
 * Bodies are long. If a text is common, they are checked from the best score down until there are
 * enough, which makes common words ten times faster (bench/search/search.ts, "most" and p95). Otherwise
 * all candidates are checked, and only the ones that match are scored.
 *
 * @returns their positions
 */
export function rank(sought: Sought, { docCount, scorer, terms, limit }: RankingOptions): number[] {
  const isPlaced = new Uint8Array(docCount);
  const placed: number[] = [];
  for (const field of FIELDS) {
    const wanted = limit - placed.length;
    if (wanted <= 0) break;
    const isLeft = (doc: number): boolean => isPlaced[doc] === 0;
    const holds = (doc: number): boolean => sought.isIn(doc, field);
    const candidates = field === "body" ? sought.candidates(field).filter(isLeft) : [];
    const isCommon = areMany(candidates, { holds, wanted });
    const left = isCommon ? candidates : matchesIn(sought, field).filter(isLeft);
    if (left.length === 0) continue;
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

/**
 * Estimates whether enough candidates match that checking the first few of them finds the wanted
 * number, whatever their order.
 */
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

/**
 * Returns the docs that count as matches in a field. DOC-B1: a heading alone does not, so the text
 * must be in the description or the body too.
 */
function matchesIn(sought: Sought, field: Field): number[] {
  const found = sought.docsWith(field);
  if (field !== "headings") return found;
  return found.filter((doc) => sought.isIn(doc, "body") || sought.isIn(doc, "description"));
}

interface PickOptions {
  /** By position; the highest is the best. */
  readonly scores: Float64Array;
  readonly limit: number;
}

/**
 * Sorts the best docs: by score, then position.
 *
 * @param docs Their positions, ascending.
 */
export function pickBest(
  docs: readonly number[],
  { scores, limit }: PickOptions,
): readonly number[] {
  if (limit >= docs.length) {
    return docs.toSorted((left, right) => scores[right]! - scores[left]! || left - right);
  }
  // Few of many: each is put where it belongs among the best so far; most are not at all.
  const best: number[] = [];
  for (const doc of docs) {
    const score = scores[doc]!;
    if (best.length === limit && score <= scores[best[limit - 1]!]!) continue;
    best.splice(placeOf(score, { among: best, scores }), 0, doc);
    if (best.length > limit) best.pop();
  }
  return best;
}

interface Ranking {
  readonly among: readonly number[];
  readonly scores: Float64Array;
}

/** Where in a ranking a score belongs: after its equals. */
function placeOf(score: number, { among, scores }: Ranking): number {
  let low = 0;
  let high = among.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (scores[among[middle]!]! < score) high = middle;
    else low = middle + 1;
  }
  return low;
}

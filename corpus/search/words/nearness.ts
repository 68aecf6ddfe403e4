import type { Meetings } from "./meetings.ts";

/** Beyond so many words apart, two words are not near. */
const FAR = 8;
/** What two words count that stand in the other order. */
const TURNED = 0.5;

/**
 * How near to each other a text has words that are neighbours in the query: for each pair of them
 * the weight of the lighter one by how many words apart they are, at best.
 *
 * @param weights Of the words of the query, in its order.
 * @returns 0 for nowhere near, up to the sum of the pairs' weights if they stand as in the query.
 */
export function nearnessOf({ meetings }: Meetings, weights: readonly number[]): number {
  const last = new Int32Array(weights.length).fill(-FAR - 1);
  const best = new Float64Array(weights.length);
  for (const { word, position } of meetings) {
    if (word > 0) meet(word - 1, position - last[word - 1]!, 1);
    if (word + 1 < weights.length) meet(word, position - last[word + 1]!, TURNED);
    last[word] = position;
  }
  let sum = 0;
  for (let pair = 0; pair + 1 < weights.length; pair++) {
    sum += best[pair]! * Math.min(weights[pair]!, weights[pair + 1]!);
  }
  return sum;

  function meet(pair: number, apart: number, weight: number): void {
    if (apart > FAR) return;
    const near = weight / Math.max(1, apart);
    if (near > best[pair]!) best[pair] = near;
  }
}

/** The weight of all words of the query that a text has. */
export function heldWeight({ meetings }: Meetings, weights: readonly number[]): number {
  const held = new Set(meetings.map(({ word }) => word));
  let sum = 0;
  for (const word of held) sum += weights[word]!;
  return sum;
}

/** Which share of a text's words are words of the query. */
export function coverageOf({ meetings, length }: Meetings): number {
  return length === 0 ? 0 : new Set(meetings.map(({ position }) => position)).size / length;
}

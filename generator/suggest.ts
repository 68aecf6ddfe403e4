import { distance } from "fastest-levenshtein";

/**
 * The candidate nearest to a word by edit distance, if it is near enough to be what was meant.
 *
 * @returns the first of the nearest candidates, or null
 */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  const limit = Math.min(4, Math.max(1, Math.floor(word.length / 4)));
  let best: string | null = null;
  let bestDistance = limit + 1;
  const folded = word.toLowerCase();
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const found = distance(folded, candidate.toLowerCase());
    if (found < bestDistance) [best, bestDistance] = [candidate, found];
  }
  return best;
}

import { type FoldedDoc, fold } from "./queries.ts";

/** A search without an index; only its ranking needs scores. */
export interface Scan {
  /** Returns the docs that contain a query, by position. */
  find(query: string): readonly number[];
  /**
   * Returns the ids of the best docs: by the field that contains the query, then by score, then by
   * path.
   */
  rank(found: readonly number[], options: { query: string; limit: number }): string[];
}

/** @param scoresOf Returns the score of each doc for a query, by id. */
export function createScan(
  docs: readonly FoldedDoc[],
  scoresOf: (query: string) => ReadonlyMap<string, number>,
): Scan {
  return {
    find(query) {
      const needle = fold(query);
      const found: number[] = [];
      for (const [position, doc] of docs.entries()) {
        if (contains(doc, needle)) found.push(position);
      }
      return found;
    },
    rank(found, { query, limit }) {
      const needle = fold(query);
      const scores = scoresOf(query);
      return found
        .map((position) => {
          const doc = docs[position]!;
          const score = scores.get(doc.id) ?? 0;
          return { position, id: doc.id, tier: tierOf(doc, needle), score };
        })
        .sort(
          (left, right) =>
            left.tier - right.tier || right.score - left.score || left.position - right.position,
        )
        .slice(0, limit)
        .map(({ id }) => id);
    },
  };
}

function contains({ title, description, body }: FoldedDoc, needle: string): boolean {
  return title.includes(needle) || description.includes(needle) || body.includes(needle);
}

function tierOf({ title, headings, description }: FoldedDoc, needle: string): number {
  if (title.includes(needle)) return 0;
  if (headings.some((heading) => heading.includes(needle))) return 1;
  return description.includes(needle) ? 2 : 3;
}

import type { HitListJson } from "../../../corpus/search/words/hits.ts";
import type { SearchCount } from "./search-counts.ts";

/** A search that did not help, and still does not. */
export interface Gap extends Omit<SearchCount, "day"> {
  /** Slugs of the first places that it finds now. */
  readonly nearest: readonly string[];
  /** Words of the query that the docs or the first place lack; as a keyword, its page would have them. */
  readonly lacking: readonly string[];
}

export interface FindGapsOptions {
  /** Searches the docs as they are now. */
  readonly hits: (query: string) => HitListJson | Promise<HitListJson>;
  /** Maximum number of gaps. */
  readonly limit: number;
}

/** Number of places that are named. */
const SHOWN = 3;

/** Returns the searches that do not help now either, the most frequent first. */
export async function findGaps(
  counts: readonly SearchCount[],
  { hits, limit }: FindGapsOptions,
): Promise<Gap[]> {
  const totals = Array.from(
    Map.groupBy(counts, ({ query }) => query),
    ([query, days]) => ({
      query,
      nothing: sumOf(days.map(({ nothing }) => nothing)),
      corrected: sumOf(days.map(({ corrected }) => corrected)),
      unopened: sumOf(days.map(({ unopened }) => unopened)),
    }),
  );
  totals.sort(
    (left, right) => searchesOf(right) - searchesOf(left) || (left.query < right.query ? -1 : 1),
  );
  const gaps: Gap[] = [];
  for (const total of totals) {
    if (gaps.length === limit) break;
    const { items, corrections } = await hits(total.query);
    const lacking = [...corrections.map(({ from }) => from), ...(items[0]?.missing ?? [])];
    const isAnswered = items.length > 0 && lacking.length === 0;
    if (isAnswered && total.unopened === 0) continue;
    const nearest = items.slice(0, SHOWN).map(({ slug }) => slug);
    gaps.push({ ...total, nearest, lacking: [...new Set(lacking)] });
  }
  return gaps;
}

/** Returns the number of searches that did not help. */
export function searchesOf({
  nothing,
  corrected,
  unopened,
}: Pick<SearchCount, "nothing" | "corrected" | "unopened">): number {
  return nothing + corrected + unopened;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

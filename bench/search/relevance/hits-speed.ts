import { createWordSearch } from "../../../corpus/search/words/hits.ts";
import type { WrittenWords } from "../../../corpus/search/words/index/place-index.ts";
import { indexWords } from "../../../corpus/search/words/index/write-index.ts";
import type { Goal, PartResults } from "../../results.ts";
import { medianOf, quantile, table, timeOf } from "../../support/measure.ts";
import { drawQuerySets } from "./queries.ts";
import { readTree } from "./read-tree.ts";

const MOST_MEDIAN_MS = 1;
const MOST_P95_MS = 5;
/** Number of times that each query is timed; the best counts, since the first may compile code. */
const TIMES = 3;
/** Number of hits that a search box asks for. */
const LIMIT = 10;

export interface SpeedOptions {
  readonly name: string;
  readonly root: string;
  readonly work: string;
  readonly seed: number;
}

/** Measures the time of docgate's hits, with excerpts, over a large tree, and its index. */
export async function benchHitsSpeed({
  name,
  root,
  work,
  seed,
}: SpeedOptions): Promise<PartResults> {
  const tree = await readTree({ name, root }, work);
  const { docs } = tree;
  const queries = await drawQuerySets(tree, seed);
  let words = indexWords([]);
  const indexing = timeOf(() => {
    words = indexWords(docs);
  });
  let search = createWordSearch(docs, words);
  const opening = timeOf(() => {
    search = createWordSearch(docs, words);
  });
  const sets = Map.groupBy(queries, ({ set }) => set);
  const times = Array.from(sets, ([set, some]) => {
    const best = some.map(({ query }) => {
      const own = Array.from({ length: TIMES }, () =>
        timeOf(() => search.hits(query.slice(0, 500), { limit: LIMIT })),
      );
      return Math.min(...own);
    });
    return { set, best };
  });
  const rows = times.map(({ set, best }) => [
    set,
    String(best.length),
    ...[medianOf(best), quantile(best, 0.95), Math.max(...best)].map((ms) => ms.toFixed(2)),
  ]);
  const all = times.flatMap(({ best }) => best);
  const text = [
    `### ${name}, time of the ${LIMIT} best hits with excerpts`,
    table(["set", "queries", "median ms", "p95", "most"], rows),
    `The index is made in ${(indexing / 1000).toFixed(1)} s, takes ${megabytes(bytesOf(words))} as bytes ` +
      `and is opened in ${opening.toFixed(0)} ms.`,
  ].join("\n\n");
  return { text, goals: toGoals(name, all) };
}

/** Returns the size of an index in bytes. */
export function bytesOf({ units, terms, postings }: WrittenWords): number {
  return units.length + Buffer.byteLength(terms) + postings.length;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function toGoals(name: string, times: readonly number[]): Goal[] {
  const figures = [
    { what: "median", ms: medianOf(times), most: MOST_MEDIAN_MS },
    { what: "95th percentile", ms: quantile(times, 0.95), most: MOST_P95_MS },
  ];
  return figures.map(({ what, ms, most }) => ({
    goal: `${name}: ${what} of hits under ${most} ms`,
    figure: `${ms.toFixed(2)} ms`,
    ratio: "",
    isMet: ms < most,
  }));
}

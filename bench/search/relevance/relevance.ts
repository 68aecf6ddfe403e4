import type { Goal, PartResults } from "../../results.ts";
import { medianOf, quantile, table } from "../../support/measure.ts";
import { askAll, type EngineAnswer } from "./ask.ts";
import { docgateWords, type MakeEngine, PEERS } from "./engines.ts";
import { drawQuerySets } from "./queries.ts";
import { readTree } from "./read-tree.ts";
import type { RelevanceTree } from "./tree.ts";
import type { Level, Query } from "./truth.ts";

/** One half of the queries of each set is for tuning; the other half is reported. */
export type Half = "tuned" | "reported";

export interface RelevanceOptions {
  readonly trees: readonly { readonly name: string; readonly root: string }[];
  /** Folder for the generated corpora. */
  readonly work: string;
  /** The same seed draws the same queries. */
  readonly seed: number;
}

const OURS = "docgate";
const ENGINES: Readonly<Record<string, MakeEngine>> = {
  [OURS]: docgateWords,
  ...PEERS,
};

/** Measures how often searches find the right answer among their first, and how long they take. */
export async function benchRelevance(options: RelevanceOptions): Promise<PartResults> {
  const texts: string[] = [];
  const goals: Goal[] = [];
  for (const tree of options.trees) {
    const read = await readTree(tree, options.work);
    const queries = halfOf(await drawQuerySets(read, options.seed), "reported");
    const { answered, indexes } = await askAll(read, { queries, engines: ENGINES });
    texts.push(`### ${tree.name}`, describeTree(read), ...describe(answered), indexes);
    goals.push(...toGoals(tree.name, answered));
  }
  return { text: texts.join("\n\n"), goals };
}

export function halfOf(queries: readonly Query[], half: Half): Query[] {
  const bySet = Map.groupBy(queries, ({ set }) => set);
  const remainder = half === "tuned" ? 0 : 1;
  return Array.from(bySet.values()).flatMap((some) =>
    some.filter((_, place) => place % 2 === remainder),
  );
}

/** Results of one search: shares from 0 to 1, and times in milliseconds. */
export interface Figures {
  readonly count: number;
  readonly recall1: number;
  readonly recall5: number;
  readonly mrr: number;
  readonly empty: number;
  readonly median: number;
  readonly p95: number;
}

export function figuresOf(answered: readonly EngineAnswer[], level: Level): Figures {
  const ranks = answered.map((one) => one.ranks[level]);
  const times = answered.map(({ ms }) => ms);
  const share = (is: (rank: number) => boolean) => ranks.filter(is).length / ranks.length;
  return {
    count: ranks.length,
    recall1: share((rank) => rank === 1),
    recall5: share((rank) => rank > 0 && rank <= 5),
    mrr: ranks.reduce((sum, rank) => sum + (rank === 0 ? 0 : 1 / rank), 0) / ranks.length,
    empty: answered.filter(({ isEmpty }) => isEmpty).length / answered.length,
    median: medianOf(times),
    p95: quantile(times, 0.95),
  };
}

/** Groups the answers by search, without the searches that do not take part at a level. */
function byEngine(answered: readonly EngineAnswer[], level: Level): Map<string, EngineAnswer[]> {
  const judged = answered.filter(({ knowsPlaces }) => level === "page" || knowsPlaces);
  return Map.groupBy(judged, ({ engine }) => engine);
}

export function describe(answered: readonly EngineAnswer[]): string[] {
  const sets = Map.groupBy(answered, ({ set }) => set);
  return (["place", "page"] as const).map((level) => {
    const rows = Array.from(sets).flatMap(([set, some]) =>
      Array.from(byEngine(some, level), ([engine, own], at) => {
        const { count, recall1, recall5, mrr, empty, median, p95 } = figuresOf(own, level);
        return [
          ...(at === 0 ? [set, String(count)] : ["", ""]),
          engine,
          ...[recall1, recall5, mrr, empty].map((figure) => (100 * figure).toFixed(1)),
          ...[median, p95].map((ms) => ms.toFixed(2)),
        ];
      }),
    );
    const head = ["set", "queries", "", "recall@1", "recall@5", "MRR@10", "nothing found"];
    const title = level === "place" ? "The right place, in percent:" : "The right page:";
    return `${title}\n\n${table([...head, "median ms", "p95"], rows)}`;
  });
}

function describeTree({ docs, sections }: RelevanceTree): string {
  const bytes = docs.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
  return `${docs.length} pages, ${(bytes / 1e6).toFixed(1)} MB, ${sections.length} places.`;
}

function toGoals(tree: string, answered: readonly EngineAnswer[]): Goal[] {
  return Array.from(Map.groupBy(answered, ({ set }) => set)).flatMap(([set, some]) =>
    (["place", "page"] as const).flatMap((level) => {
      const figures = Array.from(byEngine(some, level), ([engine, own]) => ({
        engine,
        ...figuresOf(own, level),
      }));
      const ours = figures.find(({ engine }) => engine === OURS)!;
      const peers = figures.filter(({ engine }) => engine in PEERS);
      return (["recall5", "mrr"] as const).map((key) => {
        const best = peers.reduce((left, right) => (right[key] > left[key] ? right : left));
        const difference = 100 * (ours[key] - best[key]);
        return {
          goal:
            `${tree}, ${set}: ${key === "mrr" ? "MRR@10" : "recall@5"} of the ${level} ` +
            "at least the best peer's",
          figure: (100 * ours[key]).toFixed(1),
          peer: `${best.engine} ${(100 * best[key]).toFixed(1)}`,
          ratio: `${difference >= 0 ? "+" : ""}${difference.toFixed(1)}`,
          isMet: difference >= 0,
        };
      });
    }),
  );
}

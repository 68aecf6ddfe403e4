import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import MiniSearch, { type AsPlainObject } from "minisearch";
import { loadCorpus, type Search } from "../../corpus/exports.ts";
import { loadCorpusFile } from "../../corpus/read/read.ts";
import { runSteps } from "../../corpus/run-steps.ts";
import { openWords } from "../../corpus/search/words/hits.ts";
import { Ranker } from "../../corpus/search/words/rank.ts";
import type { Goal, PartResults } from "../results.ts";
import {
  medianOf,
  quantile,
  type Sample,
  show,
  summarize,
  table,
  timeOf,
} from "../support/measure.ts";
import { benchSearchPeers } from "./peers.ts";
import { drawQueries, type FoldedDoc, foldDoc } from "./queries.ts";
import { createScan, type Scan } from "./scan.ts";

export interface SearchOptions {
  /** Name of the corpus in the results. */
  readonly name: string;
  /** The corpus file. */
  readonly corpus: string;
  /** Number of queries to draw. */
  readonly count: number;
  /** Seed of the random numbers: the same seed draws the same queries. */
  readonly seed: number;
  /** True to also measure searches whose index takes long to build. */
  readonly withPeers: boolean;
}

/** The API's default limit. */
const LIMIT = 20;
/** Number of times that each query is run; the fastest counts. */
const TIMES = 3;
/** Ranking all docs that match takes long: only one query in this many is ranked in that way too. */
const RANKED_EVERY = 40;
/** Number of first searches after a start, and number of starts. */
const FIRSTS = 10;
const FIRST_KIND = "phrase of 1 to 6 words";
const FIRST_SEARCHES = fileURLToPath(new URL("./first-searches.ts", import.meta.url));
const MIN_RATIO = 15;
const MAX_MS = 1.5;
const MAX_TO_SCAN = 1.1;
const WORST_SHOWN = 5;

interface QueryTimes {
  readonly kind: string;
  readonly query: string;
  /** Milliseconds, the fastest of several runs: docgate with its ranking. */
  readonly ours: number;
  readonly scan: number;
  /** The scan, with docgate's ranking of its results. */
  readonly ranked: number;
}

/**
 * Compares the search of a corpus with a scan of all texts with `includes`, in turn for each query,
 * and makes sure that both find the same docs with the same best ones.
 *
 * @throws {Error} if they do not
 */
export async function benchSearch(options: SearchOptions): Promise<PartResults> {
  const { name, corpus, count, seed, withPeers } = options;
  const { docs, search } = await loadCorpus(corpus);
  const folded = docs.map(foldDoc);
  const queries = drawQueries(folded, { count, seed });
  const phrases = queries.filter(({ kind }) => kind === FIRST_KIND).map(({ query }) => query);
  const firsts = await timeFirsts(corpus, phrases.slice(0, FIRSTS));
  const { search: indexed, words } = await loadCorpusFile(corpus);
  const index = MiniSearch.loadJS(indexed as unknown as AsPlainObject, indexed!.options);
  const ranker = new Ranker(openWords(docs, words));
  const scan = createScan(folded, (query) => {
    const scores = runSteps(ranker.scorePages(query, [...docs.keys()]));
    return new Map(docs.map(({ id }, at) => [id, scores[at]!]));
  });
  const measured: QueryTimes[] = [];
  for (const [i, { kind, query }] of queries.entries()) {
    compareFound(query, { search, scan, folded });
    if (i % RANKED_EVERY === 0) compareRanked(query, { search, scan });
    measured.push({ kind, query, ...timeInTurn(query, { search, scan }) });
  }
  const peers = await (withPeers
    ? benchSearchPeers({ docs: folded, index, queries, scan, limit: LIMIT })
    : null);
  const text = [
    `### ${name}`,
    `${count} queries, the best ${LIMIT} of each. Both ways find the same docs for all of them, and ` +
      `every ${RANKED_EVERY}th is also ranked by the scores of all docs. The scan with ranking uses docgate's ` +
      "own, timed as a ranked search minus an unranked one.",
    describe(measured),
    describeFirsts(firsts),
    describeWorst(measured),
    ...(peers ? ["Searches that answer another question:", peers] : []),
  ].join("\n\n");
  return { text, goals: toGoals(name, measured) };
}

/**
 * Measures the first search after a start, the second and so on, in milliseconds. There are as many
 * starts as phrases, each in a separate process, and each phrase takes each position once.
 */
async function timeFirsts(corpus: string, phrases: readonly string[]): Promise<Sample[]> {
  const starts: number[][] = [];
  for (let start = 0; start < phrases.length; start++) {
    const turned = [...phrases.slice(start), ...phrases.slice(0, start)];
    // Uses all cores: the compiler's threads must not wait for the one that searches.
    const args = [FIRST_SEARCHES, corpus, String(LIMIT), ...turned];
    starts.push(JSON.parse((await promisify(execFile)(process.execPath, args)).stdout));
  }
  return phrases.map((_, place) => summarize(starts.map((times) => times[place]!)));
}

function describeFirsts(firsts: readonly Sample[]): string {
  const times = firsts.map((sample) => show(sample, 2)).join(", ");
  return (
    `The first ${firsts.length} searches after each of ${firsts.length} starts, in ms, where each ` +
    `${FIRST_KIND} takes each position once: ${times}.`
  );
}

interface Ways {
  readonly search: Search;
  readonly scan: Scan;
}

function compareFound(
  query: string,
  { search, scan, folded }: Ways & { folded: readonly FoldedDoc[] },
): void {
  const scanned = scan.find(query);
  const found = search.matches(query);
  if (
    found.length === scanned.length &&
    found.every(({ id }, i) => id === folded[scanned[i]!]!.id)
  ) {
    return;
  }
  throw new Error(`"${query}" finds other docs than a scan.`);
}

function compareRanked(query: string, { search, scan }: Ways): void {
  const ranked = scan.rank(scan.find(query), { query, limit: LIMIT });
  const best = search.ranked(query, { limit: LIMIT });
  if (best.some(({ id }, i) => id !== ranked[i]))
    throw new Error(`"${query}" is ranked differently.`);
}

function timeInTurn(
  query: string,
  { search, scan }: Ways,
): Pick<QueryTimes, "ours" | "scan" | "ranked"> {
  const times = Array.from({ length: TIMES }, () => ({
    ours: timeOf(() => search.ranked(query, { limit: LIMIT })),
    matching: timeOf(() => search.matches(query)),
    scan: timeOf(() => scan.find(query)),
  }));
  const best = (key: keyof (typeof times)[number]) => Math.min(...times.map((time) => time[key]));
  const ranking = Math.max(0, best("ours") - best("matching"));
  return { ours: best("ours"), scan: best("scan"), ranked: best("scan") + ranking };
}

function describe(measured: readonly QueryTimes[]): string {
  const kinds = ["all", ...new Set(measured.map(({ kind }) => kind))];
  const rows = kinds.map((kind) => {
    const some = measured.filter((one) => kind === "all" || one.kind === kind);
    const figures = (["ours", "scan", "ranked"] as const).map((key) => some.map((one) => one[key]));
    const [ours, scan, ranked] = figures.map(medianOf);
    return [
      kind,
      String(some.length),
      ...figures.flatMap((times) =>
        [medianOf(times), quantile(times, 0.95), summarize(times).max].map((ms) => ms.toFixed(3)),
      ),
      (scan! / ours!).toFixed(1),
      (ranked! / ours!).toFixed(1),
    ];
  });
  const head = [
    ...["queries", "count", "docgate, median ms", "p95", "most"],
    ...["scan alone, median ms", "p95", "most", "scan with ranking, median ms", "p95", "most"],
    ...["scan to docgate", "with ranking"],
  ];
  return table(head, rows);
}

function describeWorst(measured: readonly QueryTimes[]): string {
  const worst = measured.toSorted((left, right) => right.ours / right.scan - left.ours / left.scan);
  const shown = worst
    .slice(0, WORST_SHOWN)
    .map(
      ({ query, ours, scan, ranked }) =>
        `${JSON.stringify(query)} ${ours.toFixed(2)} / ${scan.toFixed(2)} / ${ranked.toFixed(2)} ms`,
    );
  return `Slowest, compared with the scan (docgate, scan alone, scan with ranking): ${shown.join("; ")}.`;
}

function toGoals(name: string, measured: readonly QueryTimes[]): Goal[] {
  const median = medianOf(measured.map(({ ours }) => ours));
  return [
    medianGoal(name, { measured, median }),
    worstGoal(name, measured),
    {
      goal: `${name}: median under ${MAX_MS} ms, with ranking`,
      figure: `${median.toFixed(3)} ms`,
      ratio: "",
      isMet: median < MAX_MS,
    },
  ];
}

function medianGoal(
  name: string,
  { measured, median }: { readonly measured: readonly QueryTimes[]; readonly median: number },
): Goal {
  const other = medianOf(measured.map(({ scan }) => scan));
  return {
    goal: `${name}: median at least ${MIN_RATIO} times faster than the scan alone`,
    figure: `${median.toFixed(3)} ms`,
    peer: `${other.toFixed(3)} ms`,
    ratio: (other / median).toFixed(1),
    isMet: other / median >= MIN_RATIO,
  };
}

function worstGoal(name: string, measured: readonly QueryTimes[]): Goal {
  const ratios = measured.map(({ ours, scan }) => ours / scan);
  const worst = Math.max(...ratios);
  const slower = ratios.filter((ratio) => ratio > MAX_TO_SCAN).length;
  return {
    goal: `${name}: no query slower than the scan alone by more than a tenth`,
    figure: `${slower} of ${ratios.length} are`,
    ratio: `worst ${worst.toFixed(2)}`,
    isMet: slower === 0,
  };
}

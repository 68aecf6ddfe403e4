/** Measures searches that never repeat over a large corpus, as clients send them. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Goal, PartResults } from "../results.ts";
import { medianOf, show, summarize, table } from "../support/measure.ts";
import { serveDocgate } from "../support/serve.ts";
import { latencyOf, runWrk, type WrkRun } from "../support/wrk.ts";
import { makeHitPaths, makeLoads } from "./loads.ts";

const SECONDS = 3;
const ROUNDS = 5;
/** Maximum number of other requests between two rounds. */
const MARGIN = 1000;

/** The least rate, and the most of the 99th percentile in milliseconds. */
const GOALS = {
  "exact, through GraphQL": { perSecond: 1500, p99: 30 },
  "in words, through `/search.json`": { perSecond: 2000, p99: null },
} as const;

type Way = keyof typeof GOALS;

export interface SearchesOptions {
  readonly name: string;
  /** The corpus file. */
  readonly corpus: string;
  readonly work: string;
}

export async function benchSearches({ name, corpus, work }: SearchesOptions): Promise<PartResults> {
  const loads = await makeLoads(corpus);
  const { bodies } = loads.find(
    ({ query, kind }) => query === "Q4" && kind === "variables never repeated",
  )!;
  const lines = {
    "exact, through GraphQL": { method: "POST", lines: bodies },
    "in words, through `/search.json`": { method: "GET", lines: await makeHitPaths(corpus) },
  } as const;
  const server = await serveDocgate(corpus);
  try {
    const measured: [Way, WrkRun[]][] = [];
    for (const [way, { method, lines: some }] of Object.entries(lines)) {
      const file = join(work, "searches.txt");
      await writeFile(file, some.map((line) => `${line}\n`).join(""));
      const runs: WrkRun[] = [];
      const url = method === "GET" ? new URL(server.url).origin : server.url;
      for (let round = 0; round <= ROUNDS; round++) {
        const count = runs.reduce((sum, { requests }) => sum + requests + MARGIN, MARGIN);
        runs.push(await runWrk({ url, method, lines: file, count, seconds: SECONDS }));
      }
      // The first round is not counted: code is still being compiled.
      measured.push([way as Way, runs.slice(1)]);
    }
    return describe(name, measured);
  } finally {
    await server.stop();
  }
}

function describe(name: string, measured: readonly [Way, WrkRun[]][]): PartResults {
  const rows = measured.map(([way, runs]) => [
    way,
    show(summarize(runs.map(({ perSecond }) => perSecond)), 0),
    ...[0.5, 0.99].map((share) => latencyOf(runs, share).toFixed(1)),
  ]);
  const text = [
    `${name}, \`wrk -t1 -c32\`, ${ROUNDS} rounds of ${SECONDS} s after one that is not counted, with ` +
      "server and wrk on separate cores. Phrases of two or three words of the docs, none twice.",
    table(["search", "a second", "median ms", "p99 ms"], rows),
  ].join("\n\n");
  return {
    text,
    goals: measured.flatMap(([way, runs]) => goalsOf(`${name}: ${way}`, { way, runs })),
  };
}

function goalsOf(what: string, { way, runs }: { way: Way; runs: readonly WrkRun[] }): Goal[] {
  const { perSecond: least, p99: most } = GOALS[way];
  const rate = medianOf(runs.map(({ perSecond }) => perSecond));
  const p99 = latencyOf(runs, 0.99);
  return [
    {
      goal: `${what}: at least ${least} a second`,
      figure: `${rate.toFixed(0)} a second`,
      ratio: (rate / least).toFixed(2),
      isMet: rate >= least,
    },
    ...(most === null
      ? []
      : [
          {
            goal: `${what}: p99 under ${most} ms`,
            figure: `${p99.toFixed(1)} ms`,
            ratio: (p99 / most).toFixed(2),
            isMet: p99 < most,
          },
        ]),
  ];
}

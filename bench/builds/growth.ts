import { appendFile, mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { measureDocgate } from "../requests/start.ts";
import type { Goal, PartResults } from "../results.ts";
import { DOCGATE } from "../support/docgate.ts";
import { medianOf, show, summarize, table } from "../support/measure.ts";
import { type ProcessRun, runProcess } from "../support/run-process.ts";
import { writeTree } from "../support/tree.ts";

const PAGES = [10_000, 100_000] as const;
/** Short pages, so that Node.js can hold the JSON of the whole corpus as one string. */
const PAGE_BYTES = 1000;

export interface GrowthOptions {
  readonly work: string;
  readonly rounds: number;
}

interface TreeFigures {
  readonly pages: number;
  readonly bytes: number;
  readonly corpusBytes: number;
  readonly cold: readonly ProcessRun[];
  readonly touched: readonly ProcessRun[];
  readonly served: Awaited<ReturnType<typeof measureDocgate>>;
}

/** Goals of the larger tree, in seconds, and as a multiple of the corpus file. */
const MOST = { cold: 20, touched: 2.5, start: 12, memory: 1.2 } as const;

/** Measures builds of a tree and of one ten times as large, in turn. */
export async function benchGrowth({ work, rounds }: GrowthOptions): Promise<PartResults> {
  const builds = await Promise.all(
    PAGES.map((pages) => prepare(pages, join(work, `growth-${pages}`))),
  );
  const runs = builds.map(() => ({ cold: [] as ProcessRun[], touched: [] as ProcessRun[] }));
  for (let round = 0; round < rounds; round++) {
    for (const [i, build] of builds.entries()) {
      runs[i]!.cold.push(await build.cold());
      runs[i]!.touched.push(await build.touched());
    }
  }
  const grown: TreeFigures[] = [];
  for (const [i, { pages, bytes, out }] of builds.entries()) {
    const served = await measureDocgate(out);
    grown.push({ pages, bytes, corpusBytes: (await stat(out)).size, served, ...runs[i]! });
  }
  const goals = [...toGoals(grown as [TreeFigures, TreeFigures]), ...goalsOfLarge(grown[1]!)];
  return { text: `${describe(grown)}\n\n${describeServed(grown)}`, goals };
}

async function prepare(pages: number, folder: string) {
  const [root, out, cache] = [
    join(folder, "tree"),
    join(folder, "corpus.json"),
    join(folder, "cache"),
  ];
  await mkdir(root, { recursive: true });
  await writeTree({ root, pages, pageBytes: PAGE_BYTES, seed: 1 });
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  let bytes = 0;
  for (const file of files) bytes += (await stat(file)).size;
  const run = () =>
    runProcess({ args: [DOCGATE, "generate", root, "--out", out, "--cache-dir", cache] });
  return {
    pages,
    bytes,
    out,
    async cold() {
      await rm(cache, { recursive: true, force: true });
      return run();
    },
    async touched() {
      await appendFile(files[0]!, "\nOne more line.\n");
      return run();
    },
  };
}

function describe(grown: readonly TreeFigures[]): string {
  const rows = grown.flatMap(({ pages, bytes, corpusBytes, cold, touched }) =>
    Object.entries({ cold, "one file touched": touched }).map(([name, runs]) => [
      `${pages} pages, ${name}`,
      (bytes / 1e6).toFixed(1),
      (corpusBytes / 1e6).toFixed(1),
      show(summarize(runs.map(({ seconds }) => seconds)), 2),
      show(summarize(runs.map(({ peakMegabytes }) => peakMegabytes)), 0),
    ]),
  );
  return table(["build", "input MB", "corpus MB", "seconds", "peak MB"], rows);
}

function describeServed(grown: readonly TreeFigures[]): string {
  const rows = grown.map(({ pages, corpusBytes, served: { answered, memory } }) => [
    `${pages} pages`,
    (answered / 1000).toFixed(1),
    (memory / 1e6).toFixed(0),
    (memory / corpusBytes).toFixed(2),
  ]);
  return table(["served", "seconds to the first answer", "resident MB", "to the file"], rows);
}

function goalsOfLarge({ pages, corpusBytes, cold, touched, served }: TreeFigures): Goal[] {
  const under = (what: string, { seconds, most }: { seconds: number; most: number }): Goal => ({
    goal: `${pages} pages: ${what} under ${most} s`,
    figure: `${seconds.toFixed(1)} s`,
    ratio: (seconds / most).toFixed(2),
    isMet: seconds < most,
  });
  const secondsOf = (runs: readonly ProcessRun[]) => medianOf(runs.map(({ seconds }) => seconds));
  const toFile = served.memory / corpusBytes;
  return [
    under("cold", { seconds: secondsOf(cold), most: MOST.cold }),
    under("one file touched", { seconds: secondsOf(touched), most: MOST.touched }),
    under("first answer after start", { seconds: served.answered / 1000, most: MOST.start }),
    {
      goal: `${pages} pages: resident memory when served at most ${MOST.memory} times the corpus`,
      figure: `${(served.memory / 1e6).toFixed(0)} MB`,
      peer: `file ${(corpusBytes / 1e6).toFixed(0)} MB`,
      ratio: toFile.toFixed(2),
      isMet: served.memory === 0 ? null : toFile <= MOST.memory,
    },
  ];
}

function toGoals([small, large]: readonly [TreeFigures, TreeFigures]): Goal[] {
  const input = large.bytes / small.bytes;
  return (["cold", "touched"] as const).flatMap((kind) =>
    (["seconds", "peakMegabytes"] as const).map((key): Goal => {
      const [before, after] = [small, large].map((one) =>
        medianOf(one[kind].map((run) => run[key])),
      );
      const ratio = after! / before!;
      const what = key === "seconds" ? "time" : "memory";
      return {
        goal: `${kind === "cold" ? "cold" : "one file touched"}: ${what} grows no faster than the input`,
        figure: `${before!.toFixed(1)} to ${after!.toFixed(1)} ${key === "seconds" ? "s" : "MB"}`,
        ratio: `${ratio.toFixed(1)}, input ${input.toFixed(1)}`,
        isMet: ratio <= input,
      };
    }),
  );
}

import { cp, mkdtemp, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DOCGATE, generateCorpus } from "./docgate.ts";
import type { Input } from "./inputs.ts";
import { medianOf, table } from "./measure.ts";
import type { Goal, PartResults } from "./results.ts";
import { type ProcessRun, runProcess } from "./run-process.ts";

export interface DiffSpeedOptions {
  /** Two corpora of a real tree. */
  readonly history: { readonly before: string; readonly after: string } | null;
  readonly large: Input;
  readonly work: string;
  readonly rounds: number;
}

const MAX_RATIO = 1.5;

/** The same diff without the search for content that moved, printed in the same way. */
const WITHOUT_MOVES = `
import { loadCorpusFile } from ${JSON.stringify(new URL("../dist/corpus/read/read.js", import.meta.url).href)};
import { comparePages } from ${JSON.stringify(new URL("../dist/generator/changes/diff.js", import.meta.url).href)};
const [before, after] = [await loadCorpusFile(process.argv[1]), await loadCorpusFile(process.argv[2])];
process.stdout.write(JSON.stringify(comparePages(before, after), null, 2));
`;

/** The command itself; a diff that finds breaks ends with status 1, which is not a failure here. */
const WITH_EXIT_0 = `
process.argv.splice(1, 0, "diff");
process.on("exit", (code) => { process.exitCode = code === 1 ? 0 : code; });
await import(${JSON.stringify(DOCGATE)});
`;

interface Measured {
  readonly name: string;
  readonly withMoves: readonly ProcessRun[];
  readonly without: readonly ProcessRun[];
}

/** Measures the time and memory of a diff with and without the search for what moved, in turn. */
export async function measureDiffs(options: DiffSpeedOptions): Promise<PartResults> {
  const pairs = [
    ...(options.history ? [{ name: "the real tree", ...options.history }] : []),
    { name: "10 000 pages, a section renamed", ...(await renameSection(options)) },
  ];
  const all: Measured[] = [];
  for (const { name, before, after } of pairs) {
    const measured = { name, withMoves: [] as ProcessRun[], without: [] as ProcessRun[] };
    for (let round = 0; round < options.rounds; round++) {
      const args = [WITH_EXIT_0, before, after, "--format", "json"];
      measured.withMoves.push(await runProcess({ args: ["--input-type=module", "-e", ...args] }));
      measured.without.push(
        await runProcess({ args: ["--input-type=module", "-e", WITHOUT_MOVES, before, after] }),
      );
    }
    all.push(measured);
  }
  return { text: describe(all), goals: all.flatMap(toGoals) };
}

/** Renames one of the twelve sections of the large tree. */
async function renameSection({ large, work }: DiffSpeedOptions) {
  const folder = await mkdtemp(join(work, "moves-large-"));
  const [root, after] = [join(folder, "tree"), join(folder, "after.json")];
  await cp(large.root, root, { recursive: true });
  await rename(join(root, "section-3"), join(root, "chapter-3"));
  await writeFile(join(root, "section-1/new.md"), "# New\n");
  await generateCorpus(root, { out: after });
  return { before: await large.corpus(), after };
}

function describe(all: readonly Measured[]): string {
  const rows = all.flatMap(({ name, withMoves, without }) => [
    [name, "with moves", ...figures(withMoves)],
    ["", "without", ...figures(without)],
  ]);
  return table(["docgate diff --format json", "", "seconds", "peak MB"], rows);
}

function figures(runs: readonly ProcessRun[]): string[] {
  const { seconds, peakMegabytes } = mediansOf(runs);
  return [seconds.toFixed(2), peakMegabytes.toFixed(0)];
}

function mediansOf(runs: readonly ProcessRun[]): ProcessRun {
  return {
    seconds: medianOf(runs.map(({ seconds }) => seconds)),
    peakMegabytes: medianOf(runs.map(({ peakMegabytes }) => peakMegabytes)),
  };
}

function toGoals({ name, withMoves, without }: Measured): Goal[] {
  const [own, base] = [mediansOf(withMoves), mediansOf(without)];
  const goal = (what: "seconds" | "peakMegabytes", unit: string): Goal => ({
    goal: `${name}: ${unit === "s" ? "time" : "memory"} at most ${MAX_RATIO} times that of a diff without moves`,
    figure: `${own[what].toFixed(2)} ${unit}, without ${base[what].toFixed(2)} ${unit}`,
    ratio: (own[what] / base[what]).toFixed(2),
    isMet: own[what] <= MAX_RATIO * base[what],
  });
  return [goal("seconds", "s"), goal("peakMegabytes", "MB")];
}

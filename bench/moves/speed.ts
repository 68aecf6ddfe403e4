import { cp, mkdtemp, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Goal, PartResults } from "../results.ts";
import { DOCGATE, generateCorpus } from "../support/docgate.ts";
import type { Input } from "../support/inputs.ts";
import { medianOf, table } from "../support/measure.ts";
import { type ProcessRun, runProcess } from "../support/run-process.ts";
import { buildEarlier } from "./earlier.ts";
import type { States } from "./states.ts";

/** Two trees and their corpora. */
type Pair = Pick<States, "roots" | "files"> & { readonly name: string };

export interface DiffSpeedOptions {
  /** Two states of a real tree. */
  readonly history: Pick<States, "roots" | "files"> | null;
  readonly large: Input;
  readonly work: string;
  readonly rounds: number;
}

const MAX_RATIO = 1.5;
/** A diff that finds breaks ends with status 1. */
const EXIT_CODES = [0, 1];

/** The same diff without the search for content that moved, printed in the same way. */
const WITHOUT_MOVES = `
import { loadDocs } from ${JSON.stringify(new URL("../../dist/corpus/read/read-docs.js", import.meta.url).href)};
import { comparePages } from ${JSON.stringify(new URL("../../dist/generator/changes/diff.js", import.meta.url).href)};
const [before, after] = [await loadDocs(process.argv[1]), await loadDocs(process.argv[2])];
process.stdout.write(JSON.stringify(comparePages({ before, after }, []), null, 2));
`;

/** Arguments of Node.js for the programs that are run in turn on one pair of corpora, by name. */
type Contenders = Readonly<Record<string, readonly string[]>>;

const OWN = "with moves";
const WITHOUT = "without moves";
const EARLIER = "before moves were searched";

/**
 * Measures the time and memory of a diff with and without the search for what moved, and that of
 * docgate before there was such a search, in turn.
 */
export async function measureDiffs(options: DiffSpeedOptions): Promise<PartResults> {
  const { history, work, rounds } = options;
  const earlier = await buildEarlier(work);
  const renamed = { name: "10 000 pages, a section renamed", ...(await renameSection(options)) };
  const pairs: Pair[] = [...(history ? [{ name: "the real tree", ...history }] : []), renamed];
  const rows: string[][] = [];
  const goals: Goal[] = [];
  for (const { name, roots, files } of pairs) {
    const before = earlier && (await earlier.generate(roots));
    const medians = await measureInTurn(
      {
        [OWN]: diffArgs(DOCGATE, files),
        [WITHOUT]: ["--input-type=module", "-e", WITHOUT_MOVES, files.before, files.after],
        ...(before ? { [EARLIER]: diffArgs(earlier.script, before) } : {}),
      },
      rounds,
    );
    for (const [contender, { seconds, peakMegabytes }] of Object.entries(medians)) {
      rows.push([name, contender, seconds.toFixed(2), peakMegabytes.toFixed(0)]);
    }
    goals.push(...goalsOf(name, medians));
  }
  const text = table(["docgate diff --format json", "", "seconds", "peak MB"], rows);
  return { text, goals };
}

function diffArgs(script: string, { before, after }: States["files"]): string[] {
  return [script, "diff", before, after, "--format", "json"];
}

async function measureInTurn(
  contenders: Contenders,
  rounds: number,
): Promise<Record<string, ProcessRun>> {
  const runs = new Map(Object.keys(contenders).map((name) => [name, [] as ProcessRun[]]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, args] of Object.entries(contenders)) {
      runs.get(name)!.push(await runProcess({ args, exitCodes: EXIT_CODES }));
    }
  }
  return Object.fromEntries(
    Array.from(runs, ([name, all]) => [
      name,
      {
        seconds: medianOf(all.map(({ seconds }) => seconds)),
        cpuSeconds: medianOf(all.map(({ cpuSeconds }) => cpuSeconds)),
        peakMegabytes: medianOf(all.map(({ peakMegabytes }) => peakMegabytes)),
      },
    ]),
  );
}

/** Renames one of the twelve sections of the large tree. */
async function renameSection({
  large,
  work,
}: DiffSpeedOptions): Promise<Pick<States, "roots" | "files">> {
  const folder = await mkdtemp(join(work, "moves-large-"));
  const [root, after] = [join(folder, "tree"), join(folder, "after.json")];
  await cp(large.root, root, { recursive: true });
  await rename(join(root, "section-3"), join(root, "chapter-3"));
  await writeFile(join(root, "section-1/new.md"), "# New\n");
  await generateCorpus(root, { out: after });
  const files = { before: await large.corpus(), after };
  return { roots: { before: large.root, after: root }, files };
}

function goalsOf(name: string, medians: Readonly<Record<string, ProcessRun>>): Goal[] {
  const { [OWN]: own, [EARLIER]: earlier } = medians;
  const goal = (what: keyof ProcessRun, { kind, unit }: { kind: string; unit: string }): Goal => {
    const figure = `${own![what].toFixed(2)} ${unit}`;
    const text = `${name}: ${kind} at most ${MAX_RATIO} times that of the diff before moves were searched`;
    if (earlier === undefined) return { goal: text, figure, ratio: "", isMet: null };
    return {
      goal: text,
      figure,
      peer: `before ${earlier[what].toFixed(2)} ${unit}`,
      ratio: (own![what] / earlier[what]).toFixed(2),
      isMet: own![what] <= MAX_RATIO * earlier[what],
    };
  };
  return [
    goal("seconds", { kind: "time", unit: "s" }),
    goal("peakMegabytes", { kind: "memory", unit: "MB" }),
  ];
}

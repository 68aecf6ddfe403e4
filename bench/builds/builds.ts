import { createHash } from "node:crypto";
import { appendFile, cp, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Goal, PartResults } from "../results.ts";
import { DOCGATE, helpOf } from "../support/docgate.ts";
import { medianOf, type Sample, show, summarize, table } from "../support/measure.ts";
import { type ProcessOptions, type ProcessRun, runProcess } from "../support/run-process.ts";
import { type BuildPeer, writeBuildPeers } from "./peers.ts";

const FLOOR = "floor: read and SHA-256";
/** A candidate whose runs add up to this time is not run again. */
const MAX_TOTAL_SECONDS = 60;
/** The smallest valid output of a peer, as a share of its input. */
const MIN_OUTPUT = 0.3;

export interface BuildOptions {
  readonly name: string;
  /** The docs root; a copy of it is used. */
  readonly root: string;
  /** The folder for copies, outputs and caches. */
  readonly work: string;
  readonly rounds: number;
}

/** A way to build, run in a separate process. */
interface Candidate {
  readonly name: string;
  readonly makes: string;
  readonly command: ProcessOptions;
  readonly prepare?: () => Promise<unknown>;
  /** @throws if the build produced nothing */
  readonly check?: () => Promise<void>;
}

/** The outcome for a candidate: its runs, or the reason why it could not be measured. */
interface Outcome {
  readonly runs: ProcessRun[];
  failure?: string;
}

type Outcomes = ReadonlyMap<string, Outcome>;

/**
 * Measures builds of one tree by docgate and its peers in turn, compared with reading and hashing
 * every file.
 */
export async function benchBuilds({
  name,
  root,
  work,
  rounds,
}: BuildOptions): Promise<PartResults> {
  const folder = join(work, "builds");
  await rm(folder, { recursive: true, force: true });
  const tree = join(folder, "tree");
  await mkdir(folder, { recursive: true });
  await cp(root, tree, { recursive: true });
  const pages = await listPages(tree);
  const sizes = await Promise.all(pages.map(async (page) => (await stat(page)).size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const touch = () => appendFile(pages[Math.floor(pages.length / 2)]!, "\nOne more line.\n");
  const peers = await writeBuildPeers(tree, folder);
  const candidates = [
    ...(await docgateBuilds(tree, { folder, touch })),
    ...peers.flatMap((peer) => peerBuilds(peer, { touch, bytes })),
  ];
  const { floors, outcomes } = await measureInTurn(candidates, { pages, rounds });
  const text = [
    `### ${name}: ${pages.length} pages, ${(bytes / 1e6).toFixed(1)} MB`,
    "",
    describe(candidates, { floor: summarize(floors), outcomes }),
  ].join("\n");
  return { text, goals: toGoals(name, outcomes) };
}

async function docgateBuilds(
  tree: string,
  { folder, touch }: { folder: string; touch: () => Promise<void> },
): Promise<Candidate[]> {
  const config = join(folder, "docgate.config.json");
  // Real trees may have invalid frontmatter, which must not end their builds.
  await writeFile(config, JSON.stringify({ rules: { "frontmatter-syntax": "warn" } }));
  const cache = join(folder, "cache");
  const generate = (...args: readonly string[]): Pick<Candidate, "makes" | "command"> => ({
    makes: "body, outline, resolved links, word count, search index",
    command: {
      args: [
        DOCGATE,
        "generate",
        tree,
        "--out",
        join(folder, "corpus.json"),
        "--config",
        config,
        ...args,
      ],
    },
  });
  const reference: Candidate = {
    name: "docgate, `--no-cache --parser remark`",
    ...generate("--no-cache", "--parser", "remark"),
  };
  return [
    {
      name: "docgate, cold",
      ...generate("--cache-dir", cache),
      prepare: () => rm(cache, { recursive: true, force: true }),
    },
    { name: "docgate, nothing changed", ...generate("--cache-dir", cache) },
    { name: "docgate, one file touched", ...generate("--cache-dir", cache), prepare: touch },
    { name: "docgate, `--no-cache`", ...generate("--no-cache") },
    { name: "docgate, `--no-cache --jobs 1`", ...generate("--no-cache", "--jobs", "1") },
    ...((await helpOf("generate")).includes("--parser") ? [reference] : []),
  ];
}

function peerBuilds(
  peer: BuildPeer,
  { touch, bytes }: { touch: () => Promise<void>; bytes: number },
): Candidate[] {
  const { name, makes, command, forget, hasCache, output } = peer;
  const check = async () => {
    const written = (await stat(output)).size;
    if (written < MIN_OUTPUT * bytes) throw new Error(`wrote only ${written} bytes`);
  };
  const cold: Candidate = { name: `${name}, cold`, makes, command, prepare: forget, check };
  const touched = { name: `${name}, one file touched`, makes, command, prepare: touch, check };
  return hasCache ? [cold, touched] : [cold];
}

/** Runs every candidate once in each round, until it fails or has run long enough. */
async function measureInTurn(
  candidates: readonly Candidate[],
  { pages, rounds }: { pages: readonly string[]; rounds: number },
): Promise<{ floors: number[]; outcomes: Outcomes }> {
  const floors: number[] = [];
  const outcomes = new Map(candidates.map(({ name }): [string, Outcome] => [name, { runs: [] }]));
  for (let round = 0; round < rounds; round++) {
    floors.push(await hashAll(pages));
    for (const candidate of candidates) {
      const outcome = outcomes.get(candidate.name)!;
      const seconds = outcome.runs.reduce((sum, run) => sum + run.seconds, 0);
      if (outcome.failure === undefined && seconds < MAX_TOTAL_SECONDS) {
        await measure(candidate, outcome);
      }
    }
  }
  return { floors, outcomes };
}

async function measure({ prepare, command, check }: Candidate, outcome: Outcome): Promise<void> {
  try {
    await prepare?.();
    const run = await runProcess(command);
    await check?.();
    outcome.runs.push(run);
  } catch (error) {
    outcome.failure = (error as Error).message;
  }
}

function describe(
  candidates: readonly Candidate[],
  { floor, outcomes }: { floor: Sample; outcomes: Outcomes },
): string {
  const rows = candidates.map(({ name, makes }) => {
    const { runs, failure } = outcomes.get(name)!;
    if (failure !== undefined) return [name, makes, `failed: ${failure}`, "", "", ""];
    const seconds = summarize(runs.map((run) => run.seconds));
    const peak = summarize(runs.map((run) => run.peakMegabytes));
    return [
      name,
      makes,
      show(seconds, 2),
      (seconds.median / floor.median).toFixed(1),
      show(peak, 0),
      String(runs.length),
    ];
  });
  return table(
    ["build", "makes of a page", "seconds", "to the floor", "peak MB", "runs"],
    [[FLOOR, "", show(floor, 2), "1", "", ""], ...rows],
  );
}

/** A goal relative to a peer: at most this share of its figure. */
interface Rivalry {
  readonly text: string;
  readonly ours: string;
  readonly theirs: string;
  readonly most: number;
}

const RIVALRIES: readonly Rivalry[] = [
  {
    text: "cold at most a third of velite",
    ours: "docgate, cold",
    theirs: "velite, cold",
    most: 1 / 3,
  },
  {
    text: "cold at most a third of content-collections",
    ours: "docgate, cold",
    theirs: "content-collections, cold",
    most: 1 / 3,
  },
  {
    text: "cold no slower than `astro sync`",
    ours: "docgate, cold",
    theirs: "astro, cold",
    most: 1,
  },
  {
    text: "one file touched at most a fifth of content-collections",
    ours: "docgate, one file touched",
    theirs: "content-collections, one file touched",
    most: 1 / 5,
  },
];
const MAX_TOUCHED_SECONDS = 1.5;
const MAX_UNCHANGED_SECONDS = 0.6;

function toGoals(tree: string, outcomes: Outcomes): Goal[] {
  const seconds = (name: string) => figureOf(outcomes, { name, key: "seconds" });
  const under = (what: string, most: number): Goal => {
    const took = seconds(`docgate, ${what}`);
    return {
      goal: `${tree}: ${what} under ${most} s`,
      figure: `${print(took, 2)} s`,
      ratio: "",
      isMet: Number.isNaN(took) ? null : took < most,
    };
  };
  return [
    ...RIVALRIES.map(({ text, ours, theirs, most }): Goal => {
      const [mine, other] = [seconds(ours), seconds(theirs)];
      return {
        goal: `${tree}: ${text}`,
        figure: `${print(mine, 2)} s`,
        peer: `${print(other, 2)} s`,
        ratio: print(mine / other, 2),
        isMet: Number.isNaN(mine / other) ? null : mine <= most * other,
      };
    }),
    under("one file touched", MAX_TOUCHED_SECONDS),
    under("nothing changed", MAX_UNCHANGED_SECONDS),
    memoryGoal(tree, outcomes),
  ];
}

function memoryGoal(tree: string, outcomes: Outcomes): Goal {
  const peaks = [...outcomes.keys()]
    .filter((name) => name.endsWith(", cold"))
    .map((name) => ({ name, peak: figureOf(outcomes, { name, key: "peakMegabytes" }) }))
    .filter(({ peak }) => peak > 0);
  const ours = peaks.find(({ name }) => name.startsWith("docgate"))?.peak ?? Number.NaN;
  const [best] = peaks
    .filter(({ name }) => !name.startsWith("docgate"))
    .sort((left, right) => left.peak - right.peak);
  return {
    goal: `${tree}: peak memory of a cold build below every peer's`,
    figure: `${print(ours, 0)} MB`,
    peer: `${best?.name} ${print(best?.peak ?? Number.NaN, 0)} MB`,
    ratio: print(ours / (best?.peak ?? Number.NaN), 2),
    isMet: best === undefined || Number.isNaN(ours) ? null : ours < best.peak,
  };
}

/** Returns a median, or NaN if there is none. */
function figureOf(
  outcomes: Outcomes,
  { name, key }: { name: string; key: keyof ProcessRun },
): number {
  const { runs, failure } = outcomes.get(name)!;
  return failure === undefined ? medianOf(runs.map((run) => run[key])) : Number.NaN;
}

function print(figure: number, digits: number): string {
  return Number.isNaN(figure) ? "–" : figure.toFixed(digits);
}

async function listPages(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Returns the duration in seconds. */
async function hashAll(files: readonly string[]): Promise<number> {
  const start = performance.now();
  for (const file of files)
    createHash("sha256")
      .update(await readFile(file))
      .digest();
  return (performance.now() - start) / 1000;
}

import { execFile } from "node:child_process";
import type { Goal, PartResults } from "../results.ts";
import { medianOf, show, summarize, table } from "../support/measure.ts";
import { type ProcessRun, runProcess } from "../support/run-process.ts";
import { type CiTool, ciTools } from "./ci-tools.ts";
import { BROKEN, openPullRequest } from "./ci-tree.ts";

/** A program whose runs add up to this time is not run again. */
const MAX_TOTAL_SECONDS = 60;
/** With a problem, each of them exits with 1. */
const EXIT_CODES = [0, 1];
const MAX_REPORT_BYTES = 2 ** 27;

const WORDS = `A pull request on the tree: ${Object.values(BROKEN).join("; ")}. The machine has the
packages and nothing else: no compiled code of earlier runs. docgate restores the cache that the base
branch left, and compares with its corpus; the others keep nothing from the base branch.

- docgate checks links to pages, files and fragments of the tree, definitions, headings, titles,
  frontmatter and file names, with its default rules. \`generate\` makes the corpus with its search
  index, and \`diff\` lists the addresses that go away. It asks no other site whether a link works.
- rumdl, a linter written in Rust, runs the two of its rules that check links: MD057 (files exist) and
  MD051 (fragments, also of other pages).
- remark-validate-links checks links to files and fragments of the tree.
- lychee, which also checks links to other sites, is not on npm and was not compared.

All read the same pages and check the same relative links; docgate follows GitHub's rule of anchors
here, as the others do. "Found" counts the four links above that the report of the check names.`;

export interface CiOptions {
  readonly name: string;
  readonly root: string;
  readonly work: string;
  readonly rounds: number;
}

/** The runs of a program, each with the steps in their order. */
interface ToolRuns {
  readonly tool: CiTool;
  readonly runs: ProcessRun[][];
  readonly found: number;
}

/** Plays a pull request with docgate and other checkers of links, in turn. */
export async function benchCi({ name, root, work, rounds }: CiOptions): Promise<PartResults> {
  const pullRequest = await openPullRequest(root, work);
  const cwd = pullRequest.checkout;
  const tools = await ciTools(pullRequest);
  const played: ToolRuns[] = [];
  for (const tool of tools) played.push({ tool, runs: [], found: await countFound(tool, cwd) });
  for (let round = 0; round < rounds; round++) {
    for (const { tool, runs } of played) {
      const total = runs.flat().reduce((sum, { seconds }) => sum + seconds, 0);
      if (total < MAX_TOTAL_SECONDS) runs.push(await play(tool, cwd));
    }
  }
  const text = [`### ${name}`, WORDS, describe(played), describeSteps(played[0]!)].join("\n\n");
  return { text, goals: toGoals(name, played) };
}

async function play({ steps, env, prepare }: CiTool, cwd: string): Promise<ProcessRun[]> {
  await prepare();
  const runs: ProcessRun[] = [];
  for (const args of Object.values(steps)) {
    runs.push(await runProcess({ args, cwd, ...(env && { env }), exitCodes: EXIT_CODES }));
  }
  return runs;
}

/** Runs the check without measuring it, and counts the broken links that its report names. */
async function countFound({ steps, env, prepare }: CiTool, cwd: string): Promise<number> {
  await prepare();
  const report = await new Promise<string>((resolve, reject) => {
    const options = { maxBuffer: MAX_REPORT_BYTES, cwd, env: { ...process.env, ...env } };
    execFile(process.execPath, steps.check!, options, (error, stdout, stderr) => {
      if (error && error.code !== 1) reject(error);
      else resolve(stdout + stderr);
    });
  });
  return Object.keys(BROKEN).filter((link) => report.includes(link)).length;
}

function sumOf(run: readonly ProcessRun[], key: "seconds" | "cpuSeconds"): number {
  return run.reduce((sum, step) => sum + step[key], 0);
}

function describe(played: readonly ToolRuns[]): string {
  const rows = played.map(({ tool, runs, found }) => [
    tool.name,
    Object.keys(tool.steps).join(", "),
    show(summarize(runs.map((run) => sumOf(run, "seconds"))), 2),
    show(summarize(runs.map((run) => sumOf(run, "cpuSeconds"))), 2),
    show(summarize(runs.map((run) => Math.max(...run.map((step) => step.peakMegabytes)))), 0),
    `${found} of ${Object.keys(BROKEN).length}`,
    String(runs.length),
  ]);
  return table(["program", "steps", "seconds", "CPU seconds", "peak MB", "found", "runs"], rows);
}

function describeSteps({ tool, runs }: ToolRuns): string {
  const rows = Object.keys(tool.steps).map((step, i) => [
    step,
    show(summarize(runs.map((run) => run[i]!.seconds)), 2),
    show(summarize(runs.map((run) => run[i]!.cpuSeconds)), 2),
  ]);
  return table([`${tool.name}: step`, "seconds", "CPU seconds"], rows);
}

function toGoals(name: string, played: readonly ToolRuns[]): Goal[] {
  const [cached, , linter, remark] = played.map(({ runs }) => ({
    check: medianOf(runs.map((run) => run[0]!.seconds)),
    all: medianOf(runs.map((run) => sumOf(run, "seconds"))),
  })) as [Seconds, Seconds, Seconds, Seconds];
  const against = (goal: string, [ours, theirs]: readonly [number, number]): Goal => ({
    goal: `${name}: ${goal}`,
    figure: `${ours.toFixed(2)} s`,
    peer: `${theirs.toFixed(2)} s`,
    ratio: (ours / theirs).toFixed(2),
    isMet: ours <= theirs,
  });
  const { found } = played[0]!;
  const all = Object.keys(BROKEN).length;
  return [
    against("check with the base branch's cache no slower than rumdl's two rules", [
      cached.check,
      linter.check,
    ]),
    against("check, generate and diff together faster than remark-validate-links", [
      cached.all,
      remark.all,
    ]),
    {
      goal: `${name}: every link that the pull request breaks is found`,
      figure: `${found} of ${all}`,
      ratio: "",
      isMet: found === all,
    },
  ];
}

interface Seconds {
  readonly check: number;
  readonly all: number;
}

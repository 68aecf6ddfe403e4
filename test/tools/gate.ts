/**
 * The whole gate, `npm test`: format and lint, types and import rules run at the same time as the
 * build and the tests. All failures are reported at the end, and the time that each part took is in
 * `dist/gate-times.json`.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { ROOT } from "../support/command.ts";
import { FAILURES, writeFailure } from "./failures.ts";
import { type Part, type PartOptions, runInTurn, runPart } from "./gate-parts.ts";

const CHECKS = ["lint", "types:code", "types:web", "types:console", "imports"];

/**
 * Projects that mostly compute, and projects that mostly wait: for processes, leases, time limits.
 */
const COMPUTING = ["browser", "slow", "unit"];
const WAITING = ["faults", "integration", "postgres"];

const PROJECT_TIMES = join(ROOT, "dist/project-times.json");
const GATE_TIMES = join(ROOT, "dist/gate-times.json");
const RESULTS = join(ROOT, "dist/test-results");

for (const file of [PROJECT_TIMES, GATE_TIMES]) rmSync(file, { force: true });
for (const folder of [RESULTS, FAILURES]) rmSync(folder, { recursive: true, force: true });
const parts = (await Promise.all([runChecks(), buildAndTest()])).flat();
writeTimes();
const failed = parts.filter(({ isGood }) => !isGood);
for (const part of failed) {
  process.stderr.write(`\n${part.name} failed.\n${part.output}`);
  writeFailure(part.name, part.output);
}
if (failed.length > 0) process.exitCode = 1;

/** One after the other, so that the tests keep a core; a failure of one does not hide another's. */
async function runChecks(): Promise<Part[]> {
  const done: Part[] = [];
  for (const name of CHECKS) {
    const part = await runPart(name, { command: `npm run --silent ${name}`, isQuiet: true });
    if (!part.isGood) process.stderr.write(`\n${name} failed.\n${part.output}\n`);
    done.push(part);
  }
  return done;
}

/** The tests are two runs at the same time, so that one computes while the other waits. */
function buildAndTest(): Promise<Part[]> {
  const cores = availableParallelism();
  return runInTurn([
    { build: { command: "npm run --silent build" } },
    {
      "tests that compute": tests(COMPUTING, { name: "computing", workers: cores }),
      "tests that wait": tests(WAITING, { name: "waiting", workers: cores + 1 }),
    },
  ]);
}

interface TestRun {
  /** Name of the file with its results. */
  readonly name: string;
  /** Number of files that run at the same time. */
  readonly workers: number;
}

function tests(projects: readonly string[], { name, workers }: TestRun): PartOptions {
  const words = [
    `vitest run --maxWorkers=${workers}`,
    ...projects.map((project) => `--project ${project}`),
    "--reporter=default --reporter=./test/tools/project-times.ts --reporter=./test/tools/failures.ts",
    `--reporter=json --outputFile.json=dist/test-results/${name}.json`,
  ];
  return { command: words.join(" ") };
}

/** Includes each project of the tests, unless they could not start. */
function writeTimes(): void {
  const steps = parts.map(({ name, seconds }) => [name, seconds]);
  const projects = existsSync(PROJECT_TIMES) ? JSON.parse(readFileSync(PROJECT_TIMES, "utf8")) : {};
  mkdirSync(dirname(GATE_TIMES), { recursive: true });
  writeFileSync(GATE_TIMES, JSON.stringify({ ...Object.fromEntries(steps), ...projects }));
}

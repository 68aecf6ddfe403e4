/**
 * The whole gate, `npm test`: format and lint, types and import rules run next to the build and the
 * tests. All failures are told at the end, and what each part took is in `dist/gate-times.json`.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "../support/command.ts";
import { type Part, runInTurn, runPart } from "./gate-parts.ts";

const CHECKS = ["lint", "types:code", "types:web", "types:console", "imports"];
const PROJECTS = ["unit", "slow", "postgres", "integration", "faults", "browser"];
const PROJECT_TIMES = join(ROOT, "dist/project-times.json");
const GATE_TIMES = join(ROOT, "dist/gate-times.json");
const TESTS = [
  "vitest run",
  ...PROJECTS.map((name) => `--project ${name}`),
  "--reporter=default --reporter=./test/tools/project-times.ts",
  "--reporter=json --outputFile.json=dist/test-results.json",
].join(" ");

for (const file of [PROJECT_TIMES, GATE_TIMES]) rmSync(file, { force: true });
const parts = (await Promise.all([runChecks(), buildAndTest()])).flat();
writeTimes();
const failed = parts.filter(({ isGood }) => !isGood);
for (const part of failed) process.stderr.write(`\n${part.name} failed.\n${part.output}`);
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

function buildAndTest(): Promise<Part[]> {
  return runInTurn({ build: { command: "npm run --silent build" }, tests: { command: TESTS } });
}

/** Also of each project of the tests, unless these could not begin. */
function writeTimes(): void {
  const steps = parts.map(({ name, seconds }) => [name, seconds]);
  const projects = existsSync(PROJECT_TIMES) ? JSON.parse(readFileSync(PROJECT_TIMES, "utf8")) : {};
  mkdirSync(dirname(GATE_TIMES), { recursive: true });
  writeFileSync(GATE_TIMES, JSON.stringify({ ...Object.fromEntries(steps), ...projects }));
}

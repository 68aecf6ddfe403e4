/**
 * Prints how long each part of the gate took, and fails if one took far too long. Run by `.ci/run`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../support/command.ts";
import { BUDGETS, checkBudgets } from "./budgets.ts";

const install = Number(process.argv[2]);
const gate = JSON.parse(readFileSync(join(ROOT, "dist/gate-times.json"), "utf8"));
const times: Record<string, number> = { install, ...gate };

for (const [name, seconds] of Object.entries(times)) {
  const columns = [name.padEnd(20), seconds.toFixed(1).padStart(7), `of ${BUDGETS[name]} s`];
  process.stdout.write(`${columns.join(" ")}\n`);
}
const problems = checkBudgets(times);
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;

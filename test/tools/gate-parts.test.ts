import { expect, it } from "vitest";
import { checkBudgets } from "./budgets.ts";
import { runInTurn, runPart } from "./gate-parts.ts";

const nodeScript = (script: string) => `"${process.execPath}" -e "${script}"`;

it("the report of a failed part contains everything that it wrote", async () => {
  const command = nodeScript("console.log('one'); console.error('two'); process.exitCode = 3");
  const { isGood, output } = await runPart("lint", { command, isQuiet: true });
  expect(isGood).toBe(false);
  expect(output.split("\n").toSorted()).toEqual(["", "one", "two"]);
});

it("after a failed part, nothing that depends on it runs", async () => {
  const parts = await runInTurn([
    { first: { command: nodeScript("process.exitCode = 0") } },
    {
      second: { command: nodeScript("process.exitCode = 1") },
      other: { command: nodeScript("process.exitCode = 0") },
    },
    { third: { command: nodeScript("process.exitCode = 0") } },
  ]);
  expect(parts.map(({ name, isGood }) => [name, isGood])).toEqual([
    ["first", true],
    ["second", false],
    ["other", true],
  ]);
});

it("a part may exceed its budget by half, and each part has a budget", () => {
  expect(checkBudgets({ unit: 30 }, { unit: 20 })).toEqual([]);
  expect(checkBudgets({ unit: 30.1, other: 1 }, { unit: 20 })).toEqual([
    "unit took 30.1 s, with a budget of 20 s.",
    "other has no budget in test/tools/budgets.ts.",
  ]);
});

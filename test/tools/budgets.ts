/** Seconds that each part of the gate takes on a slow machine with two cores, rounded up. */
export const BUDGETS: Readonly<Record<string, number>> = {
  install: 90,
  lint: 30,
  "types:code": 40,
  "types:web": 30,
  "types:console": 30,
  imports: 20,
  build: 60,
  // The two runs share the cores: a project takes longer than alone.
  "tests that compute": 480,
  "tests that wait": 480,
  unit: 100,
  slow: 120,
  postgres: 80,
  integration: 400,
  faults: 130,
  browser: 350,
};

/** Machines differ; a part that exceeds its budget by more than half has itself become slower. */
const LENIENCY = 1.5;

/** Returns a sentence about each part that far exceeded its budget, or has none. */
export function checkBudgets(
  times: Readonly<Record<string, number>>,
  budgets: Readonly<Record<string, number>> = BUDGETS,
): string[] {
  return Object.entries(times).flatMap(([name, seconds]) => {
    const budget = budgets[name];
    if (budget === undefined) return [`${name} has no budget in test/tools/budgets.ts.`];
    if (seconds <= budget * LENIENCY) return [];
    return [`${name} took ${seconds.toFixed(1)} s, with a budget of ${budget} s.`];
  });
}

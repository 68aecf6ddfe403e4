import type { JudgedProblem } from "../../config/judge.ts";

/** The differences between two reports of a tree. */
export interface ProblemChanges {
  readonly added: readonly JudgedProblem[];
  readonly fixed: readonly JudgedProblem[];
}

/**
 * Compares two reports. A problem whose line or column changed is the same one: text above it was
 * edited.
 */
export function compareReports(
  before: readonly JudgedProblem[],
  now: readonly JudgedProblem[],
): ProblemChanges {
  return { added: without(now, before), fixed: without(before, now) };
}

/** Returns the problems without others; an equal problem that occurs twice is removed once for each. */
function without(
  problems: readonly JudgedProblem[],
  others: readonly JudgedProblem[],
): JudgedProblem[] {
  const counts = new Map<string, number>();
  for (const other of others) counts.set(keyOf(other), (counts.get(keyOf(other)) ?? 0) + 1);
  return problems.filter((problem) => {
    const left = counts.get(keyOf(problem)) ?? 0;
    counts.set(keyOf(problem), left - 1);
    return left <= 0;
  });
}

function keyOf({ file, rule, severity, message }: JudgedProblem): string {
  return JSON.stringify([file, rule, severity, message]);
}

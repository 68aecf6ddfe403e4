import type { JudgedProblem } from "../../config/judge.ts";
import type { RuleName } from "../../config/rules.ts";
import { plural } from "./numbers.ts";

/** The problems of a rule in numbers. */
export interface RuleCount {
  readonly rule: RuleName;
  readonly severity: JudgedProblem["severity"];
  readonly problems: number;
  readonly files: number;
  /** Number of different messages: of links, that of their targets. */
  readonly messages: number;
}

/** Returns, for example, `3 problems (1 error, 2 warnings)`. */
export function countProblems(problems: readonly JudgedProblem[]): string {
  const errors = countErrors(problems);
  const parts = [plural(errors, "error"), plural(problems.length - errors, "warning")];
  return `${plural(problems.length, "problem")} (${parts.join(", ")})`;
}

/** Returns, for example, `2 drafts left out`, in a list; an empty one if there are none. */
export function countDrafts(drafts: number): string[] {
  return drafts === 0 ? [] : [`${plural(drafts, "draft")} left out`];
}

export function countErrors(problems: readonly JudgedProblem[]): number {
  return problems.filter(({ severity }) => severity === "error").length;
}

/** Counts the problems of each rule: errors first, then the most frequent. */
export function countByRule(problems: readonly JudgedProblem[]): RuleCount[] {
  const counts = [...Map.groupBy(problems, ({ rule }) => rule)].map(([rule, group]) => ({
    rule,
    severity: group[0]!.severity,
    problems: group.length,
    files: new Set(group.map(({ file }) => file)).size,
    messages: new Set(group.map(({ message }) => message)).size,
  }));
  const weight = ({ severity }: RuleCount): number => Number(severity === "error");
  return counts.sort(
    (left, right) => weight(right) - weight(left) || right.problems - left.problems,
  );
}

import { type Config, severityOf } from "./config.ts";
import { compareProblems, type LinkProblem, type Problem } from "./problem.ts";

/** A problem with the severity that the configuration gives it. */
export interface JudgedProblem extends Problem {
  readonly severity: "error" | "warn";
}

/** Gives each problem its severity, leaves out those that are switched off, and sorts. */
export function judge(
  problems: readonly LinkProblem[],
  config: Pick<Config, "rules">,
): JudgedProblem[] {
  return problems
    .flatMap(({ fitsRules, fixesFragment, ...problem }) => {
      const severity = severityOf(problem.rule, config);
      return severity === "off" ? [] : [{ ...problem, severity }];
    })
    .sort(compareProblems);
}

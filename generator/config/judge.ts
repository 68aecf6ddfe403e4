import { type Config, severityOf } from "./config.ts";
import { compareProblems, type Problem } from "./problem.ts";

/** A problem with the weight that the configuration gives it. */
export interface JudgedProblem extends Problem {
  readonly severity: "error" | "warn";
}

/** Gives each problem its severity, leaves out what is switched off, and sorts. */
export function judge(problems: readonly Problem[], config: Config): JudgedProblem[] {
  return problems
    .flatMap((problem) => {
      const severity = severityOf(problem.rule, config);
      return severity === "off" ? [] : [{ ...problem, severity }];
    })
    .sort(compareProblems);
}

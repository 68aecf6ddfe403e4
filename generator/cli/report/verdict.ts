import type { JudgedProblem } from "../../config/judge.ts";
import { countErrors } from "./count.ts";

/** How many warnings a check accepts, and whether it shows them. */
export interface VerdictOptions {
  /** True to report errors only. */
  readonly quiet?: true;
  /** Default: 0; with `quiet`, any number. */
  readonly maxWarnings?: number;
}

/** Returns the problems that are shown. */
export function toReport(
  problems: readonly JudgedProblem[],
  { quiet }: VerdictOptions,
): readonly JudgedProblem[] {
  return quiet ? problems.filter(({ severity }) => severity === "error") : problems;
}

/** Tells whether a check succeeds. */
export function isGoodEnough(
  problems: readonly JudgedProblem[],
  { quiet, maxWarnings = quiet ? Number.POSITIVE_INFINITY : 0 }: VerdictOptions,
): boolean {
  const errors = countErrors(problems);
  return errors === 0 && problems.length - errors <= maxWarnings;
}

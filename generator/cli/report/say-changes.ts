import { say } from "../output.ts";
import { plural } from "./numbers.ts";
import { prettyLine } from "./pretty-line.ts";
import type { ProblemChanges } from "./problem-changes.ts";

/** The fixed problems that are named. */
const MAX_FIXED = 10;

/** Prints which problems are fixed, and how many are new. */
export function sayChanges({ added, fixed }: ProblemChanges): void {
  for (const problem of fixed.slice(0, MAX_FIXED)) {
    say(`fixed: ${prettyLine({ ...problem, suggestion: null })}`);
  }
  const counts = [
    ...(added.length > 0 ? [plural(added.length, "new problem")] : []),
    ...(fixed.length > 0 ? [`${fixed.length} fixed`] : []),
  ];
  if (counts.length > 0) say(counts.join(", "));
}

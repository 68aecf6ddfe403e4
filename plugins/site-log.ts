import { printable } from "../corpus/text/printable.ts";
import type { GeneratedFile } from "../generator/config/generation.ts";
import type { JudgedProblem } from "../generator/config/judge.ts";

/** The log of a site's build. */
export interface SiteLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** Problems of each severity that are named. */
const MAX_LINES = 50;

/** Writes what was found in a tree to the log of its site's build. */
export function logFindings(
  { problems, notes, docs }: Pick<GeneratedFile, "problems" | "notes" | "docs">,
  { log, root }: { readonly log: SiteLog; readonly root: string },
): void {
  for (const note of notes) log.info(printable(note));
  const { error: errors = [], warn: warnings = [] } = Object.groupBy(
    problems,
    ({ severity }) => severity,
  );
  logProblems(errors, { write: (line) => log.error(line), root });
  logProblems(warnings, { write: (line) => log.warn(line), root });
  log.info(`${docs} docs, ${problems.length} problems`);
}

interface ProblemLog {
  readonly write: (line: string) => void;
  readonly root: string;
}

function logProblems(problems: readonly JudgedProblem[], { write, root }: ProblemLog): void {
  for (const problem of problems.slice(0, MAX_LINES)) write(lineOf(problem));
  const more = problems.length - MAX_LINES;
  if (more > 0) write(`${more} more: run npx docgate check ${root}`);
}

function lineOf({ file, line, column, rule, message, suggestion }: JudgedProblem): string {
  const advice = suggestion === null ? "" : `. Did you mean "${printable(suggestion)}"?`;
  return `${printable(file)}:${line}:${column} ${rule} ${printable(message)}${advice}`;
}

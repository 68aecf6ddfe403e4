import { appendFile } from "node:fs/promises";
import { isAbsolute, posix, relative, sep } from "node:path";
import { explainFileError } from "../../../corpus/file-error.ts";
import type { JudgedProblem } from "../../config/judge.ts";
import { print, resultTerminal, say, sayHint, sayNote } from "../output.ts";
import { countByRule } from "./count.ts";
import { exceedsAnnotationLimit, githubCommand, markdownSummary } from "./github.ts";
import { groupDigits, plural } from "./numbers.ts";
import { prettyLine } from "./pretty-line.ts";
import { sarifLog } from "./sarif.ts";
import { terminalReport } from "./terminal-report.ts";

export type ReportFormat = "pretty" | "json" | "github" | "sarif";

interface ReportOptions {
  readonly format: ReportFormat;
  /** True to show every problem on a terminal. Default: the first 100 of each severity. */
  readonly all?: boolean | undefined;
  /** Sentences about the site, which come first. */
  readonly notes: readonly string[];
  /** Suggestions for a better configuration, as sentences. */
  readonly hints: readonly string[];
  /** The version of docgate, for SARIF. */
  readonly version: string;
  /** The counts in JSON, to which those by rule are added. */
  readonly summary: Readonly<Record<string, number>>;
  /** Further keys in JSON. Default: none. */
  readonly outcome?: Readonly<Record<string, unknown>>;
}

/** Prints what is known of the site, problems in a format, then the hints. */
export async function printReport(
  problems: readonly JudgedProblem[],
  options: ReportOptions,
): Promise<void> {
  for (const note of options.notes) sayNote(note);
  switch (options.format) {
    case "json":
      print(JSON.stringify(jsonReport(problems, options)));
      break;
    case "sarif":
      print(JSON.stringify(sarifLog(problems, options.version)));
      break;
    case "github":
      await printCommands(problems);
      break;
    case "pretty":
      printPretty(problems, options);
  }
  for (const hint of options.hints) sayHint(hint);
  if (options.format === "pretty") sayFixable(problems);
}

function jsonReport(
  problems: readonly JudgedProblem[],
  { notes, summary, outcome }: ReportOptions,
): object {
  const shown = problems.map(({ fix, end, ...problem }) => problem);
  const byRule = Object.fromEntries(countByRule(problems).map((one) => [one.rule, one.problems]));
  return { notes, problems: shown, summary: { ...summary, byRule }, ...outcome };
}

/** Prints workflow commands, with a summary for GitHub if it does not show all of them. */
async function printCommands(problems: readonly JudgedProblem[]): Promise<void> {
  for (const problem of problems) {
    const file = inCheckout(problem.file);
    process.stdout.write(`${githubCommand({ ...problem, file })}\n`);
  }
  const summaryFile = process.env.GITHUB_STEP_SUMMARY;
  if (!summaryFile || !exceedsAnnotationLimit(problems)) return;
  await appendFile(summaryFile, markdownSummary(problems)).catch((error) => {
    throw explainFileError(error, { use: "write", file: summaryFile });
  });
}

/** Returns the path of a file of the working folder in the checkout that GitHub's runner has made. */
function inCheckout(file: string): string {
  const { GITHUB_WORKSPACE: workspace = process.cwd() } = process.env;
  const folder = relative(workspace, process.cwd()).split(sep).join("/");
  return folder.startsWith("..") || isAbsolute(file) ? file : posix.join(folder, file);
}

/** Prints a report for people on a terminal, and one line for each problem elsewhere. */
function printPretty(
  problems: readonly JudgedProblem[],
  { all: isAll = false }: Pick<ReportOptions, "all">,
): void {
  const terminal = resultTerminal();
  if (terminal === null) {
    if (problems.length > 0) print(problems.map(prettyLine).join("\n"));
    return;
  }
  if (problems.length > 0) print(terminalReport(problems, { ...terminal, isAll }));
}

/** Says on a terminal how many problems need no person to fix them. */
function sayFixable(problems: readonly JudgedProblem[]): void {
  const fixable = problems.filter(({ fix }) => fix !== undefined).length;
  if (fixable === 0 || resultTerminal() === null) return;
  say(groupDigits(`${plural(fixable, "problem")} can be fixed by check --fix`));
}

import { appendFile } from "node:fs/promises";
import picocolors from "picocolors";
import { explainFileError } from "../../corpus/file-error.ts";
import type { JudgedProblem } from "../config/judge.ts";
import {
  exceedsAnnotationLimit,
  githubCommand,
  markdownSummary,
  prettyLine,
  type ReportFormat,
  withoutCommands,
} from "./report.ts";

/** Prints results. They go to standard output, everything else to standard error. */
export function print(text: string): void {
  process.stdout.write(`${withoutCommands(text)}\n`);
}

/** Prints everything but results. */
export function say(text: string): void {
  process.stderr.write(`${withoutCommands(text)}\n`);
}

/** Prints problems in a format, with a summary for GitHub if it does not show all of them. */
export async function printProblems(
  problems: readonly JudgedProblem[],
  format: ReportFormat,
): Promise<void> {
  const colors = picocolors.createColors(
    process.stdout.isTTY === true && picocolors.isColorSupported,
  );
  if (format === "json") print(JSON.stringify({ problems }));
  if (format === "pretty") for (const problem of problems) print(prettyLine(problem, colors));
  if (format === "github") {
    for (const problem of problems) process.stdout.write(`${githubCommand(problem)}\n`);
    const summaryFile = process.env.GITHUB_STEP_SUMMARY;
    if (summaryFile && exceedsAnnotationLimit(problems)) {
      await appendFile(summaryFile, markdownSummary(problems)).catch((error) => {
        throw explainFileError(error, { use: "write", file: summaryFile });
      });
    }
  }
}

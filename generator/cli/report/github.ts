import { printable } from "../../../corpus/text/printable.ts";
import type { JudgedProblem } from "../../config/judge.ts";
import { countErrors, countProblems } from "./count.ts";
import { sentence } from "./pretty-line.ts";

/** GitHub shows this many annotations of each kind for a step and drops the rest. */
const GITHUB_ANNOTATION_LIMIT = 10;

/**
 * Makes sure that GitHub's runner takes no part of a text for a workflow command: neither a line
 * that begins with `::`, even after spaces, nor the older `##[` anywhere in a line. JSON keeps its
 * meaning.
 */
export function withoutCommands(text: string): string {
  return text.replace(/^([^\S\n]*):(?=:)/gm, "$1\\u003a").replace(/##(?=\[)/g, "#\\u0023");
}

/** Returns a workflow command: an annotation at the problem's place in the change. */
export function githubCommand(problem: JudgedProblem): string {
  const { file, line, column, rule, severity } = problem;
  const kind = severity === "error" ? "error" : "warning";
  const place = `file=${escapeProperty(file)},line=${line},col=${column}`;
  return `::${kind} ${place},title=${rule}::${escapeData(sentence(problem))}`;
}

/** Returns a workflow command: an annotation without a place. */
export function githubNotice(message: string): string {
  return `::notice title=built site::${escapeData(message)}`;
}

/** @returns whether GitHub would drop annotations of these problems */
export function exceedsAnnotationLimit(problems: readonly JudgedProblem[]): boolean {
  const errors = countErrors(problems);
  return Math.max(errors, problems.length - errors) > GITHUB_ANNOTATION_LIMIT;
}

/** A job summary holds at most 1 MiB; this number of rows stays well below it. */
const SUMMARY_ROWS = 1000;

/** Returns the problems as a Markdown table, for a job summary. */
export function markdownSummary(problems: readonly JudgedProblem[]): string {
  const rows = problems.slice(0, SUMMARY_ROWS).map((problem) => {
    const { file, line, column, rule, severity } = problem;
    const place = `${file}:${line}:${column}`;
    return `| ${severity} | ${[place, rule, sentence(problem)].map(escapeCell).join(" | ")} |`;
  });
  return [
    `### docgate: ${countProblems(problems)}`,
    "",
    "| | Place | Rule | Message |",
    "|---|---|---|---|",
    ...rows,
    ...(problems.length > SUMMARY_ROWS
      ? ["", `… and ${problems.length - SUMMARY_ROWS} more.`]
      : []),
    "",
  ].join("\n");
}

/** Escapes the characters that a workflow command's message must not contain (ATTACK-T250). */
function escapeData(text: string): string {
  return printable(text.replace(/[%\r\n]/g, (character) => encodeURIComponent(character)));
}

function escapeProperty(text: string): string {
  return escapeData(text).replace(/[:,]/g, (character) => encodeURIComponent(character));
}

function escapeCell(text: string): string {
  return printable(text).replace(/[\\|`<>*_[\]]/g, "\\$&");
}

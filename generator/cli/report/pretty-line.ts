import { printable } from "../../../corpus/text/printable.ts";
import type { JudgedProblem } from "../../config/judge.ts";

/** Returns `file:line:column rule message`, with the suggestion. */
export function prettyLine(problem: JudgedProblem): string {
  const { file, line, column, rule, severity } = problem;
  const weight = severity === "error" ? " [error]" : "";
  const place = `${printable(file)}:${line}:${column}`;
  return `${place} ${rule} ${printable(sentence(problem))}${weight}`;
}

/** Returns the message with the suggestion as a question. */
export function sentence({ message, suggestion }: JudgedProblem): string {
  return suggestion === null ? message : `${message}. Did you mean "${suggestion}"?`;
}

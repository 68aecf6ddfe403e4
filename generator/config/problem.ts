import { compareCodePoints } from "../../corpus/order.ts";
import type { RuleName } from "./rules.ts";

/** Where something starts in a file, 1-based as in unist. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/**
 * Something wrong in the Markdown: what a VFile message tells, as plain data, so that it can be
 * kept in a cache and cross from thread to thread.
 */
export interface Problem extends Place {
  /** Path relative to the docs root. */
  readonly file: string;
  readonly rule: RuleName;
  readonly message: string;
  /** What was probably meant, ready to be written instead; null where nothing comes near. */
  readonly suggestion: string | null;
}

/** Order of reports: file, line, column, rule, message. */
export function compareProblems(left: Problem, right: Problem): number {
  return (
    compareCodePoints(left.file, right.file) ||
    left.line - right.line ||
    left.column - right.column ||
    compareCodePoints(left.rule, right.rule) ||
    compareCodePoints(left.message, right.message)
  );
}

import { compareCodePoints } from "../../corpus/text/order.ts";
import type { AnchorStyle } from "./anchor-styles.ts";
import type { RuleName } from "./rules.ts";

/** Where something starts in a file, 1-based as in unist. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/**
 * Something wrong in the Markdown: the content of a VFile message as plain data, which can be
 * cached and passed between threads.
 */
export interface Problem extends Place {
  /** Path relative to the docs root. */
  readonly file: string;
  readonly rule: RuleName;
  readonly message: string;
  /** The probable intention, ready to replace the text; null if nothing is similar. */
  readonly suggestion: string | null;
  /** Where it ends; absent if that is not known. */
  readonly end?: Place;
  /** The suggestion as an edit of the file; absent if it is a guess. */
  readonly fix?: Fix;
}

/** A problem with a link. */
export interface LinkProblem extends Problem {
  /** The other rules of anchors under which a broken fragment is right. */
  readonly fitsRules?: readonly AnchorStyle[];
  /** True if its fix changes the fragment, which is only certain if the rule of anchors is. */
  readonly fixesFragment?: true;
}

/** A part of a file's text, and the text to replace it with. */
export interface Fix {
  /** Start and end in UTF-16 units, not counting a byte order mark. */
  readonly range: readonly [start: number, end: number];
  readonly text: string;
}

/** Compares problems in the order of reports: file, line, column, rule, message. */
export function compareProblems(left: Problem, right: Problem): number {
  return (
    compareCodePoints(left.file, right.file) ||
    left.line - right.line ||
    left.column - right.column ||
    compareCodePoints(left.rule, right.rule) ||
    compareCodePoints(left.message, right.message)
  );
}

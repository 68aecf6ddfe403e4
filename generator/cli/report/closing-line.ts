import { existsSync } from "node:fs";
import type { JudgedProblem } from "../../config/judge.ts";
import { resultTerminal, say } from "../output.ts";
import { countDrafts, countErrors, countProblems } from "./count.ts";
import { formatSeconds, groupDigits, plural } from "./numbers.ts";
import type { Terminal } from "./terminal.ts";
import { wrap } from "./wrap.ts";

interface CheckedTree {
  readonly docs: number;
  /** Number of drafts that were left out. */
  readonly drafts: number;
  readonly seconds: number;
  /** True if the command succeeds. */
  readonly isGood: boolean;
}

/** Prints the last line of a check. */
export function sayChecked(
  problems: readonly JudgedProblem[],
  { docs, drafts, seconds, isGood }: CheckedTree,
): void {
  const terminal = resultTerminal();
  if (terminal === null) {
    say([`${countProblems(problems)} in ${docs} docs`, ...countDrafts(drafts)].join(", "));
    return;
  }
  const pages = [plural(docs, "page"), ...countDrafts(drafts)].join(", ");
  const where = `in ${pages}, ${formatSeconds(seconds)}`;
  const count = problems.length === 0 ? "No problems" : countProblems(problems);
  sayVerdict(`${count} ${where}`, { terminal, isGood });
}

interface WrittenOptions {
  readonly terminal: Terminal;
  /** The corpus file. */
  readonly out: string;
  readonly isWritten: boolean;
}

/** Prints on a terminal whether a corpus was written, and if not, why. */
export function sayWritten(
  problems: readonly JudgedProblem[],
  { terminal, out, isWritten }: WrittenOptions,
): void {
  if (isWritten) {
    sayVerdict(`Written to ${out}`, { terminal, isGood: true });
    return;
  }
  const errors = countErrors(problems);
  const reason =
    errors > 0
      ? plural(errors, "error")
      : `${plural(problems.length, "problem")}, and --strict allows none`;
  const kept = existsSync(out) ? ` ${out} is unchanged.` : "";
  sayVerdict(`Not written: ${reason}.${kept}`, { terminal, isGood: false });
}

function sayVerdict(
  text: string,
  { terminal, isGood }: { readonly terminal: Terminal; readonly isGood: boolean },
): void {
  const { columns, colors } = terminal;
  const mark = isGood ? "✔ " : "✖ ";
  const paint = isGood ? colors.green : colors.red;
  const [first, ...others] = wrap(groupDigits(text), columns - mark.length);
  say([paint(mark + first), ...others.map((line) => `  ${paint(line)}`)].join("\n"));
}

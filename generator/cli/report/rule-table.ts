import type { JudgedProblem } from "../../config/judge.ts";
import { countByRule, type RuleCount } from "./count.ts";
import { groupDigits, plural } from "./numbers.ts";
import type { Terminal } from "./terminal.ts";

const GAP = "  ";

/** Renders how many problems each rule has, in how many files. */
export function ruleTable(
  problems: readonly JudgedProblem[],
  { columns, colors }: Terminal,
): string {
  const counts = countByRule(problems);
  const numbers = counts.map(({ problems }) => groupDigits(String(problems)));
  const numberWidth = Math.max(...numbers.map(({ length }) => length));
  const ruleWidth = Math.max(...counts.map(({ rule }) => rule.length));
  return counts
    .map((count, index) => {
      const { rule, severity } = count;
      const paint = severity === "error" ? colors.red : colors.yellow;
      const head = `${GAP}${numbers[index]!.padStart(numberWidth)}${GAP}`;
      const about = spreadOf(count);
      const width = head.length + ruleWidth + GAP.length;
      const fits = width + about.length <= columns;
      return head + paint(rule.padEnd(ruleWidth)) + (fits ? GAP + colors.dim(about) : "");
    })
    .join("\n");
}

/** Rules whose messages differ by the target of a link. */
const LINK_RULES = ["broken-link", "broken-fragment", "ambiguous-link"];

function spreadOf({ rule, files, messages }: RuleCount): string {
  const targets = LINK_RULES.includes(rule) ? `, ${plural(messages, "target")}` : "";
  return groupDigits(`in ${plural(files, "file")}${targets}`);
}

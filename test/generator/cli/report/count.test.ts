import { describe, expect, it } from "vitest";
import { countByRule, countProblems } from "../../../../generator/cli/report/count.ts";
import type { JudgedProblem } from "../../../../generator/config/judge.ts";

const PROBLEM: JudgedProblem = {
  file: "content/guide/a.md",
  line: 12,
  column: 5,
  rule: "broken-link",
  message: 'Link to "b.md" leads to no page',
  suggestion: "./c.md",
  severity: "warn",
};

function problems(errors: number, warnings: number): JudgedProblem[] {
  return [
    ...Array.from({ length: errors }, () => ({ ...PROBLEM, severity: "error" as const })),
    ...Array.from({ length: warnings }, () => PROBLEM),
  ];
}

describe("countProblems", () => {
  it.each([
    [0, 0, "0 problems (0 errors, 0 warnings)"],
    [1, 0, "1 problem (1 error, 0 warnings)"],
    [1, 2, "3 problems (1 error, 2 warnings)"],
  ])("report: %i and %i: %s", (errors, warnings, text) => {
    expect(countProblems(problems(errors, warnings))).toBe(text);
  });
});

describe("countByRule", () => {
  it("report: errors first, then the most frequent rule; files and messages are counted once", () => {
    const title = { ...PROBLEM, rule: "duplicate-title" } as const;
    const broken = { ...PROBLEM, rule: "encoding", severity: "error" } as const;
    const some = [title, PROBLEM, { ...PROBLEM, file: "b.md", line: 3 }, PROBLEM, broken];

    expect(countByRule(some)).toEqual([
      { rule: "encoding", severity: "error", problems: 1, files: 1, messages: 1 },
      { rule: "broken-link", severity: "warn", problems: 3, files: 2, messages: 1 },
      { rule: "duplicate-title", severity: "warn", problems: 1, files: 1, messages: 1 },
    ]);
  });
});

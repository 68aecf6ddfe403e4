import { describe, expect, it } from "vitest";
import { compareReports } from "../../../../generator/cli/report/problem-changes.ts";
import type { JudgedProblem } from "../../../../generator/config/judge.ts";

const PROBLEM: JudgedProblem = {
  file: "a.md",
  line: 3,
  column: 1,
  rule: "broken-link",
  message: 'Link to "b.md" leads to no page',
  suggestion: null,
  severity: "warn",
};

describe("compareReports", () => {
  it("report: a problem on another line is the same; one more of the same kind is new", () => {
    const moved = { ...PROBLEM, line: 9 };
    const other = { ...PROBLEM, file: "b.md" };

    expect(compareReports([PROBLEM], [moved])).toEqual({ added: [], fixed: [] });
    expect(compareReports([PROBLEM], [PROBLEM, moved])).toEqual({ added: [moved], fixed: [] });
    expect(compareReports([PROBLEM, moved], [other])).toEqual({
      added: [other],
      fixed: [PROBLEM, moved],
    });
  });

  it("report: a problem whose severity changed is told again", () => {
    const error: JudgedProblem = { ...PROBLEM, severity: "error" };

    expect(compareReports([PROBLEM], [error])).toEqual({ added: [error], fixed: [PROBLEM] });
  });
});

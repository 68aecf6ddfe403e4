import { describe, expect, it } from "vitest";
import { prettyLine } from "../../../../generator/cli/report/pretty-line.ts";
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

describe("prettyLine", () => {
  it("report: `file:line:column rule message`, with the suggestion", () => {
    expect(prettyLine(PROBLEM)).toBe(
      'content/guide/a.md:12:5 broken-link Link to "b.md" leads to no page. Did you mean "./c.md"?',
    );
  });

  it("report: without a suggestion there is no question; an error is marked even without colour", () => {
    const line = prettyLine({ ...PROBLEM, suggestion: null, severity: "error" });

    expect(line).toMatch(
      /^content\/guide\/a\.md:12:5 broken-link Link to "b\.md" leads to no page/,
    );
    expect(line).toContain("error");
    expect(line).not.toContain("Did you mean");
  });

  it("report: a line break in a file's name or in a message does not break the line", () => {
    const line = prettyLine({ ...PROBLEM, file: "a\nb.md", message: "x\ny" });

    expect(line).not.toContain("\n");
  });
});

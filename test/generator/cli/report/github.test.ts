import { describe, expect, it } from "vitest";
import {
  exceedsAnnotationLimit,
  githubCommand,
  markdownSummary,
  withoutCommands,
} from "../../../../generator/cli/report/github.ts";
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

describe("githubCommand", () => {
  it("report: an annotation at the place", () => {
    expect(githubCommand(PROBLEM)).toBe(
      "::warning file=content/guide/a.md,line=12,col=5,title=broken-link::" +
        'Link to "b.md" leads to no page. Did you mean "./c.md"?',
    );
    expect(githubCommand({ ...PROBLEM, severity: "error" })).toMatch(/^::error /);
  });

  it("ATTACK-T250 control characters in names and messages are visible", () => {
    const name = "esc\u001b[31m\u009b\u202e.md";
    const command = githubCommand({ ...PROBLEM, file: name, message: name, suggestion: name });
    expect(command).not.toMatch(/\p{Cc}|\p{Cf}/u);
    expect(command).toContain("file=esc\\u{001b}[31m\\u{009b}\\u{202e}.md,");
  });

  it("report: %, line ends, `:` and `,` are escaped as GitHub reads them back", () => {
    const command = githubCommand({
      ...PROBLEM,
      file: "a,b:c%25\r\n.md",
      message: "50%: a, b\r\n::error::forged",
      suggestion: null,
    });

    expect(command).toBe(
      "::warning file=a%2Cb%3Ac%2525%0D%0A.md,line=12,col=5,title=broken-link::" +
        "50%25: a, b%0D%0A::error::forged",
    );
  });
});

describe("withoutCommands", () => {
  it.each([
    ["::error::forged", "\\u003a:error::forged"],
    ["fine\n \t\u00a0::error::forged", "fine\n \t\u00a0\\u003a:error::forged"],
    ["a.md ##[error]forged", "a.md #\\u0023[error]forged"],
    ["###[add-mask]x", "##\\u0023[add-mask]x"],
    ["a.md:1:1 A::B # ## [x]", "a.md:1:1 A::B # ## [x]"],
  ])("report: %j gives %j", (text, expected) => {
    expect(withoutCommands(text)).toBe(expected);
  });

  it("report: JSON keeps its meaning", () => {
    const value = { "::a": ["##[b]", "::c", "\n::d"] };

    for (const space of [0, 2]) {
      expect(JSON.parse(withoutCommands(JSON.stringify(value, null, space)))).toEqual(value);
    }
  });
});

describe("exceedsAnnotationLimit", () => {
  it.each([
    [0, 0, false],
    [10, 10, false],
    [11, 0, true],
    [0, 11, true],
    [5, 6, false],
  ])("report: %i errors and %i warnings: %s", (errors, warnings, exceeds) => {
    expect(exceedsAnnotationLimit(problems(errors, warnings))).toBe(exceeds);
  });
});

describe("markdownSummary", () => {
  it("report: a table with a row for each problem", () => {
    const rows = markdownSummary(problems(1, 1))
      .split("\n")
      .filter((line) => line.startsWith("|"));

    expect(rows).toHaveLength(4);
    expect(rows.slice(2).map((row) => row.split("|")[1]!.trim())).toEqual(["error", "warn"]);
    expect(rows[2]).toContain("content/guide/a.md:12:5");
  });

  it("report: a cell stays one cell, whatever it contains", () => {
    const summary = markdownSummary([
      { ...PROBLEM, file: "a|b.md", message: "x | y\n<script>`*_[z](u)", suggestion: "\\|" },
    ]);
    const row = summary.split("\n").find((line) => line.includes("x "))!;

    expect(row.match(/(?<!\\)(?:\\\\)*\|/g)).toHaveLength(5);
    expect(row).toContain("\\<script\\>");
    expect(row).toContain("\\[z\\]");
  });

  it("report: a line end of any kind, or another control character, does not end a row", () => {
    const summary = markdownSummary([{ ...PROBLEM, file: "a\r\u2028\x1b\u0085b.md" }]);

    expect(summary.split(/[\p{Cc}\u2028]/u)).toHaveLength(6);
  });

  it("report: it stays below the 1 MiB that a job summary may hold", () => {
    const many = Array.from({ length: 20_000 }, () => ({ ...PROBLEM, message: "x".repeat(200) }));
    const summary = markdownSummary(many);

    expect(Buffer.byteLength(summary)).toBeLessThan(1024 * 1024);
    expect(summary).toContain("20000 problems");
  });
});

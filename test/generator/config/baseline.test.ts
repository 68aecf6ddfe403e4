import { describe, expect, it } from "vitest";
import { formatBaseline, parseBaseline, withoutKnown } from "../../../generator/config/baseline.ts";
import type { Problem } from "../../../generator/config/problem.ts";

function problem(
  file: string,
  message: string,
  line = 1,
  rule: Problem["rule"] = "broken-link",
): Problem {
  return { file, line, column: 1, rule, message, suggestion: null };
}

function left(
  problems: readonly Problem[],
  known: readonly Problem[],
  isRead = (_: string) => true,
) {
  const baseline = parseBaseline(formatBaseline(known), "baseline.json");
  return withoutKnown(problems, { baseline, isRead });
}

describe("formatBaseline", () => {
  it("is sorted and counted, with one problem on each line, whatever their order and lines", () => {
    const problems = [
      problem("b.md", "x", 9),
      problem("a.md", "y"),
      problem("a.md", "x", 2),
      problem("b.md", "x", 4),
    ];

    expect(formatBaseline(problems)).toBe(
      `{
  "version": 1,
  "problems": [
    {"file":"a.md","rule":"broken-link","message":"x","count":1},
    {"file":"a.md","rule":"broken-link","message":"y","count":1},
    {"file":"b.md","rule":"broken-link","message":"x","count":2}
  ]
}
`,
    );
    expect(formatBaseline(problems.toReversed())).toBe(formatBaseline(problems));
    expect(formatBaseline([])).toBe('{\n  "version": 1,\n  "problems": []\n}\n');
  });
});

describe("withoutKnown", () => {
  it("leaves out known problems on other lines, also if their message names a line", () => {
    const known = [
      problem("a.md", "x", 1),
      problem("a.md", 'Heading id "i" is already used on line 3', 9),
    ];
    const now = [
      problem("a.md", "x", 5),
      problem("a.md", 'Heading id "i" is already used on line 7', 13),
    ];

    expect(left(now, known)).toEqual({ problems: [], gone: 0 });
  });

  it("reports what is in another file, of another rule or more often, and counts what is gone", () => {
    const known = [problem("a.md", "x"), problem("a.md", "y"), problem("a.md", "y")];
    const now = [
      problem("a.md", "x", 2),
      problem("a.md", "x", 3),
      problem("b.md", "x"),
      problem("a.md", "y"),
    ];

    expect(left(now, known)).toEqual({ problems: [now[1], now[2]], gone: 1 });
    expect(left([problem("a.md", "x", 1, "broken-fragment")], [problem("a.md", "x")]).gone).toBe(1);
  });

  it("never leaves out a rule that is always an error", () => {
    const broken = problem("a.md", "x", 1, "encoding");

    expect(formatBaseline([broken])).toBe(formatBaseline([]));
    const baseline = { version: 1, problems: [{ ...broken, count: 1 }] } as const;
    const { problems } = withoutKnown([broken], {
      baseline: { ...baseline, problems: [...baseline.problems] },
      isRead: () => true,
    });
    expect(problems).toEqual([broken]);
  });

  it("does not count as gone what was not sought", () => {
    expect(
      left([], [problem("a.md", "x"), problem("b.md", "x")], (file) => file === "b.md").gone,
    ).toBe(1);
  });
});

describe("parseBaseline", () => {
  it.each([
    [
      "text",
      "x",
      /^"b\.json" is not a baseline: it is not JSON\. Write it with --write-baseline\.$/,
    ],
    ["another version", '{"version":2,"problems":[]}', /^"b\.json" is not a baseline at version: /],
    [
      "a count of 0",
      '{"version":1,"problems":[{"file":"a","rule":"b","message":"c","count":0}]}',
      /at problems\[0\]\.count: /,
    ],
  ])("refuses %s, with the place", (_, text, message) => {
    expect(() => parseBaseline(text, "b.json")).toThrow(
      expect.objectContaining({ code: "file", message: expect.stringMatching(message) }),
    );
  });
});

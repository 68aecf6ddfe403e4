import schema from "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json" with { type: "json" };
import { Ajv } from "ajv";
import { default as addFormats } from "ajv-formats";
import { describe, expect, it } from "vitest";
import { sarifLog } from "../../../../generator/cli/report/sarif.ts";
import type { JudgedProblem } from "../../../../generator/config/judge.ts";

const PROBLEM: JudgedProblem = {
  file: "docs/a page: 100%?.md",
  line: 3,
  column: 11,
  rule: "broken-link",
  message: 'Link to "instal.md" leads to no page',
  suggestion: "./install.md",
  severity: "warn",
};

/** Returns what the official schema, written for an earlier draft of JSON Schema, refuses. */
function faultsOf(log: unknown): unknown {
  const { $schema, id, ...rules } = schema;
  const ajv = addFormats.default(new Ajv({ strict: false, unicodeRegExp: false }));
  const isValid = ajv.compile(rules);
  return isValid(log) ? null : isValid.errors;
}

function resultsOf(problems: readonly JudgedProblem[]) {
  // biome-ignore lint/suspicious/noExplicitAny: the schema has said what it is.
  return (sarifLog(problems, "1.2.3") as any).runs[0].results;
}

describe("sarifLog", () => {
  it("--format sarif: is valid SARIF 2.1.0, with and without problems", () => {
    const error = { ...PROBLEM, rule: "encoding", severity: "error", file: "/elsewhere/a.md" };

    expect(faultsOf(sarifLog([], "1.2.3"))).toBeNull();
    expect(faultsOf(sarifLog([PROBLEM, error as JudgedProblem], "1.2.3"))).toBeNull();
    expect(faultsOf({ version: "2.1.0" })).not.toBeNull();
  });

  it("--format sarif: a result has rule, level, sentence, and a place relative to the root", () => {
    expect(resultsOf([PROBLEM])[0]).toMatchObject({
      ruleId: "broken-link",
      level: "warning",
      message: { text: 'Link to "instal.md" leads to no page. Did you mean "./install.md"?' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "docs/a%20page%3A%20100%25%3F.md", uriBaseId: "%SRCROOT%" },
            region: { startLine: 3, startColumn: 11 },
          },
        },
      ],
    });
  });

  it("--format sarif: a result says where it ends, if that is known, and a rule where it is explained", () => {
    const [known, unknown] = resultsOf([{ ...PROBLEM, end: { line: 4, column: 2 } }, PROBLEM]);
    // biome-ignore lint/suspicious/noExplicitAny: the schema has said what it is.
    const { rules } = (sarifLog([], "1.2.3") as any).runs[0].tool.driver;

    expect(known.locations[0].physicalLocation.region).toEqual({
      startLine: 3,
      startColumn: 11,
      endLine: 4,
      endColumn: 2,
    });
    expect(unknown.locations[0].physicalLocation.region).toEqual({ startLine: 3, startColumn: 11 });
    expect(rules.find(({ id }: { id: string }) => id === "missing-alt")).toMatchObject({
      helpUri: "https://unpkg.com/docgate@0/content/tooling/rules.md#missing-alt",
      defaultConfiguration: { enabled: false },
    });
  });

  it("--format sarif: a file outside the working folder has a full address", () => {
    const [result] = resultsOf([{ ...PROBLEM, file: "/else where/a.md", severity: "error" }]);

    expect(result.level).toBe("error");
    expect(result.locations[0].physicalLocation.artifactLocation).toEqual({
      uri: "file:///else%20where/a.md",
    });
  });

  it("--format sarif: a fingerprint stays when lines move, and differs for each problem", () => {
    const moved = { ...PROBLEM, line: 90 };
    const prints = (problems: JudgedProblem[]): string[] =>
      resultsOf(problems).map((one: { partialFingerprints: object }) =>
        Object.values(one.partialFingerprints).join(),
      );

    expect(prints([PROBLEM])).toEqual(prints([moved]));
    expect(new Set(prints([PROBLEM, moved, { ...PROBLEM, file: "b.md" }])).size).toBe(3);
  });
});

import { createHash } from "node:crypto";
import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import type { JudgedProblem } from "../../config/judge.ts";
import { RULE_NAMES, RULES } from "../../config/rules.ts";
import { sentence } from "./pretty-line.ts";
import { ruleAddress } from "./rule-address.ts";

const SCHEMA =
  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/** The name that GitHub and others give the root of the checkout. */
const ROOT_ID = "%SRCROOT%";

/** Returns problems as a SARIF log (OASIS SARIF 2.1.0), which code scanning services read. */
export function sarifLog(problems: readonly JudgedProblem[], version: string): object {
  const fingerprints = new Fingerprints();
  const results = problems.map((problem) => ({
    ruleId: problem.rule,
    ruleIndex: RULE_NAMES.indexOf(problem.rule),
    level: levelOf(problem.severity),
    message: { text: sentence(problem) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: locationOf(problem.file),
          region: regionOf(problem),
        },
      },
    ],
    partialFingerprints: { "docgateProblem/v1": fingerprints.of(problem) },
  }));
  const driver = { name: "docgate", semanticVersion: version, rules: RULE_NAMES.map(describeRule) };
  const originalUriBaseIds = {
    [ROOT_ID]: { description: { text: "The folder in which docgate ran." } },
  };
  const run = { tool: { driver }, columnKind: "utf16CodeUnits", originalUriBaseIds, results };
  return { $schema: SCHEMA, version: "2.1.0", runs: [run] };
}

function regionOf({ line, column, end }: JudgedProblem): object {
  const start = { startLine: line, startColumn: column };
  return end === undefined ? start : { ...start, endLine: end.line, endColumn: end.column };
}

function describeRule(id: (typeof RULE_NAMES)[number]): object {
  const { severity, description, fix } = RULES[id];
  return {
    id,
    shortDescription: { text: withoutCode(description) },
    help: { text: withoutCode(fix), markdown: fix },
    helpUri: ruleAddress(id),
    defaultConfiguration: {
      enabled: severity !== "off",
      level: levelOf(severity === "off" ? "warn" : severity),
    },
  };
}

function levelOf(severity: "error" | "warn"): "error" | "warning" {
  return severity === "error" ? "error" : "warning";
}

function withoutCode(markdown: string): string {
  return markdown.replaceAll("`", "");
}

/** A path from the working folder is relative; another one is a full address. */
function locationOf(file: string): object {
  if (isAbsolute(file)) return { uri: pathToFileURL(file).href };
  const uri = file.toWellFormed().split("/").map(encodeURIComponent).join("/");
  return { uri, uriBaseId: ROOT_ID };
}

/** Identifies problems by what they say, so that they stay the same when lines above change. */
class Fingerprints {
  readonly #seen = new Map<string, number>();

  of({ file, rule, message }: JudgedProblem): string {
    const text = JSON.stringify([file, rule, message]);
    const before = this.#seen.get(text) ?? 0;
    this.#seen.set(text, before + 1);
    return createHash("sha256").update(`${text}${before}`).digest("hex").slice(0, 32);
  }
}

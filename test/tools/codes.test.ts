import { describe, expect, it } from "vitest";
import { ROOT } from "../support/command.ts";
import { findCodes, readCodes } from "./codes.ts";
import { proseOf } from "./prose-of.ts";

const DEFINED = new Set(["DOC-A1", "DOC-B1", "DOC-B4", "ATTACK-A1", "ATTACK-F66", "CHAIN-C8"]);
const findIn = (path: string, source: string) =>
  findCodes(proseOf(path, source), DEFINED).map(({ expression, instead }) => [expression, instead]);

describe("readCodes", () => {
  it("reads decisions of both halves, and attacks", () => {
    const codes = readCodes(ROOT);
    expect([...codes]).toEqual(expect.arrayContaining(["DOC-A1", "CHAIN-C1", "ATTACK-K140"]));
  });
});

describe("findCodes", () => {
  it.each([
    "/** Sorted by path (DOC-A1): see PIA §5.1 and DQA §3. */",
    "// As RFC 4648 §4, §5 has it, and RFC 6265bis §4.1.3.2 (ATTACK-F66, RFC 8725 §3.11).",
    'it("ATTACK-F66, CHAIN-C8: is dropped", run);',
    'it("draws a page of A4, and B16 too", run);',
    'const path = "M7 5h10"; const text = "%C8%BC";',
  ])("accepts %j", (source) => {
    expect(findIn("a.ts", `${source}\n`)).toEqual([]);
  });

  it.each([
    ["/** Sorted by path (decision A1). */", ["A1", "DOC-A1 or ATTACK-A1"]],
    ["/** Exact (decisions B1 to B4). */", ["B1", "DOC-B1"]],
    ["// Refused (F66).", ["F66", "ATTACK-F66"]],
    ['it("F66: is dropped", run);', ["F66", "ATTACK-F66"]],
    ['it("A1 is dropped", run);', ["A1", "DOC-A1 or ATTACK-A1"]],
    ["// C8: the code is used up.", ["C8", "CHAIN-C8"]],
    ["// As §5.1 has it.", ["§5.1", "PIA §5.1 or DQA §5.1"]],
  ])("refuses %j", (source, finding) => {
    expect(findIn("a.ts", `${source}\n`)).toContainEqual(finding);
  });

  it("refuses a code that is defined nowhere", () => {
    expect(findIn("a.md", "Dropped [ATTACK-F99].\n")).toEqual([
      ["ATTACK-F99", expect.stringContaining("test/ATTACKS.md")],
    ]);
  });
});

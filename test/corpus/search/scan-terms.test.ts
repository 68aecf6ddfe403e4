import { describe, expect, it } from "vitest";
import { scanTerms } from "../../../corpus/search/scan-terms.ts";
import { termAt } from "../../../corpus/search/vocabulary.ts";

const SIZES = { fieldCount: 2, docCount: 9 };
const TEXT = '[["a",{"0":{"1":3}}],["b",{"0":{"2":4},"1":{"7":1}}],["c",{"1":{"0":1,"8":2}}]]';

describe("scanTerms", () => {
  it("reads the numbers of many docs and of a term that a doc has very often", () => {
    const json = Buffer.from(
      '[["a",{"0":{"1":3}}],["b",{"0":{"2":4},"1":{"7":65535,"69999":70000}}]]',
    );

    const scanned = scanTerms(json, { fieldCount: 2, docCount: 70_000 });

    expect([termAt(scanned, 0), termAt(scanned, 1)]).toEqual(["a", "b"]);
    expect([...scanned.postingStarts]).toEqual([0, 1, 1, 2, 4]);
    expect([...scanned.postingDocs]).toEqual([1, 2, 7, 69_999]);
    expect([...scanned.postingCounts]).toEqual([3, 4, 65_535, 70_000]);
  });

  it("reads an empty list, and terms that JSON escapes", () => {
    expect(scanTerms(Buffer.from("[]"), SIZES).termCount).toBe(0);
    expect(termAt(scanTerms(Buffer.from('[["\\\\é",{"0":{"1":3}}]]'), SIZES), 0)).toBe("\\é");
  });

  it.each([
    ["an extra comma", TEXT.replace('["b"', ',["b"')],
    ["a missing comma", TEXT.replace(',["b"', '["b"')],
    ["a trailing comma", TEXT.replace(/\]$/, ",]")],
    ["a bracket in the middle", TEXT.replace(',["b"', '],["b"')],
    ["terms twice", `${TEXT.slice(0, -1)},${TEXT.slice(1)}`],
    ["terms out of order", TEXT.replace('"a"', '"z"')],
    ["docs out of order", TEXT.replace('"8":2', '"8":2,"0":1')],
    ["a part of a term", TEXT.replace('["b",', '["b,')],
    ["a field that does not exist", TEXT.replace('"1":{"7"', '"2":{"7"')],
    ["a doc that does not exist", TEXT.replace('"7":1', '"9":1')],
    ["a count that is not a number", TEXT.replace('"7":1', '"7":true')],
    ["text after its end", `${TEXT} `],
    ["an escape that is not JSON", TEXT.replace('"b"', '"\\b\\x"')],
  ])("refuses a list with %s", (_, spoilt) => {
    expect(spoilt).not.toBe(TEXT);
    expect(() => scanTerms(Buffer.from(spoilt), SIZES)).toThrow(
      expect.objectContaining({ code: "corpus-layout" }),
    );
  });
});

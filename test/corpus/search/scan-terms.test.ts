import { describe, expect, it } from "vitest";
import { scanTerms } from "../../../corpus/search/scan-terms.ts";

describe("scanTerms", () => {
  it("reads the numbers of many docs and of a term that a doc has very often", () => {
    const json = Buffer.from(
      '[["a",{"0":{"1":3}}],["b",{"0":{"2":4},"1":{"7":65535,"69999":70000}}]]',
    );

    const scanned = scanTerms(json, { fieldCount: 2, docCount: 70_000 });

    expect(scanned.terms).toEqual(["a", "b"]);
    expect([...scanned.postingStarts]).toEqual([0, 1, 1, 2, 4]);
    expect([...scanned.postingDocs]).toEqual([1, 2, 7, 69_999]);
    expect([...scanned.postingCounts]).toEqual([3, 4, 65_535, 70_000]);
  });
});

import { describe, expect, it } from "vitest";
import { createSuggester } from "../../corpus/suggest.ts";

describe("createSuggester", () => {
  it.each([
    ["stesp", ["steps", "stops"], null],
    ["instal", ["uninstall", "install", "instance"], "install"],
    ["Install", ["install"], "install"],
    ["guide/instal-linux", ["guide/install-linux", "guide/install-mac"], "guide/install-linux"],
    ["abcd", ["abxy"], null],
    ["same", ["sama", "samb"], "sama"],
    ["x", [], null],
  ])("suggest: %j among %j is %j", (word, candidates, meant) => {
    expect(createSuggester(candidates)(word)).toBe(meant);
  });
});

import fc from "fast-check";
import MiniSearch from "minisearch";
import { describe, expect, it } from "vitest";
import { scanTerms, tokenize } from "../../../generator/index/tokenize.ts";
import { createVocabulary } from "../../../generator/index/vocabulary.ts";
import { RUNS } from "../../support/extent.ts";

const vocabulary = createVocabulary();

/** Compares the terms found in a text with those that the search splits it into. */
function expectSame(text: string): void {
  const found: string[] = [];
  const isNothing = scanTerms(text, {
    vocabulary,
    onTerm: (term) => found.push(vocabulary.names[term]!),
  });
  const expected = tokenize(text);
  expect(found).toEqual(expected.filter((term) => term !== ""));
  expect(isNothing).toBe(expected.includes(""));
}

describe("scanTerms", () => {
  it("splits at every character at which the search splits, and at no other", () => {
    for (let first = 0; first <= 0x10ffff; first += 16) {
      const characters = Array.from({ length: 16 }, (_, at) => String.fromCodePoint(first + at));
      expectSame(characters.map((character) => `a${character}b`).join(""));
    }
  });

  it("splits any text as the search does", () => {
    const unit = fc.constantFrom(
      ..."aab.- \n_é日😀𐄀",
      "\ud83d",
      "\ude00",
      "\u{10100}",
      "constructor",
    );
    fc.assert(fc.property(fc.string({ unit, maxLength: 12 }), expectSame), { numRuns: RUNS.cheap });
  });
});

describe("createVocabulary", () => {
  it("gives each of many names one number, even those with the same hash", () => {
    // In a polynomial hash with base 31, "Aa" and "BB" are the same.
    const names = Array.from({ length: 4096 }, (_, number) =>
      Array.from({ length: 12 }, (_, bit) => ((number >> bit) & 1 ? "Aa" : "BB")).join(""),
    );
    const own = createVocabulary();

    expect(names.map(own.numberOf)).toEqual([...names.keys()]);
    expect(names.map(own.numberOf)).toEqual([...names.keys()]);
    expect(own.sorted().map((number) => own.names[number])).toEqual(names.toSorted());
  });
});

describe("tokenize", () => {
  it("splits at every character at which MiniSearch does, and at no other", () => {
    const splitByMiniSearch = MiniSearch.getDefault("tokenize") as (text: string) => string[];
    const all = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));
    const text = `,${all.join("x")},`;
    expect(tokenize(text)).toEqual(splitByMiniSearch(text));
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createGramIndex } from "../../../corpus/search/gram-index.ts";
import { layOut, partIndex, TERM_END, termAt } from "../../../corpus/search/term-index.ts";
import { makeDoc, searchIndexOf } from "../../support/corpora.ts";

/** Letters of which some count as the same in a sequence of three. */
const LETTERS = [..."abcéũ日本語7", "😀", "\u0301", "\t"];
const word = fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength: 7 });
const words = fc.array(word, { minLength: 1, maxLength: 40 });

describe("createGramIndex", () => {
  it.each([
    ["inside", ""],
    ["at their end", TERM_END],
  ])("finds the terms that hold a text %s", (_where, end) => {
    fc.assert(
      fc.property(words, word, (all, text) => {
        const docs = [makeDoc("page", { title: "", body: all.join(" ") })];
        const index = layOut(partIndex(JSON.parse(searchIndexOf(docs).toString())), ["page"]);
        const terms = Array.from({ length: index.termCount }, (_, term) => term);
        const expected = terms.filter((term) =>
          `${termAt(index, term)}${TERM_END}`.includes(text + end),
        );

        const grams = createGramIndex(index);
        const found = grams.termsHolding(text + end);

        expect([...new Set(found)].sort((left, right) => left - right)).toEqual(expected);
        expect(grams.estimate(text + end)).toBeGreaterThanOrEqual(found.length);
      }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alignWords } from "../../../generator/built/text/align-words.ts";

describe("alignWords", () => {
  it("pairs equal words, ascending in both lists, whatever the lists are", () => {
    const words = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 300 });
    fc.assert(
      fc.property(words, words, (left, right) => {
        const pairs = alignWords(left, right);

        expect(pairs.every(([one, other]) => left[one] === right[other])).toBe(true);
        for (const [at, [one, other]] of pairs.entries()) {
          const [before, otherBefore] = pairs[at - 1] ?? [-1, -1];
          expect(one > before && other > otherBefore).toBe(true);
        }
      }),
    );
  });

  it("finds all words of a list in one with others between them", () => {
    const left = Array.from({ length: 3000 }, (_, at) => `word${at}`);
    const right = left.flatMap((word, at) => (at % 3 === 0 ? ["and", word, "then"] : [word]));

    expect(alignWords(left, right)).toHaveLength(left.length);
  });

  it("gives up on long lists of few words, instead of comparing each with each", () => {
    const left = Array.from({ length: 200_000 }, (_, at) => (at % 2 === 0 ? "a" : "b"));
    const right = Array.from({ length: 200_000 }, (_, at) => (at % 3 === 0 ? "b" : "a"));

    expect(alignWords(left, right)).toEqual([]);
  });
});

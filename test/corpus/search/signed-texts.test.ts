import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSignedTexts } from "../../../corpus/search/signed-texts.ts";

const LETTERS = [..."ab1é文", " ", ".", "\n", "*"];
const text = fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 300 });
/** Longer than what has one signature. */
const longText = fc
  .tuple(text, fc.integer({ min: 1, max: 60 }))
  .map(([one, times]) => one.repeat(times));
const texts = fc.array(fc.oneof(text, longText), { minLength: 1, maxLength: 30 });
const piece = fc.record({ of: fc.nat(), at: fc.nat(), length: fc.integer({ min: 1, max: 90 }) });

/** Texts that are signed, and how many of them have been read. */
function signAll(all: readonly string[]) {
  const read = new Set<number>();
  const signed = createSignedTexts({
    docCount: all.length,
    textOf: (doc) => {
      read.add(doc);
      return all[doc]!;
    },
  });
  // A search signs some of those that it has to look into.
  for (const doc of all.keys()) {
    const holds = signed.lookFor(" .");
    for (let times = 0; times < 100; times++) holds(doc);
  }
  read.clear();
  return { signed, read };
}

describe("createSignedTexts", () => {
  it("B1: finds the texts that contain a needle", () => {
    fc.assert(
      fc.property(texts, piece, (all, { of, at, length }) => {
        const whole = all[of % all.length]!;
        const start = at % (whole.length || 1);
        const needle = whole.slice(start, start + length);
        const expected = all.map((one) => one.includes(needle));
        const holds = signAll(all).signed.lookFor(needle);

        expect(all.map((_, doc) => holds(doc))).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it("B1: finds a needle where two signatures meet", () => {
    const filler = "filler ".repeat(1000);
    for (let at = 4000; at < 4200; at++) {
      const { signed } = signAll([`${filler.slice(0, at)}, [red] green ${filler}`]);

      expect(signed.lookFor(", [red] green")(0)).toBe(true);
    }
  });

  it("B1: finds the same as before while it signs", () => {
    const all = Array.from({ length: 300 }, (_, doc) => `word ${doc % 7}, word`);
    const signed = createSignedTexts({ docCount: all.length, textOf: (doc) => all[doc]! });
    const expected = all.map((one) => one.includes(" 3, w"));

    for (let times = 0; times < 40; times++) {
      const holds = signed.lookFor(" 3, w");
      expect(all.map((_, doc) => holds(doc))).toEqual(expected);
    }
  });

  it("does not read texts that have the words of a needle, but not next to each other", () => {
    const { signed, read } = signAll(["red green", "red. Green", "green red", "red blue green"]);
    const holds = signed.lookFor("red green");

    expect([0, 1, 2, 3].map(holds)).toEqual([true, false, false, false]);
    expect([...read]).toEqual([0]);
  });
});

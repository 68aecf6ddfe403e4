import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSignatures } from "../../../corpus/search/signatures.ts";

const LETTERS = [..."ab1é文", " ", ".", "\n", "*"];
const text = fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 300 });
/** Longer than what has one signature. */
const longText = fc
  .tuple(text, fc.integer({ min: 1, max: 60 }))
  .map(([one, times]) => one.repeat(times));
const texts = fc.array(fc.oneof(text, longText), { minLength: 1, maxLength: 30 });

/** What is said of each text once all are signed. */
function filterAll(all: readonly string[], needle: string): boolean[] {
  const signatures = createSignatures({ docCount: all.length, textOf: (doc) => all[doc]! });
  // A search signs some of those that it has to look into.
  for (const doc of all.keys()) {
    const mayHold = signatures.filterFor(" .")!;
    for (let times = 0; times < 100; times++) mayHold(doc);
  }
  const mayHold = signatures.filterFor(needle);
  return all.map((_, doc) => mayHold?.(doc) ?? true);
}

describe("createSignatures", () => {
  it("B1: never rules out a text that contains the needle", () => {
    fc.assert(
      fc.property(
        texts,
        fc.nat(),
        fc.nat(),
        fc.integer({ min: 1, max: 90 }),
        (all, one, at, length) => {
          const chosen = one % all.length;
          const whole = all[chosen]!;
          const start = at % (whole.length || 1);
          const needle = whole.slice(start, start + length);

          expect(filterAll(all, needle)[chosen]).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("B1: never rules out a text before it is signed", () => {
    const all = Array.from({ length: 100 }, (_, doc) => `word ${doc}, word`);
    const signatures = createSignatures({ docCount: all.length, textOf: (doc) => all[doc]! });
    const mayHold = signatures.filterFor(", word")!;

    expect(all.map((_, doc) => mayHold(doc))).not.toContain(false);
    expect(all.map((_, doc) => mayHold(doc))).not.toContain(false);
  });

  it("rules out texts that have the words of the needle, but not next to each other", () => {
    const all = [
      "red green blue",
      "red. Green",
      "green red",
      `${"red blue green ".repeat(500)}red`,
    ];

    expect(filterAll(all, "red green")).toEqual([true, false, false, false]);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareCodePoints } from "../../../corpus/text/order.ts";
import { ANY_CHARACTER } from "../../support/any-character.ts";
import { RUNS } from "../../support/extent.ts";

/** Units around the places where UTF-16 order and code-point order differ. */
const EDGES = [
  "",
  "a",
  "B",
  "ä",
  "\u{d7ff}",
  "\u{e000}",
  "\u{ffff}",
  "\u{10000}",
  "\u{10ffff}",
  "😀",
];
const text = fc.oneof(
  fc.string({ unit: ANY_CHARACTER }),
  fc.array(fc.constantFrom(...EDGES), { maxLength: 6 }).map((parts) => parts.join("")),
);

describe("compareCodePoints", () => {
  it("DOC-A11 gives the order of the UTF-8 bytes", () => {
    fc.assert(
      fc.property(text, text, (left, right) => {
        const expected = Buffer.compare(Buffer.from(left), Buffer.from(right));

        expect(Math.sign(compareCodePoints(left, right))).toBe(expected);
      }),
      { numRuns: RUNS.cheap },
    );
  });

  it("DOC-A11 sorts by code point, not by locale and not by UTF-16 unit", () => {
    const sorted = ["A", "Z", "_", "a", "ab", "z", "é", "\u{e000}", "\u{ffff}", "\u{10000}", "😀"];

    expect(sorted.toReversed().sort(compareCodePoints)).toEqual(sorted);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toByteText, toByteTexts } from "../../../corpus/search/byte-text.ts";
import { RUNS } from "../../support/extent.ts";

/** Of one to three bytes, and halves of characters, which may meet. */
const UNITS = ["a", "b", "é", "\u07ff", "–", "\uffff", "\ud83d", "\ud83e", "\ude00", "\ude01"];
const text = fc.array(fc.constantFrom(...UNITS), { maxLength: 8 }).map((units) => units.join(""));

describe("toByteText", () => {
  it("B1: one contains another exactly if the texts do, halves of characters too", () => {
    fc.assert(
      fc.property(text, text, fc.nat(8), fc.nat(3), (whole, other, start, length) => {
        const piece = whole.slice(start, start + length);

        expect(toByteText(whole)).toContain(toByteText(piece));
        expect(toByteText(whole).includes(toByteText(other))).toBe(whole.includes(other));
      }),
      { numRuns: RUNS.cheap },
    );
  });

  it("is UTF-8 where no character takes four bytes of it", () => {
    expect(toByteText("aé–")).toBe(Buffer.from("aé–").toString("latin1"));
  });
});

describe("toByteTexts", () => {
  it("gives the same for many, in their order, however long they are", () => {
    const long = "– 😀 ".repeat(300_000);
    const texts = ["first", long, "", "é", long.repeat(2), "\ud83d", "last"];

    const found = toByteTexts(texts, { textOf: (one) => one, knownOf: () => undefined });

    expect(found.map((one, place) => one === toByteText(texts[place]!))).toEqual(
      Array(7).fill(true),
    );
  });
});

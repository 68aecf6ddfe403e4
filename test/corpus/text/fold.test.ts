import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decompose, foldCase, toNfc } from "../../../corpus/text/fold.ts";
import { RUNS } from "../../support/extent.ts";

/** Letters, marks that are reordered, marks that combine, and halves of characters. */
const unit = fc.constantFrom(
  ..."aAσςΣIİéßJ가ᄀ각 .-",
  ..."\u0301\u0316\u0327\u0345\u0f73\u09c7\u09be",
  ..."\u{16d63}\u{16d67}\u{16126}\u{1d165}\ud83d\ude00",
);

const MARKS = /[\p{M}\u{16d63}-\u{16d6a}]+/gu;

function hasLongRun(text: string): boolean {
  return (text.match(MARKS) ?? []).some((run) => [...run].length > 30);
}

describe("toNfc", () => {
  it("DOC-B1: is NFC where at most 30 marks are in a row", () => {
    const text = fc.string({ unit, maxLength: 200 }).filter((value) => !hasLongRun(value));

    fc.assert(
      fc.property(text, (value) => {
        expect(toNfc(value)).toBe(value.normalize("NFC"));
      }),
      { numRuns: RUNS.cheap },
    );
  });

  it.each([
    ["30 marks in a row", `x${"\u0316\u0301".repeat(15)}x`],
    ["30 marks of two units", `x${"\u{1d165}".repeat(30)}x`],
    ["many emoji in a row", "👩‍👩‍👧".repeat(40)],
    ["Hangul as single letters", "\u1112\u1161\u11ab".repeat(40)],
    ["words with marks", "e\u0301\u0323 ".repeat(400)],
  ])("DOC-B1: is NFC for %s", (_, value) => {
    expect(toNfc(value)).toBe(value.normalize("NFC"));
  });

  it("leaves marks beyond the 30th in a row unchanged, and goes on after them", () => {
    const first = "\u0301\u0316".repeat(15);
    const rest = "\u0301\u0316".repeat(50);

    expect(toNfc(`cafe${first}${rest} Cafe\u0301`)).toBe(
      `${`cafe${first}`.normalize("NFC")}${rest} Café`,
    );
  });

  it.each([
    ["alternating marks of two kinds", "\u0316\u0301"],
    ["marks that are two marks", "\u0f73"],
    ["vowel signs that combine", "\u{16128}"],
    ["letters that combine", "\u{16d68}"],
  ])("takes bounded time for a million %s", { timeout: 10_000 }, (_, marks) => {
    const text = `a${marks.repeat(1_000_000 / marks.length)}`;

    expect(toNfc(text).at(-1)).toBe(text.at(-1));
  });
});

describe("foldCase", () => {
  it.each([
    ["ΟΔΟΣ", "οδοσ"],
    ["Οδός", "οδόσ"],
    ["ΟΔΟΣΑ", "οδοσα"],
    ["Σ", "σ"],
    ["ΣΑΣ ΜΕΣ", "σασ μεσ"],
    ["İ", "i\u0307"],
    ["E\u0301", "é"],
  ])("DOC-B1: %j is compared as %j", (text, folded) => {
    expect(foldCase(text)).toBe(folded);
  });

  it("DOC-B1: compares part of a Greek word like the whole word", () => {
    const letters = fc.string({ unit: fc.constantFrom(..."ΟΔΣοσςa .'\u0301"), maxLength: 12 });
    fc.assert(
      fc.property(letters, letters, letters, (before, part, after) => {
        fc.pre(!/^\u0301/.test(part) && !/^\u0301/.test(after));

        expect(foldCase(before + part + after)).toContain(foldCase(part));
      }),
    );
  });
});

describe("decompose", () => {
  it.each(["NFD", "NFKD"] as const)(
    "is %s where at most 30 marks are in a row, and keeps the order of those beyond",
    (form) => {
      const marks = "\u0301\u0316".repeat(15);
      const text = `Éclair ﬁn e${marks}`;

      expect(decompose(text, form)).toBe(text.normalize(form));
      expect(decompose(`${text}\u0301\u0344\u0316 É`, form)).toBe(
        `${text.normalize(form)}\u0301\u0308\u0301\u0316 E\u0301`,
      );
    },
  );

  it("takes bounded time for a million marks", { timeout: 10_000 }, () => {
    const text = `a${"\u0316\u0301".repeat(500_000)}`;

    expect(decompose(text, "NFKD")).toHaveLength(text.length);
  });
});

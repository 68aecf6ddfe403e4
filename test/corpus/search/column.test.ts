import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createColumn } from "../../../corpus/search/column.ts";
import { RUNS } from "../../support/extent.ts";

const text = fc.string({ unit: fc.constantFrom("a", "b", "\n"), maxLength: 5 });

describe("createColumn", () => {
  it("finds the texts that contain a text, and none across two", () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), text, (texts, needle) => {
        const expected = [...texts.keys()].filter((doc) => texts[doc]!.includes(needle));

        const column = createColumn(texts);

        expect(column.docsWith(needle)).toEqual(expected);
        expect(column.docsWith(needle, (place) => (place === 0 ? 0 : -1))).toEqual(expected);
      }),
      { numRuns: RUNS.cheap },
    );
  });

  it("finds a text wherever it is in the parts that may have it", () => {
    const column = createColumn(Array.from({ length: 3000 }, (_, doc) => `doc ${doc} of them`));
    const partFrom = (place: number) =>
      place < column.joined.length ? Math.ceil(place / 4096) * 4096 : -1;

    for (const needle of ["doc 7", " of them", "c 2999 o", "them\ndoc"]) {
      expect(column.docsWith(needle, partFrom)).toEqual(column.docsWith(needle));
    }
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createColumn } from "../../../corpus/search/column.ts";

const text = fc.string({ unit: fc.constantFrom("a", "b", "\n"), maxLength: 5 });

describe("createColumn", () => {
  it("finds the texts that contain a text, and none across two", () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), text, (texts, needle) => {
        const expected = [...texts.keys()].filter((doc) => texts[doc]!.includes(needle));

        expect(createColumn(texts).docsWith(needle)).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });
});

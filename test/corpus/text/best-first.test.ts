import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestFirst } from "../../../corpus/text/order.ts";
import { RUNS } from "../../support/extent.ts";

describe("bestFirst", () => {
  it("DOC-B4: gives docs by score, then by position", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5), { maxLength: 200 }), (all) => {
        const scores = Float64Array.from(all);
        const docs = [...all.keys()];
        const expected = docs.toSorted(
          (left, right) => scores[right]! - scores[left]! || left - right,
        );

        const pop = bestFirst(docs.toReversed(), { scores });

        expect(docs.map(() => pop())).toEqual(expected);
      }),
      { numRuns: RUNS.cheap },
    );
  });
});

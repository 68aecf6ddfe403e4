import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  findPostings,
  NO_UNIT,
  type PostingList,
  PostingsReader,
  PostingsWriter,
  passOver,
} from "../../../../corpus/search/words/index/postings.ts";
import { RUNS } from "../../../support/extent.ts";

const UNIT_COUNT = 100_000;

const posting = fc.record({
  unit: fc.oneof(fc.nat(100), fc.nat(UNIT_COUNT - 1)),
  value: fc.integer({ min: 1, max: 13 }),
});
const term = fc
  .uniqueArray(posting, { minLength: 1, maxLength: 60, selector: ({ unit }) => unit })
  .map((postings) => postings.toSorted((left, right) => left.unit - right.unit));

/** Returns the postings from a unit on. */
function readFrom(list: PostingList, unit: number): { unit: number; value: number }[] {
  const reader = new PostingsReader(list.bytes, list.start);
  passOver(list, reader, unit);
  const found: { unit: number; value: number }[] = [];
  for (; reader.unit < NO_UNIT; reader.next()) {
    found.push({ unit: reader.unit, value: reader.value });
  }
  return found;
}

describe("passOver", () => {
  it("leads to the first posting of a unit or a later one, in the postings of any term", () => {
    fc.assert(
      fc.property(
        fc.array(term, { minLength: 1, maxLength: 5 }),
        fc.array(fc.oneof(fc.nat(100), fc.nat(UNIT_COUNT)), { minLength: 1 }),
        (terms, units) => {
          const writer = new PostingsWriter();
          for (const postings of terms) {
            for (const { unit, value } of postings) writer.write(unit, value);
            writer.endTerm();
          }
          const options = { termCount: terms.length, unitCount: UNIT_COUNT };
          const lists = findPostings(writer.finish(), options);

          for (const [at, postings] of terms.entries()) {
            expect(lists(at).count).toBe(postings.length);
            for (const unit of [0, ...units]) {
              expect(readFrom(lists(at), unit)).toEqual(
                postings.filter((posting) => posting.unit >= unit),
              );
            }
          }
        },
      ),
      { numRuns: RUNS.usual },
    );
  });

  it("does not look for a posting where the last one ends", () => {
    for (const before of Array(64).keys()) {
      const writer = new PostingsWriter();
      for (let unit = 0; unit <= before; unit++) writer.write(unit, 2);
      writer.write(UNIT_COUNT - 1, 3);
      writer.endTerm();
      const lists = findPostings(writer.finish(), { termCount: 1, unitCount: UNIT_COUNT });

      expect(readFrom(lists(0), before + 1)).toEqual([{ unit: UNIT_COUNT - 1, value: 3 }]);
    }
  });
});

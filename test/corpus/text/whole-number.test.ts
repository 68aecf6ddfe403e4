import { expect, it } from "vitest";
import { parseWholeNumber } from "../../../corpus/text/whole-number.ts";

const RANGE = { from: 0, to: Number.MAX_SAFE_INTEGER };

it.each([
  ["0", 0],
  ["42", 42],
  ["007", 7],
  ["9007199254740991", Number.MAX_SAFE_INTEGER],
])("parseWholeNumber: %j is %i", (text, number) => {
  expect(parseWholeNumber(text, RANGE)).toBe(number);
});

it.each(["", " 1", "1 ", "-1", "+1", "1.0", "1e3", "0x10", "٣", "9007199254740992", "NaN"])(
  "parseWholeNumber: %j is not one",
  (text) => {
    expect(parseWholeNumber(text, RANGE)).toBeNull();
  },
);

it("parseWholeNumber: both bounds belong to the range", () => {
  const parse = (text: string) => parseWholeNumber(text, { from: 2, to: 3 });

  expect(["1", "2", "3", "4"].map(parse)).toEqual([null, 2, 3, null]);
});

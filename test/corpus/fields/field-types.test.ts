import { describe, expect, it } from "vitest";
import { enumName } from "../../../corpus/fields/enum-names.ts";
import { parseDate } from "../../../corpus/fields/field-types.ts";

describe("parseDate", () => {
  it.each([
    ["2026-01-31", "2026-01-31T00:00:00.000Z"],
    ["2026-01-31T12:30Z", "2026-01-31T12:30:00.000Z"],
    ["2026-01-31T12:30:01.5+02:00", "2026-01-31T10:30:01.500Z"],
    ["2001-12-14 21:59:43.10 -5", "2001-12-15T02:59:43.100Z"],
    ["2024-02-29t23:59:59", "2024-02-29T23:59:59.000Z"],
    ["0001-01-01", "0001-01-01T00:00:00.000Z"],
  ])("%s is %s", (text, utc) => {
    expect(parseDate(text)).toBe(utc);
  });

  it.each([
    ...["2026-02-30", "2026-13-01", "2026-01-31T24:00", "2026-01-31T10:60", "2026", "26-01-31"],
    ...["2026-01-31T10:00+24:00", "0000-01-01T00:00+01:00", "9999-12-31T23:00-02:00", "today", ""],
  ])("%j is not a date", (text) => {
    expect(parseDate(text)).toBeNull();
  });
});

it("enumName: values are names of GraphQL", () => {
  expect(["stable", "in review", "2nd", "true", "false", "null", "naïve"].map(enumName)).toEqual([
    ...["stable", "in_review", "_2nd", "_true", "_false", "_null", "na_ve"],
  ]);
});

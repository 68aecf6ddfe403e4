import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findJsonFault as findServerFault } from "../../../runtime/http/json-scan.ts";
import { findJsonFault, placeOf } from "../../../runtime/web/admin/front-settings/json-fault.ts";
import { RUNS } from "../../support/extent.ts";

/** Returns whether the server accepts a text as front settings. */
function isTaken(text: string): boolean {
  if (findServerFault(text, { maxDepth: 32 }) !== null) return false;
  const value: unknown = JSON.parse(text);
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Pieces of texts that are JSON, or nearly. */
const PIECES = [
  ..."{}[]:,\"' \t\n\r\v\f\u00a0\u2028\ufeff/*-+.eE019\\u",
  ...['"a"', '"b"', '"__proto__"', '"constructor"', '"prototype"', '"\\ud800"', '"\\u0061"'],
  ...["true", "false", "null", "NaN", "undefined", "1e400", "-0", "1.5e-3", "0x1", "//", "/**/"],
  ...[
    '"a":1',
    '{"a":',
    "[1,",
    '"\ud83d\ude00"',
    '"\\ud83d\\ude00"',
    '"\u0001"',
    '"\\x"',
    '"\u2028"',
  ],
];

describe("findJsonFault", () => {
  it.each([
    "{}",
    ' \n{"a":[1,-0.5e+3,true,null,"\\n\\u00e9"],"b":{"a":{}}}\r\n\t',
    '{"a":1,"b":{"a":1}}',
    '{"constructor":[{"prototype":1}]}',
    `${'{"a":'.repeat(31)}{}${"}".repeat(31)}`,
    '{"\\ud83d\\ude00":"\u2028"}',
  ])("accepts %j, as the server does", (text) => {
    expect(isTaken(text)).toBe(true);
    expect(findJsonFault(text)).toBeNull();
  });

  it.each([
    ["", 0],
    ["{", 1],
    ["[1]", 0],
    ["  7", 2],
    ['{"a":1,}', 7],
    ['{"a":1,"a":2}', 7],
    ['{"a":1,"\\u0061":2}', 7],
    ['{"a":1 /* one */}', 7],
    ["{'a':1}", 1],
    ['{"a":01}', 6],
    ['{"a":1e999}', 5],
    ['{"a":"\\ud800"}', 5],
    ['{"a":"\t"}', 5],
    ['{"__proto__":1}', 1],
    ['{"constructor":{"prototype":1}}', 16],
    ['{"a":1} x', 8],
    ["\ufeff{}", 0],
    [`${'{"a":'.repeat(32)}{}${"}".repeat(32)}`, 160],
    ["[".repeat(100_000), 32],
  ])("refuses %.40j at %i, as the server does", (text, offset) => {
    expect(isTaken(text)).toBe(false);
    expect(findJsonFault(text)).toMatchObject({ offset });
  });

  it("accepts exactly what the server accepts", () => {
    const noise = fc
      .array(fc.constantFrom(...PIECES), { maxLength: 12 })
      .map((one) => one.join(""));
    const settings = fc.dictionary(fc.string(), fc.jsonValue()).map((one) => JSON.stringify(one));
    const broken = fc
      .tuple(settings, fc.nat(), fc.nat({ max: 2 }), fc.constantFrom("", ...PIECES))
      .map(([text, at, count, piece]) => {
        const from = at % (text.length + 1);
        return text.slice(0, from) + piece + text.slice(from + count);
      });
    fc.assert(
      fc.property(fc.oneof(noise, settings, broken), (text) => {
        expect(findJsonFault(text) === null).toBe(isTaken(text));
      }),
      { numRuns: RUNS.cheap },
    );
  });
});

describe("placeOf", () => {
  it("counts lines and columns from 1", () => {
    expect(placeOf("ab\ncd", 0)).toEqual({ line: 1, column: 1 });
    expect(placeOf("ab\ncd", 2)).toEqual({ line: 1, column: 3 });
    expect(placeOf("ab\ncd", 3)).toEqual({ line: 2, column: 1 });
    expect(placeOf("", 0)).toEqual({ line: 1, column: 1 });
  });
});

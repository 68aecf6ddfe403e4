import { describe, expect, it } from "vitest";
import { findFault } from "../../../runtime/web/admin/front-settings/find-fault.ts";

describe("findFault", () => {
  it.each([
    "{}",
    ' \n{"a":[1,-0.5e+3,true,null,"\\n\\u00e9"],"b":{"a":{}}}\r\n\t',
    '{"a":1,"b":{"a":1}}',
    '{"constructor":[{"prototype":1}]}',
    `${'{"a":'.repeat(31)}{}${"}".repeat(31)}`,
    '{"\\ud83d\\ude00":"\u2028"}',
  ])("accepts %j", (text) => {
    expect(findFault(text)).toBeNull();
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
    ['{"a":"\t"}', 6],
    ['{"__proto__":1}', 1],
    ['{"constructor":{"prototype":1}}', 16],
    ['{"a":1} x', 8],
    ["\ufeff{}", 0],
    [`${'{"a":'.repeat(32)}{}${"}".repeat(32)}`, 160],
    ["[".repeat(100_000), 32],
  ])("refuses %.40j at %i", (text, offset) => {
    expect(findFault(text)).toMatchObject({ offset });
  });
});

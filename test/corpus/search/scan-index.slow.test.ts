import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scanIndex } from "../../../corpus/search/scan-index.ts";

const SIZES = { fieldCount: 2, docCount: 100 };
const TERMS = Array.from({ length: 8000 }, (_, i) => `term${String(i).padStart(5, "0")}`);
const ENTRIES = TERMS.map(
  (term, i) => `["${term}",{"${i % 2}":{"${i % 50}":1,"${50 + (i % 50)}":2}}]`,
);
const BEFORE = scanIndex(listOf(ENTRIES), SIZES);

function listOf(entries: readonly string[]): Buffer {
  return Buffer.from(`[${entries.join(",")}]`);
}

/** Removes a stretch of terms and puts others in its place. */
const edit = fc.record({
  at: fc.nat(ENTRIES.length - 1),
  removed: fc.constantFrom(0, 1, 2, 3000),
  added: fc.nat(2),
  count: fc.constantFrom(1, 9, 70_000),
});

function apply(
  entries: string[],
  { at, removed, added, count }: typeof edit extends fc.Arbitrary<infer Edit> ? Edit : never,
): void {
  const texts = Array.from(
    { length: added },
    (_, i) => `["${TERMS[at]}${"x".repeat(i + 1)}",{"1":{"7":${count}}}]`,
  );
  const term = entries.findIndex((entry) => entry.startsWith(`["${TERMS[at]}"`));
  if (term >= 0) entries.splice(term + 1, removed, ...texts);
}

describe("scanIndex given terms laid out before", () => {
  it("lays out the same as without, whatever is added, removed and changed", () => {
    fc.assert(
      fc.property(fc.uniqueArray(edit, { maxLength: 4, selector: ({ at }) => at }), (edits) => {
        const entries = [...ENTRIES];
        for (const one of edits) apply(entries, one);
        const json = listOf(entries);
        const { chunks: _, ...expected } = scanIndex(json, SIZES);

        const { chunks, ...found } = scanIndex(json, SIZES, BEFORE);

        expect(same(found, expected)).toBe(true);
        const { chunks: __, ...again } = scanIndex(json, SIZES, { ...found, chunks });
        expect(same(again, expected)).toBe(true);
      }),
    );
  });

  const text = listOf(ENTRIES).toString();
  it.each([
    ["a comma too many", text.replace('["term04000"', ',["term04000"')],
    ["a comma missing", text.replace(',["term04000"', '["term04000"')],
    ["a comma at its end", text.replace(/\]$/, ",]")],
    ["a bracket in the middle", text.replace(',["term04000"', '],["term04000"')],
    ["terms twice", `${text.slice(0, -1)},${text.slice(1)}`],
    ["a part of a term", text.replace('["term04000",{"0"', '["term04000",{"7"')],
  ])("refuses a list with %s", (_, spoilt) => {
    expect(spoilt).not.toBe(text);
    expect(() => scanIndex(Buffer.from(spoilt), SIZES)).toThrow(TypeError);
    expect(() => scanIndex(Buffer.from(spoilt), SIZES, BEFORE)).toThrow(TypeError);
  });

  it("reads a list for another number of docs anew", () => {
    const fewer = { ...SIZES, docCount: 60 };

    expect(() => scanIndex(listOf(ENTRIES), fewer, BEFORE)).toThrow(TypeError);
  });
});

/** As JSON does it: a comparison of each number by itself takes long. */
function same(found: object, expected: object): boolean {
  const plain = (_: string, value: unknown) =>
    ArrayBuffer.isView(value)
      ? Buffer.from(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)).toString(
          "base64",
        )
      : value;
  return JSON.stringify(found, plain) === JSON.stringify({ ...found, ...expected }, plain);
}

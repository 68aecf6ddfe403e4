import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isDoc } from "../../../corpus/open/shape.ts";
import { docSchema } from "../../../corpus/schema.ts";
import { makeDoc } from "../../support/corpora.ts";
import { RUNS } from "../../support/extent.ts";

const DOC = makeDoc("guide/first", {
  description: "What it is.",
  category: "sub",
  headings: [{ depth: 1, text: "First", anchor: "first", start: 0 }],
  links: ["guide/second"],
  deepLinks: [{ id: "guide/second", anchor: "part" }],
  deadLinks: ["gone"],
});

/** Returns every place in a value, as the keys that lead to it. */
function placesIn(value: unknown): string[][] {
  if (typeof value !== "object" || value === null) return [[]];
  const inner = Object.entries(value).flatMap(([key, item]) =>
    placesIn(item).map((place) => [key, ...place]),
  );
  return [[], ...inner];
}

const ODD = [
  undefined,
  null,
  0,
  1,
  5,
  -1,
  1.5,
  2 ** 53,
  "",
  "text",
  true,
  [],
  {},
  [1],
  [[]],
  ["a"],
];

describe("isDoc", () => {
  it("agrees with the schema, whatever is where in a doc", () => {
    const changes = fc.tuple(
      fc.constantFrom(...placesIn(DOC).filter((place) => place.length > 0)),
      fc.constantFrom(...ODD),
    );

    fc.assert(
      fc.property(changes, fc.boolean(), ([place, odd], isExtra) => {
        const doc = JSON.parse(JSON.stringify(DOC));
        const parent = place.slice(0, -1).reduce((value, key) => value[key], doc);
        parent[isExtra ? "extra" : place.at(-1)!] = odd;
        const spoilt = JSON.parse(JSON.stringify(doc));

        expect(isDoc(spoilt)).toBe(docSchema.safeParse(spoilt).success);
      }),
      { numRuns: RUNS.cheap },
    );
  });

  it.each([null, 1, "doc", [], {}])("rejects %j", (value) => {
    expect(isDoc(value)).toBe(false);
  });

  it("accepts a doc, with or without its nullable values", () => {
    expect(isDoc(DOC)).toBe(true);
    expect(isDoc({ ...DOC, description: null, category: null })).toBe(true);
  });
});

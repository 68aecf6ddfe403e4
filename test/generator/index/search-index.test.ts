import fc from "fast-check";
import MiniSearch from "minisearch";
import { describe, expect, it } from "vitest";
import { FIELDS, indexedTexts } from "../../../generator/index/terms.ts";
import { makeDoc, searchIndexOf } from "../../support/corpora.ts";

const word = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."abAÅéςΣ日😀"), maxLength: 4 }),
  fc.constantFrom("constructor", "__proto__", "toString", "0", "12"),
);
const text = fc
  .array(fc.tuple(word, fc.constantFrom(" ", "", ".", "\n", ", ", "_")), { maxLength: 12 })
  .map((parts) => parts.flat().join(""));
const docs = fc
  .array(fc.record({ title: text, description: fc.option(text), body: text, heading: text }))
  .map((all) =>
    all.map(({ heading, ...fields }, index) =>
      makeDoc(`page-${index}`, {
        ...fields,
        headings: [{ depth: 1, text: heading, anchor: "anchor", start: 0 }],
      }),
    ),
  );

describe("buildSearchIndex", () => {
  it("is byte for byte the index that MiniSearch serialises, with its terms sorted and its options", () => {
    fc.assert(
      fc.property(docs, (all) => {
        const options = { fields: [...FIELDS] };
        const own = new MiniSearch(options);
        own.addAll(all.map((doc) => ({ id: doc.id, ...indexedTexts(doc) })));
        const plain = own.toJSON();
        const index = plain.index.toSorted(([left], [right]) => (left < right ? -1 : 1));

        expect(searchIndexOf(all).toString()).toBe(JSON.stringify({ options, ...plain, index }));
      }),
    );
  });
});

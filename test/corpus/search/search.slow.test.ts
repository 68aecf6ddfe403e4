import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runSteps } from "../../../corpus/run-steps.ts";
import type { Doc } from "../../../corpus/schema.ts";
import { openWords } from "../../../corpus/search/words/hits.ts";
import { indexWords } from "../../../corpus/search/words/index/write-index.ts";
import { Ranker } from "../../../corpus/search/words/rank.ts";
import { corpusFrom, makeDoc } from "../../support/corpora.ts";

/** Characters that fold, combine or separate in uncommon ways. */
const ALPHABET = [
  ..."aAiIkKsSzZ012",
  ..."İıßẞΣσςÅåéÉüÜǅ\u{fb03}Ωθ",
  ...[
    "\u212a",
    "\u212b",
    "\u0301",
    "\u0307",
    "\u0308",
    "e\u0301",
    "A\u030a",
    "\u{10400}",
    "\u{10428}",
  ],
  ..."日本語한\u1112\u1161\u11abहिन्दी",
  ...["😀", "👩‍👩‍👧", "🏳️‍🌈"],
  ..." \t\n-_./#[](){}*+?^$|\\\"'\u00a0\u2028\u3000。",
];
const text = fc.oneof(
  fc.array(fc.constantFrom(...ALPHABET), { maxLength: 10 }).map((parts) => parts.join("")),
  fc.string({ unit: "grapheme", maxLength: 10 }),
  fc.constantFrom("", " ", "\n\t ", "Straße", "ΟΔΟΣ", "İstanbul", "e\u0301te\u0301"),
);
const doc = fc.record({
  title: text,
  description: fc.option(text),
  body: text,
  headings: fc.array(text, { maxLength: 2 }),
});
const docs = fc.array(doc, { minLength: 1, maxLength: 6 }).map((all) =>
  all.map(({ headings, ...fields }, index) =>
    makeDoc(`page-${index}`, {
      ...fields,
      headings: headings.map((heading) => ({ depth: 1, text: heading, anchor: heading, start: 0 })),
    }),
  ),
);

/** Docs and a query: any text, or a piece of one of the docs in upper or lower case. */
const search = docs.chain((all) =>
  fc.record({ all: fc.constant(all), query: fc.oneof(text, pieceOf(all), pieceOf(all)) }),
);

function pieceOf(all: readonly Doc[]): fc.Arbitrary<string> {
  const texts = all.flatMap(({ title, description, body }) => [title, description ?? "", body]);
  return fc
    .tuple(fc.constantFrom(...texts), fc.nat(10), fc.nat(10), fc.nat(4))
    .map(([whole, start, length, form]) => {
      const piece = whole.slice(start, start + length).toWellFormed();
      return [
        piece,
        piece.toUpperCase(),
        piece.toLowerCase(),
        piece.normalize("NFD"),
        piece.normalize("NFC"),
      ][form]!;
    });
}

/** DOC-B1, spelt out. */
function fold(value: string): string {
  return value.normalize("NFC").toLowerCase().replaceAll("ς", "σ");
}

function isMatch({ title, description, body }: Doc, query: string): boolean {
  return [title, description ?? "", body].some((value) => fold(value).includes(fold(query)));
}

/** DOC-B4: the fields in order of precedence. */
function tierOf({ title, headings, description }: Doc, query: string): number {
  const fields = [[title], headings.map((heading) => heading.text), [description ?? ""]];
  const tier = fields.findIndex((values) =>
    values.some((value) => fold(value).includes(fold(query))),
  );
  return tier < 0 ? fields.length : tier;
}

/** Returns the score of each page, computed as if all of them were wanted. */
function scoresOf(docs: readonly Doc[], query: string): ReadonlyMap<string, number> {
  const ranker = new Ranker(openWords(docs, indexWords(docs)));
  const scores = runSteps(ranker.scorePages(query, [...docs.keys()]));
  return new Map(docs.map(({ id }, at) => [id, scores[at]!]));
}

function idsOf(found: readonly Doc[]): string[] {
  return found.map(({ id }) => id);
}
describe("createSearch", () => {
  it("DOC-B1 matches: exactly the docs that contain the query, in docs order", () => {
    fc.assert(
      fc.property(search, ({ all, query }) => {
        const expected = all.filter((candidate) => isMatch(candidate, query));

        expect(idsOf(corpusFrom(all).search.matches(query))).toEqual(idsOf(expected));
      }),
    );
  });

  it("DOC-B4 ranked: the same docs as matches", () => {
    fc.assert(
      fc.property(search, ({ all, query }) => {
        const { search: found } = corpusFrom(all);

        expect(idsOf(found.ranked(query)).sort()).toEqual(idsOf(found.matches(query)).sort());
      }),
    );
  });

  it("DOC-B4 ranked: by field, then by the score in words, then by path", () => {
    fc.assert(
      fc.property(search, ({ all, query }) => {
        const scores = scoresOf(all, query);
        const keys = corpusFrom(all)
          .search.ranked(query)
          .map((found) => [tierOf(found, query), -scores.get(found.id)!, found.path] as const);
        const sorted = keys.toSorted(
          (left, right) =>
            left[0] - right[0] || left[1] - right[1] || (left[2] < right[2] ? -1 : 1),
        );

        expect(keys).toEqual(sorted);
      }),
    );
  });
});

import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Doc } from "../../../corpus/schema.ts";
import { parseConfig } from "../../../generator/config/config.ts";
import { generate } from "../../../generator/generate.ts";
import { ROOT } from "../../support/command.ts";
import { corpusFrom, makeDoc } from "../../support/corpora.ts";
import { RUNS } from "../../support/extent.ts";
import { createRandom } from "../../support/random.ts";

/** Enough docs for several of them to have any short text. */
const DOCS = 400;
const LETTERS = "abcdefghij";
const SEPARATORS = [" ", ", ", ".\n\n", "-", " (", "。", "\n- "];

const random = createRandom(1);
const pick = <Item>(items: ArrayLike<Item>): Item => items[Math.floor(random() * items.length)]!;
const letters = (length: number) => Array.from({ length }, () => pick(LETTERS)).join("");

function writeBody(): string {
  return Array.from(
    { length: 120 },
    // Short words are common, long ones rare, as in real text.
    () => letters(1 + Math.floor(6 * random() ** 2)) + pick(SEPARATORS),
  ).join("");
}

const docs = Array.from({ length: DOCS }, (_, index) =>
  makeDoc(`page-${String(index).padStart(3, "0")}`, {
    title: letters(5),
    description: random() < 0.5 ? null : `${letters(3)} ${letters(4)}`,
    body: writeBody(),
  }),
);
const { search } = corpusFrom(docs);

/** A text that occurs in the docs, or nearly. */
const needle = fc.oneof(
  fc
    .tuple(fc.nat(DOCS - 1), fc.nat(600), fc.integer({ min: 1, max: 24 }))
    .map(([doc, start, length]) => docs[doc]!.body.slice(start, start + length)),
  fc.string({ unit: fc.constantFrom(...LETTERS, " ", "-", ".", "\n", "x"), maxLength: 6 }),
);

function isMatch({ title, description, body }: Doc, text: string): boolean {
  return [title, description ?? "", body].some((value) => value.includes(text));
}

describe("createSearch of many docs", () => {
  it("DOC-B1: finds exactly what a scan of all texts finds", () => {
    fc.assert(
      fc.property(needle, (text) => {
        const expected = docs.filter((doc) => isMatch(doc, text)).map(({ id }) => id);

        expect(search.matches(text).map(({ id }) => id)).toEqual(expected);
      }),
      { numRuns: RUNS.cheap },
    );
  });

  it.each(["a", "ab", "abc", "a b", " ", ".", "a ", " a", "-a-", "zz", "a zz", "zz a", "\n\n"])(
    "DOC-B1: finds %j as a scan does",
    (text) => {
      const expected = docs.filter((doc) => isMatch(doc, text)).map(({ id }) => id);

      expect(search.matches(text).map(({ id }) => id)).toEqual(expected);
    },
  );

  it("DOC-B1, DOC-B4: finds and ranks in real pages what a scan of them finds", async () => {
    const { content } = await generate({ root: join(ROOT, "content"), config: parseConfig({}) });
    const pages = content.docs;
    const real = corpusFrom(pages).search;
    const fold = (text: string) => text.normalize("NFC").toLowerCase().replaceAll("ς", "σ");
    const folded = pages.map((page) => ({
      title: fold(page.title),
      headings: page.headings.map(({ text }) => fold(text)),
      description: fold(page.description ?? ""),
      body: fold(page.body),
    }));
    const piece = fc
      .tuple(fc.nat(pages.length - 1), fc.nat(50_000), fc.integer({ min: 1, max: 40 }))
      .map(([page, start, length]) => {
        const { body } = pages[page]!;
        return body
          .slice(start % body.length)
          .slice(0, length)
          .toWellFormed();
      });
    fc.assert(
      fc.property(piece, fc.integer({ min: 1, max: 30 }), (text, limit) => {
        const sought = fold(text);
        const tiers = new Map<string, number>();
        for (const [at, { title, headings, description, body }] of folded.entries()) {
          if (![title, description, body].some((each) => each.includes(sought))) continue;
          const fields = [[title], headings, [description], [body]];
          const tier = fields.findIndex((field) => field.some((each) => each.includes(sought)));
          tiers.set(pages[at]!.id, tier);
        }
        const ranked = real.ranked(text).map(({ id }) => id);

        expect(real.matches(text).map(({ id }) => id)).toEqual([...tiers.keys()]);
        expect(ranked.map((id) => tiers.get(id)!)).toEqual([...tiers.values()].sort());
        expect(real.ranked(text, { limit }).map(({ id }) => id)).toEqual(ranked.slice(0, limit));
      }),
    );
  });

  it("DOC-B1: finds half of a character that separates words", () => {
    const separator = "\u{10100}";
    const [doc] = [makeDoc("a", { body: `one${separator}two` })];

    expect(corpusFrom([doc]).search.matches(separator[0]!)).toEqual([doc]);
  });

  it("DOC-B1, DOC-B4: a heading is not a match, nor are two in a row", () => {
    const heading = (text: string) => ({ depth: 1, text, anchor: text, start: 0 });
    const headings = ["two words", "and more", "on\ntwo lines"].map(heading);
    const all = [
      makeDoc("a", { headings, body: "none of them" }),
      makeDoc("b", { description: "words\nand", body: "words\nand on\ntwo lines, two words" }),
      makeDoc("c", { headings, body: "words\nand on\ntwo lines, two words" }),
    ];
    const found = (text: string) =>
      corpusFrom(all)
        .search.ranked(text)
        .map(({ id }) => id);

    expect(found("two words")).toEqual(["c", "b"]);
    expect(found("words\nand")).toEqual(["b", "c"]);
    expect(found("on\ntwo")).toEqual(["c", "b"]);
  });

  it("DOC-B4: the best few are the first of all results", () => {
    fc.assert(
      fc.property(needle, fc.nat(30), (text, limit) => {
        const all = search.ranked(text).map(({ id }) => id);

        expect(search.ranked(text, { limit }).map(({ id }) => id)).toEqual(all.slice(0, limit));
      }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DocgateError } from "../../../../corpus/error.ts";
import { termAt } from "../../../../corpus/search/vocabulary.ts";
import { createWordSearch } from "../../../../corpus/search/words/hits.ts";
import {
  openPlaceIndex,
  type WrittenWords,
} from "../../../../corpus/search/words/index/place-index.ts";
import { PostingsReader } from "../../../../corpus/search/words/index/postings.ts";
import { readTerms, writeTerms } from "../../../../corpus/search/words/index/term-list.ts";
import { placeOf } from "../../../../corpus/search/words/index/units.ts";
import { partWords, wordsToJson } from "../../../../corpus/search/words/index/words-json.ts";
import { indexWords } from "../../../../corpus/search/words/index/write-index.ts";
import { ANY_CHARACTER } from "../../../support/any-character.ts";
import { makeWordDocs } from "../../../support/word-docs.ts";

const DOCS = makeWordDocs([
  {
    path: "a.md",
    title: "Caching",
    description: "Keeps answers",
    body: "Text before.\n\n# Caching\n\nalpha alpha alpha\n\n## Alpha\n\nbeta\n\n### Gamma\n",
  },
  { path: "b.md", body: "Überblick alpha" },
]);
const WORDS = plain(indexWords(DOCS));

function plain({ postings, ...words }: WrittenWords) {
  return { ...words, postings: Buffer.from(postings as Uint8Array).toString("latin1") };
}

describe("an index of words", () => {
  const index = openPlaceIndex(WORDS);
  const { vocabulary, units, postings } = index;

  /** Returns where a term is: page and heading of each unit, with the value. */
  function placesWith(term: string) {
    const terms = Array.from({ length: vocabulary.termCount }, (_, at) => termAt(vocabulary, at));
    const found: [doc: number, heading: number | "page", value: number][] = [];
    const { bytes, start, count } = postings(terms.indexOf(term));
    const reader = new PostingsReader(bytes, start);
    for (; reader.unit < units.unitCount; reader.next()) {
      const { doc, heading } = placeOf(reader.unit, units);
      found.push([doc, units.depths[reader.unit] === 0 ? "page" : heading, reader.value]);
    }
    expect(count).toBe(found.length);
    return found;
  }

  it("has each word once for a unit, in the heading, the text or both", () => {
    expect(placesWith("caching")).toEqual([
      [0, "page", 2],
      [0, 0, 2],
    ]);
    expect(placesWith("alpha")).toEqual([
      [0, 0, 9],
      [0, 1, 2],
      [1, -1, 3],
    ]);
    expect(placesWith("answers")).toEqual([[0, "page", 3]]);
    expect(placesWith("\u0300uberblick")).toEqual([[1, -1, 3]]);
  });

  it("says for how many units after it a heading counts, but not for one that repeats the title", () => {
    expect([...units.depths]).toEqual([0, 5, 1, 2, 3, 0, 5]);
    expect([...units.ends]).toEqual([5, 2, 3, 5, 5, 7, 7]);
  });

  it("is printable text that JSON does not escape, but for backslashes in terms", () => {
    const { units: described, postings: text } = WORDS;

    expect(JSON.stringify(described + text)).toBe(`"${described}${text}"`);
    expect(described + text).toMatch(/^[ -~]*$/);
  });

  it("is read from its JSON without copying the postings", () => {
    const json = wordsToJson(WORDS);
    const parted = partWords(json);

    expect(JSON.parse(json.toString())).toEqual(WORDS);
    expect(plain(parted)).toEqual(WORDS);
    expect((parted.postings as Uint8Array).buffer).toBe(json.buffer);
  });
});

describe("writeTerms", () => {
  it("writes terms that readTerms reads, for any terms in order", () => {
    // The white space that ends a term is before every character that one can have.
    const term = fc
      .string({ unit: ANY_CHARACTER, minLength: 1, maxLength: 40 })
      .filter((text) => Array.from(text).every((each) => each > " " && !/[A-Z]/.test(each)));

    fc.assert(
      fc.property(fc.uniqueArray(term), (terms) => {
        const sorted = terms.toSorted();
        const vocabulary = readTerms(writeTerms(sorted));

        expect(sorted.map((_, at) => termAt(vocabulary, at))).toEqual(sorted);
        expect(vocabulary.termCount).toBe(sorted.length);
      }),
    );
  });
});

describe("a damaged index", () => {
  it.each([
    ["units of other docs", { ...WORDS, units: WORDS.units.slice(0, 10) }],
    ["a unit of an unknown kind", { ...WORDS, units: `~${WORDS.units.slice(1)}` }],
    ["half a unit", { ...WORDS, units: `${WORDS.units}#` }],
    ["terms that begin with none", { ...WORDS, terms: `x${WORDS.terms}` }],
    ["terms out of order", { ...WORDS, terms: `Azzz${WORDS.terms}` }],
    ["one term more than postings", { ...WORDS, terms: `${WORDS.terms}Azzz` }],
    ["postings after the last unit", { ...WORDS, postings: `~~~0${WORDS.postings}` }],
    ["a term without postings", { ...WORDS, postings: ` ${WORDS.postings.slice(2)}` }],
    ["postings that are cut off", { ...WORDS, postings: WORDS.postings.slice(0, -1) }],
  ])("is refused: %s", (_, words) => {
    expect(() => createWordSearch(DOCS, words)).toThrow(
      expect.objectContaining({ code: "corpus-layout" }),
    );
  });

  it("is refused or searched, whatever was changed in it", () => {
    const change = fc.record({
      part: fc.constantFrom("units", "terms", "postings"),
      at: fc.nat(60),
      to: fc.string({ maxLength: 3 }),
    });

    fc.assert(
      fc.property(change, ({ part, at, to }) => {
        const text = WORDS[part as keyof typeof WORDS];
        const words = { ...WORDS, [part]: text.slice(0, at) + to + text.slice(at + to.length) };
        try {
          const { hits } = createWordSearch(DOCS, words);
          for (const query of ["alpha", "caching beta", "a", "uberblick"]) hits(query);
        } catch (error) {
          expect(error).toBeInstanceOf(DocgateError);
        }
      }),
    );
  });
});

import fc from "fast-check";
import { expect, it } from "vitest";
import { type PageWords, WordCounter } from "../../../corpus/search/words/index/page-words.ts";
import { wordsToJson } from "../../../corpus/search/words/index/words-json.ts";
import { writeIndex } from "../../../corpus/search/words/index/write-index.ts";
import { createVocabulary } from "../../../generator/index/vocabulary.ts";
import { patchWords } from "../../../generator/rebuild/patch-words.ts";
import { makeWordDocs } from "../../support/word-docs.ts";

const vocabulary = createVocabulary();
const counter = new WordCounter(vocabulary.numberOf);

const page = fc
  .array(fc.constantFrom("alpha", "beta", "gamma", "Überblick", "v-if", "\n\n## ", "\n\n"), {
    maxLength: 30,
  })
  .map((pieces) => pieces.join(" "));

function wordsOf(body: string): PageWords {
  return counter.count(makeWordDocs([{ path: "a.md", body }])[0]!);
}

function indexOf(pages: readonly PageWords[]): Buffer {
  return wordsToJson(writeIndex(pages, vocabulary));
}

it("patchWords gives the bytes of a new index, for pages with any words and headings", () => {
  const pages = fc.array(fc.record({ before: page, after: fc.option(page) }), { maxLength: 6 });

  fc.assert(
    fc.property(pages, (all) => {
      const before = all.map((one) => wordsOf(one.before));
      const after = all.map((one, at) => (one.after === null ? before[at]! : wordsOf(one.after)));
      const edits = all.flatMap((one, place) =>
        one.after === null ? [] : [{ place, before: before[place]!, after: after[place]! }],
      );

      const patched = patchWords(indexOf(before), { edits, vocabulary });

      expect(patched.toString()).toBe(indexOf(after).toString());
    }),
  );
});

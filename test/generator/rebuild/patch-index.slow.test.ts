import { describe, expect, it } from "vitest";
import { buildSearchIndex } from "../../../generator/index/search-index.ts";
import { createTermCounter, type PageTerms } from "../../../generator/index/terms.ts";
import { createVocabulary } from "../../../generator/index/vocabulary.ts";
import { patchSearchIndex, splitIndex } from "../../../generator/rebuild/patch-index.ts";

const vocabulary = createVocabulary();
const countTerms = createTermCounter(vocabulary);

/** Enough words for an index of several runs. */
const WORDS = Array.from({ length: 12_000 }, (_, number) => `word${number.toString(36)}`).sort();

function termsOf(words: readonly string[]): PageTerms {
  return countTerms({ title: "T", description: null, headings: [], body: words.join(" ") });
}

function indexOf(pages: readonly PageTerms[]): Buffer {
  const docs = pages.map((terms, place) => ({ id: `page-${place}`, terms }));
  return Buffer.from(buildSearchIndex(docs, vocabulary));
}

describe("patchSearchIndex", () => {
  const pages = [WORDS, WORDS.slice(0, 9000), WORDS.slice(5000)];

  it.each([
    { change: "a word after all others", to: [...pages[2]!, "zzz"] },
    { change: "a word before all others", to: [...pages[2]!, "aaa"] },
    { change: "a few words of each run", to: pages[2]!.filter((_, place) => place % 700 > 0) },
    { change: "many words twice", to: [...pages[2]!, ...WORDS.slice(6000, 8000)] },
    { change: "no words at all", to: [] },
  ])("gives the bytes of a rebuilt index, step by step, for $change", ({ to }) => {
    const steps = [pages, [WORDS.slice(10), pages[1]!, to], [[], [], to], [[], [], []], pages];
    let before = steps[0]!.map(termsOf);
    let index = splitIndex(indexOf(before));
    expect(index.length).toBeGreaterThan(4);

    for (const step of steps) {
      const after = step.map(termsOf);
      const edits = after.map((terms, place) => ({
        place,
        before: before[place]!,
        after: terms,
      }));
      index = patchSearchIndex(index, { edits, vocabulary });
      before = after;

      expect(Buffer.concat(index).equals(indexOf(after))).toBe(true);
      expect(Buffer.concat(splitIndex(indexOf(after))).equals(indexOf(after))).toBe(true);
    }
  });
});

import { describe, expect, it } from "vitest";
import { createWordSearch } from "../../../../corpus/search/words/hits.ts";
import { indexWords } from "../../../../corpus/search/words/index/write-index.ts";
import type { WordsDoc } from "../../../../corpus/search/words/places.ts";
import { makeWordDocs } from "../../../support/word-docs.ts";

const PAGES = 40;
const SECTIONS = 25;
/** The hits that are shown, and the texts that are scored, are read once more. */
const READ_AGAIN = 20;

/** Opens a search over many places, with the number of times that a body was read. */
function searchCounted() {
  const body = Array.from(
    { length: SECTIONS },
    (_, at) => `## Part ${at}\n\nSome text, so -> on.\n`,
  );
  const pages = Array.from({ length: PAGES }, (_, at) => ({
    path: `${at}.md`,
    body: body.join("\n"),
  }));
  const docs = makeWordDocs(pages);
  const words = indexWords(docs);
  const counts = { reads: 0 };
  const counted = docs.map(
    (doc): WordsDoc => ({
      ...doc,
      get body() {
        counts.reads++;
        return doc.body;
      },
    }),
  );
  return { search: createWordSearch(counted, words), counts };
}

function stepsOf(query: string): number {
  const { search } = searchCounted();
  let steps = 0;
  for (const work = search.hitsInSteps(query); !work.next().done; ) steps++;
  return steps;
}

describe("phrases", () => {
  const places = PAGES * SECTIONS;

  it.each([
    ['"o"', places],
    ['"o" "t" "e" "x" zzzzz', places],
    ['"," "->"', places],
    ['"\u0002"', 0],
    ['"o" '.repeat(120), places],
    [Array.from("sometxn", (letter) => `"${letter}"`).join(""), places],
    [Array.from("abcdefghijklmnopqrstuvw", (letter) => `"${letter}"`).join(""), 0],
  ])("ATTACK-T231 read each page once, whatever they are and however many: %s", (query, total) => {
    const { search, counts } = searchCounted();

    expect(search.hits(query).total).toBe(total);
    expect(counts.reads).toBeLessThanOrEqual(PAGES + READ_AGAIN);
  });

  it("ATTACK-T231 are looked for in steps of one place, and once if they are repeated", () => {
    expect(stepsOf('"o"')).toBeGreaterThan(places);
    expect(stepsOf('"o" '.repeat(120))).toBe(stepsOf('"o"'));
  });
});

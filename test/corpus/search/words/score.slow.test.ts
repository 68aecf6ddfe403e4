import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createWordSearch } from "../../../../corpus/search/words/hits.ts";
import { indexWords } from "../../../../corpus/search/words/index/write-index.ts";
import {
  headingsAbove,
  placeReader,
  placesOf,
  type WordsDoc,
} from "../../../../corpus/search/words/places.ts";
import { RUNS } from "../../../support/extent.ts";
import { createRandom } from "../../../support/random.ts";
import { makeWordDocs } from "../../../support/word-docs.ts";

const PAGES = 60;
/** Too short for corrections, and none is the beginning of another. */
const WORDS = Array.from({ length: 40 }, (_, at) => `k${at + 10}`);
const ALL = { limit: 50, perDoc: 10 };

/** Makes pages; some words are in nearly all of them, and some in hardly any. */
function drawDocs(seed: number): WordsDoc[] {
  const random = createRandom(seed);
  const words = (most: number) =>
    Array.from(
      { length: Math.ceil(random() * most) },
      () => WORDS[Math.floor(WORDS.length * random() ** 4)],
    ).join(" ");
  const section = () => `${"#".repeat(1 + random() * 4)} ${words(2)}\n\n${words(6)}\n\n`;
  return makeWordDocs(
    Array.from({ length: PAGES }, (_, at) => ({
      path: `${at}.md`,
      title: words(2),
      description: words(2),
      body: `${words(4)}\n\n${Array.from({ length: random() * 6 }, section).join("")}`,
    })),
  );
}

interface ModelPlace {
  readonly slug: string;
  /** The words of the place, and all that count for it. */
  readonly own: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
  /** Returns how many units have a word: the place, and its page if it is its first. */
  units(word: string): number;
}

function modelOf(doc: WordsDoc): ModelPlace[] {
  const page = `${doc.title} ${doc.description}`;
  const textOf = placeReader(doc);
  return placesOf(doc).map((heading, at) => {
    const name = doc.headings[heading]?.text ?? "";
    const own = `${name} ${textOf(heading)} ${at === 0 ? page : ""}`;
    const above = headingsAbove({ heading }, doc).map(({ text }) => text);
    const ofPlace = new Set(`${name} ${textOf(heading)}`.split(/\s+/));
    const ofPage = new Set(at === 0 ? page.split(/\s+/) : []);
    return {
      slug: `${doc.slug} ${heading}`,
      own: new Set(own.split(/\s+/)),
      all: new Set(`${own} ${doc.title} ${above.join(" ")}`.split(/\s+/)),
      units: (word) => Number(ofPlace.has(word)) + Number(ofPage.has(word)),
    };
  });
}

describe("Scorer", () => {
  it("finds every place that has all words, or says that there is none, among many pages", () => {
    const query = fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        fc.integer(),
        fc.array(query, { minLength: 20, maxLength: 20 }),
        (seed, queries) => {
          const docs = drawDocs(seed);
          const places = docs.flatMap(modelOf);
          const { hits } = createWordSearch(docs, indexWords(docs));
          for (const words of queries) {
            const needed = withoutCommon(words, places);
            const has = ({ own, all }: ModelPlace, some: readonly string[]) =>
              words.some((word) => own.has(word)) && some.every((word) => all.has(word));
            const complete = places.filter((place) => has(place, needed));

            const { total, loosened, items } = hits(`${words.join(" ")} `, ALL);

            expect(loosened).toBe(total > 0 && complete.length === 0);
            expect(total).toBeGreaterThanOrEqual(complete.length);
            if (total > ALL.limit) continue;
            const found = items.map(
              ({ doc, docHeading }) => `${doc.slug} ${doc.headings.indexOf(docHeading!)}`,
            );
            expect(found).toEqual(expect.arrayContaining(complete.map(({ slug }) => slug)));
          }
        },
      ),
      { numRuns: RUNS.costly },
    );
  });

  it("a common word more never removes the only place with all others from the first ten", () => {
    const query = fc.uniqueArray(fc.constantFrom(...WORDS.slice(10)), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(fc.integer(), query, (seed, words) => {
        const docs = drawDocs(seed);
        const places = docs.flatMap(modelOf);
        const only = places.filter(({ all }) => words.every((word) => all.has(word)));
        if (only.length !== 1) return;
        const { hits } = createWordSearch(docs, indexWords(docs));
        const firstTen = (text: string) =>
          hits(text, { limit: 10, perDoc: 10 }).items.map(
            ({ doc, docHeading }) => `${doc.slug} ${doc.headings.indexOf(docHeading!)}`,
          );
        if (!firstTen(`${words.join(" ")} `).includes(only[0]!.slug)) return;

        expect(firstTen(`${WORDS[0]} ${words.join(" ")} `)).toContain(only[0]!.slug);
      }),
      { numRuns: RUNS.costly },
    );
  });
});

/** Returns the words of a query that are not in more than a tenth of the units, if there are any. */
function withoutCommon(words: readonly string[], places: readonly ModelPlace[]): readonly string[] {
  const unitCount = places.length + PAGES;
  const isRare = (word: string) =>
    places.reduce((sum, { units }) => sum + units(word), 0) <= unitCount / 10;
  const rare = words.filter(isRare);
  return rare.length > 0 ? rare : words;
}

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
}

function modelOf(doc: WordsDoc): ModelPlace[] {
  const page = `${doc.title} ${doc.description}`;
  const textOf = placeReader(doc);
  return placesOf(doc).map((heading, at) => {
    const name = doc.headings[heading]?.text ?? "";
    const own = `${name} ${textOf(heading)} ${at === 0 ? page : ""}`;
    const above = headingsAbove({ heading }, doc).map(({ text }) => text);
    return {
      slug: `${doc.slug} ${heading}`,
      own: new Set(own.split(/\s+/)),
      all: new Set(`${own} ${page} ${above.join(" ")}`.split(/\s+/)),
    };
  });
}

describe("Scorer", () => {
  it("finds the places that have all words, or else those with the most, among many pages", () => {
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
            const counts = places.map(({ own, all }) =>
              words.some((word) => own.has(word))
                ? words.filter((word) => all.has(word)).length
                : 0,
            );
            const most = Math.max(...counts);
            const best = places.filter((_, at) => most > 0 && counts[at] === most);

            const { total, loosened, items } = hits(`${words.join(" ")} `, ALL);

            expect(loosened).toBe(most > 0 && most < words.length);
            if (loosened) expect(total).toBeGreaterThanOrEqual(best.length);
            else expect(total).toBe(best.length);
            const found = items.map(
              ({ doc, docHeading }) => `${doc.slug} ${doc.headings.indexOf(docHeading!)}`,
            );
            if (total > ALL.limit) continue;
            if (!loosened)
              expect(found.toSorted()).toEqual(best.map(({ slug }) => slug).toSorted());
            else expect(found).toEqual(expect.arrayContaining(best.map(({ slug }) => slug)));
          }
        },
      ),
      { numRuns: RUNS.costly },
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_EXCERPT } from "../../../../corpus/search/words/excerpt.ts";
import { createWordSearch } from "../../../../corpus/search/words/hits.ts";
import { markdownOf, placesOf } from "../../../../corpus/search/words/places.ts";
import { visibleText } from "../../../../corpus/search/words/visible-text.ts";
import { indexWords } from "../../../../corpus/search/words/write-index.ts";
import { RUNS } from "../../../support/extent.ts";
import { makeMarkdown } from "../../../support/markdown.ts";
import { makeWordDocs } from "../../../support/word-docs.ts";

const WORDS = "cache caches hot reload v-model defineProps 组件 注册 Überblick C++ a the of";

/** Paragraphs and headings made of only a few different words, so that queries find something. */
const text = fc
  .array(fc.constantFrom(...WORDS.split(" "), "\n\n## ", "\n\n", "`", "*", "[", "](x.md)", "<b>"), {
    maxLength: 60,
  })
  .map((pieces) => pieces.join(" "));
const tree = fc
  .array(text, { minLength: 1, maxLength: 6 })
  .map((bodies) => makeWordDocs(bodies.map((body, at) => ({ path: `p${at}.md`, body }))));
const query = fc
  .array(fc.constantFrom(...WORDS.split(" "), "cach", "relod", '"hot reload"', "zzz"), {
    maxLength: 5,
  })
  .map((words) => words.join(" "));

describe("places", () => {
  it("cover a page to its end without gaps", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const [doc] = makeWordDocs([{ path: "a.md", body: makeMarkdown(seed) }]);
        const { body } = doc!;
        const covered = placesOf(doc!)
          .map((heading) => markdownOf(heading, doc!))
          .join("");

        expect(body.endsWith(covered)).toBe(true);
        expect(body.slice(0, body.length - covered.length).trim()).toBe("");
      }),
    );
  });
});

describe("hits", () => {
  it("have excerpts of one line, with marks at word boundaries", () => {
    fc.assert(
      fc.property(tree, query, (docs, typed) => {
        const { items } = createWordSearch(docs, indexWords(docs)).hits(typed, {
          limit: 50,
          perDoc: 10,
        });
        for (const { excerpt, doc } of items) {
          const shown = excerpt.text;

          expect(shown.length).toBeLessThanOrEqual(MAX_EXCERPT);
          expect(shown).not.toMatch(/[\r\n]/);
          expect(visibleText(doc.body)).toContain(shown.replace(/^…|…$/g, ""));
          let last = 0;
          for (const { start, end } of excerpt.marks) {
            expect(start).toBeGreaterThanOrEqual(last);
            expect(end).toBeGreaterThan(start);
            expect(isBound(shown, start) && isBound(shown, end)).toBe(true);
            last = end;
          }
          expect(last).toBeLessThanOrEqual(shown.length);
        }
      }),
      { numRuns: RUNS.usual },
    );
  });

  it("have the same order in every search over the same pages, for any limit", () => {
    fc.assert(
      fc.property(tree, query, (docs, typed) => {
        const options = { limit: 50, perDoc: 10 };
        const search = createWordSearch(docs, indexWords(docs));
        const all = search.hits(typed, options);

        expect(createWordSearch(docs, indexWords(docs)).hits(typed, options)).toEqual(all);
        expect(search.hits(typed, options)).toEqual(all);
        expect(search.hits(typed, { ...options, limit: 3 }).items).toEqual(all.items.slice(0, 3));
      }),
    );
  });

  it("are different places, no more than their total", () => {
    fc.assert(
      fc.property(tree, query, (docs, typed) => {
        const { total, items, loosened } = createWordSearch(docs, indexWords(docs)).hits(typed, {
          perDoc: 10,
        });
        const places = items.map(({ slug, heading }) => `${slug} ${heading === null}`);

        expect(new Set(places).size).toBe(items.length);
        expect(items.length).toBeLessThanOrEqual(total);
        if (total === 0) expect(loosened).toBe(false);
      }),
    );
  });
});

/** Returns true outside words; parts of an identifier are words too. */
function isBound(shown: string, at: number): boolean {
  return !/^[a-z]{2}$/.test(shown.slice(Math.max(0, at - 1), at + 1));
}

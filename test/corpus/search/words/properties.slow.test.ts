import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { VisibleText } from "../../../../corpus/marks.ts";
import { MAX_EXCERPT } from "../../../../corpus/search/words/excerpt.ts";
import { createWordSearch } from "../../../../corpus/search/words/hits.ts";
import { indexWords } from "../../../../corpus/search/words/index/write-index.ts";
import { placeReader, placesOf, type WordsDoc } from "../../../../corpus/search/words/places.ts";
import { foldCase } from "../../../../corpus/text/fold.ts";
import { RUNS } from "../../../support/extent.ts";
import { finish } from "../../../support/finish.ts";
import { makeMarkdown } from "../../../support/markdown.ts";
import { makeWordDocs } from "../../../support/word-docs.ts";

function textOf(doc: WordsDoc): string {
  return new VisibleText({ text: doc.body, marks: doc.marks }).read({ start: 0, end: Infinity });
}

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

const name = fc.constantFrom("Hot reload", "reload", "Cache", "the v-model", "C++", "注册");
/** Pages with titles and headings that are queries, or have the words of one. */
const namedTree = fc
  .array(
    fc.record({
      title: fc.oneof(name, fc.constant("Hot reload of the cache")),
      sections: fc.array(fc.tuple(name, text), { minLength: 1, maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((pages) =>
    makeWordDocs(
      pages.map(({ title, sections }, at) => {
        const body = sections.map(([heading, own]) => `## ${heading}\n\n${own}`).join("\n\n");
        return { path: `p${at}.md`, title, body };
      }),
    ),
  );

describe("places", () => {
  it("cover a page to its end without gaps", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const [doc] = makeWordDocs([{ path: "a.md", body: makeMarkdown(seed) }]);
        const covered = placesOf(doc!).map(placeReader(doc!)).filter(Boolean).join(" ");

        expect(covered).toBe(textOf(doc!));
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
          expect(textOf(doc)).toContain(shown.replace(/^…|…$/g, ""));
          let last = 0;
          for (const [start, end] of excerpt.marks) {
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

  it("do not depend on earlier queries", () => {
    const typed = fc.oneof(query, fc.constantFrom('"*"', '"["', "zzz"));
    fc.assert(
      fc.property(tree, fc.array(typed, { minLength: 2, maxLength: 5 }), (docs, queries) => {
        const words = indexWords(docs);
        const search = createWordSearch(docs, words);
        const options = { limit: 50, perDoc: 10 };
        for (const each of queries) {
          const alone = createWordSearch(docs, words).hits(each, options);

          expect(search.hits(each, options), each).toEqual(alone);
        }
      }),
    );
  });

  it("do not depend on others that are in progress, or were given up", () => {
    const typed = fc.oneof(query, fc.constantFrom('"a"', '"["', '"t rel" cache'));
    const queries = fc.array(fc.tuple(typed, fc.nat({ max: 40 })), { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(tree, queries, (docs, asked) => {
        const search = createWordSearch(docs, indexWords(docs));
        const alone = asked.map(([each]) => search.hits(each));
        const begun = asked.map(([each, steps]) => {
          const work = search.hitsInSteps(each);
          for (let step = 0; step < steps && !work.next().done; step++);
          return work;
        });
        for (const [at, [each]] of asked.entries()) {
          if (at % 2 === 0) begun[at]!.return(undefined as never);
          else begun[at] = search.hitsInSteps(each);
        }
        const last = search.hitsInSteps(asked[0]![0]);
        for (let step = 0; step < asked[0]![1]; step++) last.next();

        expect(begun.flatMap((work, at) => (at % 2 === 0 ? [] : [finish(work)]))).toEqual(
          alone.filter((_, at) => at % 2 === 1),
        );
      }),
    );
  });

  it("of a phrase are the places that have it in their visible text or heading", () => {
    const piece = fc.record({ at: fc.nat(), length: fc.integer({ min: 1, max: 14 }) });
    fc.assert(
      fc.property(namedTree, piece, (docs, { at, length }) => {
        const places = docs.flatMap((doc) =>
          placesOf(doc).map((heading) => {
            const text = foldCase(placeReader(doc)(heading));
            return { text, name: foldCase(doc.headings[heading]?.text ?? doc.title) };
          }),
        );
        const texts = places.map(({ text }) => text).join("\n");
        const phrase = texts.slice(at % (texts.length + 1)).slice(0, length);
        fc.pre(!/["“”]/.test(phrase) && phrase !== "");
        const having = places.filter(
          ({ text, name: own }) => text.includes(phrase) || own.includes(phrase),
        );

        const { total } = createWordSearch(docs, indexWords(docs)).hits(`"${phrase}"`);
        expect([phrase, total]).toEqual([phrase, having.length]);
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

  it("of a page whose title is the query come first, then those whose heading is", () => {
    fc.assert(
      fc.property(namedTree, name, (docs, typed) => {
        const { items } = createWordSearch(docs, indexWords(docs)).hits(typed, {
          limit: 50,
          perDoc: 10,
        });
        const isQuery = (text: string | null) => text?.toLowerCase() === typed.toLowerCase();
        const seen = new Set<string>();
        const classes = items.map(({ doc, docHeading, heading }) => {
          const isTitled = docHeading === doc.headings[0] && isQuery(doc.title);
          if (isTitled) seen.add(doc.slug);
          return isTitled ? 2 : isQuery(heading) ? 1 : 0;
        });

        expect(classes).toEqual(classes.toSorted((left, right) => right - left));
        const titled = docs.filter(({ title }) => isQuery(title)).map(({ slug }) => slug);
        expect([...seen].toSorted()).toEqual(titled.toSorted());
      }),
    );
  });

  it("by the words as typed are never below one by a correction: a word that occurs has none", () => {
    fc.assert(
      fc.property(tree, query, (docs, typed) => {
        const words = docs.flatMap((doc) => {
          const headings = doc.headings.map(({ text }) => text).join(" ");
          return `${doc.title} ${headings} ${textOf(doc)}`.split(/\s+/);
        });
        const known = new Set(words.map((word) => word.toLowerCase()));
        for (const { from, to } of createWordSearch(docs, indexWords(docs)).hits(typed)
          .corrections) {
          expect([from, known.has(from)]).toEqual([from, false]);
          expect([...known].some((word) => word.startsWith(from))).toBe(false);
          expect([to, [...known].some((word) => word.includes(to))]).toEqual([to, true]);
        }
      }),
    );
  });
});

/** Returns true outside words; parts of an identifier are words too. */
function isBound(shown: string, at: number): boolean {
  return !/^[a-z]{2}$/.test(shown.slice(Math.max(0, at - 1), at + 1));
}

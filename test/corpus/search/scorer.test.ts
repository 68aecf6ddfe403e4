import fc from "fast-check";
import MiniSearch from "minisearch";
import { describe, expect, it } from "vitest";
import { createScorer } from "../../../corpus/search/scorer.ts";
import { INDEX_OPTIONS } from "../../../corpus/search/search.ts";
import { layOut, sortTerms } from "../../../corpus/search/term-index.ts";
import { makeDoc, searchIndexOf } from "../../support/corpora.ts";

const word = fc.string({ unit: fc.constantFrom(..."abc"), minLength: 1, maxLength: 4 });
const words = fc.array(word, { maxLength: 12 }).map((all) => all.join(" "));
const docs = fc
  .array(fc.record({ title: words, description: words, body: words }), { minLength: 1 })
  .map((all) => all.map((fields, index) => makeDoc(`page-${index}`, fields)));
const query = fc.array(word, { minLength: 1, maxLength: 4 });

describe("createScorer", () => {
  it("DOC-B4: gives exactly MiniSearch's numbers", () => {
    fc.assert(
      fc.property(docs, query, (all, terms) => {
        const index = JSON.parse(searchIndexOf(all).toString());
        const found = MiniSearch.loadJS(index, INDEX_OPTIONS).search(terms.join(" "), {
          prefix: (_term, position) => position === terms.length - 1,
        });
        const expected = new Map(found.map(({ id, score }) => [id, score]));

        const ids = all.map(({ id }) => id);
        const positions = all.map((_, position) => position);
        const scorer = createScorer(layOut(sortTerms(index), all));
        const scores = scorer.score(terms, positions);

        expect(Array.from(scores)).toEqual(ids.map((id) => expected.get(id) ?? 0));
      }),
    );
  });

  it("DOC-B4: does not keep scores from an earlier query", () => {
    const all = ["red green", "green", "blue"].map((body, index) => makeDoc(`${index}`, { body }));
    const index = layOut(sortTerms(JSON.parse(searchIndexOf(all).toString())), all);
    const scorer = createScorer(index);
    const fresh = Array.from(createScorer(index).score(["blue"], [0, 1, 2]));

    scorer.score(["red", "green"], [0, 1]);
    scorer.score(["green"], [1]);

    expect(Array.from(scorer.score(["blue"], [0, 1, 2]))).toEqual(fresh);
  });
});

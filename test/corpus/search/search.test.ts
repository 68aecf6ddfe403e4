import { describe, expect, it } from "vitest";
import type { Doc } from "../../../corpus/schema.ts";
import { corpusFrom, makeDoc, makeDocs } from "../../support/corpora.ts";

function idsOf(found: readonly Doc[]): string[] {
  return found.map(({ id }) => id);
}

describe("createSearch", () => {
  it("DOC-B4 ranked: title before headings before description before body", () => {
    const heading = { depth: 1, text: "A zebra", anchor: "a-zebra", start: 0 };
    const { search: found } = corpusFrom([
      makeDoc("a-body", { body: "zebra zebra zebra zebra" }),
      makeDoc("b-description", { description: "a zebra" }),
      makeDoc("c-heading", { headings: [heading], body: "# A zebra" }),
      makeDoc("d-title", { title: "Of zebras and many other animals that are striped" }),
      makeDoc("e-none"),
    ]);

    expect(idsOf(found.ranked("ZEBRA"))).toEqual([
      "d-title",
      "c-heading",
      "b-description",
      "a-body",
    ]);
  });

  it("DOC-B4 ranked: within a field the higher score comes first, whatever the path", () => {
    const { search: found } = corpusFrom([
      makeDoc("a", { body: `zebra ${"other words ".repeat(50)}` }),
      makeDoc("b", { body: "zebra zebra" }),
    ]);

    expect(idsOf(found.ranked("zebra"))).toEqual(["b", "a"]);
  });

  it("DOC-B4 ranked: within a field, as the search in words orders the pages", () => {
    const docs = Array.from({ length: 40 }, (_, at) => {
      const body = `${"other words ".repeat((at * 7) % 40)}${"zebra ".repeat(1 + ((at * 11) % 6))}`;
      return makeDoc(`page-${String(at).padStart(2, "0")}`, { body });
    });
    const { search } = corpusFrom(docs);
    const { items } = search.hits("zebra", { limit: 40 });

    expect(idsOf(search.ranked("zebra"))).toEqual(items.map(({ id }) => id));
    expect(idsOf(search.ranked("zebra"))).not.toEqual(idsOf(docs));
  });

  it("DOC-B4 ranked: a page whose title is the text comes before those that only contain it", () => {
    const { search } = corpusFrom([
      makeDoc("a", { title: "Zebra crossings", body: "zebra zebra zebra zebra" }),
      makeDoc("b", { title: "Zebra" }),
    ]);

    expect(idsOf(search.ranked("zebra"))).toEqual(["b", "a"]);
  });

  it("DOC-B4 ranked: quotation marks are text like any other", () => {
    const { search } = corpusFrom([
      makeDoc("a", { body: `say "zebra" ${"other words ".repeat(50)}` }),
      makeDoc("b", { body: 'say "zebra" to a zebra' }),
      makeDoc("c", { body: "say zebra" }),
    ]);

    expect(idsOf(search.ranked('"zebra"'))).toEqual(["b", "a"]);
  });

  it("answers in steps what it answers at once, and no step takes all texts", () => {
    const docs = makeDocs(300, { body: `${"Nothing to see here. ".repeat(1000)}zebra` });
    const { search } = corpusFrom(docs);
    const steps = search.rankedInSteps("zebra", { limit: 2 });
    let count = 0;
    let last = steps.next();
    for (; !last.done; last = steps.next()) count++;

    expect(last.value).toEqual(search.ranked("zebra", { limit: 2 }));
    expect(count).toBeGreaterThan(5);
    expect([...search.matchesInSteps("zebra")].length).toBeGreaterThan(5);
  });

  it("DOC-B4 ranked: ties are ordered by path in code-point order", () => {
    const ids = ["B", "a", "é", "\u{ffee}", "\u{1f600}"];
    const { search: found } = corpusFrom(
      ids.map((id) => makeDoc(id, { title: "Same", body: "same" })),
    );

    expect(idsOf(found.ranked("same"))).toEqual(ids);
    expect(idsOf(found.ranked(""))).toEqual(ids);
  });

  it("DOC-B4 a heading alone is not a match: only title, description and body count", () => {
    const { search: found } = corpusFrom([
      makeDoc("a", { headings: [{ depth: 1, text: "zebra", anchor: "zebra", start: 0 }] }),
    ]);

    expect(found.matches("zebra")).toEqual([]);
    expect(found.ranked("zebra")).toEqual([]);
  });

  it.each([
    ["İstanbul", "i\u0307stanbul"],
    ["İstanbul", "İSTANBUL"],
    ["ΟΔΟΣ", "οδος"],
    ["ΟΔΟΣΑ", "ΟΔΟΣ"],
    ["Η ΟΔΟΣ ΜΟΥ", "οδοσ μ"],
    ["Ο δρόμος της πόλης", "ΜΟΣ ΤΗΣ"],
    ["Åre", "\u212bRE"],
    ["caf\u0065\u0301", "CAFÉ"],
    ["한국", "\u1112\u1161\u11ab\u1100\u116e\u11a8"],
    ["全文検索です", "文検"],
    ["👩‍👩‍👧 family", "👩‍👧"],
    ["a - b", " - "],
    ["  ", "  "],
    ["C:\\temp\\*.md", "\\*."],
  ])("DOC-B1 %j contains %j", (title, query) => {
    const { search: found } = corpusFrom([makeDoc("a", { title })]);

    expect(idsOf(found.matches(query))).toEqual(["a"]);
    expect(idsOf(found.ranked(query))).toEqual(["a"]);
  });

  it.each([
    ["Straße", "STRASSE"],
    ["ISTANBUL", "İstanbul"],
    ["resume", "résumé"],
    ["a b", "a  b"],
    ["a b", "ab"],
    ["ab", "a*b"],
    ["\u{fb03}", "ffi"],
  ])("DOC-B1 %j does not contain %j", (title, query) => {
    const { search: found } = corpusFrom([makeDoc("a", { title })]);

    expect(found.matches(query)).toEqual([]);
    expect(found.ranked(query)).toEqual([]);
  });

  it("DOC-B1 a match never spans two of title, description and body", () => {
    const { search: found } = corpusFrom([
      makeDoc("a", { title: "one", description: "two", body: "three" }),
    ]);

    for (const between of ["", " ", "\n"]) {
      expect(found.matches(`one${between}two`)).toEqual([]);
      expect(found.matches(`two${between}three`)).toEqual([]);
    }
  });

  it("DOC-B1 a text with more marks in a row than any word has finds itself, and quickly", () => {
    const marks = "\u0316\u0301".repeat(400_000);
    const { search: found } = corpusFrom([
      makeDoc("a", { title: "Café", body: `Of a${marks} and cafe\u0301` }),
    ]);

    for (const text of [
      "CAFE\u0301",
      `a${marks}`,
      `a${marks.slice(0, 1_000)}`,
      "\u0301 AND CAFÉ",
    ]) {
      expect(idsOf(found.matches(text))).toEqual(["a"]);
      expect(idsOf(found.ranked(text))).toEqual(["a"]);
    }
  }, 20_000);

  it("DOC-B1 finds a phrase of many words, but not one with the same words in another order", () => {
    const words = Array.from({ length: 100 }, (_, number) => `word${number}`);
    const { search: found } = corpusFrom([
      makeDoc("a", { body: `So ${words.join(" ")}.` }),
      makeDoc("b", { body: `So ${words.toReversed().join(" ")}.` }),
      makeDoc("c", { body: `So ${words.slice(1).join(" ")}.` }),
    ]);

    for (const text of [words.join(" "), words.slice(2, -2).join(" "), `o ${words.join(" ")}.`]) {
      expect(idsOf(found.matches(text))).toEqual(["a", ...(text.includes("word1 ") ? [] : ["c"])]);
    }
  });

  it("a phrase is scored by each of its words once, however often they occur in it", () => {
    const docs = Array.from({ length: 2_000 }, (_, number) =>
      makeDoc(`page-${number}`, { body: `the first of the others, ${number}` }),
    );
    const { search: found } = corpusFrom(docs);
    const phrase = "the ".repeat(100_000);

    for (let times = 0; times < 5; times++) {
      expect(found.matches(phrase)).toEqual([]);
      expect(found.ranked(phrase)).toEqual([]);
    }
  }, 20_000);
});

import { describe, expect, it } from "vitest";
import type { Doc } from "../../corpus/schema.ts";
import { corpusFrom, makeDoc } from "../support/corpora.ts";

function idsOf(found: readonly Doc[]): string[] {
  return found.map(({ id }) => id);
}

describe("createSearch", () => {
  it("B4 ranked: title before headings before description before body", () => {
    const heading = { depth: 1, text: "A zebra", anchor: "a-zebra" };
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

  it("B4 ranked: within a field the better score is first, whatever the path", () => {
    const { search: found } = corpusFrom([
      makeDoc("a", { body: `zebra ${"other words ".repeat(50)}` }),
      makeDoc("b", { body: "zebra zebra" }),
    ]);

    expect(idsOf(found.ranked("zebra"))).toEqual(["b", "a"]);
  });

  it("B4 ranked: ties go by path in code-point order", () => {
    const ids = ["B", "a", "é", "\u{ffee}", "\u{1f600}"];
    const { search: found } = corpusFrom(
      ids.map((id) => makeDoc(id, { title: "Same", body: "same" })),
    );

    expect(idsOf(found.ranked("same"))).toEqual(ids);
    expect(idsOf(found.ranked(""))).toEqual(ids);
  });

  it("B4 a heading alone makes no match: only title, description and body count", () => {
    const { search: found } = corpusFrom([
      makeDoc("a", { headings: [{ depth: 1, text: "zebra", anchor: "zebra" }] }),
    ]);

    expect(found.matches("zebra")).toEqual([]);
    expect(found.ranked("zebra")).toEqual([]);
  });

  it.each([
    ["İstanbul", "i\u0307stanbul"],
    ["İstanbul", "İSTANBUL"],
    ["ΟΔΟΣ", "οδος"],
    ["Åre", "\u212bRE"],
    ["caf\u0065\u0301", "CAFÉ"],
    ["한국", "\u1112\u1161\u11ab\u1100\u116e\u11a8"],
    ["全文検索です", "文検"],
    ["👩‍👩‍👧 family", "👩‍👧"],
    ["a - b", " - "],
    ["  ", "  "],
    ["C:\\temp\\*.md", "\\*."],
  ])("B1 %j contains %j", (title, query) => {
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
  ])("B1 %j does not contain %j", (title, query) => {
    const { search: found } = corpusFrom([makeDoc("a", { title })]);

    expect(found.matches(query)).toEqual([]);
    expect(found.ranked(query)).toEqual([]);
  });

  it("B1 a match never spans two of title, description and body", () => {
    const { search: found } = corpusFrom([
      makeDoc("a", { title: "one", description: "two", body: "three" }),
    ]);

    for (const between of ["", " ", "\n"]) {
      expect(found.matches(`one${between}two`)).toEqual([]);
      expect(found.matches(`two${between}three`)).toEqual([]);
    }
  });
});

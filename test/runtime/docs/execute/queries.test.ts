import { describe, expect, it } from "vitest";
import type { Doc } from "../../../../corpus/schema.ts";
import { createDocs } from "../../../../runtime/docs/execute/queries.ts";
import { type CorpusMeta, corpusFrom, makeDoc, makeDocs } from "../../../support/corpora.ts";
import { cpuMsOf } from "../../../support/cpu-time.ts";

const corpus = corpusFrom([
  makeDoc("Root", { body: "apple", links: ["b/x"] }),
  makeDoc("b/deep/er/y", { title: "Apple" }),
  makeDoc("b/x", { body: "apple apple", links: ["é/z", "Root"] }),
  makeDoc("é/z", { description: "An APPLE a day" }),
  makeDoc("\u{ffee}/w"),
  makeDoc("\u{1f600}/v"),
]);
const docs = createDocs(corpus);

function idsOf(found: readonly Doc[]): string[] {
  return found.map(({ id }) => id);
}

describe("createDocs", () => {
  it("version is the corpus's SHA-256", () => {
    expect(docs.version).toBe(corpus.sha256);
  });

  describe("docs", () => {
    it("DQA §4.1, DOC-A11 gives every doc in the corpus's order", () => {
      expect(idsOf(docs.docs({}))).toEqual(idsOf(corpus.docs));
    });

    it("DQA §4.4 section, search and limit combine, the limit last", () => {
      expect(idsOf(docs.docs({ section: "b" }))).toEqual(["b/deep/er/y", "b/x"]);
      expect(idsOf(docs.docs({ search: "apple" }))).toEqual(["Root", "b/deep/er/y", "b/x", "é/z"]);
      expect(idsOf(docs.docs({ section: "b", search: "apple a" }))).toEqual(["b/x"]);
      expect(idsOf(docs.docs({ section: "b", search: "apple", limit: 1 }))).toEqual([
        "b/deep/er/y",
      ]);
      expect(idsOf(docs.docs({ section: "é", search: "apple", limit: 1 }))).toEqual(["é/z"]);
    });

    it.each(["constructor", "__proto__", "toString"])(
      "DQA §4.2 an unknown section, %s, is []",
      (section) => {
        expect(docs.docs({ section })).toEqual([]);
      },
    );

    it("DOC-B2 null takes the default", () => {
      const all = { section: null, search: null, limit: null };

      expect(idsOf(docs.docs(all))).toEqual(idsOf(corpus.docs));
    });
  });

  describe("limit", () => {
    const many = createDocs(corpusFrom(makeDocs(120, { body: "same" })));

    it("DQA §8 is 100 for docs and 20 for search if omitted or null", () => {
      for (const limit of [undefined, null]) {
        expect(many.docs({ limit })).toHaveLength(100);
        expect(many.docs({ search: "same", limit })).toHaveLength(100);
        expect(many.docs({ section: "part", limit })).toHaveLength(100);
        expect(many.search({ query: "same", limit })).toHaveLength(20);
      }
    });

    it.each([0, 1, 119, 120, 121, 2 ** 31 - 1])(
      "DOC-B2 %i is the maximum number of docs",
      (limit) => {
        expect(many.docs({ limit })).toHaveLength(Math.min(limit, 120));
        expect(many.search({ query: "same", limit })).toHaveLength(Math.min(limit, 120));
      },
    );

    it.each([-1, -(2 ** 31)])("DOC-B2 %i is refused as an invalid argument", (limit) => {
      const refusal = { name: "DocgateError", code: "invalid-argument" };

      expect(() => many.docs({ limit })).toThrow(expect.objectContaining(refusal));
      expect(() => many.docs({ section: "nowhere", limit })).toThrow(
        expect.objectContaining(refusal),
      );
      expect(() => many.search({ query: "nothing", limit })).toThrow(
        expect.objectContaining(refusal),
      );
    });
  });

  describe("doc", () => {
    it.each([
      [{ id: "b/x" }, "b/x"],
      [{ slug: "/docs/b/x" }, "b/x"],
      [{ id: "b/x", slug: "/docs/b/x" }, "b/x"],
      [{ id: "b/x", slug: null }, "b/x"],
      [{ id: null, slug: "/docs/b/x" }, "b/x"],
      [{ slug: "/docs/%C3%A9/z" }, "é/z"],
    ])("DQA §4.6, DOC-B3 by %j", (args, id) => {
      expect(docs.doc(args)?.id).toBe(id);
    });

    it.each([
      [{}],
      [{ id: null, slug: null }],
      [{ id: "" }],
      [{ slug: "" }],
      [{ id: "b" }],
      [{ id: "constructor" }],
      [{ id: "b/x", slug: "/docs/Root" }],
      [{ id: "b/x", slug: "" }],
      [{ id: "", slug: "/docs/b/x" }],
      [{ id: "e\u0301/z" }],
    ])("DQA §4.6, DOC-B3 by %j is null", (args) => {
      expect(docs.doc(args)).toBeNull();
    });
  });

  describe("sections", () => {
    it("DQA §4.7, DOC-A11 one for each top-level section, in code-point order of name", () => {
      expect(docs.sections().map(({ name }) => name)).toEqual([
        "b",
        "root",
        "é",
        "\u{ffee}",
        "\u{1f600}",
      ]);
    });

    it("DQA §2 docCount is the length of docs, which are the section's in order", () => {
      for (const section of docs.sections()) {
        expect(section.docCount).toBe(section.docs.length);
        expect(section.docs).toEqual(docs.docs({ section: section.name }));
      }
    });

    it("DQA §2 an empty corpus has none", () => {
      expect(createDocs(corpusFrom([])).sections()).toEqual([]);
    });
  });

  it("DQA §4.5, DOC-B4 search gives the docs of docs(search:), by relevance", () => {
    expect(idsOf(docs.search({ query: "APPLE" }))).toEqual(["b/deep/er/y", "é/z", "b/x", "Root"]);
  });

  it("DOC-B9 a term has at most 4096 UTF-16 units; a longer one is refused before any work on it", () => {
    const longest = "\u{1f600}".repeat(2048);
    const tooLong = "a\u0316\u0301".repeat(2e6);

    expect(docs.search({ query: longest })).toEqual([]);
    expect(docs.docs({ search: longest })).toEqual([]);
    const refusalMs = cpuMsOf(() =>
      expect(() => docs.search({ query: tooLong })).toThrow(
        expect.objectContaining({ code: "invalid-argument" }),
      ),
    );
    expect(refusalMs).toBeLessThan(1_000);
    expect(() => docs.docs({ search: `${longest}a` })).toThrow(
      'Argument "search" must have at most 4096 characters, but it has 4097.',
    );
  });

  it("DQA §2, DOC-B8 meta describes the corpus", () => {
    expect(docs.meta()).toEqual({
      name: "Test",
      description: "The corpus Test.",
      docCount: 6,
      sections: docs.sections().map(({ name }) => name),
      endpoint: "/graphql",
    });
  });

  it("DOC-A11 graph: nodes in docs order, edges in order of from and of its links", () => {
    expect(docs.graph().nodes.map(({ id }) => id)).toEqual(idsOf(corpus.docs));
    expect(docs.graph().edges).toEqual([
      { from: "Root", to: "b/x" },
      { from: "b/x", to: "é/z" },
      { from: "b/x", to: "Root" },
    ]);
  });

  describe("neighbors", () => {
    const pages = [makeDoc("a"), makeDoc("b", { unlisted: true }), makeDoc("c"), makeDoc("d")];
    const entry = (id: string | null) => ({ depth: 0, title: null, id });

    function idsAround(id: string, nav: CorpusMeta["nav"] = []) {
      const around = createDocs(corpusFrom(pages, { nav }));
      const { previous, next } = around.neighbors(around.doc({ id })!);
      return [previous?.id ?? null, next?.id ?? null];
    }

    it("are those in order of path, without unlisted pages", () => {
      expect(idsAround("a")).toEqual([null, "c"]);
      expect(idsAround("c")).toEqual(["a", "d"]);
      expect(idsAround("d")).toEqual(["c", null]);
      expect(idsAround("b")).toEqual([null, null]);
    });

    it("are those in the navigation of the site, then the other pages", () => {
      const nav = [entry("d"), entry(null), entry("b"), entry("c"), entry("d")];

      expect(idsAround("d", nav)).toEqual([null, "c"]);
      expect(idsAround("c", nav)).toEqual(["d", "a"]);
      expect(idsAround("a", nav)).toEqual(["c", null]);
      expect(idsAround("b", nav)).toEqual([null, null]);
    });
  });
});

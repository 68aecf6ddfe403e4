import { describe, expect, it } from "vitest";
import type { UserConfig } from "../../../generator/config/config.ts";
import { openTree } from "../../support/agents.ts";
import { generateFrom } from "../../support/tree.ts";
import { docIn, placeOf } from "../single.ts";

describe("slug", () => {
  it.each([
    ["guide/first-steps.md", "/docs/guide/first-steps"],
    ["index.md", "/docs/index"],
    ["guide/getting started.md", "/docs/guide/getting%20started"],
    ["c#.md", "/docs/c%23"],
    ["what?.md", "/docs/what%3F"],
    ["100%.md", "/docs/100%25"],
    ["%20.md", "/docs/%2520"],
    ["Übersicht/日本語.md", "/docs/%C3%9Cbersicht/%E6%97%A5%E6%9C%AC%E8%AA%9E"],
    ["😀.md", "/docs/%F0%9F%98%80"],
    ['"<>`{}|^[]\\.md', "/docs/%22%3C%3E%60%7B%7D%7C%5E%5B%5D%5C"],
    // Allowed unencoded in a path (RFC 3986 section 3.3, pchar).
    ["a+b&c=d;e,f@g:h!$'()*~_-.md", "/docs/a+b&c=d;e,f@g:h!$'()*~_-"],
  ])("DOC-A3 slug: %s is at %s", async (path, slug) => {
    const id = path.slice(0, -".md".length);
    const doc = await docIn({ [path]: "# Page" }, id);

    expect(doc.slug).toBe(slug);
    expect(new URL(slug, "https://docs.acme.example").pathname).toBe(slug);
    expect(decodeURIComponent(slug)).toBe(`/docs/${id}`);
  });

  it.each([
    ["/", "/guide/a%20b"],
    ["", "/guide/a%20b"],
    ["/manual", "/manual/guide/a%20b"],
    ["/manual/v2/", "/manual/v2/guide/a%20b"],
  ])("DOC-A3 slug: under the base %j the page is at %s", async (base, slug) => {
    const doc = await docIn({ "guide/a b.md": "# Page" }, "guide/a b", { base });

    expect(doc.slug).toBe(slug);
  });

  it("DOC-A3 slug: a base in a non-Latin script is percent-encoded like the rest", async () => {
    const doc = await docIn({ "a.md": "# Page" }, "a", { base: "/über" });

    expect(doc.slug).toBe("/%C3%BCber/a");
  });
});

describe("section and category", () => {
  it.each([
    ["page.md", "root", null],
    ["chat/page.md", "chat", null],
    ["chat/rooms/page.md", "chat", "rooms"],
    ["chat/rooms/private/page.md", "chat", "rooms/private"],
    ["root/page.md", "root", null],
    ["Chat/README.md", "Chat", null],
  ])("DOC-A4 section: %s is in %j, category %j", async (path, section, category) => {
    const doc = await docIn({ [path]: "# Page" }, path.slice(0, -".md".length));

    expect([doc.section, doc.category]).toEqual([section, category]);
  });
});

describe("duplicate titles", () => {
  it("duplicate-title: names the place of the title and the other page", async () => {
    const { problems } = await generateFrom({
      "a.md": "# Install",
      "b.md": "---\ndescription: B\ntitle: Install\n---\n",
      "c.md": "text\n\n## Install\n",
      "install.md": "No heading",
      "other.md": "# install",
    });

    expect(problems.map(placeOf)).toEqual([
      "b.md:3:1 duplicate-title",
      "c.md:3:1 duplicate-title",
      "install.md:1:1 duplicate-title",
    ]);
    expect(problems[0]!.message).toBe('Title "Install" is already used by "a.md"');
    expect(problems.every(({ severity }) => severity === "warn")).toBe(true);
  });
});

describe("graph", () => {
  it("DOC-A11 graph: every page is a node in docs order, edges follow the order of each page's links", async () => {
    const { content } = await generateFrom({
      "b.md": "# B\n\n[a](a.md) [c](z/c.md)",
      "a.md":
        "# A\n\n[c](z/c.md) [b](b.md) [c again](z/c.md#c) [self](a.md) [web](https://acme.example)",
      "z/c.md": "# C",
    });

    expect(content.graph).toEqual({
      nodes: [
        { id: "a", title: "A", section: "root", slug: "/docs/a" },
        { id: "b", title: "B", section: "root", slug: "/docs/b" },
        { id: "z/c", title: "C", section: "z", slug: "/docs/z/c" },
      ],
      edges: [
        { from: "a", to: "z/c" },
        { from: "a", to: "b" },
        { from: "b", to: "a" },
        { from: "b", to: "z/c" },
      ],
    });
  });
});

describe("labels", () => {
  it("are what links from other pages call a page and its headings, with their number", async () => {
    const { content } = await generateFrom({
      "a.md": "# A\n\n[the `b` page](b.md) [Two](b.md#two) [ Two ](./b#two) ![image](b.md)",
      "b.md": "# B\n\n## Two\n\n[self](#two) [b](b.md)",
      "c.md":
        "[[b|wiki]] <https://acme.example/b> [https://acme.example](b.md) [ref]\n\n[ref]: b.md",
    });

    expect(content.docs.find(({ id }) => id === "b")!.labels).toEqual([
      ["", "ref", 1],
      ["", "the b page", 1],
      ["", "wiki", 1],
      ["two", "Two", 2],
    ]);
    expect(content.docs.find(({ id }) => id === "a")!.labels).toEqual([]);
  });
});

describe("keywords", () => {
  const page = { "a.md": "---\ntags: [one, two]\nkeywords: two, three\nmore: [four, 5]\n---\n# A" };

  it("are the values of the frontmatter under the keys that the configuration names", async () => {
    expect((await docIn(page, "a")).keywords).toEqual(["two", "three", "one"]);
    const config = { search: { keywords: ["more"] } };
    expect((await docIn(page, "a", config)).keywords).toEqual(["four"]);
  });
});

describe("search in words", () => {
  it("finds pages and places by the labels of links to them, and by keywords", async () => {
    const corpus = await openTree({
      "a.md": "# A\n\nSee [how to abort a request](b.md#signals) and [the cookbook](c.md).",
      "b.md": "# B\n\nText.\n\n## Signals\n\nUse a controller.\n\n## Others\n\nText.",
      "c.md": "---\nkeywords: [gazetteer]\n---\n# C\n\nText.",
    });
    const first = (query: string) => corpus.search.hits(query).items.map(({ slug }) => slug);

    expect(first("how to abort a request")).toContain("/docs/b#signals");
    expect(first("gazetteer")).toEqual(["/docs/c"]);
    expect(corpus.search.hits("cookbook gazetteer").items[0]).toMatchObject({
      slug: "/docs/c",
      missing: [],
    });
  });
});

describe("suggestions for dead links", () => {
  /** Returns the suggestion for the only broken link, and whether it is certain. */
  async function suggestionIn(files: Record<string, string>, config?: UserConfig) {
    const { problems } = await generateFrom(files, config);
    const [problem] = problems.filter(({ rule }) => rule === "broken-link");
    return [problem!.suggestion, problem!.fix !== undefined];
  }

  it("a suggestion is never the page itself", async () => {
    expect(
      await suggestionIn({ "a/index.md": "# A\n\n[x](b/index.md)", "b/index.md": "# B" }),
    ).toEqual(["../b/index.md", false]);
    expect(await suggestionIn({ "a/guide.md": "# A\n\n[x](guides.md)" })).toEqual([null, false]);
  });

  it("a path that leads to a page from the docs root is suggested, but may be right on some site", async () => {
    const files = { "learn/pure.md": "# Pure", "reference/rules/index.md": "[x](learn/pure#a)" };

    expect(await suggestionIn(files)).toEqual(["../../learn/pure#a", false]);
  });
});

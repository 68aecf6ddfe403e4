import { describe, expect, it } from "vitest";
import { createWordSearch, type HitOptions } from "../../../../corpus/search/words/hits.ts";
import { indexWords } from "../../../../corpus/search/words/index/write-index.ts";
import { makeWordDocs, type WordPage } from "../../../support/word-docs.ts";

/** Creates a search over pages, given as paths with their Markdown. */
function searchOver(...pages: readonly (readonly [string, string] | WordPage)[]) {
  const docs = makeWordDocs(
    pages.map((page) => ("path" in page ? page : { path: page[0], body: page[1] })),
  );
  const { hits } = createWordSearch(docs, indexWords(docs));
  const slugs = (query: string, options?: HitOptions) =>
    hits(query, options).items.map(({ slug }) => slug.replace("/docs/", ""));
  return { hits, slugs };
}

describe("places", () => {
  const { hits } = searchOver([
    "guide/cache.md",
    "Text before.\n\n# Cache\n\nHow the cache works.\n\n## Hot reload\n\nIt reloads.\n\n### On save\n\nWhen a file is saved.\n\n##### Deep\n\nOf depth five.\n",
  ]);

  it("are headings of depth 1 to 4 with their text, and the text before the first heading", () => {
    expect(hits("text before").items[0]).toMatchObject({
      heading: null,
      slug: "/docs/guide/cache",
    });
    expect(hits("reloads").items[0]).toMatchObject({
      heading: "Hot reload",
      docHeading: { depth: 2 },
    });
    expect(hits("depth five").items[0]).toMatchObject({ heading: "On save" });
    expect(hits("depth five").items[0]!.excerpt.text).toBe(
      "When a file is saved. Deep Of depth five.",
    );
  });

  it("link to the page, or to the heading", () => {
    expect(hits("cache works").items[0]!.slug).toBe("/docs/guide/cache");
    expect(hits("reloads").items[0]!.slug).toBe("/docs/guide/cache#hot-reload");
  });

  it("have the title, once, and the headings above as breadcrumbs, without their own", () => {
    expect(hits("saved").items[0]!.breadcrumbs).toEqual(["Cache", "Hot reload"]);
    expect(hits("reloads").items[0]!.breadcrumbs).toEqual(["Cache"]);
    expect(hits("cache works").items[0]!.breadcrumbs).toEqual([]);
    expect(hits("text before").items[0]!.breadcrumbs).toEqual(["Cache"]);
  });

  it("have a title that is not a heading as the first breadcrumb", () => {
    const titled = searchOver({
      path: "a.md",
      title: "The title",
      body: "# One\n\n## Two\n\nword\n",
    });

    expect(titled.hits("word").items[0]).toMatchObject({
      slug: "/docs/a#two",
      breadcrumbs: ["The title", "One"],
    });
    expect(titled.hits("one").items[0]!.slug).toBe("/docs/a#one");
  });

  it("are counted in total before limit and perDoc apply", () => {
    const body = Array.from({ length: 6 }, (_, at) => `## Part ${at}\n\nword\n`).join("\n");
    const many = searchOver(
      { path: "a.md", title: "Title", body },
      { path: "b.md", title: "Title", body },
    );

    expect(many.hits("word")).toMatchObject({ total: 12, items: { length: 6 } });
    expect(many.hits("word", { perDoc: 1 })).toMatchObject({ total: 12, items: { length: 2 } });
    expect(many.hits("word", { perDoc: 10, limit: 7 })).toMatchObject({ items: { length: 7 } });
    expect(many.slugs("word", { perDoc: 2 })).toEqual([
      "a#part-0",
      "a#part-1",
      "b#part-0",
      "b#part-1",
    ]);
  });

  it("can be restricted to one section", () => {
    const two = searchOver(["guide/a.md", "word"], ["api/b.md", "word"], ["c.md", "word"]);

    expect(two.slugs("word", { section: "guide" })).toEqual(["guide/a"]);
    expect(two.slugs("word", { section: "root" })).toEqual(["c"]);
    expect(two.hits("word", { section: "none" })).toMatchObject({ total: 0, items: [] });
  });
});

describe("1. words", () => {
  it("match in any case and form; matches without diacritics rank below", () => {
    const { slugs } = searchOver(
      ["a.md", "Ein U\u0308berblick"],
      ["b.md", "An uberblick"],
      ["c.md", "ΟΔΟΣ"],
    );

    expect(slugs("ÜBERBLICK")).toEqual(["a", "b"]);
    expect(slugs("uberblick")).toEqual(["b", "a"]);
    expect(slugs("οδος")).toEqual(["c"]);
  });

  it("may be the beginnings of words without diacritics, which rank below", () => {
    const { slugs, hits } = searchOver(
      ["a.md", "Die Häuser"],
      ["b.md", "Über"],
      ["c.md", "Học tiếng việt"],
      ["d.md", "Hausboote"],
    );

    expect(slugs("haus")).toEqual(["d", "a"]);
    expect(slugs("häus")).toEqual(["a", "d"]);
    expect(slugs("hause")).toEqual(["a"]);
    expect(slugs("ube")).toEqual(["b"]);
    expect(slugs("vie")).toEqual(["c"]);
    expect(slugs("viê")).toEqual(["c"]);
    expect(slugs("vie ")).toEqual(["c"]);
    expect(hits("hause").items[0]!.excerpt.marks).toEqual([[4, 10]]);
    expect(hits("hause")).toMatchObject({ loosened: false, corrections: [] });
  });

  it.each([
    ["defineProps", "define", "props", "defineProps"],
    ["max_old_space", "old", "max_old_space"],
    ["v-model", "model", "v-model"],
    ["vite.config.js", "config", "vite.config", "vite.config.js"],
    ["C++", "C++", "c++"],
    ["C#", "c#"],
    ["std::vector", "vector", "std::vector"],
    ["<table>", "table", "<table>"],
    ["--dry-run", "dry", "dry-run", "--dry-run"],
    ["$_", "$_"],
    ["-eq", "-eq", "eq"],
    ["@click", "@click", "click"],
    ["HTMLElement", "html", "element"],
    ["a ?? b", "??"],
  ])("finds the identifier %s as written and by its parts", (identifier, ...queries) => {
    const { slugs } = searchOver(["a.md", `Use \`${identifier}\` here.`], ["b.md", "Or not."]);

    for (const query of queries) expect([query, slugs(query)]).toEqual([query, ["a"]]);
  });

  it("distinguishes similar identifiers", () => {
    const { slugs } = searchOver(["c.md", "The language C"], ["cpp.md", "The language C++"]);

    expect(slugs("C++")).toEqual(["cpp"]);
  });

  it("are identifiers with their signs first, then with their parts", () => {
    const { slugs } = searchOver(
      ["a.md", "# operator\n\nThe operator of operators, an operator."],
      ["b.md", "# operator<<\n\nWrites to a stream."],
      ["c.md", "# operator()\n\nCalls it."],
      ["d.md", "# Important\n\nThis is important."],
      ["e.md", "Write `color: red !important;` there."],
      ["f.md", "# vector Class\n\nA container."],
      ["g.md", "An error with std::vector and others."],
    );

    expect(slugs("operator<<")[0]).toBe("b");
    expect(slugs("operator()")[0]).toBe("c");
    expect(slugs("!important")[0]).toBe("e");
    expect(slugs("std::vector").toSorted()).toEqual(["f", "g"]);
    expect(slugs("std::deque vector").toSorted()).toEqual(["f", "g"]);
  });

  it("of a language without spaces weigh as one word", () => {
    const { slugs } = searchOver(
      ["a.md", "# エラー\n\nリファレンス"],
      ["b.md", "# KeepAlive\n\nAPI"],
      ["c.md", "# การทำงานของระบบ\n\nข้อความ"],
    );

    expect(slugs("KeepAlive リファレンス")[0]).toBe("b");
    expect(slugs("ระบบ")).toEqual(["c"]);
  });

  it("are pairs of characters in Chinese and Japanese", () => {
    const { slugs, hits } = searchOver(
      ["a.md", "# 组件\n\n全局注册和局部注册"],
      ["b.md", "# 事件\n\n监听事件"],
      ["c.md", "# ホットリロード\n\nひらがな"],
    );

    expect(slugs("组件")).toEqual(["a"]);
    expect(slugs("注册")).toEqual(["a"]);
    expect(slugs("事")).toEqual(["b"]);
    expect(slugs("リロード")).toEqual(["c"]);
    expect(hits("局部注册").items[0]!.excerpt).toEqual({
      text: "全局注册和局部注册",
      marks: [
        [2, 4],
        [5, 9],
      ],
    });
  });

  it("count even if they are very common", () => {
    const { slugs } = searchOver(["a.md", "to be"], ["b.md", "or not to be"], ["c.md", "to be or"]);

    expect(slugs("not to")[0]).toBe("b");
    expect(slugs("to ").length).toBe(3);
  });
});

describe("2. quotes", () => {
  const { slugs, hits } = searchOver(
    {
      path: "a.md",
      title: "Title",
      body: "Use `v-model` on a component.\n\n## Two\n\nA component on its own.",
    },
    ["b.md", "Run `npm run build` now."],
  );

  it("must occur in the place exactly", () => {
    expect(slugs('"on a component"')).toEqual(["a"]);
    expect(slugs('"ON A comp"')).toEqual(["a"]);
    expect(slugs('"on  a component"')).toEqual([]);
    expect(slugs('"component on"')).toEqual(["a#two"]);
    expect(slugs('"a model"')).toEqual([]);
  });

  it("may begin and end within words, and extend across markup", () => {
    expect(slugs('"odel on a comp"')).toEqual(["a"]);
    expect(slugs('"un buil"')).toEqual(["b"]);
    expect(slugs('"`npm run"')).toEqual([]);
    expect(slugs('"run npm run"')).toEqual(["b"]);
  });

  it("may contain no word", () => {
    const signs = searchOver(["a.md", "See [x](y.md), (a=>b)."], ["b.md", "Nothing."]);

    expect(signs.slugs('"=>"')).toEqual(["a"]);
    expect(signs.slugs('"]("')).toEqual([]);
    expect(signs.hits('")" nothing')).toMatchObject({ loosened: true, items: [{ id: "a" }] });
  });

  it("without a word give places in the order of paths, with or without a heading", () => {
    const paths = Array.from({ length: 30 }, (_, at) => `b${at + 10}`);
    const arrows = searchOver(
      ["a.md", "# One\n\na=>b"],
      ...paths.map((path) => [`${path}.md`, "x=>y"] as const),
    );

    expect(arrows.slugs('"=>"', { limit: 50 })).toEqual(["a", ...paths]);
  });

  it("is looked for in the text that readers see, not in its source", () => {
    const { slugs } = searchOver([
      "a.md",
      'The quick **brown** fox, [the link](https://a.example/odd "a title") and a\\_b, 1 &lt; 2.',
    ]);

    for (const seen of ["quick brown fox", "THE LINK AND", "a_b", "1 < 2", "k bro"]) {
      expect([seen, slugs(`"${seen}"`)]).toEqual([seen, ["a"]]);
    }
    for (const unseen of ["brown**", "](", "a.example", "\\", "&lt;", "\u0002"]) {
      expect([unseen, slugs(`"${unseen}"`)]).toEqual([unseen, []]);
    }
  });

  it("may begin and end where an identifier goes on, and with a possessive", () => {
    const { slugs } = searchOver([
      "a.md",
      "Use `@keyup.page-down` in the component's state, `v-model:first-name` and `...props`.",
    ]);

    for (const part of ["p.page-", "'s state", "s state", ":first-", ".p", "@keyup.page"]) {
      expect([part, slugs(`"${part}"`)]).toEqual([part, ["a"]]);
    }
  });

  it("is found although so many words contain it that they are not looked up", () => {
    const { slugs, hits } = searchOver(
      ["a.md", Array.from({ length: 1_200 }, (_, at) => `w${at}o`).join(" ")],
      ["b.md", "One."],
      ["c.md", "At last it is here."],
    );

    expect(slugs('"w"')).toEqual(["a"]);
    expect(slugs('"o"')).toEqual(["a", "b"]);
    expect(slugs('"o w" "7o"')).toEqual(["a"]);
    expect(hits('"o" zzzzz')).toMatchObject({ total: 2, loosened: true });
    expect(slugs('"o" one')).toEqual(["b", "a"]);
  });

  it("can be combined with other words", () => {
    expect(slugs('"a component" own')).toEqual(["a#two", "a"]);
    expect(hits('"a component" missing')).toMatchObject({ loosened: true, total: 2 });
  });
});

describe("3. no word is a condition", () => {
  const { hits, slugs } = searchOver(
    {
      path: "a.md",
      title: "Caching",
      description: "Keeps answers",
      body: "# One\n\nalpha\n\n## Two\n\nbeta",
    },
    ["b.md", "# Other\n\nalpha and gamma\n\n## Beta\n\nnothing"],
  );

  it("and a place can have all, in itself, the headings above it or its page's title", () => {
    expect(slugs("alpha gamma")[0]).toBe("b");
    expect(hits("caching beta").loosened).toBe(false);
    expect(slugs("caching beta")).toContain("a#two");
    expect(hits("one beta").loosened).toBe(false);
    expect(hits("other nothing").loosened).toBe(false);
    expect(hits("alpha gamma").loosened).toBe(false);
  });

  it("of a place, but one of the words must be in itself", () => {
    expect(slugs("caching")).toEqual(["a#one"]);
    expect(hits("keeps").total).toBe(1);
  });

  it("a hit says which words its page lacks", () => {
    const found = hits("alpha gamma zzzzz");

    expect(found).toMatchObject({ loosened: true, items: [{ slug: "/docs/b" }, {}] });
    expect(found.items.map(({ missing }) => missing)).toEqual([["zzzzz"], ["gamma", "zzzzz"]]);
    expect(hits("Alpha GAMMA").items[0]!.missing).toEqual([]);
    expect(hits("zzzzz alpha")).toMatchObject({ loosened: true, total: 2 });
    expect(hits("zzzzz")).toMatchObject({ total: 0, items: [], loosened: false });
  });
});

describe("3. most words", () => {
  /** Creates a search over 320 places: `allCount` have all three words, and another 20 have two. */
  function searchWhere(allCount: number) {
    const pages = Array.from({ length: 320 }, (_, at) => {
      const words =
        at < allCount ? "alpha beta gamma" : at < allCount + 20 ? "alpha beta" : "other";
      return { path: `p${String(at).padStart(3, "0")}.md`, body: words };
    });
    return searchOver(...pages);
  }

  it("make a hit, below a place that has all", () => {
    expect(searchWhere(0).hits("alpha beta gamma")).toMatchObject({ total: 20, loosened: true });

    const found = searchWhere(1).hits("alpha beta gamma", { limit: 50 });
    expect(found.loosened).toBe(false);
    expect(found.items[0]!.slug).toBe("/docs/p000");
    expect(found.total).toBe(21);
  });

  it("do not hide a place that has the rare ones: common words decide nothing", () => {
    const pages = Array.from({ length: 60 }, (_, at) => ({
      path: `p${at}.md`,
      body: "what does it do and what is the meaning of it",
    }));
    const { hits } = searchOver(
      ...pages,
      [
        "spy.md",
        "# Porting\n\nwhat does mean warning a b c d e f g h i j k l m n o p q r s t u v w",
      ],
      ["c4996.md", "# Compiler Warning C4996\n\nThe declaration is deprecated."],
    );

    const { items, loosened } = hits("what does warning C4996 mean");

    expect(items[0]!.slug).toBe("/docs/c4996");
    expect(items[0]!.missing).toEqual(["what", "does", "mean"]);
    expect(loosened).toBe(false);
  });

  it("may be any in a place that has those in quotes", () => {
    const { slugs, hits } = searchWhere(10);

    expect(slugs('"beta gamma" alpha other').length).toBe(10);
    expect(hits('"beta gamma" alpha missing')).toMatchObject({ total: 10, loosened: true });
    expect(slugs('"gamma beta" alpha other')).toEqual([]);
  });
});

describe("4. other forms", () => {
  const { slugs } = searchOver(
    ["a.md", "A component"],
    ["b.md", "Two components"],
    ["c.md", "The componentry"],
  );

  it("of the last word include words that begin with it, unless white space follows", () => {
    expect(slugs("compo")).toEqual(["a", "b", "c"]);
    expect(slugs("component")).toEqual(["a", "b", "c"]);
    expect(slugs("component ")).toEqual(["a", "b"]);
  });

  it("of English words rank below the word itself", () => {
    expect(slugs("components ")).toEqual(["b", "a"]);
    const forms = searchOver(
      ["a.md", "It is rendering"],
      ["b.md", "It renders"],
      ["c.md", "render it"],
    );

    expect(forms.slugs("render ")[0]).toBe("c");
    expect(forms.slugs("rendered ").sort()).toEqual(["a", "b", "c"]);
  });

  it("of a word that occurs nowhere are the words that begin with it", () => {
    const { slugs: german } = searchOver(["a.md", "Die Komponenten laden"]);

    expect(german("komponente laden")).toEqual(["a"]);
  });
});

describe("5. corrections", () => {
  const { hits, slugs } = searchOver(
    ["a.md", "# Registration\n\nHow to register."],
    ["b.md", "# Cat\n\nForm and test."],
  );

  it("replace a word that occurs nowhere with the nearest one that does", () => {
    expect(hits("registrtion").corrections).toEqual([{ from: "registrtion", to: "registration" }]);
    expect(slugs("regsitratoin")).toEqual(["a"]);
    expect(slugs("tset")).toEqual(["b"]);
    expect(hits("Registration").corrections).toEqual([]);
  });

  it("allow one edit in words of 4 to 7 letters, two in longer ones", () => {
    expect(hits("cta").total).toBe(0);
    expect(hits("fomr").total).toBe(1);
    expect(hits("frno").total).toBe(0);
    expect(hits("regstraton").total).toBe(1);
  });

  it("are not made for a word that occurs, however rare", () => {
    const typed = searchOver(["a.md", "form"], ["b.md", "from from from"], ["c.md", "# From"]);

    expect(typed.hits("form ")).toMatchObject({ total: 1, corrections: [] });
    expect(typed.slugs("form ")).toEqual(["a"]);
  });

  it("are made within the section that is searched, for what occurs in others only", () => {
    const two = searchOver(
      ["en/a.md", "A banana."],
      ["en/b.md", "Use defineProps."],
      ["de/c.md", "Eine banane, viele bananen. Props sind da."],
      ["de/d.md", "Das Haus und die Häuser."],
      ["fr/e.md", "Une pomme."],
    );
    const inSection = (query: string, section: string) => {
      const { corrections, items } = two.hits(query, { section });
      return [corrections.map(({ to }) => to), items.map(({ id }) => id)];
    };

    expect(inSection("banana ", "de")).toEqual([["banane"], ["de/c"]]);
    expect(inSection("bananan ", "de")).toEqual([["bananen"], ["de/c"]]);
    expect(inSection("bananan ", "en")).toEqual([["banana"], ["en/a"]]);
    expect(inSection("banana ", "fr")).toEqual([[], []]);
    expect(inSection("banana ", "en")).toEqual([[], ["en/a"]]);
    // As its beginning, or by its parts.
    expect(inSection("banan ", "de")).toEqual([[], ["de/c"]]);
    expect(inSection("hauser ", "de")).toEqual([[], ["de/d"]]);
    expect(inSection("defineProps ", "de")).toEqual([[], ["de/c"]]);
  });

  it("are made for a word if only another form of it occurs, and for the parts of an identifier", () => {
    const { hits, slugs } = searchOver(
      ["a.md", "# Introduction\n\nAbout."],
      ["b.md", "It introduces plugins."],
      ["c.md", "See worker.plugins, config.plugins and so on."],
      ["d.md", "# Plugins of the config"],
    );

    expect(hits("introducion ").corrections).toEqual([{ from: "introducion", to: "introduction" }]);
    expect(slugs("introducion ")[0]).toBe("a");
    expect(slugs("conifg.plugins")).toEqual(expect.arrayContaining(["c", "d"]));
  });

  it("are not made for the beginning of a word", () => {
    expect(hits("regist how").corrections).toEqual([]);
    expect(slugs("regist how")).toEqual(["a"]);
  });
});

describe("6. an empty query", () => {
  const { hits } = searchOver(["a.md", "Text with ? and !"]);

  it.each(["", "  ", '""', "?", "( )"])("%j finds nothing", (query) => {
    expect(hits(query)).toEqual({ query, total: 0, loosened: false, corrections: [], items: [] });
  });
});

describe("order", () => {
  it("is pages with the query as title, places with it as heading, then relevance", () => {
    const { slugs } = searchOver(
      ["a.md", "# Long page\n\nrouting routing routing routing routing\n\n## Routing\n\ntext"],
      ["b.md", "# Routing and more\n\nrouting"],
      ["z.md", "# Routing\n\ntext"],
    );

    expect(slugs("routing")).toEqual(["z", "a#routing", "b", "a"]);
  });

  it("gives headings and titles more weight than text", () => {
    const { slugs } = searchOver(
      ["a.md", "# Pages\n\nThe cache of pages, and a cache."],
      ["b.md", "# The cache of pages\n\nText."],
    );

    expect(slugs("cache")).toEqual(["b", "a"]);
  });

  it("prefers words that are near each other and in order", () => {
    const filler = "one two three four five six seven eight nine ten eleven twelve";
    const { slugs } = searchOver(
      ["a.md", `hot ${filler} reload`],
      ["b.md", `reload hot ${filler}`],
      ["c.md", `hot reload ${filler}`],
    );

    expect(slugs("hot reload ")).toEqual(["c", "b", "a"]);
  });

  it("does not prefer long places", () => {
    const filler = "lorem ipsum dolor sit amet ".repeat(200);
    const { slugs } = searchOver(["a.md", `${filler} cache ${filler}`], ["b.md", "A cache."]);

    expect(slugs("cache")).toEqual(["b", "a"]);
  });

  it("is by path and position if everything else is equal", () => {
    const page = { title: "Title", body: "## One\n\nword\n\n## Two\n\nword" };
    const { slugs } = searchOver({ path: "a.md", ...page }, { path: "b.md", ...page });

    expect(slugs("word")).toEqual(["a#one", "a#two", "b#one", "b#two"]);
  });

  it("does not depend on limit", () => {
    const pages = Array.from({ length: 80 }, (_, at) => [
      `p${String(at).padStart(2, "0")}.md`,
      `word ${"filler ".repeat((at * 7) % 13)} other`,
    ]);
    const { slugs } = searchOver(...(pages as [string, string][]));

    expect(slugs("word other", { limit: 50 }).slice(0, 5)).toEqual(
      slugs("word other", { limit: 5 }),
    );
  });
});

describe("bounds", () => {
  const { hits } = searchOver(["a.md", "word"]);

  it.each([{ limit: 0 }, { limit: 51 }, { limit: 1.5 }, { perDoc: 0 }, { perDoc: 11 }])(
    "reject %j",
    (options) => {
      expect(() => hits("word", options)).toThrow(
        expect.objectContaining({
          code: "invalid-argument",
          message: expect.stringContaining(Object.keys(options)[0]!),
        }),
      );
    },
  );

  it("reject a query of more than 500 characters", () => {
    expect(() => hits("w".repeat(501))).toThrow(
      '"query" must have at most 500 characters, but it has 501.',
    );
    expect(hits("w".repeat(500)).total).toBe(0);
  });
});

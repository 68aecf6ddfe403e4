import { beforeAll, describe, expect, it } from "vitest";
import { parseConfig, type UserConfig } from "../../../generator/config/config.ts";
import type { GeneratedCorpus } from "../../../generator/config/generation.ts";
import type { JudgedProblem } from "../../../generator/config/judge.ts";
import { generate } from "../../../generator/generate.ts";
import { generateFrom, makeSharedFolder, type TreeFiles, writeTree } from "../../support/tree.ts";
import { docIn, placeOf } from "../single.ts";

/** Every case is a page `guide/page.md` in this tree. */
const TREE: TreeFiles = {
  "index.md": "# Home",
  LICENSE: "",
  "guide/README.md": "# The guide",
  "guide/install/index.md": "# Install\n\n## On Linux",
  "guide/both/README.md": "# Both, README",
  "guide/both/index.md": "# Both, index",
  "guide/steps.md":
    '# First steps\n\n## What\'s new?\n\n##### Deep\n\n<a name="old"></a><b id="Über">x</b>',
  "guide/steps/extra.md": "# Extra",
  "guide/twins.md": "# Twins",
  "guide/twins/index.md": "# Twins, index",
  "guide/lower/index.md": '# Lower, index\n\n<i id="O\u0308l"></i>',
  "guide/lower/readme.md": "# Lower, readme",
  "guide/diagram.png": "",
  "reference/api.mdx": "# API",
  "reference/v1.2.md": "# Version 1.2",
  "reference/über uns/c#?.md": "# C",
  "reference/100%.md": "# Percent",
  "docs/own.md": "# A section named docs",
  "reference/greek.md": "# Οδός ανοδος\n\n## Οδος",
};

const root = makeSharedFolder();

beforeAll(() => writeTree(root(), TREE));

async function generatePage(text: string, config: UserConfig = {}): Promise<GeneratedCorpus> {
  await writeTree(root(), { "guide/page.md": text });
  return generate({ root: root(), config: parseConfig(config) });
}

async function linksOf(text: string, config?: UserConfig): Promise<readonly string[]> {
  const { content } = await generatePage(text, config);
  return content.docs.find(({ id }) => id === "guide/page")!.links;
}

async function problemsOf(text: string, config?: UserConfig): Promise<readonly JudgedProblem[]> {
  return (await generatePage(text, config)).problems;
}

const SITE: UserConfig = { siteUrl: "https://docs.acme.example" };

describe("links", () => {
  it.each<[form: string, text: string, id: string]>([
    ["in the same folder", "[x](steps.md)", "guide/steps"],
    ["in the same folder, ./", "[x](./steps.md)", "guide/steps"],
    ["without extension", "[x](steps)", "guide/steps"],
    ["without extension, ./", "[x](./steps)", "guide/steps"],
    ["without extension, a dot in the name", "[x](../reference/v1.2)", "reference/v1.2"],
    ["../", "[x](../index.md)", "index"],
    ["../ to another folder", "[x](../reference/api.mdx)", "reference/api"],
    ["../ without extension", "[x](../reference/api)", "reference/api"],
    ["a detour", "[x](../reference/.././guide//steps.md)", "guide/steps"],
    ["site path", "[x](/docs/guide/steps)", "guide/steps"],
    ["site path with extension", "[x](/docs/reference/api.mdx)", "reference/api"],
    ["site path of an index", "[x](/docs/guide/install/index)", "guide/install/index"],
    ["site path of a folder", "[x](/docs/guide/install/)", "guide/install/index"],
    ["site path of a folder, without a slash", "[x](/docs/guide/install)", "guide/install/index"],
    ["the docs' own address", "[x](/docs)", "index"],
    ["the docs' own address with a slash", "[x](/docs/)", "index"],
    ["root-relative", "[x](/guide/steps)", "guide/steps"],
    ["root-relative with extension", "[x](/guide/steps.md)", "guide/steps"],
    ["root-relative to a section named as the base", "[x](/docs/own)", "docs/own"],
    ["a folder with index", "[x](install/)", "guide/install/index"],
    ["a folder with index, without a slash", "[x](install)", "guide/install/index"],
    ["a folder with README", "[x](../guide/)", "guide/README"],
    ["its own folder", "[x](./)", "guide/README"],
    ["its own folder as a dot", "[x](.)", "guide/README"],
    ["the folder above", "[x](..)", "index"],
    ["a folder with both: its index", "[x](both/)", "guide/both/index"],
    ["a README by name", "[x](both/README.md)", "guide/both/README"],
    ["a folder with both, in any case: its index", "[x](lower/)", "guide/lower/index"],
    ["a page before a folder of that name", "[x](twins)", "guide/twins"],
    ["a folder before a page of that name, with a slash", "[x](twins/)", "guide/twins/index"],
    ["percent-encoded", "[x](../reference/%C3%BCber%20uns/c%23%3F.md)", "reference/über uns/c#?"],
    ["in angle brackets", "[x](<../reference/über uns/c%23%3F.md>)", "reference/über uns/c#?"],
    ["decomposed", "[x](<../reference/u\u0308ber uns/c%23%3F.md>)", "reference/über uns/c#?"],
    [
      "percent-encoded site path",
      "[x](/docs/reference/%C3%BCber%20uns/c%23%3F)",
      "reference/über uns/c#?",
    ],
    ["percent-encoded percent", "[x](../reference/100%25.md)", "reference/100%"],
    ["a percent sign that encodes nothing", "[x](../reference/100%.md)", "reference/100%"],
    ["a query", "[x](steps.md?plain=1)", "guide/steps"],
    ["a fragment", "[x](steps.md#what-s-new-)", "guide/steps"],
    ["query and fragment", "[x](steps?a=b?c#what-s-new-)", "guide/steps"],
    ["a title", '[x](steps.md "Title")', "guide/steps"],
    ["a reference", "[x][ref]\n\n[REF]: steps.md", "guide/steps"],
    ["a collapsed reference", "[ref][]\n\n[ref]: <steps.md> 'Title'", "guide/steps"],
    ["a shortcut reference", "[ref]\n\n> [ref]: steps.md", "guide/steps"],
    ["the first definition", "[ref]\n\n[ref]: steps.md\n[ref]: install/index.md", "guide/steps"],
    ["inside emphasis", "**[x](steps.md)**", "guide/steps"],
    ["in a heading", "# See [x](steps.md)", "guide/steps"],
    ["in a list in a quote", "> - [x](steps.md)", "guide/steps"],
    ["around an image", "[![alt](diagram.png)](steps.md)", "guide/steps"],
    ["inline HTML", 'see <a href="steps.md">x</a>', "guide/steps"],
    ["inline HTML, other quotes and case", "see <A class=y HREF='steps.md'>x</A>", "guide/steps"],
    ["inline HTML, no quotes", "see <a href=steps.md>x</a>", "guide/steps"],
    ["HTML block", '<div>\n<p><a\n  class="x"\n  href="steps.md">x</a></p>\n</div>', "guide/steps"],
    [
      "HTML with a character reference",
      '<a href="steps.md?a=1&amp;b=2#what-s-new-">x</a>',
      "guide/steps",
    ],
    ["HTML with spaces around", '<a href=" steps.md ">x</a>', "guide/steps"],
    ["wiki link in the same folder", "[[steps]]", "guide/steps"],
    ["wiki link with spaces around", "[[ steps ]]", "guide/steps"],
    ["wiki link with extension", "[[steps.md]]", "guide/steps"],
    ["wiki link with a path", "[[reference/api]]", "reference/api"],
    ["wiki link with a path and a label", "[[reference/api|The API]]", "reference/api"],
    ["wiki link with an empty label", "[[reference/api|]]", "reference/api"],
    ["wiki link by name, elsewhere", "[[api]]", "reference/api"],
    ["wiki link in another case", "[[API]]", "reference/api"],
    ["wiki link by the end of a path", "[[steps/extra]]", "guide/steps/extra"],
    ["wiki link by title", "[[First steps]]", "guide/steps"],
    ["wiki link by title, in capitals", "[[ΟΔΌΣ ΑΝΟΔΟΣ]]", "reference/greek"],
    ["wiki link to a heading", "[[steps#What's new?]]", "guide/steps"],
    ["wiki link to a heading, with a label", "[[steps#What's new?|news]]", "guide/steps"],
    ["wiki link to an anchor", "[[steps#what-s-new-]]", "guide/steps"],
    ["wiki link to a name with a dot", "[[v1.2]]", "reference/v1.2"],
    ["wiki link to a folder", "[[install]]", "guide/install/index"],
    ["wiki link in a heading", "# See [[steps]]", "guide/steps"],
    ["wiki link between text", "text[[steps]]text", "guide/steps"],
    ["wiki link in a table cell", "| a |\n|---|\n| [[steps\\|label]] |", "guide/steps"],
    ["wiki link whose label has markup", "[[steps|*the* `steps`]]", "guide/steps"],
  ])("DOC-A10 links: %s", async (_, text, id) => {
    expect(await linksOf(text)).toEqual([id]);
    expect(await problemsOf(text)).toEqual([]);
  });

  it("DOC-A10 links: a wiki link names a page, and a page's name may contain a question mark", async () => {
    const files = { "a.md": "[[What's new?]] [[Why?]]", "b.md": "# What's new?", "Why?.md": "# W" };

    expect((await docIn(files, "a")).links).toEqual(["b", "Why?"]);
  });

  it("DOC-A10 links: a wiki link to `__name__` is one, though Markdown sees strong emphasis", async () => {
    expect((await docIn({ "a.md": "[[__init__]]", "__init__.md": "" }, "a")).links).toEqual([
      "__init__",
    ]);
  });

  it("DOC-A10 links: a wiki link finds a heading with a custom id by its text", async () => {
    const { problems } = await generateFrom({
      "a.md": "[[b#Set up]]",
      "b.md": "# B\n\n## Set up {#setup}",
    });

    expect(problems).toEqual([]);
  });

  it.each([
    ["the site's address", "https://docs.acme.example/docs/guide/steps", SITE],
    ["another scheme", "http://docs.acme.example/docs/guide/steps.md", SITE],
    ["no scheme", "//docs.acme.example/docs/guide/steps", SITE],
    ["another case of the host", "HTTPS://Docs.ACME.example/docs/guide/steps", SITE],
    ["the default port", "https://docs.acme.example:443/docs/guide/steps", SITE],
    ["query and fragment", "https://docs.acme.example/docs/guide/steps?a#what-s-new-", SITE],
    ["root-relative", "https://docs.acme.example/guide/steps", SITE],
    ["percent-encoded", "https://docs.acme.example/docs/guide/st%65ps", SITE],
    [
      "a site below a path",
      "https://acme.example/x/docs/guide/steps",
      { siteUrl: "https://acme.example/x/" },
    ],
    [
      "a site that is the base",
      "https://acme.example/docs/guide/steps",
      { siteUrl: "https://acme.example/docs" },
    ],
    ["a port", "http://localhost:3000/docs/guide/steps", { siteUrl: "http://localhost:3000" }],
    [
      "another base",
      "https://acme.example/m/guide/steps",
      { siteUrl: "https://acme.example", base: "/m" },
    ],
  ])("DOC-A10 links: absolute, %s", async (_, url, config) => {
    expect(await linksOf(`<${url.startsWith("/") ? "b" : url}> [x](${url})`, config)).toEqual([
      "guide/steps",
    ]);
    expect(await problemsOf(`[x](${url})`, config)).toEqual([]);
  });

  it.each([
    ["the base /manual", "/manual/guide/steps", "/manual"],
    ["the base /manual, root-relative", "/guide/steps", "/manual"],
    ["the base /", "/guide/steps", "/"],
    ["a base that is two folders", "/a/b/guide/steps", "/a/b"],
  ])("DOC-A10 links: with %s", async (_, url, base) => {
    expect(await linksOf(`[x](${url})`, { base })).toEqual(["guide/steps"]);
  });

  it.each([
    ["another host", "[x](https://acme.example/docs/guide/steps)"],
    ["another host without a scheme", "[x](//acme.example/docs/guide/steps)"],
    ["a host that begins like the site's", "[x](https://docs.acme.example.org/docs/guide/steps)"],
    ["another port", "[x](https://docs.acme.example:8443/docs/guide/steps)"],
    ["the site's user part", "[x](https://docs.acme.example@acme.example/docs/guide/steps)"],
    ["mail", "[x](mailto:steps.md@acme.example) <me@acme.example>"],
    ["another scheme", "[x](javascript:steps.md) [y](tel:123) [z](vscode://file/steps.md)"],
    ["an invalid URL", "[x](https://[) [y](http://)"],
    ["a file other than Markdown", "[x](diagram.png) [y](../LICENSE) [z](/guide/diagram.png)"],
    ["a file other than Markdown, by a wiki link", "[[diagram.png]] [[guide/diagram.png|x]]"],
    ["an embedded image, by a wiki link", "![[diagram.png]]"],
    ["an image", "![x](steps.md) ![y][ref]\n\n[ref]: steps.md"],
    [
      "an HTML image or any other tag",
      '<img src="steps.md"> <link href="steps.md"> <b href="steps.md">x</b>',
    ],
    ["code", '`[x](steps.md)` ``[[steps]]`` `<a href="steps.md">`'],
    ["fenced code", '```\n[x](steps.md) [[steps]]\n<a href="steps.md">\n```'],
    ["indented code", "text\n\n    [x](steps.md) [[steps]]"],
    ["an HTML comment", '<!-- [x](steps.md) [[steps]] <a href="steps.md"> -->'],
    ["an HTML comment inside text", 'a <!-- <a href="steps.md">x</a> --> b'],
    ["Markdown inside an HTML block", "<div>\n[x](steps.md) [[steps]]\n</div>"],
    ["the frontmatter", "---\nrelated: '[x](steps.md)'\nwiki: '[[steps]]'\n---\n"],
    ["an unused definition", "[ref]: steps.md"],
    ["an undefined label", "[x][ref] [ref]"],
    ["a footnote", "text[^1]\n\n[^1]: steps.md"],
    ["escaped", '\\[x](steps.md) \\[[steps]] [\\[steps]] \\<a href="steps.md">'],
    ["an escaped wiki link", "\\[\\[steps\\]\\]"],
    ["an empty link", '[x]() [y](<>) [[]] [[ ]] [[|x]] <a href="">x</a> <a>y</a>'],
    ["a table of contents", "[[toc]] [[TOC]] [[_TOC_]]"],
    ["wiki link over two lines", "[[st\neps]]"],
    ["only a fragment, of any page", "[x](#) [y](#top) [z](?a=b)"],
    ["the site outside the docs", "[y](/pricing) [z](/assets/app.js)"],
  ])("DOC-A10 links: not %s", async (_, text) => {
    expect(await linksOf(text, SITE)).toEqual([]);
    const problems = await problemsOf(text, SITE);
    const others = ["hidden-text", "undefined-reference"];
    expect(problems.filter(({ rule }) => !others.includes(rule))).toEqual([]);
  });

  it("DOC-A10 links: never the page itself, in any form", async () => {
    const text =
      "# Top\n\n[a](#top) [b](page.md) [c](page#top) [d](/docs/guide/page) [[page]] [[Top]] [[#Top]]\n" +
      '<a href="#top">x</a> [e](https://docs.acme.example/docs/guide/page#top)';

    expect(await linksOf(text, SITE)).toEqual([]);
    expect(await problemsOf(text, SITE)).toEqual([]);
  });

  it("DOC-A10 links: distinct, in order of first appearance, whatever the form", async () => {
    const text = [
      "# [[api]]",
      "[one][ref] <a href='../index.md'>x</a> [two](./steps.md#what-s-new-)",
      "<div><a href='install/'>y</a></div>",
      "",
      "[[index]] [again](../reference/api.mdx) [three](both/README.md)",
      "",
      "[ref]: ./steps.md",
    ].join("\n");

    expect(await linksOf(text)).toEqual([
      "reference/api",
      "guide/steps",
      "index",
      "guide/install/index",
      "guide/both/README",
    ]);
  });

  it("DOC-A10 links: a dead link is not an edge", async () => {
    expect(await linksOf("[x](gone.md) [y](steps.md)")).toEqual(["guide/steps"]);
  });

  it("DOC-A10 links: a dead fragment is an edge all the same, since the page exists", async () => {
    expect(await linksOf("[x](steps.md#gone)")).toEqual(["guide/steps"]);
  });

  it("DOC-A10 links: a wiki link that matches several pages is a problem that names them, and not an edge", async () => {
    const files = { "a.md": "x [[same]]", "x/same.md": "# 1", "y/same.md": "# 2" };

    const { content, problems } = await generateFrom(files);

    expect(content.docs[0]!.links).toEqual([]);
    expect(problems.map(placeOf)).toEqual(["a.md:1:3 ambiguous-link"]);
    expect(problems[0]!.message).toContain("x/same, y/same");
    expect((await docIn({ ...files, "a.md": "[[y/same]]" }, "a")).links).toEqual(["y/same"]);
    expect((await docIn({ ...files, "x/a.md": "[[same]]" }, "x/a")).links).toEqual(["x/same"]);
  });
});

describe("broken links", () => {
  it.each<[form: string, target: string, suggestion: string | null]>([
    ["a typing mistake", "[x](stesp.md)", "./steps.md"],
    ["without extension", "[x](stesp)", "./steps.md"],
    ["another case", "[x](Steps.md)", "steps.md"],
    ["the wrong folder", "[x](api.mdx)", "../reference/api.mdx"],
    ["a site path", "[x](/docs/guide/stepz)", "/docs/guide/steps"],
    ["root-relative, like a Markdown file", "[x](/guide/stepz.md)", "/docs/guide/steps"],
    ["a wiki link", "[[reference/apo]]", "reference/api"],
    ["HTML", "<a href='stesp.md'>x</a>", "./steps.md"],
    ["nothing similar", "[x](completely-different.md)", null],
    ["a folder with neither index nor README", "[x](../reference/)", null],
    ["outside the docs root", "[x](../../secret.md)", null],
    ["a reference", "[x][r]\n\n[r]: stesp.md", "./steps.md"],
    [
      "a path with spaces",
      "[x](<../reference/über un/c%23%3F.md>)",
      "../reference/%C3%BCber%20uns/c%23%3F.md",
    ],
  ])("DOC-A10 problems: broken-link, %s", async (_, text, suggestion) => {
    const problems = await problemsOf(text);

    expect(problems).toEqual([
      expect.objectContaining({ rule: "broken-link", severity: "warn", suggestion }),
    ]);
    if (suggestion !== null && !text.startsWith("[[")) {
      // The suggestion can replace the link.
      expect(await problemsOf(`[x](${suggestion})`)).toEqual([]);
    }
  });

  it.each([
    ["absolute", "[x](https://docs.acme.example/docs/guide/stesp)", SITE],
    ["a dotted name", "[x](../reference/v1.3)", {}],
  ])("DOC-A10 problems: broken-link, %s", async (_, text, config) => {
    expect((await problemsOf(text, config)).map(({ rule }) => rule)).toEqual(["broken-link"]);
  });

  it("DOC-A10 problems: every occurrence is reported, not only the first", async () => {
    const problems = await problemsOf("[x](gone.md)\n[y](gone.md) [z](gone.md)");

    expect(problems.map(placeOf)).toEqual([
      "guide/page.md:1:1 broken-link",
      "guide/page.md:2:1 broken-link",
      "guide/page.md:2:14 broken-link",
    ]);
  });
});

describe("paths outside the base", () => {
  const OUTSIDE = "[x](/guide/stesp) [y](/windows/win32/gdi) [z](/docsx/guide/steps)";

  it.each<[base: string, rules: number]>([
    ["/docs", 0],
    ["/cpp", 0],
    ["", 3],
    ["/", 3],
  ])(
    "DOC-A10 base %j: another site's, unless every path is below the base",
    async (base, count) => {
      expect(await problemsOf(OUTSIDE, { base })).toHaveLength(count);
    },
  );

  it("DOC-A10 base: one that leads to a page is a link, one that ends like Markdown is broken", async () => {
    const text = "[x](/guide/steps) [y](/guide/gone.md) [z](/windows/gone.mdx)";

    const { content, problems } = await generatePage(text, { base: "/cpp" });

    expect(content.docs.find(({ id }) => id === "guide/page")!.links).toEqual(["guide/steps"]);
    expect(
      problems.filter(({ file }) => file === "guide/page.md").map(({ message }) => message),
    ).toEqual([
      'Link to "/guide/gone.md" leads to no page',
      'Link to "/windows/gone.mdx" leads to no page',
    ]);
  });

  it.each([
    ["a path outside the base", "[x](/api/gone) [y](/api) [z](/api/gone.md)", ["/api/**"], 1],
    ["a path below the base", "[x](/docs/api/a%20b)", ["/docs/api/a b"], 1],
    [
      "a path relative to the page",
      "[x](../api/gone) [y](../../api/gone)",
      ["/docs/api/*", "/api/*"],
      2,
    ],
    ["an address", "[x](https://docs.acme.example/docs/api/gone?a#b)", ["/docs/api/*"], 1],
    ["a file", "[x](../api/gone.md)", ["/docs/api/gone.md"], 1],
  ])(
    "DOC-A10 elsewhere: %s that the site serves without a page",
    async (_, text, elsewhere, count) => {
      const config = { ...SITE, base: "/docs" };

      expect(await problemsOf(text, { ...config, elsewhere })).toEqual([]);
      expect(await problemsOf(text, { ...config, elsewhere: ["/apis/**"] })).toHaveLength(count);
    },
  );

  it("DOC-A10 elsewhere: below an empty base", async () => {
    const text = "[x](/api/gone) [y](/guide/gone)";

    const problems = await problemsOf(text, { base: "", elsewhere: ["/api/**"] });

    expect(problems.map(({ message }) => message)).toEqual([
      'Link to "/guide/gone" leads to no page',
    ]);
  });

  it("DOC-A10 elsewhere: a page of the tree comes first", async () => {
    const { content } = await generatePage("[x](steps.md)", { elsewhere: ["/**"] });

    expect(content.docs.find(({ id }) => id === "guide/page")!.links).toEqual(["guide/steps"]);
  });
});

describe("broken fragments", () => {
  it.each([
    ["an anchor", "[x](steps.md#what-s-new-)"],
    ["an anchor of depth 5", "[x](steps.md#deep)"],
    ["a name in HTML", "[x](steps.md#old)"],
    ["an id in HTML, percent-encoded", "[x](steps.md#%C3%9Cber)"],
    ["an id in HTML, decomposed", "[x](steps.md#U\u0308ber)"],
    ["an id that is itself decomposed", "[x](lower/#%C3%96l)"],
    ["the top", "[x](steps.md#top) [y](steps.md#)"],
    ["a text directive", "[x](steps.md#:~:text=new) [y](steps.md#deep:~:text=new)"],
    ["its own heading", "# A b\n\n[x](#a-b) [y](page.md#a-b)"],
    [
      "a fragment of a page of another site",
      "[x](https://acme.example/#gone) [y](diagram.png#gone)",
    ],
  ])("DOC-A10 fragments: no problem for %s", async (_, text) => {
    expect(await problemsOf(text)).toEqual([]);
  });

  it.each(["#%C3%BCber-c%2B%2B", "#über-c++", "#%25C3%25BCber-c%252B%252B"])(
    "DOC-A10 fragments: an encoded anchor is found as browsers find it: %s",
    async (fragment) => {
      const files = { "a.md": `# Über C++\n\n[x](${fragment})\n` };

      const { problems } = await generateFrom(files, { anchors: "markdown-it-anchor" });

      expect(problems).toEqual([]);
    },
  );

  it.each<[form: string, text: string, suggestion: string | null]>([
    ["GitHub's anchor", "[x](steps.md#whats-new)", "#what-s-new-"],
    ["another case", "[x](steps#Deep)", "#deep"],
    ["nothing similar", "[x](/docs/guide/steps#completely-else)", null],
    ["its own page", "# A\n\n## Options\n\n[x](#option)", "#options"],
    ["HTML", "<a href='steps.md#dep'>x</a>", "#deep"],
    ["a wiki link", "[[steps#Wat's new?]]", "#what-s-new-"],
    ["a folder link", "[x](install/#on-linus)", "#on-linux"],
    ["after a query", "[x](steps.md?v=2#dep)", "#deep"],
  ])("DOC-A10 fragments: broken-fragment, %s", async (_, text, suggestion) => {
    expect(await problemsOf(text)).toEqual([
      expect.objectContaining({ rule: "broken-fragment", severity: "warn", suggestion }),
    ]);
  });
});

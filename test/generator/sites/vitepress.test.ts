import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../generator/config/config.ts";
import { generate } from "../../../generator/generate.ts";
import { ROOT } from "../../support/command.ts";
import { type RenderedSite, readCorpus } from "../../support/rendered-site.ts";
import {
  addressesOf,
  agentTextOf,
  anchorsOf,
  generateSite,
  linksOf,
  navOf,
  problemsOf,
  textOf,
} from "../../support/site-tree.ts";

const config = (text: string) => ({ ".vitepress/config.ts": `export default { ${text} }\n` });

it("addresses, anchors and text are those of VitePress", async () => {
  const recorded = join(ROOT, "test/generator/sites/recorded/vitepress.json");
  const built: RenderedSite = JSON.parse(await readFile(recorded, "utf8"));
  const root = join(ROOT, "test/long/sites/vitepress/docs");

  const { content, problems } = await generate({ root, config: parseConfig({ site: "auto" }) });

  expect(readCorpus(content)).toEqual(built);
  expect(problems).toEqual([]);
});

describe("VitePress: files and addresses", () => {
  it("pages end in .html, index pages with a slash; README is a page like any other", async () => {
    const site = await generateSite({
      ...config(""),
      "index.md": "# A\n",
      "guide/index.md": "# B\n",
      "guide/start.md": "---\ndraft: true\n---\n# C\n",
      "README.md": "# D\n",
    });

    expect(addressesOf(site)).toEqual({
      "README.md": "/README.html",
      "guide/index.md": "/guide/",
      "guide/start.md": "/guide/start.html",
      "index.md": "/",
    });
    expect(site.content.meta).toMatchObject({ site: "vitepress", base: "" });
  });

  it("cleanUrls, base, srcDir and srcExclude are those of the configuration", async () => {
    const files = {
      ...config(
        'base: "/docs/", srcDir: "src", srcExclude: ["**/TODO.md", "old/**"], cleanUrls: true',
      ),
      "src/index.md": "# A\n",
      "src/guide/start.md": "# B\n",
      "src/guide/TODO.md": "# C\n",
      "src/old/x.md": "# D\n",
      "outside.md": "# E\n",
    };
    const addresses = { "guide/start.md": "/docs/guide/start", "index.md": "/docs/" };

    const fromSource = await generateSite(files, { root: "src" });
    const fromAbove = await generateSite(files);
    const fromBelow = await generateSite(files, { root: "src/guide" });

    expect(addressesOf(fromSource)).toEqual(addresses);
    expect(addressesOf(fromAbove)).toEqual({
      "src/guide/start.md": "/docs/guide/start",
      "src/index.md": "/docs/",
    });
    expect(addressesOf(fromBelow)).toEqual({ "start.md": "/docs/guide/start" });
  });

  it("a configuration may be a folder, and a call", async () => {
    const site = await generateSite({
      ".vitepress/config/index.mts":
        'import { defineConfig } from "vitepress"\nexport default defineConfig({ cleanUrls: true })\n',
      "a.md": "# A\n",
    });

    expect(addressesOf(site)).toEqual({ "a.md": "/a" });
  });

  it("rewrites move pages; those that are not linear or functions are named", async () => {
    const rewrites = `rewrites: {
      "source/:page": "destination/:page",
      "packages/:pkg/src/:slug*": ":pkg/:slug*",
      "one.md": "two/index.md",
      "x/:a(\\\\w+).md": "y/:a.md",
    }`;
    const site = await generateSite({
      ...config(rewrites),
      "source/a.md": "# A\n",
      "packages/core/src/deep/b.md": "# B\n\n[a](/destination/a)\n",
      "one.md": "# C\n",
      "x/d.md": "# D\n",
    });
    const computed = await generateSite({ ...config("rewrites: (id) => id"), "a.md": "# A\n" });

    expect(addressesOf(site)).toEqual({
      "one.md": "/two/",
      "packages/core/src/deep/b.md": "/core/deep/b.html",
      "source/a.md": "/destination/a.html",
      "x/d.md": "/x/d.html",
    });
    expect(linksOf(site, "packages/core/src/deep/b")).toEqual(["source/a"]);
    expect(site.notes).toContainEqual(expect.stringContaining("x/:a("));
    expect(computed.notes).toContainEqual(
      expect.stringMatching(/config\.ts:1: "rewrites" cannot be read.*configure "site\.addresses"/),
    );
  });

  it("files of dynamic routes are not pages; their addresses are elsewhere", async () => {
    const site = await generateSite({
      ...config(""),
      "packages/[pkg].md": "# {{ $params.pkg }}\n",
      "packages/[pkg].paths.js": "export default { paths: () => [] }\n",
      "a.md": "[known](/packages/core) [not](/packages/core/deep)\n",
    });

    expect(addressesOf(site)).toEqual({ "a.md": "/a.html" });
    expect(problemsOf(site)).toEqual([expect.stringContaining("packages/core/deep")]);
  });

  it("a page with search: false is unlisted", async () => {
    const site = await generateSite({ ...config(""), "a.md": "---\nsearch: false\n---\n# A\n" });

    expect(site.content.docs[0]?.unlisted).toBe(true);
  });
});

describe("VitePress: anchors and syntax", () => {
  const page = async (text: string, files = {}) =>
    generateSite({ ...config(""), "a.md": text, ...files });

  it.each([
    ["a number", "## 1. Start", "_1-start"],
    ["code", "## `.env` Files", "env-files"],
    ["an id", "## Start {#own}", "own"],
    ["an id and a class", "## Start {#own .big}", "own"],
    ["a class", "## Start {.big}", "start"],
    ["the text of a badge", '## Start <Badge type="tip" text="^1.0" />', "start"],
    ["a badge with content", "## Start <Badge>beta</Badge>", "start-beta"],
    ["an emoji", "## Start :tada:", "start"],
    ["an accent", "## Été", "ete"],
  ])("the anchor of a heading with %s", async (_, heading, anchor) => {
    expect(anchorsOf(await page(`# A\n\n${heading}\n`), "a")).toEqual(["a", anchor]);
  });

  it.each([
    ["a container", "::: tip Title\nText\n:::", "Title Text"],
    ["one without a blank", ":::warning\nText\n:::", "Text"],
    ["details with attributes", "::: details More {open}\nText\n:::", "More Text"],
    ["a code group", "::: code-group\n\n```js [a.js]\nx()\n```\n\n:::", "x()"],
    ["nested ones", ":::: info A\n::: tip B\nText\n:::\n::::", "A B Text"],
    ["an alert", "> [!NOTE]\n> Text", "Text"],
    ["an alert with a title", "> [!NOTE] Title\n> Text", "Title Text"],
    ["a table of contents", "[[toc]]\n\nText", "Text"],
    ["an interpolation", "Version {{ version }} is out", "Version is out"],
    ["a text in one", "Version {{ 'one' }} and {{ 2 }}", "Version one and 2"],
    ["code with one", "A `{{ x }}` b\n\n```js\n{{ x }}\n```", "A b {{ x }}"],
    ["one alone on its line", "<ul>\n    <li>\n    {{ x }}\n    </li>\n</ul>\n\nText", "Text"],
    ["v-pre", "::: v-pre\n{{ x }}\n:::", "{{ x }}"],
    ["v-pre of an element", "<span v-pre>{{ x }}</span> {{ y }}", "{{ x }}"],
    ["a badge", 'Since <Badge type="tip" text="^1.0" />', "Since ^1.0"],
    ["a component", "<Video id='x' />\n\nText", "Text"],
    ["events of Vue", 'Press <Key @click="() => go()" #name>Enter</Key>', "Press Enter"],
    [
      "script and style",
      "<script setup>\nimport a from 'a'\n\nlet b\n</script>\n\nText\n\n<style>\n.x {}\n</style>",
      "Text",
    ],
    ["classes", "Text `a`{.x} **b**{.y}\n\nMore text {.z}", "Text a b More text"],
    ["braces that are not attributes", "A {b} c {d: 1}", "A {b} c {d: 1}"],
    ["highlighted lines", "```js{1,3} [a.js]\nx()\n```", "x()"],
  ])("readers see of %s what VitePress shows", async (_, text, seen) => {
    const site = await page(`${text}\n`);

    expect(textOf(site, "a")).toBe(seen);
    expect(problemsOf(site)).toEqual([]);
  });

  it("ids of blocks are anchors", async () => {
    const site = await page("# A\n\nText {#here}\n\n[x](#here) [y](#gone)\n");

    expect(problemsOf(site)).toEqual([expect.stringContaining("#gone")]);
  });
});

describe("VitePress: includes", () => {
  it("Markdown is included: whole, by lines, by region, from the source folder", async () => {
    const site = await generateSite({
      ...config('srcExclude: ["**/parts/**"]'),
      "guide/a.md": [
        "# A",
        "<!--@include: ./parts/whole.md-->",
        "<!--@include: ./parts/lines.md{2,3}-->",
        "<!-- @include: @/guide/parts/lines.md{4,} -->",
        "<!--@include: ./parts/region.md#one-->",
      ].join("\n\n"),
      "guide/parts/whole.md": "---\ntitle: X\n---\n## Whole\n\n<!--@include: ./deep.md-->\n",
      "guide/parts/deep.md": "Deep",
      "guide/parts/lines.md": "1\n2\n3\n4\n5",
      "guide/parts/region.md":
        "before\n<!-- #region one -->\ninside\n<!-- #endregion one -->\nafter\n",
    });

    expect(textOf(site, "guide/a")).toBe("Deep 2 3 4 5 inside");
    expect(anchorsOf(site, "guide/a")).toEqual(["a", "whole"]);
    expect(problemsOf(site)).toEqual([]);
  });

  it("code is included: by region, with options, in a list, fenced safely", async () => {
    const site = await generateSite({
      ...config(""),
      "guide/a.md": [
        "<<< @/code/a.ts",
        "<<< ../code/a.ts#part{1,2 ts:line-numbers} [Title]",
        "- item\n\n  <<< @/code/b.md {1}",
        "```md\n<<< @/code/gone.ts\n```",
      ].join("\n\n"),
      "code/a.ts": "const a = 1;\n  // #region part\n  const b = 2;\n  // #endregion part\n",
      "code/b.md": "```js\nc()\n```\n",
    });

    expect(textOf(site, "guide/a")).toBe(
      "const a = 1; // #region part const b = 2; // #endregion part const b = 2; item ```js c() ``` <<< @/code/gone.ts",
    );
    expect(problemsOf(site)).toEqual([]);
  });

  it("a file or region that is missing is reported with its place", async () => {
    const site = await generateSite({
      ...config(""),
      "a.md": "# A\n\n<<< ./gone.ts\n\n<!--@include: ./b.md#gone-->\n",
      "b.md": "# B\n",
    });

    expect(problemsOf(site)).toEqual([
      expect.stringMatching(/^a\.md:3 missing-file .*gone\.ts/),
      expect.stringMatching(/^a\.md:5 missing-file .*no region "gone"/),
    ]);
  });
});

describe("VitePress: links and order", () => {
  it("links are relative to the file, or to the base; with .md, .html or nothing", async () => {
    const site = await generateSite({
      ...config('base: "/docs/", ignoreDeadLinks: ["/play"]'),
      "a.md":
        "[1](./b/c.md) [2](b/c.html) [3](b/c) [4](/b/c) [5](/docs/b/c) [6](b/) [7](/b/index.md)\n",
      "b/c.md": "[1](../a) [2](/gone) [3](/play) [4](/logo.svg) [5](/demo/)\n",
      "public/demo/index.html": "<p>Demo</p>\n",
      "public/logo.svg": "<svg/>\n",
      "b/index.md": "# B\n",
    });

    expect(linksOf(site, "a")).toEqual(["b/c", "b/index"]);
    expect(linksOf(site, "b/c")).toEqual(["a"]);
    expect(problemsOf(site)).toEqual([expect.stringMatching(/^b\/c\.md:1 broken-link .*\/gone/)]);
  });

  it("the order is that of the sidebars, also of languages", async () => {
    const site = await generateSite({
      ...config(`
        themeConfig: { sidebar: {
          "/guide/": { base: "/guide/", items: [{ text: "Group", items: [{ text: "Two", link: "two" }, { text: "One", link: "one.md" }] }] },
          "/": [{ text: "Start", link: "/" }, { text: "Elsewhere", link: "https://example.com" }],
        } },
        locales: { de: { themeConfig: { sidebar: [{ text: "Eins", link: "/de/guide/one" }] } } },
      `),
      "index.md": "# Home\n",
      "guide/one.md": "# 1\n",
      "guide/two.md": "# 2\n",
      "de/guide/one.md": "# 3\n",
    });

    expect(navOf(site)).toEqual([
      "Group",
      "- Two = guide/two",
      "- One = guide/one",
      "Start = index",
      "Eins = de/guide/one",
    ]);
  });

  it("values that only running the configuration gives are named, with the key of docgate", async () => {
    const site = await generateSite({
      ...config(
        "base: process.env.BASE, markdown: { anchor: { slugify } }, themeConfig: { sidebar: sidebar() }",
      ),
      "a.md": "# A\n",
    });

    expect(site.notes).toEqual([
      expect.stringContaining("recognised by"),
      expect.stringMatching(/"base" cannot be read.*configure "base"/),
      expect.stringMatching(/"markdown\.anchor\.slugify" cannot be read.*configure "anchors"/),
      expect.stringMatching(/"themeConfig\.sidebar" cannot be read/),
    ]);
  });
});

it("VitePress: agents are given what components contain, without their tags", async () => {
  const site = await generateSite({
    ...config(""),
    "index.md": `# Start <Badge type="tip" text="new" />

<LinkCard href="/a">Watch a lesson</LinkCard> about \`<Badge>\` and <b>more</b>.

<my-team />
<TeamPage>
  Our <Member name="x" /> team
</TeamPage>
`,
  });

  expect(agentTextOf(site, "index")).toBe(`# Start 

Watch a lesson about \`<Badge>\` and <b>more</b>.



  Our  team

`);
  expect(problemsOf(site)).toEqual([]);
});

it("VitePress: a base that is configured is that of links from / too", async () => {
  const site = await generateSite(
    {
      ...config("base: process.env.BASE"),
      "index.md": "[here](/a) [lost](/lost)\n",
      "a.md": "# A\n",
    },
    { base: "/x" },
  );

  expect(addressesOf(site)).toEqual({ "index.md": "/x/", "a.md": "/x/a.html" });
  expect(problemsOf(site).map((problem) => problem.split("broken-link")[1])).toEqual([
    ' Link to "/lost" leads to no page',
  ]);
});

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../generator/config/config.ts";
import { generate } from "../../../generator/generate.ts";
import { ROOT } from "../../support/command.ts";
import { type RenderedSite, readCorpus } from "../../support/rendered-site.ts";
import {
  addressesOf,
  anchorsOf,
  generateSite,
  linksOf,
  navOf,
  problemsOf,
  textOf,
} from "../../support/site-tree.ts";
import type { TreeFiles } from "../../support/tree.ts";

const NUXT_CONFIG = 'export default defineNuxtConfig({ modules: ["@nuxt/content"] });\n';

/** Generates from the content folder of an app. */
function generateContent(content: TreeFiles, files: TreeFiles = {}) {
  const pages = Object.entries(content).map(([path, text]) => [`content/${path}`, text]);
  const tree = { "nuxt.config.ts": NUXT_CONFIG, ...files, ...Object.fromEntries(pages) };
  return generateSite(tree, { root: "content" });
}

it("addresses, anchors and text are those of Nuxt Content", async () => {
  const recorded = join(ROOT, "test/generator/sites/recorded/nuxt.json");
  const built: RenderedSite = JSON.parse(await readFile(recorded, "utf8"));
  const root = join(ROOT, "test/long/sites/nuxt/content");

  const { content, problems } = await generate({ root, config: parseConfig({ site: "auto" }) });

  expect(readCorpus(content)).toEqual(built);
  expect(problems).toEqual([]);
});

describe("Nuxt Content: files and addresses", () => {
  it("numbers, index and drafts are not in addresses; versions are", async () => {
    const site = await generateContent({
      "index.md": "# A\n",
      "1.guide/0.index.md": "# B\n",
      "1.guide/01.First Steps.md": "# C\n",
      "4.x/1.2.3.md": "# D\n",
      "_partial.md": "# E\n",
      "2.late.draft.md": "# F\n",
    });

    expect(addressesOf(site)).toEqual({
      "1.guide/0.index.md": "/guide",
      "1.guide/01.First Steps.md": "/guide/first-steps",
      "4.x/1.2.3.md": "/4.x/1.2.3",
      "index.md": "/",
    });
  });

  it("collections say which files are pages, and where", async () => {
    const config = `export default defineContentConfig({ collections: {
      docs: defineCollection({ type: "page", source: { include: "docs/**", exclude: ["docs/old/**"], prefix: "/manual" } }),
      blog: defineCollection({ type: "page", source: "1.blog/*.md" }),
      authors: defineCollection({ type: "data", source: "authors/*.md" }),
    } });`;
    const site = await generateContent(
      {
        "docs/1.a.md": "# A\n",
        "docs/old/b.md": "# B\n",
        "1.blog/c.md": "# C\n",
        "authors/d.md": "# D\n",
        "e.md": "# E\n",
      },
      { "content.config.ts": config },
    );

    expect(addressesOf(site)).toEqual({ "1.blog/c.md": "/blog/c", "docs/1.a.md": "/manual/a" });
  });

  it("a collection that cannot be read is named", async () => {
    const site = await generateContent(
      { "a.md": "# A\n" },
      { "content.config.ts": "export default { collections: { docs: make() } };" },
    );

    expect(addressesOf(site)).toEqual({ "a.md": "/a" });
    expect(site.notes).toContainEqual(expect.stringContaining('"collections.docs" is not read'));
  });

  it("the base, pages of the app and its redirects are known", async () => {
    const config = `export default defineNuxtConfig({
      modules: ["@nuxt/content"],
      app: { baseURL: "/app/" },
      routeRules: { "/old": { redirect: "/guide/a" }, "/gone": { redirect: { to: "/nowhere" } } },
    });`;
    const site = await generateContent(
      {
        "1.guide/1.a.md": "# A\n\n[b](/guide/b) [b](./b)\n",
        "1.guide/2.b.md": "[1](/about) [2](/blog/x) [3](/shop/x/y) [4](/gone)\n\n[a](/old)\n",
      },
      {
        "nuxt.config.ts": config,
        "app/pages/about.vue": "",
        "app/pages/blog/[slug].vue": "",
        "app/pages/[...all].vue": "",
      },
    );

    expect(addressesOf(site)["1.guide/1.a.md"]).toBe("/app/guide/a");
    expect(linksOf(site, "1.guide/1.a")).toEqual(["1.guide/2.b"]);
    expect(problemsOf(site)).toEqual([
      expect.stringContaining("/shop/x/y"),
      expect.stringContaining("/gone"),
    ]);
  });

  it("without the app, only links below the base are judged", async () => {
    const site = await generateSite(
      { "1.a.md": "# A\n\n[1](/docs/b) [2](/blog) [3](/docs/gone)\n", "2.b.md": "# B\n" },
      { site: "nuxt", base: "/docs" },
    );

    expect(linksOf(site, "1.a")).toEqual(["2.b"]);
    expect(problemsOf(site)).toEqual([expect.stringContaining("/docs/gone")]);
  });

  it("the order is that of numbers, with the titles of folders", async () => {
    const site = await generateContent({
      "10.z.md": "# Z\n",
      "2.api/.navigation.yml": "title: The API\n",
      "2.api/1.b.md": "---\nnavigation:\n  title: Short\n---\n# B\n",
      "2.api/index.md": "# API\n",
      "1.guide/2.c.md": "# C\n",
      "1.guide/3.d.md": "---\nnavigation: false\n---\n# D\n",
      "3.hidden/_dir.yml": "navigation: false\n",
      "3.hidden/a.md": "# H\n",
    });

    expect(navOf(site)).toEqual([
      "Guide",
      "- 1.guide/2.c",
      "The API",
      "- 2.api/index",
      "- Short = 2.api/1.b",
      "10.z",
    ]);
  });
});

describe("Nuxt Content: MDC", () => {
  it.each([
    ["a component", "::note\nText\n::", "Text"],
    ["its title", '::note{icon="i-x" title="Title"}\nText\n::', "Title Text"],
    ["nested ones", ":::group\n  ::card{title='A'}\n  Text\n  ::\n:::", "A Text"],
    ["properties", "::note\n---\ntitle: Title\nlist:\n  - a\n---\nText\n::", "Title Text"],
    ["slots", "::note\n#title\nTitle\n\n#default{.x}\nText\n::", "Title Text"],
    ["an inline one", "Since :badge[2.1]{color='red'} it works", "Since 2.1 it works"],
    ["one without content", "An :icon{name='x'} and :logo here", "An and here"],
    [
      "spans and attributes",
      "[a]{.x} `b`{lang=ts} **c**{.y} [d](https://d.e){target=_blank}",
      "a b c d",
    ],
    ["bindings", "Hello {{ $doc.name || 'you' }}", "Hello you"],
    [
      "code",
      "`:icon{}` and `{{ x }}`\n\n```md\n::note\n:icon{}\n::\n```",
      ":icon{} and {{ x }} ::note :icon{} ::",
    ],
    [
      "colons in text",
      "At 10:30, see https://example.com: fine",
      "At 10:30, see https://example.com: fine",
    ],
    ["attributes of HTML", '<b :zoom="1">Text</b>', "Text"],
  ])("readers see of %s what the site shows", async (_, text, seen) => {
    const site = await generateContent({ "a.md": `${text}\n` });

    expect(textOf(site, "a")).toBe(seen);
    expect(problemsOf(site)).toEqual([]);
  });

  it("content of a component in a heading is a part of its anchor, properties are not", async () => {
    const site = await generateContent({
      "a.md": '# A\n\n## B :badge[new]{color="info"}\n\n## C :badge{label="new"}\n',
    });

    expect(anchorsOf(site, "a")).toEqual(["a", "b-new", "c"]);
  });

  it("targets of components are links", async () => {
    const site = await generateContent({
      "a.md": '::card{title="B" to="/b"}\nText\n::\n\n:read-more{to="/gone"}\n',
      "b.md": "# B\n",
    });

    expect(linksOf(site, "a")).toEqual(["b"]);
    expect(problemsOf(site)).toEqual([expect.stringMatching(/^a\.md:5 broken-link .*\/gone/)]);
  });
});

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pageTextOf } from "../../../corpus/marks.ts";
import { parseConfig } from "../../../generator/config/config.ts";
import type { GeneratedCorpus } from "../../../generator/config/generation.ts";
import { generate } from "../../../generator/generate.ts";
import { ROOT } from "../../support/command.ts";
import { type RenderedSite, readCorpus } from "../../support/rendered-site.ts";
import { addressesOf, generateSite, type SiteTreeOptions } from "../../support/site-tree.ts";
import type { TreeFiles } from "../../support/tree.ts";

const SITE = join(ROOT, "test/long/sites/hugo");
const RECORD = join(ROOT, "test/generator/sites/recorded/hugo.json");

/** Generates from a site whose content is in `content`. */
function generateContent(
  files: TreeFiles,
  options: SiteTreeOptions = {},
): Promise<GeneratedCorpus> {
  return generateSite(files, { root: "content", ...options });
}

/** Returns the page text of a page with these settings. */
async function textOf(page: string, settings = ""): Promise<string> {
  const { content } = await generateContent({ "hugo.toml": settings, "content/page.md": page });
  return pageTextOf(content.docs[0]!);
}

it("addresses, anchors and text are those of Hugo", async () => {
  const built: RenderedSite = JSON.parse(await readFile(RECORD, "utf8"));
  const config = parseConfig({ site: { generator: "hugo", asOf: "2024-01-01" } });

  const { content, problems } = await generate({ root: join(SITE, "content"), config });

  expect(readCorpus(content)).toEqual(built);
  expect(problems.map(({ file, message }) => `${file} ${message}`)).toEqual([
    'guide/configure.md Link to "/handbook/guide/nowhere/" leads to no page',
    'guide/configure.md Fragment "#nothing" is not on "guide/Install It"',
  ]);
});

describe("recognition", () => {
  it.each([
    ["hugo.yaml", "baseURL: https://x.example/docs/\n", "/docs/a/"],
    ["config.json", '{"baseURL": "https://x.example/docs/"}', "/docs/a/"],
    ["config/_default/hugo.toml", 'baseURL = "https://x.example/docs/"', "/docs/a/"],
  ])("by %s", async (name, text, slug) => {
    const generated = await generateContent({ [name]: text, "content/a.md": "" });

    expect(addressesOf(generated)).toEqual({ "a.md": slug });
    expect(generated.notes).toEqual([expect.stringContaining(`those of Hugo, recognised by`)]);
  });

  it("a config.toml of something else is not Hugo's", async () => {
    const generated = await generateContent({ "config.toml": "port = 1", "content/a.md": "" });

    expect(generated.content.meta.site).toBe("document");
  });

  it("parts of the configuration are one; production wins", async () => {
    const generated = await generateContent({
      "config/_default/config.toml": 'baseURL = "https://x.example/"\n[params]\na = 1',
      "config/_default/languages.de.toml": 'contentDir = "inhalt"',
      "config/_default/permalinks.toml": 'posts = "/p/:slug"',
      "config/production/hugo.toml": 'baseURL = "https://x.example/prod/"',
      "content/posts/a.md": "---\nslug: b\n---\n",
      "inhalt/c.md": "",
    });

    expect(addressesOf(generated)).toEqual({ "posts/a.md": "/prod/p/b/" });
  });
});

describe("files and addresses", () => {
  it("with uglyURLs, pages and sections end in .html", async () => {
    const files = { "content/_index.md": "", "content/s/_index.md": "", "content/s/p.md": "" };

    expect(
      addressesOf(await generateContent({ "hugo.toml": "uglyURLs = true", ...files })),
    ).toEqual({
      "_index.md": "/",
      "s/_index.md": "/s.html",
      "s/p.md": "/s/p.html",
    });
    expect(
      addressesOf(await generateContent({ "hugo.toml": "[uglyURLs]\nt = true", ...files })),
    ).toEqual({
      "_index.md": "/",
      "s/_index.md": "/s/",
      "s/p.md": "/s/p/",
    });
  });

  it("letter case and accents stay or go as the configuration says", async () => {
    const settings = "disablePathToLower = true\nremovePathAccents = true";
    const files = { "hugo.toml": settings, "content/É/Über uns.md": "" };

    expect(addressesOf(await generateContent(files))).toEqual({ "É/Über uns.md": "/E/Uber-uns/" });
  });

  it("languages have own content folders, or files with their name", async () => {
    const generated = await generateContent(
      {
        "hugo.toml": [
          'defaultContentLanguage = "de"\ndefaultContentLanguageInSubdir = true',
          '[languages.de]\ncontentDir = "content/de"',
          '[languages.en]\ncontentDir = "content/en"',
          '[languages.fr]\ndisabled = true\ncontentDir = "content/fr"',
        ].join("\n"),
        "content/de/a.md": "[B](b.md)",
        "content/de/b.md": "",
        "content/en/a.md": "---\nurl: /first/\n---\n",
        "content/en/b.md": "---\nurl: second\n---\n",
        "content/fr/a.md": "",
      },
      { root: "content" },
    );

    expect(addressesOf(generated)).toEqual({
      "de/a.md": "/de/a/",
      "de/b.md": "/de/b/",
      "en/a.md": "/first/",
      "en/b.md": "/en/second/",
    });
    // A site with languages has Hugo's own render hook for links, which knows files.
    expect(generated.problems.map(({ rule }) => rule)).not.toContain("broken-link");
  });

  it("permalinks: parts of dates, sections, names", async () => {
    const generated = await generateContent({
      "hugo.toml": [
        '[frontmatter]\ndate = [":filename", "date"]\n[permalinks.page]',
        'a = "/:year-:month-:day/:weekdayname/:yearday/:slugorfilename"',
        'b = "/:sections[1:]/:filename"',
        'c = "/:monthname/:title/"',
      ].join("\n"),
      "content/a/2020-03-01-leap-year.md": "",
      "content/b/x/y/z.md": "",
      "content/b/w/_index.md": "",
      "content/b/w/y/z.md": "",
      "content/c/d.md": "---\ntitle: What's *new*?\ndate: 2021-12-24\n---\n",
      "content/c/undated.md": "",
    });

    expect(addressesOf(generated)).toEqual({
      "a/2020-03-01-leap-year.md": "/2020-03-01/sunday/61/leap-year/",
      "b/x/y/z.md": "/z/",
      "b/w/_index.md": "/b/w/",
      "b/w/y/z.md": "/w/z/",
      "c/d.md": "/december/whats-new/",
      "c/undated.md": "/january/",
    });
  });

  it("a mount puts a folder into the content", async () => {
    const mounts = ["content", "../docs"].map(
      (source, at) =>
        `[[module.mounts]]\nsource = "${source}"\ntarget = "content${at ? "/docs" : ""}"`,
    );
    const files = { "site/hugo.toml": mounts.join("\n"), "docs/a.md": "", "site/content/b.md": "" };

    expect(
      addressesOf(
        await generateContent(files, {
          root: "docs",
          site: { generator: "hugo", file: "../site/hugo.toml" },
        }),
      ),
    ).toEqual({ "a.md": "/docs/a/" });
  });

  it("the docs root may be above or below the content", async () => {
    const files = { "hugo.toml": "", "content/docs/a.md": "", "README.md": "# Not of the site" };

    const above = await generateContent(files, { root: "." });
    const below = await generateContent(files, { root: "content/docs" });

    expect(addressesOf(above)).toEqual({ "content/docs/a.md": "/docs/a/" });
    expect(addressesOf(below)).toEqual({ "a.md": "/docs/a/" });
  });

  it("cascades, kinds and ignored files leave pages out", async () => {
    const generated = await generateContent({
      "hugo.toml": [
        'disableKinds = ["section"]\nignoreFiles = ["\\\\.part\\\\.md$", "("]',
        "[[cascade]]\n[cascade.build]\nrender = 'never'\n[cascade.target]\npath = '/x/**'",
      ].join("\n"),
      "content/a/_index.md": "---\ncascade: {draft: true}\n---\n",
      "content/a/b.md": "",
      "content/a/c.md": "---\ndraft: false\n---\n",
      "content/a.part.md": "",
      "content/x/y.md": "",
      "content/z.md": "---\nbuild: {render: link}\n---\n",
      "content/d/index.md": "",
      "content/d/e/index.md": "",
    });

    expect(Object.keys(addressesOf(generated))).toEqual(["a/c.md", "d/index.md"]);
  });
});

it("dates: keys that the configuration names, in any letter case; or none that count", async () => {
  const page = (date: string) => `---\n${date}\n---\n`;
  const config = { site: { generator: "hugo", asOf: "2024-01-01" } } as const;
  const files = {
    "content/a.md": page("expiryDate: 2020-01-01"),
    "content/b.md": page("live: 2999-01-01"),
    "content/c.md": page("publishDate: 2999-01-01"),
  };
  const keys = '[frontmatter]\nexpiryDate = ["expirydate"]\npublishDate = ["live", ":default"]';

  const named = await generateContent({ "hugo.toml": keys, ...files }, config);
  const all = await generateContent(
    { "hugo.toml": "buildFuture = true\nbuildExpired = true", ...files },
    config,
  );

  expect(Object.keys(addressesOf(named))).toEqual([]);
  expect(Object.keys(addressesOf(all))).toEqual(["a.md", "b.md", "c.md"]);
});

it("a file with an address in the configuration is a page, whatever the generator does", async () => {
  const addresses = { "bundle/part.md": "/parts/one/" };
  const generated = await generateContent(
    { "hugo.toml": "", "content/bundle/index.md": "", "content/bundle/part.md": "" },
    { site: { generator: "hugo", addresses } },
  );

  expect(addressesOf(generated)).toEqual({ "bundle/index.md": "/bundle/", ...addresses });
});

describe("links", () => {
  it("references find pages as Hugo does; lists of terms and sections are elsewhere", async () => {
    const page = [
      '[near]({{< ref "b" >}}) [named]({{< relref "unique.md#top" >}}) [rooted]({{% ref "/s/deep/" %}})',
      '[own]({{< relref "#x" >}}) [lost]({{< relref "nowhere.md" >}})',
      "[tag](/tags/a/) [section](/s/) [alias](/old/)",
      '[unknown]({{< param "base" >}}/x) <a href="{{< url >}}">y</a>',
    ].join("\n\n");
    const { content, problems } = await generateContent({
      "hugo.toml": "",
      "content/s/a.md": `## X\n\n${page}`,
      "content/s/b.md": "---\naliases: [/old/]\n---\n",
      "content/s/deep/_index.md": "",
      "content/t/unique.md": "",
    });

    const [doc] = content.docs;
    expect(doc!.links).toEqual(["s/b", "t/unique", "s/deep/_index"]);
    expect(problems.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '5 Link to "ref:nowhere.md" leads to no page',
    ]);
  });
});

it("static files and redirects are elsewhere", async () => {
  const links = ["/docs/report", "/old", "/nowhere"].map((path) => `[x](${path})`).join(" ");
  const { problems } = await generateContent({
    "config/_default/hugo.toml": "",
    "static/docs/report/index.html": "",
    "static/_redirects": "/old /a\n",
    "content/a.md": links,
  });

  expect(problems.map(({ message }) => message)).toEqual(['Link to "/nowhere" leads to no page']);
});

describe("syntax", () => {
  it("shortcodes: titles and content stay, code is code", async () => {
    const page = [
      '{{% notice tip "A title" %}}',
      "Inner **text**.",
      "{{% /notice %}}",
      "",
      '- {{< tab "First" >}}one{{< /tab >}} {{< badge "x" />}}two',
      "",
      "{{< code-toggle file=hugo >}}",
      "[[redirects]]",
      "{{< /code-toggle >}}",
      "",
      "Inline {{< highlight go >}}a := 1{{< /highlight >}}, {{< comment >}}unseen{{< /comment >}}shown.",
      "",
      "{{</* raw */>}} {{%/* raw */%}} {{ not .One }} {{< unclosed",
    ].join("\n");

    expect((await textOf(page)).split("\n")).toEqual([
      "**A title**",
      "",
      "Inner **text**.",
      "",
      "",
      "- **First** one two",
      "",
      "```",
      "[[redirects]]",
      "```",
      "",
      "Inline `a := 1`, shown.",
      "",
      "{{< raw >}} {{% raw %}} {{ not .One }} {{< unclosed",
    ]);
  });

  it("ids of terms count with those of headings", async () => {
    const settings = "[markup.goldmark.parser]\nautoDefinitionTermID = true";
    const page =
      "term\n: What it is.\n\n`Other`\n\n: Text\n\n## Term\n\n[a](#term) [b](#term-1) [c](#other)";
    const { content, problems } = await generateContent({
      "hugo.toml": settings,
      "content/page.md": page,
    });

    expect(content.docs[0]!.headings.map(({ anchor }) => anchor)).toEqual(["term-1"]);
    expect(problems).toEqual([]);
  });

  it("autoHeadingIDType sets the rule of anchors", async () => {
    const settings = '[markup.goldmark.parser]\nautoHeadingIDType = "blackfriday"';
    const { content } = await generateContent({
      "hugo.toml": settings,
      "content/page.md": "## A -- b {.wide}\n\n## C {id=own}\n",
    });

    expect(content.docs[0]!.headings.map(({ anchor, text }) => `${anchor} ${text}`)).toEqual([
      "a-b A -- b",
      "own C",
    ]);
  });

  it("an included file is looked up from the page and from the root; a missing one is reported", async () => {
    const { content, problems } = await generateContent({
      "hugo.toml": "",
      "content/_index.md": "",
      "content/guide/a.md": '{{% include "parts/x.md" %}}\n\n  {{< include file="/parts/x.md" >}}',
      "content/guide/b.md": '{{% include "parts/y.md" %}}',
      "content/parts/x.md": "+++\ntitle = 'X'\n+++\nOne.\nTwo.\n",
    });
    const text = pageTextOf(content.docs.find(({ path }) => path === "guide/a.md")!);

    expect(text).toBe("One.\nTwo.\n\n  One.\n  Two.");
    expect(problems.map(({ rule, file }) => `${rule} ${file}`)).toEqual([
      "missing-file guide/b.md",
    ]);
  });
});

it("order: by weight, then the latest, then by title", async () => {
  const { content } = await generateContent({
    "hugo.toml": "",
    "content/_index.md": "---\ntitle: Home\n---\n",
    "content/b/_index.md": "---\ntitle: B\nweight: 2\n---\n",
    "content/b/x.md": "---\ntitle: X\n---\n",
    "content/b/y.md": "---\ntitle: Y\ndate: 2024-01-01\n---\n",
    "content/b/z.md": "---\ntitle: Z\nlinkTitle: Last letter\nweight: 1\n---\n",
    "content/a.md": "---\ntitle: A\nweight: 3\n---\n",
    "content/c/d.md": "---\ntitle: D\n---\n",
  });

  expect(content.meta.nav.map(({ depth, title, id }) => `${depth} ${title ?? ""} ${id}`)).toEqual([
    "0  _index",
    "1  b/_index",
    "2 Last letter b/z",
    "2  b/y",
    "2  b/x",
    "1  a",
    "1 c null",
    "2  c/d",
  ]);
});

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

const SITE = join(ROOT, "test/long/sites/mkdocs");
const RECORD = join(ROOT, "test/generator/sites/recorded/mkdocs.json");

/** Generates from a site whose docs are in `docs`. */
function generateDocs(files: TreeFiles, options: SiteTreeOptions = {}): Promise<GeneratedCorpus> {
  return generateSite(files, { root: "docs", ...options });
}

/** Returns the page text of the page `page.md` with these extensions. */
async function textWith(
  extensions: readonly string[],
  { page, ...files }: { readonly page: string } & TreeFiles,
): Promise<string> {
  const settings = extensions.map((extension) => `  - ${extension}\n`).join("");
  const site = { "mkdocs.yml": `markdown_extensions:\n${settings}`, ...files };
  const { content } = await generateDocs({ ...site, "docs/page.md": page });
  return pageTextOf(content.docs.find(({ path }) => path === "page.md")!);
}

/** Returns anchor and text of each heading of a page with these settings. */
async function headingsWith(settings: string, page: string): Promise<string[]> {
  const { content } = await generateDocs({ "mkdocs.yml": settings, "docs/page.md": page });
  return content.docs[0]!.headings.map(({ anchor, text }) => `${anchor} ${text}`);
}

it("addresses, anchors and text are those of MkDocs", async () => {
  const built: RenderedSite = JSON.parse(await readFile(RECORD, "utf8"));
  const config = parseConfig({ site: "auto" });

  const { content, problems } = await generate({ root: join(SITE, "docs"), config });

  expect(readCorpus(content)).toEqual(built);
  expect(problems).toEqual([]);
});

describe("files and addresses", () => {
  it("pages that exclude_docs and draft_docs name are not of the site; drafts are", async () => {
    const settings = [
      "site_url: !ENV [SITE_URL, 'https://x.example/']",
      "exclude_docs: |",
      "  # Comments count for nothing.",
      "  /internal/",
      "  *.part.md",
      "  !kept.part.md",
      "draft_docs: plans/",
    ];
    const { content, notes } = await generateDocs({
      "mkdocs.yml": settings.join("\n"),
      "docs/a.md": "---\ndraft: true\n---\n# A",
      "docs/internal/b.md": "# B",
      "docs/deep/internal/c.md": "# C",
      "docs/deep/x.part.md": "# X",
      "docs/deep/plans/d.md": "# D",
    });

    expect(content.docs.map(({ path }) => path)).toEqual(["a.md", "deep/internal/c.md"]);
    expect(notes).toEqual([
      expect.stringMatching(/those of MkDocs, recognised by \S*mkdocs\.yml\./),
      expect.stringContaining('mkdocs.yml: "site_url" cannot be read: configure "base"'),
      expect.stringContaining('"!kept.part.md" of "exclude_docs" is not read'),
    ]);
  });

  it("plugins whose pages or order only running them shows are named", async () => {
    const settings = "plugins:\n  gen-files: {scripts: [x.py]}\n  techdocs-core:\n";
    const { content, notes } = await generateDocs({
      "mkdocs.yml": settings,
      "docs/page.md": "## A { #x }\n",
    });
    expect(notes).toContainEqual(expect.stringContaining('"gen-files" is not read'));
    expect(content.docs[0]!.headings).toMatchObject([{ anchor: "x" }]);
  });

  it("without directory addresses, pages end in .html", async () => {
    const settings = "site_url: https://x.example/docs\nuse_directory_urls: false\n";
    const files = { "docs/index.md": "", "docs/a/README.md": "", "docs/a/b.md": "" };

    expect(addressesOf(await generateDocs({ "mkdocs.yml": settings, ...files }))).toEqual({
      "index.md": "/docs/index.html",
      "a/README.md": "/docs/a/index.html",
      "a/b.md": "/docs/a/b.html",
    });
  });

  it("the docs root may be above or below the docs of the site", async () => {
    const files = {
      "mkdocs.yml": "docs_dir: pages\nnav: [sub/a.md]\n",
      "pages/sub/a.md": "# A",
      "README.md": "# Not of the site",
    };
    const above = await generateDocs(files, { root: "." });
    const below = await generateDocs(files, { root: "pages/sub" });

    expect(addressesOf(above)).toEqual({ "pages/sub/a.md": "/sub/a/" });
    expect(above.content.meta.nav).toEqual([{ depth: 0, title: null, id: "pages/sub/a" }]);
    expect(addressesOf(below)).toEqual({ "a.md": "/sub/a/" });
    expect(below.content.meta.nav).toEqual([{ depth: 0, title: null, id: "a" }]);
  });

  it("i18n: languages have folders or suffixes, and the default language answers for a page", async () => {
    const list = "languages:\n      - {locale: en, default: true}\n      - {locale: fr}\n";
    const suffixes = await generateDocs({
      "mkdocs.yml": `plugins:\n  - i18n:\n      ${list}`,
      "docs/index.en.md": "[Guide](guide.md) [Lost](/fr/lost/)",
      "docs/index.fr.md": "[Guide](/fr/guide/)",
      "docs/guide.md": "# Guide",
    });
    const folders = await generateDocs({
      "mkdocs.yml": `plugins:\n  - i18n:\n      docs_structure: folder\n      ${list}`,
      "docs/en/guide/a.md": "",
      "docs/fr/index.md": "",
    });

    expect(addressesOf(suffixes)).toEqual({
      "index.en.md": "/",
      "index.fr.md": "/fr/",
      "guide.md": "/guide/",
    });
    expect(suffixes.problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('"/fr/lost/"'),
    ]);
    expect(addressesOf(folders)).toEqual({ "en/guide/a.md": "/guide/a/", "fr/index.md": "/fr/" });
  });

  it("the blog of Material: posts have the address of their date and title, drafts have none", async () => {
    const { content, problems } = await generateDocs({
      "mkdocs.yml": "site_url: https://x.example/d/\nplugins: [blog]",
      "docs/blog/index.md":
        "[All](/d/blog/archive/2024/) [A](posts/a.md) [B](/d/blog/2024/03/01/short/)",
      "docs/blog/posts/a.md": "---\ndate: 2024-01-31\n---\n# What's new? 2.0!",
      "docs/blog/posts/b.md": "---\ndate: {created: 2024-03-01}\nslug: short\n---\n# Long",
      "docs/blog/posts/c.md": "---\ndate: 2024-01-31\ndraft: true\n---\n# Not yet",
    });

    expect(content.docs.map(({ slug }) => slug)).toEqual([
      "/d/blog/",
      "/d/blog/2024/01/31/whats-new-20/",
      "/d/blog/2024/03/01/short/",
    ]);
    expect(problems).toEqual([]);
  });

  it("zensical.toml is read, with its own extensions if it names none", async () => {
    const settings = '[project]\nsite_url = "https://x.example/z/"\nnav = [{"Start" = "a.md"}]\n';
    const page = '## A { #x }\n\n!!! note "T"\n\n    Text.\n';
    const plain = await generateDocs({ "zensical.toml": settings, "docs/a.md": page });
    const own = `${settings}[project.markdown_extensions.pymdownx.details]\n`;
    const bare = await generateDocs({ "zensical.toml": own, "docs/a.md": page });

    const [doc] = plain.content.docs;
    expect(doc).toMatchObject({ slug: "/z/a/", headings: [{ anchor: "x", text: "A" }] });
    expect(plain.content.meta.nav).toEqual([{ depth: 0, title: "Start", id: "a" }]);
    expect(pageTextOf(doc!)).toBe("## A {#x}\n\n**T**\n\n\nText.\n");
    expect(bare.content.docs[0]!.headings).toMatchObject([{ anchor: "a-x", text: "A { #x }" }]);
  });
});

describe("anchors", () => {
  const page = "## Über a - b\n\n## `x_y` & z!\n";
  const rules = [
    ["default", "", ["uber-a-b", "x_y-z"]],
    [
      "slugify_unicode",
      "!!python/name:markdown.extensions.toc.slugify_unicode",
      ["über-a-b", "x_y-z"],
    ],
    [
      "pymdownx",
      "!!python/object/apply:pymdownx.slugs.slugify\n        kwds:\n          case: lower",
      ["über-a---b", "x_y--z"],
    ],
  ] as const;

  it.each(rules)("%s: slugify of toc is the rule", async (_, slugify, anchors) => {
    const settings = `markdown_extensions:\n  - toc:\n      slugify: ${slugify}\n`;
    const headings = await headingsWith(settings, page);
    expect(headings.map((heading) => heading.split(" ")[0])).toEqual(anchors);
  });

  it("a rule that docgate does not know is named", async () => {
    const settings = "markdown_extensions:\n  - toc:\n      slugify: !!python/name:own.slugs\n";
    const { notes } = await generateDocs({ "mkdocs.yml": settings, "docs/page.md": page });
    expect(notes).toContainEqual(expect.stringContaining('configure "anchors"'));
  });

  it("without attr_list, ids are text", async () => {
    expect(await headingsWith("nav: []", "## A {#x}\n\n## B { #y }\n")).toEqual([
      "a-x A {#x}",
      "b-y B { #y }",
    ]);
  });
});

describe("syntax", () => {
  it("blocks of PyMdown are their content with a title; options are removed", async () => {
    const page = [
      "/// note | Look *here*",
      "    open: true",
      "",
      "Inside.",
      "",
      "//// tip",
      "Deeper.",
      "////",
      "///",
      "",
      "/// html | div.wide",
      "Wide.",
      "///",
      "",
      "```",
      "/// note",
      "```",
    ];
    const text = await textWith(["pymdownx.blocks.admonition"], { page: page.join("\n") });
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    expect(lines).toEqual([
      "**Look *here***",
      "Inside.",
      "**Tip**",
      "Deeper.",
      "Wide.",
      "```",
      "/// note",
      "```",
    ]);
  });

  it("macros are removed outside of code, but not between raw and endraw", async () => {
    const { content } = await generateDocs({
      "mkdocs.yml": "plugins: [macros]",
      "docs/page.md":
        "Is {{ name }}{# no #}.{% if x %} Yes.{% endif %} `{{ code }}` {% raw %}{{ raw }}{% endraw %}\n",
    });
    expect(pageTextOf(content.docs[0]!)).toBe("Is . Yes. `{{ code }}` {{ raw }}\n");
  });

  it("what mkdocstrings finds in the source code is not known, and its ids are not broken", async () => {
    const { content, problems } = await generateDocs({
      "mkdocs.yml": "plugins: [mkdocstrings]",
      "docs/api.md": "# API\n\n::: pkg.mod\n    options:\n      show: yes\n\nAfter.\n",
      "docs/page.md": "[a](api.md#pkg.mod) [b](api.md#pkg.mod.Class.run) [c](api.md#pkg.other)",
    });
    expect(pageTextOf(content.docs[0]!)).toBe("# API\n\n\n\nAfter.\n");
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining("#pkg.other")]);
  });

  it("ids of tabs, code, elements and footnotes are not broken", async () => {
    const page = [
      "## Install { #setup }",
      '=== "On Linux"',
      "",
      "    Text[^1].",
      "",
      "[^1]: Note.",
      "",
      "``` { .sh #code }",
      "x",
      "```",
      "",
      "[](){ #here }",
      "",
      ...["linux", "on-linux", "setup-on-linux", "fn:1", "fnref:1", "code", "here"].map(
        (id) => `[x](#${id})`,
      ),
    ];
    const settings = [
      "attr_list",
      "footnotes",
      "pymdownx.tabbed:\n      slugify: !!python/object/apply:pymdownx.slugs.slugify {kwds: {case: lower}}",
    ];
    const site = `markdown_extensions:\n${settings.map((each) => `  - ${each}\n`).join("")}`;
    const { problems } = await generateDocs({
      "mkdocs.yml": site,
      "docs/page.md": page.join("\n"),
    });
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining("#linux")]);
  });

  it("comments that hooks replace are not hidden, and their words may be ids and headings", async () => {
    const page =
      "## Title\n\n<!-- md:option config.x -->\n\n<!-- a secret -->\n\n[x](#config.x) [y](#config.y)\n\n### <!-- md:setting config.z -->\n";
    const { content, problems } = await generateDocs({
      "mkdocs.yml": "hooks: [hooks/shortcodes.py]\nmarkdown_extensions: [attr_list]",
      "docs/page.md": page,
    });
    expect(content.docs[0]!.headings).toMatchObject([
      { anchor: "title" },
      { anchor: "config.z", text: "config.z" },
    ]);
    expect(problems.map(({ rule, line }) => `${rule} ${line}`)).toEqual([
      "hidden-text 5",
      "broken-fragment 7",
    ]);
  });

  it("icons are removed, other words between colons are not", async () => {
    const page = "# :material-check: Done :smile:\n\nAt 10:30:45, a::b::c, `:smile:`.\n";
    expect(await textWith(["pymdownx.emoji"], { page })).toBe(
      "#  Done \n\nAt 10:30:45, a::b::c, `:smile:`.\n",
    );
  });
});

describe("includes", () => {
  it("snippets: sections, lines, lists, escapes and definitions at the end", async () => {
    const page = [
      '--8<-- "code.py:part"',
      '--8<-- "lines.txt:2:3"',
      '--8<-- "lines.txt:-1"',
      ';--8<-- "lines.txt"',
      '    --8<-- "lines.txt:1:1"',
      "[x][home]",
    ];
    const text = await textWith(
      [
        "pymdownx.snippets:\n      base_path: !relative $docs_dir/../parts\n      auto_append: [links.md]",
      ],
      {
        page: page.join("\n"),
        "parts/code.py": "a\n# --8<-- [start:part]\nb\n# --8<-- [end:part]\nc\n",
        "parts/lines.txt": "1\n2\n3\n4\n",
        "parts/links.md": "[home]: page.md\n",
      },
    );
    expect(text.trimEnd().split("\n")).toEqual([
      "b",
      "2",
      "3",
      "4",
      '--8<-- "lines.txt"',
      "    1",
      "[x][home]",
      "",
      "[home]: page.md",
    ]);
  });

  it("a file or a section that is missing is reported where it is asked for", async () => {
    const { problems } = await generateDocs({
      "mkdocs.yml": "markdown_extensions: [pymdownx.snippets]",
      "part.md": "Text.",
      "docs/page.md": '# Page\n\n--8<-- "no.md"\n\n--8<-- "part.md:none"\n',
    });
    expect(problems.map(({ rule, line }) => `${rule} ${line}`)).toEqual([
      "missing-file 3",
      "missing-file 5",
    ]);
  });

  it("FastAPI's includes of code are blocks of code", async () => {
    const page = "Read:\n\n{* ../../src/app.py ln[1:2] hl[2] *}\n\n{! ../../src/text.md !}\n";
    const files = {
      "src/app.py": "one\n# two\nthree\n",
      "src/text.md": "Included.\n",
      ".git/description": "",
      "docs/en/mkdocs.yml": "markdown_extensions: [mdx_include, markdown_include_variants]",
      "docs/en/docs/page.md": page,
    };
    const { content } = await generateDocs(files, { root: "docs/en/docs" });
    expect(pageTextOf(content.docs[0]!)).toBe("Read:\n\n```py\none\n# two\n```\n\nIncluded.\n");
    expect(content.docs[0]!.headings).toEqual([]);
  });

  it("include-markdown takes what is between two texts", async () => {
    const { content } = await generateDocs({
      "mkdocs.yml": "plugins: [include-markdown]",
      "README.md": "# Not this\n<!--start-->\n# Hello\n<!--end-->\nNor this.\n",
      "docs/page.md":
        '{% include-markdown "../README.md"\n  start="<!--start-->\\n" end="<!--end-->" %}\n',
    });
    expect(pageTextOf(content.docs[0]!)).toBe("# Hello\n\n");
    expect(content.docs[0]!.headings).toMatchObject([{ anchor: "hello" }]);
  });
});

describe("links", () => {
  it("lead to files, or to addresses relative to the page's own", async () => {
    const { content, problems } = await generateDocs({
      "mkdocs.yml": "site_url: https://x.example/p/",
      "docs/a/one.md": [
        "[file](two.md#Two) [address](../two/#two) [site](/p/a/two/) [outside](/other/)",
        "[wrong](../../two/)",
      ].join("\n"),
      "docs/a/two.md": "## Two",
    });
    expect(content.docs[0]!.links).toEqual(["a/two"]);
    expect(problems.map(({ rule, line }) => `${rule} ${line}`)).toEqual([
      "broken-fragment 1",
      "broken-link 2",
    ]);
  });

  it("may lead to addresses of the plugin redirects, if these lead to a page", async () => {
    const maps = "{old.md: new.md, sub/index.md: new.md#x, gone.md: lost.md}";
    const { content, problems } = await generateDocs({
      "mkdocs.yml": `site_url: https://x.example/p/\nplugins:\n  - redirects:\n      redirect_maps: ${maps}\n`,
      "docs/new.md": "# New",
      "docs/page.md": "[a](/p/old/) [b](../sub/)\n[c](../gone/)",
    });
    expect(content.docs[1]!.links).toEqual(["new"]);
    expect(problems.map(({ rule, line }) => `${rule} ${line}`)).toEqual(["broken-link 2"]);
  });

  it("a problem in a block is reported where its source is", async () => {
    const { problems } = await generateDocs({
      "mkdocs.yml": "markdown_extensions: [admonition]",
      "docs/page.md": '# Page\n\n!!! note "Title"\n\n    Text.\n\n    A [link](gone.md).\n',
    });
    expect(problems).toMatchObject([{ rule: "broken-link", line: 7, column: 7 }]);
  });
});

describe("order", () => {
  it("follows nav, with its titles", async () => {
    const { content } = await generateDocs({
      "mkdocs.yml":
        "nav:\n  - b.md\n  - Part:\n      - First: sub/a.md\n      - https://x.example\n",
      "docs/b.md": "# B",
      "docs/sub/a.md": "# A",
      "docs/sub/index.md": "# Index",
    });
    expect(content.meta.nav).toEqual([
      { depth: 0, title: null, id: "b" },
      { depth: 0, title: "Part", id: null },
      { depth: 1, title: "First", id: "sub/a" },
    ]);
  });

  it("without nav, index pages come first, then files, then folders", async () => {
    const { content } = await generateDocs({
      "mkdocs.yml": "site_name: X",
      "docs/z.md": "",
      "docs/index.md": "",
      "docs/a-part_two/b.md": "",
    });
    expect(content.meta.nav).toEqual([
      { depth: 0, title: null, id: "index" },
      { depth: 0, title: null, id: "z" },
      { depth: 0, title: "A part two", id: null },
      { depth: 1, title: null, id: "a-part_two/b" },
    ]);
  });

  it("awesome-pages: folders name their order", async () => {
    const { content } = await generateDocs({
      "mkdocs.yml": "plugins: [search, awesome-pages]",
      "docs/.pages": "nav:\n  - sub\n  - Last: a.md\n  - ...\n",
      "docs/sub/.pages": "title: Below\norder: desc\n",
      "docs/hidden/.pages": "hide: true",
      "docs/hidden/x.md": "",
      "docs/a.md": "",
      "docs/b.md": "",
      "docs/sub/1.md": "",
      "docs/sub/2.md": "",
    });
    expect(content.meta.nav).toEqual([
      { depth: 0, title: "Below", id: null },
      { depth: 1, title: null, id: "sub/2" },
      { depth: 1, title: null, id: "sub/1" },
      { depth: 0, title: "Last", id: "a" },
      { depth: 0, title: null, id: "b" },
    ]);
  });
});

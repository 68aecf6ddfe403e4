import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pageTextOf } from "../../../corpus/marks.ts";
import { parseConfig } from "../../../generator/config/config.ts";
import { generate } from "../../../generator/generate.ts";
import { ROOT } from "../../support/command.ts";
import { type RenderedSite, readCorpus } from "../../support/rendered-site.ts";
import { addressesOf, generateSite } from "../../support/site-tree.ts";

const SITE = join(ROOT, "test/long/sites/jekyll");
const RECORD = join(ROOT, "test/generator/sites/recorded/jekyll.json");
const PAGE = "---\ntitle: Page\n---\n";

/** Returns the page text of a page with these settings. */
async function textOf(page: string, settings = "baseurl: /base\n"): Promise<string> {
  const { content } = await generateSite({
    "_config.yml": settings,
    "page.md": `---\n---\n${page}`,
  });
  return pageTextOf(content.docs[0]!);
}

it("addresses, anchors and text are those of Jekyll", async () => {
  const built: RenderedSite = JSON.parse(await readFile(RECORD, "utf8"));
  const config = parseConfig({ site: { generator: "jekyll", asOf: "2024-01-01" } });

  const { content, problems } = await generate({ root: SITE, config });

  expect(readCorpus(content)).toEqual(built);
  expect(problems.map(({ file, message }) => `${file} ${message}`)).toEqual([
    '_docs/guide/install.md Link to "/handbook/nowhere/" leads to no page',
    '_docs/guide/install.md Fragment "#nothing" is not on "_docs/configure"',
  ]);
});

describe("recognition", () => {
  it.each([
    ["its gem", { "_config.yml": "title: x\n", Gemfile: 'gem "jekyll", "~> 4"\n' }],
    ["its keys", { "_config.yml": "kramdown: {input: GFM}\n" }],
  ])("by %s", async (_, files) => {
    const { content } = await generateSite({ ...files, "a.md": PAGE });

    expect(content.meta.site).toBe("jekyll");
  });

  it("a _config.yml of something else is not Jekyll's", async () => {
    const { content } = await generateSite({ "_config.yml": "title: x\n", "a.md": PAGE });

    expect(content.meta.site).toBe("document");
  });
});

describe("files and addresses", () => {
  const POST = { "_posts/2021-02-03-a-post.md": PAGE, "page.md": PAGE, "sub/index.md": PAGE };

  it.each([
    ["date", "/2021/02/03/a-post.html", "/page.html"],
    ["pretty", "/2021/02/03/a-post/", "/page/"],
    ["ordinal", "/2021/034/a-post.html", "/page.html"],
    ["weekdate", "/2021/W05/Wed/a-post.html", "/page"],
    ["none", "/a-post.html", "/page.html"],
    ["/:short_year/:i_month/:i_day/:long_day/:title", "/21/2/3/Wednesday/a-post", "/page"],
    ["/:categories/:short_month/:title:output_ext", "/Feb/a-post.html", "/page.html"],
  ])("permalink: %s", async (permalink, post, page) => {
    const generated = await generateSite({ "_config.yml": `permalink: "${permalink}"\n`, ...POST });

    expect(addressesOf(generated)).toEqual({
      "_posts/2021-02-03-a-post.md": post,
      "page.md": page,
      "sub/index.md": "/sub/",
    });
  });

  it("a date with a time is shown in the site's time zone", async () => {
    const post = "---\ndate: 2021-01-01 02:00:00 +0000\n---\n";
    const generated = await generateSite({
      "_config.yml": "permalink: /:year/:month/:day/:title/\ntimezone: America/New_York\n",
      "_posts/2021-01-01-a.md": post,
    });

    expect(addressesOf(generated)).toEqual({ "_posts/2021-01-01-a.md": "/2020/12/31/a/" });
  });

  it("only content with frontmatter is a page; include and exclude change that", async () => {
    const generated = await generateSite({
      "_config.yml": "permalink: pretty\ninclude: [_extra]\nexclude: [secret, '*.part.md']\n",
      "plain.md": "# No frontmatter",
      "_extra/a.md": PAGE,
      "_other/a.md": PAGE,
      "secret/a.md": PAGE,
      "x.part.md": PAGE,
      "vendor/bundle/a.md": PAGE,
      "_site/a.md": PAGE,
      "_posts/undated.md": PAGE,
    });

    expect(Object.keys(addressesOf(generated))).toEqual(["_extra/a.md"]);
  });

  it("GitHub Pages: frontmatter is optional, README is the index, links to files lead to pages", async () => {
    const generated = await generateSite({
      "_config.yml": "theme: minima\n",
      Gemfile: 'gem "github-pages", group: :jekyll_plugins\n',
      "README.md": "[Guide](guide/README.md)",
      "guide/README.md": "",
    });

    expect(addressesOf(generated)).toEqual({ "README.md": "/", "guide/README.md": "/guide/" });
    expect(generated.problems.map(({ rule }) => rule)).not.toContain("broken-link");
  });

  it("collections in another folder, with defaults by path and type", async () => {
    const generated = await generateSite({
      "_config.yml": [
        "collections_dir: content",
        "collections: {docs: {output: true}, api: {output: true, permalink: '/ref/:name/'}}",
        "defaults:",
        "- {scope: {path: ''}, values: {permalink: '/all/:path/'}}",
        "- {scope: {path: '', type: docs}, values: {permalink: '/d/:slug/'}}",
        "- {scope: {path: 'content/_api/*/old'}, values: {published: false}}",
      ].join("\n"),
      "content/_docs/x/A b.md": PAGE,
      "content/_api/c.md": "---\npermalink: /own/\n---\n",
      "content/_api/v1/old/d.md": PAGE,
      "content/_posts/2020-01-01-p.md":
        "---\npermalink: /:categories/:title/\ncategory: A B\n---\n",
    });

    expect(addressesOf(generated)).toEqual({
      "content/_docs/x/A b.md": "/d/a-b/",
      "content/_api/c.md": "/own/",
      "content/_posts/2020-01-01-p.md": "/a%20b/p/",
    });
  });

  it("the docs root may be a folder of the site", async () => {
    const generated = await generateSite(
      {
        "_config.yml": "collections: {docs: {output: true}}\n",
        "_docs/a.md": `${PAGE}[B]({% link _docs/b.md %}) [C]({% link c.md %}) [D]({% link d.md %})`,
        "_docs/b.md": PAGE,
        "c.md": PAGE,
      },
      { root: "_docs" },
    );

    expect(addressesOf(generated)).toEqual({ "a.md": "/docs/a.html", "b.md": "/docs/b.html" });
    expect(generated.content.docs[0]!.links).toEqual(["b"]);
    expect(
      generated.problems.filter(({ rule }) => rule === "broken-link").map(({ message }) => message),
    ).toEqual(['Link to "ref:d.md" leads to no page']);
  });

  it("future posts are left out, unless the site shows them", async () => {
    const files = { "_posts/2999-01-01-a.md": PAGE, "b.md": "---\ndate: 2999-01-01\n---\n" };
    const config = { site: { generator: "jekyll", asOf: "2024-01-01" } } as const;
    const settings = "permalink: none\n";

    const without = await generateSite({ "_config.yml": settings, ...files }, config);
    const shown = await generateSite(
      { "_config.yml": `${settings}future: true\n`, ...files },
      config,
    );

    expect(Object.keys(addressesOf(without))).toEqual(["b.md"]);
    expect(Object.keys(addressesOf(shown))).toEqual(["_posts/2999-01-01-a.md", "b.md"]);
  });
});

describe("links", () => {
  it("redirects and pages in HTML are addresses of the site", async () => {
    const { problems } = await generateSite({
      "_config.yml": "baseurl: base/\npermalink: pretty\n",
      "a.md":
        "---\nredirect_from: [/old, more/]\n---\n[x](/base/old) [y](/base/more/) [z](/base/html/) [w](/base/own/)",
      "html.html": "---\n---\n<p>",
      "sub/x.html": "---\npermalink: /own/\n---\n",
      "static.html": "<p>",
    });

    expect(problems).toEqual([]);
  });

  it("post_url finds posts by their name", async () => {
    const { content, problems } = await generateSite({
      "_config.yml": "permalink: pretty\n",
      "a.md": `${PAGE}[x]({% post_url 2020-01-02-b %}) [y]({% post_url news/2020-01-02-c %}) [z]({% post_url 2020-01-02-d %})`,
      "_posts/2020-01-02-b.md": PAGE,
      "news/_posts/2020-01-02-c.md": PAGE,
    });
    const page = content.docs.find(({ path }) => path === "a.md");

    expect(page!.links).toEqual(["_posts/2020-01-02-b", "news/_posts/2020-01-02-c"]);
    expect(problems.filter(({ rule }) => rule === "broken-link")).toHaveLength(1);
  });
});

describe("syntax", () => {
  it.each([
    ["a variable of the configuration", "{{ site.baseurl }}/x", "/base/x"],
    ["a text", "{{ 'a|b' }}", "a|b"],
    ["an address", "[a]({{ '/x/' | relative_url }})", "[a](/base/x/)"],
    ["texts joined", "{{ '/x' | prepend: site.baseurl | append: \".y\" }}", "/base/x.y"],
    ["a value of the page", "a {{ page.title | upcase }} b", "a  b"],
    ["a destination with one", "[a]({{ page.x }}/y?z#b) c", "[a]() c"],
    ["raw text", "{% raw %}{{ x }} {% y %}{% endraw %}", "{{ x }} {% y %}"],
    ["a comment", "a{% comment %}{{ b }} {% raw %}{% endcomment %}c", "ac"],
    ["a condition", "{% if a %}b{% else %}c{% endif %}", "bc"],
    ["loops in each other", "a{% for x in y %}{% for z in x %}b{% endfor %}{% endfor %}c", "ac"],
    ["code", "{% highlight ruby linenos %}\na\n{% endhighlight %}", "```ruby\na\n```"],
    ["code in a line", "{% highlight js %}a```b{% endhighlight %}", "````js\na```b\n````"],
    ["what is not closed", "{{ a {% b", "{{ a {% b"],
  ])("Liquid: %s", async (_, source, text) => {
    expect(await textOf(source)).toBe(text);
  });

  it("Liquid includes Markdown, other files are not read", async () => {
    const { content, problems } = await generateSite({
      "_config.yml": "permalink: pretty\n",
      "_includes/a.md": "## From a {{ include.x }}",
      "sub/page.md": `${PAGE}{% include a.md x="y" %}\n{% include b.html %}\n{% include_relative c.md %}\n{% include d.md %}`,
      "sub/c.md": "C",
    });

    expect(pageTextOf(content.docs[0]!)).toBe("## From a \n\nC\n");
    expect(problems.map(({ rule, line }) => `${rule} ${line}`)).toEqual(["missing-file 7"]);
  });

  it.each([
    ["a list of attributes below a paragraph", "a\n{: .note .b}\n", "a\n\n"],
    ["an id below a paragraph", "a\n{: #b}\n", 'a\n<a id="b"></a>\n'],
    ["an id below a heading", "## A\n{: .c #b}\n", "## A {#b}\n\n"],
    ["an id above a heading", "{: #b}\n## A\n", "\n## A {#b}\n"],
    ["in a line", '*a*{: .b} [c](d){:target="_blank"} `e`{:#f}', '*a* [c](d) `e`<a id="f"></a>'],
    ["in code", "`{: .a}`\n\n```\n{: .b}\n```\n", "`{: .a}`\n\n```\n{: .b}\n```\n"],
    ["a table of contents", "1. TOC\n{:toc}\n\na", "\n\na"],
    ["a comment", "a {::comment}\nb\n{:/comment} c {::options x='y' /}d", "a  c d"],
    ["raw HTML", "{::nomarkdown}<b>a</b>{:/}", "<b>a</b>"],
    ["an abbreviation", "*[A]: B\nA", "\nA"],
    ["what is not closed", "{::comment}a\n\n{: a", "{::comment}a\n\n{: a"],
  ])("kramdown: %s", async (_, source, text) => {
    expect(await textOf(source)).toBe(text);
  });

  it("the input of kramdown sets the rule of anchors", async () => {
    const files = { "page.md": `${PAGE}## 1. Größe\n` };
    const anchors = async (settings: string) => {
      const { content } = await generateSite({ "_config.yml": settings, ...files });
      return content.docs[0]!.headings.map(({ anchor }) => anchor);
    };

    expect(await anchors("kramdown: {input: GFM}\n")).toEqual(["1-größe"]);
    expect(await anchors("kramdown: {input: kramdown}\n")).toEqual(["gre"]);
  });
});

it("order: pages below their parents, collections, the latest posts first", async () => {
  const page = (title: string, more = "") => `---\ntitle: ${title}\n${more}---\n`;
  const { content } = await generateSite({
    "_config.yml": "collections: {docs: {output: true}}\n",
    "_docs/x.md": page("X"),
    "_posts/2020-01-01-p.md": page("P"),
    "_posts/2021-01-01-q.md": page("Q"),
    "a.md": page("A", "nav_order: 2\n"),
    "b.md": page("B", "nav_order: 1\n"),
    "c.md": page("C", "parent: A\n"),
    "d.md": page("D", "nav_exclude: true\n"),
    "e.md": page("E", "parent: F\n"),
    "f.md": page("F", "parent: E\n"),
  });

  expect(content.meta.nav.map(({ depth, title, id }) => `${depth} ${title ?? ""} ${id}`)).toEqual([
    "0  b",
    "0  a",
    "1  c",
    "0  e",
    "0  f",
    "0 docs null",
    "1  _docs/x",
    "0 posts null",
    "1  _posts/2021-01-01-q",
    "1  _posts/2020-01-01-p",
  ]);
});

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pageTextOf, VisibleText } from "../../../corpus/marks.ts";
import { parseConfig } from "../../../generator/config/config.ts";
import type { GeneratedCorpus } from "../../../generator/config/generation.ts";
import { generate } from "../../../generator/generate.ts";
import { ROOT } from "../../support/command.ts";
import { type RenderedSite, readCorpus } from "../../support/rendered-site.ts";
import { addressesOf, generateSite, type SiteTreeOptions } from "../../support/site-tree.ts";
import { makeTree, type TreeFiles } from "../../support/tree.ts";

const SITE = join(ROOT, "test/long/sites/docusaurus");
const RECORD = join(ROOT, "test/generator/sites/recorded/docusaurus.json");

/** A configuration with the classic preset. */
const CONFIG = 'export default { baseUrl: "/", presets: [["classic", {}]] };';

/** Generates from a site whose docs are in `docs`. */
function generateDocs(files: TreeFiles, options: SiteTreeOptions = {}): Promise<GeneratedCorpus> {
  return generateSite({ "docusaurus.config.js": CONFIG, ...files }, { root: "docs", ...options });
}

function configWith(settings: string, docs = ""): string {
  return `export default { baseUrl: "/", ${settings} presets: [["classic", { docs: { ${docs} } }]] };`;
}

/** Returns the links that are reported as broken. */
function brokenLinksOf({ problems }: GeneratedCorpus): string[] {
  return problems
    .filter(({ rule }) => rule === "broken-link" || rule === "broken-fragment")
    .map(({ message }) => /"([^"]+)"/.exec(message)![1]!);
}

/** Returns what readers see of a page. */
function seenOf({ content }: GeneratedCorpus, path: string): string {
  const doc = content.docs.find((each) => each.path === path)!;
  const text = pageTextOf(doc);
  return new VisibleText({ text, marks: doc.marks }).read({ start: 0, end: text.length }).trim();
}

/** Returns titles and paths of the navigation, indented by depth. */
function navOf({ content }: GeneratedCorpus): string[] {
  return content.meta.nav.map(({ depth, title, id }) =>
    `${"  ".repeat(depth)}${title ?? "-"} ${id ?? ""}`.trimEnd(),
  );
}

it("addresses, anchors, text and broken links are those of Docusaurus", async () => {
  const built: { readonly pages: RenderedSite; readonly brokenLinks: readonly string[] } =
    JSON.parse(await readFile(RECORD, "utf8"));
  const config = parseConfig({ site: "auto" });

  const { content, problems } = await generate({ root: join(SITE, "docs"), config });

  const site = readCorpus({ ...content, meta: { ...content.meta, base: "/repository" } });
  expect(comparable(site)).toEqual(comparable(built.pages));
  const broken = problems.filter(
    ({ rule }) => rule === "broken-link" || rule === "broken-fragment",
  );
  // Docusaurus does not know the pages of redirects and of other languages, and ids of admonitions.
  const known = built.brokenLinks.filter((link) => !/\/old$|\/fr\/|#the-note$/.test(link));
  expect(broken.map(({ file }) => file)).toEqual(known.map(() => "links.mdx"));
});

/**
 * Leaves out titles, which Docusaurus may take from the frontmatter, and numbers an id that it gives
 * twice, to a part and to the page: docgate's anchors are unique.
 */
function comparable(site: RenderedSite): RenderedSite {
  return Object.fromEntries(
    Object.entries(site).map(([address, { headings, words }]) => {
      const counts = new Map<string, number>();
      const numbered = headings
        .filter(([depth]) => depth > 1)
        .map(([depth, id, text]) => {
          const count = counts.get(id) ?? 0;
          counts.set(id, count + 1);
          return [depth, count === 0 ? id : `${id}-${count}`, text] as const;
        });
      return [address.replace(/(?<=.)\/$/, ""), { words, headings: numbered }];
    }),
  );
}

describe("files and addresses", () => {
  it("numbers, slugs, ids and the page of a folder", async () => {
    const tree = {
      "docs/01-intro.md": "# Intro",
      "docs/02-guide/01-start.md": "# Start",
      "docs/place.md": "---\nslug: /custom/place\n---\n# Place",
      "docs/api/x.md": "---\nid: renamed\n---\n# Renamed",
      "docs/api/README.md": "# API",
      "docs/_part.mdx": "A part.",
      "docs/draft.md": "---\ndraft: true\n---\n# Draft",
    };

    expect(addressesOf(await generateDocs(tree))).toEqual({
      "01-intro.md": "/docs/intro",
      "02-guide/01-start.md": "/docs/guide/start",
      "api/README.md": "/docs/api/",
      "api/x.md": "/docs/api/renamed",
      "place.md": "/docs/custom/place",
    });
  });

  it.each([
    ["trailingSlash: true,", "/docs/a/", "/docs/b/", "/docs/"],
    ["trailingSlash: false,", "/docs/a", "/docs/b", "/docs"],
    ["", "/docs/a", "/docs/b/", "/docs/"],
  ])("final slashes with %j", async (setting, page, folder, home) => {
    const found = await generateDocs({
      "docusaurus.config.js": configWith(setting),
      "docs/a.md": "# A",
      "docs/b/index.md": "# B",
      "docs/home.md": "---\nslug: /\n---\n# Home",
    });

    expect(addressesOf(found)).toEqual({ "a.md": page, "b/index.md": folder, "home.md": home });
  });

  it("numbers stay with numberPrefixParser: false, and where they are dates or versions", async () => {
    const tree = { "docs/1-a/2-b.md": "# B", "docs/2020-01-c.md": "# C", "docs/7.0-d.md": "# D" };
    const kept = { ...tree, "docusaurus.config.js": configWith("", "numberPrefixParser: false") };

    expect(Object.values(addressesOf(await generateDocs(tree)))).toEqual([
      "/docs/a/b",
      "/docs/2020-01-c",
      "/docs/7.0-d",
    ]);
    expect(Object.values(addressesOf(await generateDocs(kept)))[0]).toBe("/docs/1-a/2-b");
  });

  it("path, routeBasePath, include and exclude are those of the instance with the docs root", async () => {
    const plugin = `["@docusaurus/plugin-content-docs", {
      id: "sdk", path: "sdk", routeBasePath: "/sdk/reference", include: ["**/*.mdx"], exclude: ["x/**"] }]`;
    const tree = {
      "docusaurus.config.ts": `import type { Config } from "@docusaurus/types";
        const config: Config = { baseUrl: "/base/", plugins: [${plugin}],
          presets: [["@docusaurus/preset-classic", { docs: { routeBasePath: "/" } }]] };
        export default config;`,
      "docusaurus.config.js": "",
      "sdk/a.mdx": "# A",
      "sdk/_b.mdx": "# B",
      "sdk/c.md": "# C",
      "sdk/x/d.mdx": "# D",
      "docs/e.md": "# E",
    };
    const { "docusaurus.config.js": _, ...files } = tree;
    const folder = await makeTree(files);
    const config = parseConfig({ site: "auto" });

    const sdk = await generate({ root: join(folder, "sdk"), config });
    const docs = await generate({ root: join(folder, "docs"), config });

    expect(addressesOf(sdk)).toEqual({
      "_b.mdx": "/base/sdk/reference/_b",
      "a.mdx": "/base/sdk/reference/a",
    });
    expect(addressesOf(docs)).toEqual({ "e.md": "/base/e" });
  });

  it("versions: the current docs are at next, the newest one at the base", async () => {
    const tree = {
      "versions.json": '["2.0", "1.0"]',
      "docs/a.md": "# A",
      "versioned_docs/version-2.0/a.md": "# A",
      "versioned_docs/version-1.0/a.md": "# A",
    };
    const whole = await generateDocs(tree, { root: "." });

    expect(addressesOf(whole)).toEqual({
      "docs/a.md": "/docs/next/a",
      "versioned_docs/version-1.0/a.md": "/docs/1.0/a",
      "versioned_docs/version-2.0/a.md": "/docs/a",
    });
    expect(whole.problems).toEqual([]);
    expect(addressesOf(await generateDocs(tree))).toEqual({ "a.md": "/docs/next/a" });
    const versions = 'lastVersion: "1.0", versions: { current: { path: "edge" } }';
    const configured = { ...tree, "docusaurus.config.js": configWith("", versions) };
    expect(addressesOf(await generateDocs(configured, { root: "." }))).toEqual({
      "docs/a.md": "/docs/edge/a",
      "versioned_docs/version-1.0/a.md": "/docs/a",
      "versioned_docs/version-2.0/a.md": "/docs/2.0/a",
    });
    const only = configWith("", 'onlyIncludeVersions: ["1.0"]');
    const some = await generateDocs({ ...tree, "docusaurus.config.js": only }, { root: "." });
    expect(addressesOf(some)).toEqual({ "versioned_docs/version-1.0/a.md": "/docs/a" });
  });

  it("languages have their own address, and show the pages of the default one", async () => {
    const page = "# A\n\n[b](b.md) [c](/docs/c) [d](d.md) [dotted](./b.md)";
    const found = await generateDocs(
      {
        "docusaurus.config.js": configWith('i18n: { defaultLocale: "en", locales: ["en", "fr"] },'),
        // Without a checkout, the configuration would be too far away.
        ".git/HEAD": "",
        "docs/a.md": "# A",
        "docs/b.md": "# B",
        "docs/c0.md": "---\nslug: c\n---\n# C",
        "i18n/fr/docusaurus-plugin-content-docs/current/a.md": page,
      },
      { root: "i18n/fr/docusaurus-plugin-content-docs/current" },
    );

    expect(addressesOf(found)).toEqual({ "a.md": "/fr/docs/a" });
    // Docusaurus looks for a link that begins with a dot next to the translation only.
    expect(brokenLinksOf(found)).toEqual(["d.md", "./b.md"]);
  });

  it("unlisted pages have an address, and no place in the order", async () => {
    const found = await generateDocs({
      "docs/a.md": "# A",
      "docs/b.md": "---\nunlisted: true\n---\n# B",
    });

    expect(found.content.docs.map(({ slug, unlisted }) => [slug, unlisted])).toEqual([
      ["/docs/a", false],
      ["/docs/b", true],
    ]);
    expect(navOf(found)).toEqual(["- a"]);
  });

  it("what cannot be read without running it is named with the key that gives it", async () => {
    const config = `export default {
      baseUrl: process.env.BASE,
      presets: [["classic", { docs: { numberPrefixParser: parse } }]],
    };`;
    const { notes } = await generateDocs({ "docusaurus.config.js": config, "docs/a.md": "# A" });

    expect(notes.slice(1)).toEqual([
      expect.stringMatching(
        /docusaurus\.config\.js:2: "baseUrl" cannot be read without running "process\.env\.BASE": configure "base"$/,
      ),
      expect.stringMatching(
        /:3: "numberPrefixParser" cannot be read .*: configure "site\.addresses"$/,
      ),
    ]);
  });

  it("docs that are not in the docs root are named", async () => {
    const { notes } = await generateDocs({ "other/a.md": "# A" }, { root: "other" });

    expect(notes[1]).toMatch(/are not in the docs root: the addresses are guessed/);
  });
});

describe("syntax", () => {
  it(".md is MDX, except where markdown.format or the frontmatter says otherwise", async () => {
    const text = 'import X from "x";\n\n# A\n\nSee <X>this</X> text.';
    const page = (frontmatter: string) => ({ "docs/a.md": `${frontmatter}${text}` });
    const mdx = await generateDocs(page(""));
    const detected = await generateDocs({
      "docusaurus.config.js": configWith('markdown: { format: "detect" },'),
      ...page(""),
    });
    const declared = await generateDocs(page("---\nmdx:\n  format: md\n---\n"));

    expect(seenOf(mdx, "a.md")).toBe("See this text.");
    expect(seenOf(detected, "a.md")).toContain("import X");
    expect(seenOf(declared, "a.md")).toContain("import X");
  });

  it("admonitions are their title and content, and their ids are fragments", async () => {
    const page = `# A

Before
:::note[A [nested] title]{#the-id .class}
Text.
:::

1. Item

   :::tip In a list
   Of it.
   :::

> :::info{title="Quoted"}
> Quoted text.
> :::

::::danger

:::caution Inner
Innermost.
:::

::::

[id](#the-id)

\`\`\`
:::note Code
\`\`\`
`;
    const found = await generateDocs({ "docs/a.md": page });

    expect(seenOf(found, "a.md")).toBe(
      "Before A [nested] title Text. Item In a list Of it. Quoted Quoted text. Inner Innermost. id :::note Code",
    );
    expect(brokenLinksOf(found)).toEqual([]);
  });

  it("imported parts belong to the page, with links relative to their own file", async () => {
    const found = await generateDocs({
      "docs/guide/a.mdx":
        'import Part from "../parts/_part.mdx";\nimport Again from "@site/docs/parts/_part.mdx";\n\n# A\n\n- Item\n\n  <Part name="x" />\n\nIn a line: <Again></Again>.\n\n`<Part />`',
      "docs/parts/_part.mdx":
        '---\ntitle: T\n---\nimport X from "x";\n\n## Of the part\n\n[b](../b.md) [gone](./gone.md)',
      "docs/b.md": "# B",
    });
    const page = found.content.docs.find(({ path }) => path === "guide/a.mdx")!;

    expect(page.headings.map(({ anchor }) => anchor)).toEqual(["a", "of-the-part"]);
    expect(page.links).toEqual(["b"]);
    expect(found.content.docs.map(({ path }) => path)).toEqual(["b.md", "guide/a.mdx"]);
    expect(brokenLinksOf(found)).toEqual(["../parts/gone.md"]);
    expect(seenOf(found, "guide/a.mdx")).toBe("Item b gone In a line: . <Part />");
  });

  it("code of a file that is imported as text is shown; a file that is not there is reported", async () => {
    const found = await generateDocs({
      "docs/a.mdx":
        'import code from "!!raw-loader!./a.js";\nimport Gone from "./_gone.mdx";\n\n# A\n\n<CodeBlock language="js">\n  {code}\n</CodeBlock>\n\n<Gone />\n',
      "docs/a.js": "const sample = 1;\n",
    });

    expect(seenOf(found, "a.mdx")).toBe("const sample = 1;");
    expect(pageTextOf(found.content.docs[0]!)).toContain("```js\nconst sample = 1;\n```");
    expect(found.problems.map(({ rule, line }) => [rule, line])).toEqual([["missing-file", 10]]);
  });
});

describe("links", () => {
  it("files are found from the page, from the docs, from the site; addresses from the page's own", async () => {
    const links = [
      ...["./b.md", "deep/c.mdx", "/deep/c.mdx", "@site/docs/b.md", "docs/b.md", "b", "./deep/c"],
      ...[
        "/docs/b",
        "/base/docs/b",
        "https://x.example/base/docs/b",
        "pathname:///gone",
        "mailto:a@b.c",
      ],
    ];
    const broken = ["./gone.md", "gone", "/docs/gone", "@site/docs/gone.md", "b#gone", "b#b"];
    const page = [...links, ...broken].map((link) => `[x](${link})`).join(" ");
    const found = await generateDocs(
      {
        "docusaurus.config.js": CONFIG.replace('"/"', '"/base/"'),
        "docs/a.md": `# A\n\n${page}`,
        "docs/b.md": "# B",
        "docs/deep/c.mdx": "# C\n\n[x](../b) [y](./c)",
      },
      { siteUrl: "https://x.example" },
    );

    expect(brokenLinksOf(found)).toEqual([...broken.slice(0, 4), "#gone", "#b"]);
    expect(found.content.docs[0]!.links).toEqual(["b", "deep/c"]);
  });

  it("pages that the site has elsewhere are not broken, all others are", async () => {
    const config = `export default { baseUrl: "/", presets: [["classic", { docs: { routeBasePath: "/" } }]],
      plugins: [
        ["@docusaurus/plugin-content-docs", { id: "api", path: "api", routeBasePath: "api" }],
        ["@docusaurus/plugin-client-redirects", { redirects: [
          { from: ["/old", "/older"], to: "/a" }, { from: "/lost", to: "/nowhere" }] }],
      ] };`;
    const served = [
      ...["/blog", "/blog/post", "/api/x", "/about", "/team/people", "/tags/one", "/search"],
      ...["/category/listed", "/own/place", "/old", "/older", "/file.txt", "/plain"],
    ];
    const broken = ["/gone", "/category/gone", "/lost", "/other/gone", "/gone.txt"];
    const found = await generateDocs({
      "docusaurus.config.js": config,
      "docs/a.md": `# A\n\n${[...served, ...broken].map((link) => `[x](${link})`).join(" ")}`,
      "docs/one/_category_.json": '{ "label": "Listed", "link": { "type": "generated-index" } }',
      "docs/one/b.md": "# B",
      "docs/two/_category_.yml": "link:\n  type: generated-index\n  slug: own/place\n",
      "docs/two/c.md": "# C",
      "api/x.md": "# X",
      "src/pages/about.js": "",
      "src/pages/team/people.mdx": "# People",
      "src/pages/_hidden.js": "",
      "static/plain/index.html": "",
      "static/file.txt": "",
    });

    expect(brokenLinksOf(found)).toEqual(broken);
  });

  it.each([
    ["plugins: ['@docusaurus/plugin-sitemap'], presets: ['classic']", ["/gone", "./gone.pdf"]],
    ["plugins: ['./pages.js'], presets: ['classic']", []],
    ["plugins: [ownPlugin], presets: ['classic']", []],
    ["presets: ['classic', 'redocusaurus']", []],
  ])("with %s, addresses outside of the docs and files are judged: %j", async (part, broken) => {
    const links = ["/gone", "./gone.pdf", "./here.pdf", "../../elsewhere.pdf", "/sitemap.xml"];
    const found = await generateDocs({
      "docusaurus.config.js": `export default { baseUrl: "/", ${part} };`,
      "docs/a.md": `# A\n\n${links.map((link) => `[x](${link})`).join(" ")}`,
      "docs/here.pdf": "",
    });

    expect(brokenLinksOf(found)).toEqual(broken);
  });
});

describe("order", () => {
  it("folders are sorted by position, then by name, with labels", async () => {
    const found = await generateDocs({
      "docs/b.md": "# B",
      "docs/02-a.md": "# A",
      "docs/z.md": "---\nsidebar_position: 1\nsidebar_label: Last letter\n---\n# Z",
      "docs/01-folder/index.md": "# The folder",
      "docs/01-folder/x.md": "# X",
      "docs/other/_category_.yml": "label: Others\nposition: 1.5",
      "docs/other/y.md": "# Y",
    });

    expect(navOf(found)).toEqual([
      "The folder 01-folder/index",
      "  - 01-folder/x",
      "Last letter z",
      "Others",
      "  - other/y",
      "- 02-a",
      "- b",
    ]);
  });

  it("sidebars are read as they are written", async () => {
    const sidebars = `import type { SidebarsConfig } from "@docusaurus/plugin-content-docs";
      const sidebars: SidebarsConfig = {
        main: ["a", { type: "doc", id: "b", label: "Bee" }, { Short: ["deep/named"] },
          { type: "category", label: "Linked", link: { type: "doc", id: "c" }, items: [{ type: "autogenerated", dirName: "deep" }] }],
        second: { Whole: ["d"] },
      };
      export default sidebars;`;
    const found = await generateDocs({
      "docusaurus.config.js": configWith("", 'sidebarPath: require.resolve("./sidebars.ts")'),
      "sidebars.ts": sidebars,
      "docs/a.md": "# A",
      "docs/b.md": "# B",
      "docs/c.md": "# C",
      "docs/1-d.md": "# D",
      "docs/deep/e.md": "---\nid: named\n---\n# E",
      "docs/not-in-a-sidebar.md": "# N",
    });

    expect(navOf(found)).toEqual([
      "- a",
      "Bee b",
      "Short",
      "  - deep/e",
      "Linked c",
      "  - deep/e",
      "Whole",
      "  - 1-d",
    ]);
  });

  it("a part of a sidebar that would have to be run is named", async () => {
    const { notes } = await generateDocs({
      "docusaurus.config.js": configWith("", 'sidebarPath: "./sidebars.js"'),
      "sidebars.js": 'module.exports = { main: ["a", ...load()] };',
      "docs/a.md": "# A",
    });

    expect(notes[1]).toMatch(/sidebars\.js: a part of the sidebars cannot be read/);
  });
});

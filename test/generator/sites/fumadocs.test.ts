import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pageTextOf } from "../../../corpus/marks.ts";
import { parseConfig } from "../../../generator/config/config.ts";
import type { GeneratedCorpus } from "../../../generator/config/generation.ts";
import { generate } from "../../../generator/generate.ts";
import { ROOT } from "../../support/command.ts";
import { type RenderedSite, readCorpus } from "../../support/rendered-site.ts";
import { addressesOf, generateSite as generateTree } from "../../support/site-tree.ts";
import { makeTree, type TreeFiles } from "../../support/tree.ts";

const SITE = join(ROOT, "test/long/sites/fumadocs");
const RECORD = join(ROOT, "test/generator/sites/recorded/fumadocs.json");

const CONFIG = `import { defineDocs } from "fumadocs-mdx/config";
export const docs = defineDocs({ dir: "content/docs" });`;

const SOURCE = `import { loader } from "fumadocs-core/source";
import { docs } from "@/.source/server";
export const source = loader({ baseUrl: "/docs", source: docs.toFumadocsSource() });`;

interface SiteOptions {
  readonly root?: string;
  readonly config?: string;
  readonly source?: string;
}

function generateSite(
  files: TreeFiles,
  { root = ".", config = CONFIG, source = SOURCE }: SiteOptions = {},
): Promise<GeneratedCorpus> {
  const site = { "source.config.ts": config, "lib/source.ts": source };
  return generateTree({ ...site, ...files }, { root });
}

it("addresses, anchors and text are those of Fumadocs", async () => {
  const built: RenderedSite = JSON.parse(await readFile(RECORD, "utf8"));

  const { content } = await generate({ root: SITE, config: parseConfig({ site: "auto" }) });

  expect(readCorpus(content)).toEqual(built);
});

describe("addresses", () => {
  it("groups are not in addresses; the docs root may be the folder of the docs", async () => {
    const files = {
      "content/docs/index.mdx": "",
      "content/docs/(group)/a.mdx": "",
      "content/docs/b/index.md": "",
      "README.md": "",
    };

    expect(addressesOf(await generateSite(files, { root: "content/docs" }))).toEqual({
      "index.mdx": "/docs",
      "(group)/a.mdx": "/docs/a",
      "b/index.md": "/docs/b",
    });
  });

  it.each(["lib", "src/lib"])(
    "collections may be defined where they are loaded, in %s/source.ts",
    async (lib) => {
      const folder = await makeTree({
        [`${lib}/source.ts`]: `import { defineDocs } from "fumadocs-mdx/macro";
          import { route } from "./shared";
          const docs = defineDocs({ dir: "content/manual" });
          export const source = loader({ baseUrl: route, source: docs.toFumadocsSource() });`,
        [`${lib}/shared.ts`]: 'export const route = "/manual";',
        "content/manual/index.mdx": "[file](/a.txt) [gone](/manual/gone)",
        "content/manual/a.mdx": "",
        "public/a.txt": "",
      });
      const root = join(folder, "content/manual");

      const site = await generate({ root, config: parseConfig({ site: "auto" }) });

      expect(addressesOf(site)).toEqual({ "index.mdx": "/manual", "a.mdx": "/manual/a" });
      expect(site.content.meta.site).toBe("fumadocs");
      expect(site.problems.map(({ message }) => message)).toEqual([
        'Link to "/manual/gone" leads to no page',
      ]);
    },
  );

  it("each collection has the address of its loader; one without a loader has none", async () => {
    const config = `export const { docs, meta } = defineDocs({ dir: "content/guide" });
      export const posts = defineCollections({ type: "doc", dir: "./content/posts/" });
      export const other = defineCollections({ type: "doc", dir: "content/other" }); // fumadocs-mdx`;
    const source = `import { docs, posts as blogPosts } from "fumadocs-mdx:collections/server";
      export const source = loader(docs.toFumadocsSource(), { baseUrl: "/" });
      export const blog = loader({ baseUrl: "/blog", source: toFumadocsSource(blogPosts, []) });`;
    const files = {
      "content/guide/a.mdx": "",
      "content/posts/b.mdx": "",
      "content/other/c.mdx": "",
      "next.config.mjs": 'export default withMDX({ basePath: "/x", trailingSlash: true });',
    };

    expect(addressesOf(await generateSite(files, { config, source }))).toEqual({
      "content/guide/a.mdx": "/x/a/",
      "content/posts/b.mdx": "/x/blog/b/",
    });
  });

  it("languages are in the names of files; the default one answers for a page", async () => {
    const source = `import { i18n } from "@/lib/i18n";
      export const source = loader({ i18n, baseUrl: "/docs", source: docs.toFumadocsSource() });`;
    const i18n =
      'export const i18n = defineI18n({ defaultLanguage: "en", languages: ["en", "cn"] });';
    const found = await generateSite(
      {
        "lib/i18n.ts": i18n,
        "content/docs/a.mdx": "[Works](/cn/docs/b) [Lost](/cn/docs/c)",
        "content/docs/a.cn.mdx": "# A in Chinese",
        "content/docs/b.mdx": "",
      },
      { source },
    );

    expect(addressesOf(found)).toEqual({
      "content/docs/a.mdx": "/en/docs/a",
      "content/docs/a.cn.mdx": "/cn/docs/a",
      "content/docs/b.mdx": "/en/docs/b",
    });
    expect(found.problems.map(({ message }) => message)).toEqual([
      expect.stringContaining("/cn/docs/c"),
    ]);
  });

  it("languages are folders, and the default one has no name in addresses", async () => {
    const source = `export const source = loader({
      i18n: { defaultLanguage: "en", languages: ["en", "fr"], hideLocale: "default-locale", parser: "dir" },
      baseUrl: "/docs",
      source: docs.toFumadocsSource(),
    });`;
    const files = { "content/docs/en/a.mdx": "", "content/docs/fr/a.mdx": "# Le A" };

    expect(addressesOf(await generateSite(files, { source }))).toEqual({
      "content/docs/en/a.mdx": "/docs/a",
      "content/docs/fr/a.mdx": "/fr/docs/a",
    });
  });

  it("an address that cannot be read is said", async () => {
    const source =
      "export const source = loader({ baseUrl: env.BASE, source: docs.toFumadocsSource() });";
    const { notes } = await generateSite({ "content/docs/a.mdx": "" }, { source });

    expect(notes).toContainEqual(
      expect.stringContaining('"baseUrl" cannot be read without running "env.BASE"'),
    );
  });
});

describe("syntax", () => {
  it("ids in brackets, and ids of accordions, are fragments", async () => {
    const { content, problems } = await generateSite({
      "content/docs/a.mdx": [
        "## One [#first]",
        "## Two [!toc] [#second]",
        "## Three [!toc] #",
        "## Only there [toc]",
        "```",
        "## Code [#code]",
        "```",
        '<Accordion title="Question" id="question">Answer</Accordion>',
        "[Q](#question) [Lost](#code)",
      ].join("\n\n"),
    });

    expect(content.docs[0]!.headings.map(({ anchor, text }) => `${anchor} ${text}`)).toEqual([
      "first One",
      "second Two",
      "three-toc Three",
    ]);
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining("#code")]);
  });

  it("files are included as text or as code, whole or in part", async () => {
    const { content, problems } = await generateSite({
      "content/docs/a.mdx": [
        "<include>../parts/part.mdx#two</include>",
        '<include lang="md">../parts/part.mdx</include>',
        "<include cwd>code.py#inner</include>",
        "<include>./missing.mdx</include>",
        "<include>../parts/part.mdx#nowhere</include>",
        "`<include>./code.mdx</include>`",
      ].join("\n\n"),
      "content/parts/part.mdx": "---\ntitle: Part\n---\n\n## One\n\nFirst.\n\n## Two\n\nSecond.\n",
      "code.py": "# region outer\nx = 1\n# region inner\n  y = 2\n# endregion\n# endregion outer\n",
    });

    const text = pageTextOf(content.docs[0]!);
    expect(text).toContain("## Two\n\nSecond.");
    expect(text).toContain("```md\n---\ntitle: Part\n---");
    expect(text).toContain("```py\ny = 2\n```");
    expect(text).toContain("`<include>./code.mdx</include>`");
    expect(problems.map(({ rule, line }) => `${line} ${rule}`)).toEqual([
      "7 missing-file",
      "9 missing-file",
    ]);
  });

  it("notes of Shiki are cut out of code", async () => {
    const code = [
      "```js",
      "a(); // [!code highlight]",
      "<b /> {/* [!code --] */}",
      "# [!code word:c]",
      "```",
      "Text // [!code focus]",
    ];
    const { content } = await generateSite({ "content/docs/a.md": code.join("\n") });

    expect(pageTextOf(content.docs[0]!)).toBe("```js\na();\n<b />\n\n```\nText // [!code focus]");
  });
});

describe("links", () => {
  it("links lead to files from the file, and to addresses from the address", async () => {
    const { problems } = await generateSite({
      "content/docs/guide/index.mdx":
        "[Works](./install.mdx) [Works](./guide/install) [Lost](./install)",
      "content/docs/guide/install.mdx": "[Works](/) [Works](/robots.txt) [Works](/docs/guide)",
      "public/robots.txt": "",
      "app/page.tsx": "",
      "app/docs/[[...slug]]/page.tsx": "const page = source.getPage(slug);",
    });

    expect(problems.map(({ file, message }) => `${file} ${message}`)).toEqual([
      expect.stringMatching(/^content\/docs\/guide\/index\.mdx .*"\.\/install"/),
    ]);
  });
});

describe("order", () => {
  it("meta files say order and titles", async () => {
    const pages = [
      ...[
        "---Start---",
        "second",
        "[Elsewhere](https://x.example)",
        "...(group)",
        "...",
        "!secret",
      ],
    ];
    const { content } = await generateSite({
      "content/docs/meta.json": JSON.stringify({ pages }),
      "content/docs/index.mdx": "# Start",
      "content/docs/second.mdx": "# Second",
      "content/docs/secret.mdx": "# Secret",
      "content/docs/other.mdx": "# Other",
      "content/docs/(group)/in-group.mdx": "# In the group",
      "content/docs/folder/index.mdx": "# Folder",
      "content/docs/folder/b.mdx": "# B",
      "content/docs/folder/a.mdx": "# A",
      "content/docs/folder/meta.json": '{ "title": "The folder", "pages": ["z...a"] }',
      "content/docs/get-started/x.mdx": "# X",
    });

    expect(content.meta.nav).toEqual([
      { depth: 0, title: null, id: "content/docs/second" },
      { depth: 0, title: null, id: "content/docs/(group)/in-group" },
      { depth: 0, title: null, id: "content/docs/index" },
      { depth: 0, title: null, id: "content/docs/other" },
      { depth: 0, title: "The folder", id: "content/docs/folder/index" },
      { depth: 1, title: null, id: "content/docs/folder/b" },
      { depth: 1, title: null, id: "content/docs/folder/a" },
      { depth: 0, title: "Get started", id: null },
      { depth: 1, title: null, id: "content/docs/get-started/x" },
    ]);
  });
});

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pageTextOf, VisibleText } from "../../../corpus/marks.ts";
import { parseConfig, type UserConfig } from "../../../generator/config/config.ts";
import type { GeneratedCorpus } from "../../../generator/config/generation.ts";
import { generate } from "../../../generator/generate.ts";
import { ROOT } from "../../support/command.ts";
import { type RenderedSite, readCorpus } from "../../support/rendered-site.ts";
import { addressesOf, generateSite as generateTree } from "../../support/site-tree.ts";
import type { TreeFiles } from "../../support/tree.ts";

const SITE = join(ROOT, "test/long/sites/nextra");
const RECORD = join(ROOT, "test/generator/sites/recorded/nextra.json");

const PACKAGE = { "package.json": '{ "dependencies": { "nextra": "4" } }' };

interface SiteOptions {
  readonly root?: string;
  readonly config?: UserConfig;
  /** The text of `next.config.mjs`. */
  readonly next?: string;
}

function generateSite(
  files: TreeFiles,
  { root = ".", config, next = "export default {};" }: SiteOptions = {},
): Promise<GeneratedCorpus> {
  return generateTree({ ...PACKAGE, "next.config.mjs": next, ...files }, { root, ...config });
}

/** Returns `next.config.mjs` with options of `nextra()` and of Next.js. */
function configOf(nextra: string, next: string): string {
  return `import nextra from "nextra";\nconst withNextra = nextra(${nextra});\nexport default withNextra(${next});`;
}

it("addresses, anchors and text are those of Nextra", async () => {
  const built: RenderedSite = JSON.parse(await readFile(RECORD, "utf8"));

  const { content } = await generate({ root: SITE, config: parseConfig({ site: "auto" }) });

  expect(withoutTitleIds(readCorpus(content))).toEqual(withoutTitleIds(built));
});

/** Nextra gives headings of the first depth no id. */
function withoutTitleIds(site: RenderedSite): RenderedSite {
  const pages = Object.entries(site).map(([address, { headings, words }]) => {
    const named = headings.map(
      ([depth, id, text]) => [depth, depth === 1 ? "" : id, text] as const,
    );
    return [address, { headings: named, words }] as const;
  });
  return Object.fromEntries(pages);
}

describe("recognition", () => {
  it("next.config without the dependency is not Nextra's", async () => {
    const files = { "package.json": "{}", "content/a.mdx": "# A" };

    expect((await generateSite(files)).content.meta.site).toBe("document");
  });

  it("_meta files show it too, from the folder of the content", async () => {
    const files = { "content/_meta.js": "export default {};", "content/a/index.mdx": "# A" };
    const { content } = await generateSite(files, { root: "content" });

    expect(content.meta.site).toBe("nextra");
    expect(content.docs.map(({ slug }) => slug)).toEqual(["/a"]);
  });
});

describe("addresses", () => {
  it("pages of the app folder have the addresses of their folders", async () => {
    const page = "# Page";
    const found = await generateSite({
      "src/app/page.mdx": page,
      "src/app/guide/page.md": page,
      "src/app/(group)/team/page.mdx": page,
      "src/app/guide/part.mdx": page,
      "src/app/_private/page.mdx": page,
      "src/app/[name]/page.mdx": page,
      "README.md": page,
    });

    expect(addressesOf(found)).toEqual({
      "src/app/page.mdx": "/",
      "src/app/guide/page.md": "/guide",
      "src/app/(group)/team/page.mdx": "/team",
    });
  });

  it("pages of the content folder are below its base, with the slash of the configuration", async () => {
    const next = configOf(
      '{ contentDirBasePath: "/docs" }',
      '{ basePath: "/site", trailingSlash: true }',
    );
    const files = { "content/index.mdx": "", "content/a/index.mdx": "", "content/a/_b.md": "" };

    expect(addressesOf(await generateSite(files, { next }))).toEqual({
      "content/index.mdx": "/site/docs/",
      "content/a/index.mdx": "/site/docs/a/",
      "content/a/_b.md": "/site/docs/a/_b/",
    });
  });

  it("pages of the pages folder have their languages in their names", async () => {
    const next = configOf("{}", '{ i18n: { locales: ["en-US", "fr"], defaultLocale: "en-US" } }');
    const found = await generateSite(
      {
        "pages/_app.mdx": "",
        "pages/[slug].mdx": "",
        "pages/index.en-US.mdx": "",
        "pages/index.fr.mdx": "",
        "pages/a/v1.2.mdx": "",
      },
      { next },
    );

    expect(addressesOf(found)).toEqual({
      "pages/index.en-US.mdx": "/",
      "pages/index.fr.mdx": "/fr",
      "pages/a/v1.2.mdx": "/a/v1.2",
    });
  });

  it("languages are folders; addresses without one lead to the default language", async () => {
    const next = configOf(
      '{ contentDirBasePath: "/docs" }',
      '{ i18n: { locales: ["en", "fr"], defaultLocale: "en" } }',
    );
    const files = { "content/en/a.mdx": "[A](/docs/a) [B](/docs/b)", "content/fr/a.mdx": "# Le A" };
    const found = await generateSite(files, { next });

    expect(addressesOf(found)).toEqual({
      "content/en/a.mdx": "/en/docs/a",
      "content/fr/a.mdx": "/fr/docs/a",
    });
    expect(found.problems.map(({ message }) => message)).toEqual([
      expect.stringContaining("/docs/b"),
    ]);
  });

  it("what cannot be read is said, with the setting that gives it", async () => {
    const next = configOf("{}", "{ basePath: process.env.BASE }");
    const { notes } = await generateSite({ "content/a.mdx": "" }, { next });

    expect(notes).toContainEqual(
      expect.stringContaining(
        '"basePath" cannot be read without running "process.env.BASE": configure "base"',
      ),
    );
  });
});

describe("links", () => {
  it("relative links go on from addresses, and lose the extension of a file", async () => {
    const { problems } = await generateSite({
      "content/guide/index.mdx": "[Works](./guide/install.mdx) [Lost](./install.mdx)",
      "content/guide/install.mdx": "[Works](usage) [Works](../guide.mdx#top)",
      "content/guide/usage.mdx": "",
    });

    expect(problems.map(({ file, message }) => `${file} ${message}`)).toEqual([
      expect.stringMatching(/^content\/guide\/index\.mdx .*\.\/install\.mdx/),
    ]);
  });

  it("redirects, files of public and routes of scripts are not broken", async () => {
    const next = configOf(
      "{}",
      `{ basePath: "/x", async redirects() {
        return [
          { source: "/old/:path*", destination: "/a", permanent: true },
          { source: "/gone", destination: "/nowhere", permanent: true },
          { source: "/was/:name(a|b)", destination: "/:name", permanent: true },
        ];
      } }`,
    );
    const links = [
      "was/a",
      "was/b",
      "old/b",
      "gone",
      "logo.svg",
      "team",
      "tag/any",
      "api/any/thing",
      "lost",
    ];
    const { problems } = await generateSite(
      {
        "content/a.mdx": links.map((link) => `[Link](/x/${link})`).join("\n"),
        "public/logo.svg": "<svg/>",
        "app/(site)/team/page.tsx": "",
        "app/tag/[name]/page.tsx": "",
        "app/api/[...path]/route.ts": "",
        "app/[[...mdxPath]]/page.jsx": 'import { importPage } from "nextra/pages";',
      },
      { next },
    );

    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining("/x/was/b"),
      expect.stringContaining("/x/gone"),
      expect.stringContaining("/x/lost"),
    ]);
  });
});

describe("syntax", () => {
  it("tabs are text, with hidden headings that links can lead to", async () => {
    const { content, problems } = await generateSite({
      "content/a.mdx": [
        '<Tabs items={["npm", { label: "Yarn 4", disabled: true }]}>',
        "  <Tabs.Tab>One</Tabs.Tab>",
        "  <Tabs.Tab>Two</Tabs.Tab>",
        "</Tabs>",
        "",
        "[Tab](#yarn-4) [Lost](#pnpm)",
      ].join("\n"),
    });

    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining("#pnpm")]);
    const text = pageTextOf(content.docs[0]!);
    const seen = new VisibleText({ text, marks: content.docs[0]!.marks });
    expect(seen.read({ start: 0, end: text.length })).toMatch(/^npm Yarn 4\s+One\s+Two/);
  });

  it(".md is Markdown, and MDX if the configuration says so", async () => {
    const next = configOf('{ mdxOptions: { format: "mdx" } }', "{}");
    const text = { "content/a.md": "A {brace" };

    expect((await generateSite(text)).problems).toEqual([]);
    expect((await generateSite(text, { next })).problems.map(({ rule }) => rule)).toEqual([
      "mdx-syntax",
    ]);
  });

  it("imported pages are included where their element is, without what belongs to them only", async () => {
    const { content, problems } = await generateSite({
      "content/a.mdx": [
        'import Part from "../parts/part.mdx"',
        'import Other, { name } from "@/parts/other.mdx";',
        "",
        "- <Part />",
        "",
        "In a line: <Other name={1} />",
        "",
        "```",
        "<Part />",
        "```",
      ].join("\n"),
      "parts/part.mdx":
        "---\ntitle: Part\n---\nimport Deep from './deep.mdx'\n\nText.\n\n<Deep />\n",
      "parts/deep.mdx": "export const x = 1\n\nDeep text.",
      "src/parts/other.mdx": "Other text.",
      "tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
    });

    expect(problems).toEqual([]);
    expect(content.docs.map(({ path }) => path)).toEqual(["content/a.mdx"]);
    const text = pageTextOf(content.docs[0]!);
    expect(text).toContain("- Text.\n\n\n  Deep text.\n");
    expect(text).toContain("In a line: Other text.");
    expect(text).toContain("```\n<Part />\n```");
  });
});

describe("order", () => {
  it("_meta files say order and titles; what they do not name follows", async () => {
    const { content } = await generateSite({
      "content/_meta.js": `export default {
        "*": { display: "normal" },
        second: "Two",
        index: { title: "Home", type: "page" },
        "---": { type: "separator", title: "More" },
        folder: { title: "In a folder" },
        out: { title: "Elsewhere", href: "https://example.com" },
        secret: { display: "hidden" },
      }`,
      "content/index.mdx": "# Start",
      "content/second.mdx": "# Second",
      "content/secret.mdx": "# Secret",
      "content/folder/index.mdx": "---\nasIndexPage: true\n---\n# Folder",
      "content/folder/b.mdx": "---\nsidebarTitle: The B\n---\n# B",
      "content/folder/a.mdx": "# A",
      "content/folder/_meta.json": '{ "b": "" }',
      "content/get-started/x.mdx": "# X",
    });

    expect(content.meta.nav).toEqual([
      { depth: 0, title: "Two", id: "content/second" },
      { depth: 0, title: "Home", id: "content/index" },
      { depth: 0, title: "In a folder", id: "content/folder/index" },
      { depth: 1, title: "The B", id: "content/folder/b" },
      { depth: 1, title: null, id: "content/folder/a" },
      { depth: 0, title: "Get Started", id: null },
      { depth: 1, title: null, id: "content/get-started/x" },
    ]);
  });

  it("_meta.global has the entries of folders in it", async () => {
    const { content } = await generateSite({
      "app/_meta.global.tsx": `export default {
        docs: { type: "page", title: "Docs", items: { b: "B first", a: "" } },
      }`,
      "app/docs/a/page.mdx": "# A",
      "app/docs/b/page.mdx": "# B",
    });

    expect(content.meta.nav).toEqual([
      { depth: 0, title: "Docs", id: null },
      { depth: 1, title: "B first", id: "app/docs/b/page" },
      { depth: 1, title: null, id: "app/docs/a/page" },
    ]);
  });
});

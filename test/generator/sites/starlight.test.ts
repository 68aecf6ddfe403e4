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

const SITE = join(ROOT, "test/long/sites/starlight");
const RECORD = join(ROOT, "test/generator/sites/recorded/starlight.json");
const DOCS = "src/content/docs";

interface SiteOptions {
  /** Settings of Starlight. */
  readonly own?: string;
  /** Settings of Astro. */
  readonly astro?: string;
  readonly config?: UserConfig;
  /** Path of the docs root in the site. */
  readonly root?: string;
}

/** Generates from a site; the paths of Markdown files are those in its docs. */
function generateSite(
  files: TreeFiles,
  { own = "", astro = "", config, root = DOCS }: SiteOptions = {},
): Promise<GeneratedCorpus> {
  const settings = `import starlight from "@astrojs/starlight";
    export default defineConfig({ ${astro} integrations: [other(), starlight({ title: "T", ${own} })] });`;
  const placed = Object.entries(files).map(([path, content]) => {
    const isDoc = /\.mdx?$/.test(path) && !path.startsWith("src/");
    return [isDoc ? `${DOCS}/${path}` : path, content];
  });
  return generateTree(
    {
      "astro.config.mjs": settings,
      [`${DOCS}/_part.md`]: "",
      ...Object.fromEntries(placed),
    },
    { root, ...config },
  );
}

function page(text = "", facts = ""): string {
  return `---\ntitle: T\n${facts}\n---\n\n${text}`;
}

/** Returns the links that are reported as broken, with their suggestions. */
function brokenLinksOf({ problems }: GeneratedCorpus): string[] {
  return problems
    .filter(({ rule }) => rule === "broken-link" || rule === "broken-fragment")
    .map(({ message, suggestion }) => {
      const link = /"([^"]+)"/.exec(message)![1]!;
      return suggestion === null ? link : `${link} → ${suggestion}`;
    });
}

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

/** Leaves out titles, which are in the frontmatter, and numbers repeated ids as docgate does. */
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
      return [address, { words, headings: numbered }];
    }),
  );
}

it("addresses, anchors, text and broken links are those of Starlight", async () => {
  const built: RenderedSite = JSON.parse(await readFile(RECORD, "utf8"));
  const config = parseConfig({ site: "auto", rules: { "hidden-text": "off" } });

  const result = await generate({ root: join(SITE, DOCS), config });

  expect(comparable(readCorpus(result.content))).toEqual(comparable(built));
  expect(
    result.problems.map(({ file, message }) => `${file} ${/"([^"]+)"/.exec(message)![1]}`),
  ).toEqual([
    "de/guides/first.md /base/de/missing/",
    ...["../slug/", "/base/missing/", "./slug.md", "/base/reference/draft/", "#missing"].map(
      (link) => `reference/links.md ${link}`,
    ),
    "reference/links.md /base/reference/slug/",
    "reference/links.md slug/",
  ]);
});

describe("files and addresses", () => {
  it("slugs are lower-case, drafts and partials are left out", async () => {
    const found = await generateSite({
      "index.mdx": page(),
      "Guides/Getting Started.md": page(),
      "guides/index.md": page(),
      "a.md": page("", "slug: other/place"),
      "draft.md": page("", "draft: true"),
      "404.md": page(),
    });

    expect(addressesOf(found)).toEqual({
      "404.md": "/404.html",
      "Guides/Getting Started.md": "/guides/getting-started/",
      "a.md": "/other/place/",
      "guides/index.md": "/guides/",
      "index.mdx": "/",
    });
  });

  it.each([
    ['trailingSlash: "always",', "/a/", "/b/"],
    ['trailingSlash: "never",', "/a", "/b"],
    ['build: { format: "file" },', "/a.html", "/b.html"],
    ['base: "/base/", trailingSlash: "never",', "/base/a", "/base/b"],
  ])("ends of addresses with %j", async (astro, file, folder) => {
    const found = await generateSite({ "a.md": page(), "b/index.md": page() }, { astro });

    expect(addressesOf(found)).toEqual({ "a.md": file, "b/index.md": folder });
  });

  it("the docs root may be above the docs, or a part of them", async () => {
    const links = "[x](/b/) [y](/de/b/) [z](/de/gone/)";
    // Without a checkout, the configuration would be too far away.
    const files = { ".git/HEAD": "", "de/a.md": page(links), "b.md": page() };
    const own = 'locales: { root: { label: "E", lang: "en" }, de: { label: "D", lang: "de" } },';
    const above = await generateSite({ ...files, "README.md": "" }, { own, root: "src" });
    const part = await generateSite(files, { own, root: `${DOCS}/de` });

    expect(addressesOf(above)).toMatchObject({
      "content/docs/de/a.md": "/de/a/",
      "content/docs/b.md": "/b/",
    });
    expect(brokenLinksOf(above)).toEqual(["/de/gone/"]);
    expect(addressesOf(part)).toEqual({ "a.md": "/de/a/" });
    expect(brokenLinksOf(part)).toEqual(["/de/gone/"]);
  });

  it("what cannot be read without running it is named with the key that gives it", async () => {
    const { notes } = await generateSite({ "a.md": page() }, { astro: "base: env.BASE," });

    expect(notes[1]).toMatch(
      /astro\.config\.mjs:2: "base" cannot be read without running "env\.BASE": configure "base"$/,
    );
  });
});

describe("languages", () => {
  const own =
    'defaultLocale: "en", locales: { en: { label: "English" }, de: { label: "Deutsch", lang: "de" } },';

  it("addresses without a page show that of the default language, with its anchors", async () => {
    const found = await generateSite(
      {
        "en/a.md": page("## Only in English"),
        "en/b.md": page(),
        "de/b.md": page("[x](/de/a/#only-in-english) [y](/de/a/#gone) [z](/de/gone/) [v](../a/)"),
      },
      { own },
    );

    expect(brokenLinksOf(found)).toEqual(["#gone", "/de/gone/"]);
    expect(found.content.docs.find(({ path }) => path === "de/b.md")!.links).toEqual(["en/a"]);
  });

  it("suggestions are never in another language", async () => {
    const found = await generateSite(
      {
        "en/a.md": page("[x](/en/configuratio/)"),
        "en/configuration.md": page(),
        "de/b.md": page("[x](/de/konfiguratio/) [y](/de/konfig/) [z](en/a/)"),
        "de/konfiguration.md": page(),
        "en/konfig-x.md": page(),
      },
      { own },
    );

    expect(brokenLinksOf(found)).toEqual([
      "/de/konfiguratio/ → /de/konfiguration/",
      "/de/konfig/",
      "en/a/",
      "/en/configuratio/ → /en/configuration/",
    ]);
  });

  it("Astro's own languages count if Starlight has none", async () => {
    const found = await generateSite(
      { "a.md": page(), "fr/b.md": page("[x](/fr/a/)") },
      { astro: 'i18n: { defaultLocale: "en", locales: ["en", "fr"] },' },
    );

    expect(brokenLinksOf(found)).toEqual([]);
  });
});

describe("syntax and links", () => {
  it("asides, components and parts are what readers see of them", async () => {
    const found = await generateSite({
      "a.mdx": page(
        `import { Card, Steps } from "@astrojs/starlight/components";
import Part from "./_shared.mdx";
import code from "~/code.js?raw";

:::tip[A title]{icon="heart"}
Text.
:::

<Card title="A card" icon="star">In it.</Card>

<Steps>
1. One
</Steps>

<Part />

<Code code={code} lang="js" />`,
      ),
      "_shared.mdx": "## Shared\n\nOf a part.",
      "src/code.js": "const sample = 1;\n",
      "tsconfig.json": '{ "compilerOptions": { "paths": { "~/*": ["./src/*"] } } }',
    });

    expect(seenOf(found, "a.mdx")).toBe(
      "A title Text. A card In it. One Of a part. const sample = 1;",
    );
    expect(found.content.docs[0]!.headings.map(({ anchor }) => anchor)).toEqual(["shared"]);
    expect(found.problems).toEqual([]);
  });

  it("links are addresses: those to files are broken, and what Astro serves elsewhere is not", async () => {
    const served = [
      ...[
        "/a/#_top",
        "#_top",
        "../b",
        "/custom",
        "/posts/any/",
        "/old",
        "/older/a",
        "/file",
        "/x.pdf",
      ],
    ];
    const broken = ["./b.md", "/gone/", "/custom/gone", "/lost", "b"];
    const links = [...served, ...broken].map((link) => `[x](${link})`).join(" ");
    const found = await generateSite(
      {
        "a.md": page(links),
        "b.md": page(),
        "src/pages/custom/index.astro": "",
        "src/pages/posts/[slug].astro": "",
        "src/pages/[...all].astro": "",
        "public/file/index.html": "",
      },
      {
        astro: `redirects: { "/old": "/b/", "/lost": "/nowhere/", "/older/[...slug]": { status: 302, destination: "/[...slug]" } },`,
      },
    );

    expect(brokenLinksOf(found).map((link) => link.split(" ")[0])).toEqual(broken);
  });
});

describe("order", () => {
  it("sidebars are read as they are written, in each language", async () => {
    const own = `locales: { root: { label: "English", lang: "en" }, de: { label: "Deutsch", lang: "de" } },
      sidebar: [
        "b",
        { slug: "c", label: "Sea", translations: { de: "Meer" } },
        { label: "Group", translations: { de: "Gruppe" }, items: [{ autogenerate: { directory: "guides" } }] },
        { label: "Away", link: "https://away.example" },
        { label: "By its address", link: "/a/" },
      ],`;
    const found = await generateSite(
      {
        "a.md": page(),
        "b.md": page("", "sidebar:\n  label: Bee"),
        "c.md": page(),
        "guides/x.md": page(),
        "guides/second.md": page("", "sidebar:\n  order: 2"),
        "guides/first/z.md": page("", "sidebar:\n  order: 1"),
        "guides/hidden.md": page("", "sidebar:\n  hidden: true"),
        "de/c.md": page(),
        "de/guides/x.md": page(),
      },
      { own },
    );

    expect(navOf(found)).toEqual([
      "Bee b",
      "Sea c",
      "Group",
      "  first",
      "    - guides/first/z",
      "  - guides/second",
      "  - guides/x",
      "By its address a",
      "Deutsch",
      "  Meer de/c",
      "  Gruppe",
      "    - de/guides/x",
    ]);
  });

  it("without a sidebar, folders and pages are sorted by weight, then by name", async () => {
    const found = await generateSite({
      "index.md": page(),
      "b.md": page(),
      "a/y.md": page(),
      "z.md": page("", "sidebar:\n  order: 1"),
    });

    expect(navOf(found)).toEqual(["- z", "- index", "a", "  - a/y", "- b"]);
  });
});

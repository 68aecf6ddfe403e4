import { describe, expect, it } from "vitest";
import { pageTextOf, VisibleText } from "../../../corpus/marks.ts";
import { parseConfig, type UserConfig } from "../../../generator/config/config.ts";
import type { GeneratedCorpus } from "../../../generator/config/generation.ts";
import { generate } from "../../../generator/generate.ts";
import { addressesOf, generateSite as generateTree } from "../../support/site-tree.ts";
import { makeTree, type TreeFiles } from "../../support/tree.ts";

interface SiteOptions {
  readonly root?: string;
  readonly config?: UserConfig;
}

/** Generates from a site with these keys in `docs.json`. */
function generateSite(
  docs: object,
  files: TreeFiles,
  { root = ".", config }: SiteOptions = {},
): Promise<GeneratedCorpus> {
  const data = { $schema: "https://mintlify.com/docs.json", ...docs };
  return generateTree({ "docs.json": JSON.stringify(data), ...files }, { root, ...config });
}

function unlistedIn({ content }: GeneratedCorpus): string[] {
  return content.docs.filter(({ unlisted }) => unlisted).map(({ id }) => id);
}

describe("recognition", () => {
  it("docs.json of something else is not Mintlify's", async () => {
    const found = await generateSite({ $schema: "https://example.com/x.json" }, { "a.mdx": "# A" });

    expect(found.content.meta.site).toBe("document");
  });

  it("mint.json with a navigation is", async () => {
    const folder = await makeTree({
      "mint.json":
        '{ "navigation": [{ "group": "Start", "pages": ["a", { "group": "In it", "pages": ["b"] }] }] }',
      "a.mdx": "# A",
      "b.mdx": "# B",
    });
    const { content } = await generate({ root: folder, config: parseConfig({ site: "auto" }) });

    expect(content.meta.site).toBe("mintlify");
    expect(content.meta.nav).toEqual([
      { depth: 0, title: "Start", id: null },
      { depth: 1, title: null, id: "a" },
      { depth: 1, title: "In it", id: null },
      { depth: 2, title: null, id: "b" },
    ]);
  });
});

describe("files and addresses", () => {
  it("index pages have the address of their folder; snippets and ignored files are not pages", async () => {
    const found = await generateSite(
      { navigation: { pages: ["index"] } },
      {
        ".mintignore": "# Not of the site\ninternal/\n*.draft.mdx\n",
        "index.mdx": "",
        "guide/index.mdx": "",
        "guide/install.md": "",
        "link.mdx": '---\nurl: "https://example.com"\n---\n',
        "snippets/part.mdx": "",
        "_snippets/old.mdx": "",
        "internal/a.mdx": "",
        "guide/b.draft.mdx": "",
        "README.md": "",
        "guide/readme.md": "",
      },
    );

    expect(addressesOf(found)).toEqual({
      "index.mdx": "/",
      "guide/index.mdx": "/guide",
      "guide/install.md": "/guide/install",
    });
  });

  it("pages outside of the navigation, and hidden ones, are unlisted", async () => {
    const navigation = {
      groups: [
        { group: "Shown", pages: ["a", "hidden"] },
        { group: "Not shown", hidden: true, pages: ["b"] },
        { group: "Found", hidden: true, searchable: true, pages: ["c"] },
      ],
    };
    const page = "# Page";
    const files = {
      "a.mdx": "# A",
      "b.mdx": "# B",
      "c.mdx": "# C",
      "hidden.mdx": "---\nhidden: true\n---\n# Hidden",
      "outside.mdx": page,
    };
    const found = await generateSite({ navigation }, files);
    const indexed = await generateSite({ navigation, seo: { indexing: "all" } }, files);

    expect(unlistedIn(found)).toEqual(["b", "hidden", "outside"]);
    expect(addressesOf(found)["outside.mdx"]).toBe("/outside");
    expect(found.content.meta.nav).toEqual([
      { depth: 0, title: "Shown", id: null },
      { depth: 1, title: null, id: "a" },
    ]);
    expect(unlistedIn(indexed)).toEqual(["hidden"]);
  });

  it("the docs root may be a folder of the site", async () => {
    const files = { "guide/a.mdx": "# A", "b.mdx": "# B" };
    const found = await generateSite({ navigation: { pages: ["b", "guide/a"] } }, files, {
      root: "guide",
    });

    expect(addressesOf(found)).toEqual({ "a.mdx": "/guide/a" });
    expect(found.content.meta.nav).toEqual([{ depth: 0, title: null, id: "a" }]);
  });
});

describe("order", () => {
  it("divisions are entries; of versions and languages, the default one is the navigation itself", async () => {
    const tabs = [
      { tab: "Guides", groups: [{ group: "Start", root: "start", pages: ["a"] }] },
      { tab: "API", openapi: "/openapi.json", pages: ["GET /users", "b"] },
      { tab: "Blog", href: "https://example.com" },
    ];
    const navigation = {
      languages: [
        { language: "fr", pages: ["fr/a"] },
        { language: "en", default: true, tabs },
      ],
      global: { anchors: [{ anchor: "Elsewhere", href: "https://example.com" }] },
    };
    const { content } = await generateSite(
      { navigation },
      {
        "start.mdx": "# Start",
        "a.mdx": '---\nsidebarTitle: "The A"\n---\n# A',
        "b.mdx": "# B",
        "fr/a.mdx": "# Le A",
      },
    );

    expect(content.meta.nav).toEqual([
      { depth: 0, title: "Guides", id: null },
      { depth: 1, title: "Start", id: "start" },
      { depth: 2, title: "The A", id: "a" },
      { depth: 0, title: "API", id: null },
      { depth: 1, title: null, id: "b" },
      { depth: 0, title: "fr", id: null },
      { depth: 1, title: null, id: "fr/a" },
    ]);
  });

  it("parts of the configuration may be in separate files", async () => {
    const { content, notes } = await generateSite(
      { navigation: { tabs: [{ $ref: "./nav/guides.json" }, { $ref: "nav/missing.json" }] } },
      { "nav/guides.json": '{ "tab": "Guides", "pages": ["a"] }', "a.mdx": "# A" },
    );

    expect(content.meta.nav).toEqual([
      { depth: 0, title: "Guides", id: null },
      { depth: 1, title: null, id: "a" },
    ]);
    expect(notes).toContainEqual(expect.stringContaining('"nav/missing.json"'));
  });
});

describe("links", () => {
  it("links are addresses, or relative to the file; redirects and pages of an API are served", async () => {
    const redirects = [
      { source: "/old/:slug*", destination: "/guide/:slug*" },
      { source: "/part-*", destination: "/guide/install" },
      { source: "/gone", destination: "/nowhere" },
    ];
    const navigation = {
      pages: ["guide/install"],
      groups: [{ group: "API", openapi: { source: "openapi.json", directory: "api/v1" } }],
    };
    const links = [
      ...["/guide/install", "./usage", "./usage.mdx", "usage", "../guide", "/guide/index", "/"],
      ...["/old/install", "/part-one", "/api/v1/users/get-user", "/images/x.png", "/llms.txt"],
      ...["/gone", "/lost", "./lost"],
    ];
    const { problems } = await generateSite(
      { navigation, redirects },
      {
        "guide/install.mdx": links.map((link) => `[Link](${link})`).join("\n"),
        "guide/usage.mdx": "",
        "guide/index.mdx": "",
        "images/x.png": "",
      },
    );

    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('"/gone"'),
      expect.stringContaining('"/lost"'),
      expect.stringContaining('"./lost"'),
    ]);
  });
});

describe("syntax", () => {
  it("texts of components are read, and their ids are fragments", async () => {
    const { content, problems } = await generateSite(
      { navigation: { pages: ["a"] } },
      {
        "a.mdx": [
          '<ResponseField name="userId" type="string" required>',
          "  The user.",
          "</ResponseField>",
          "",
          '<Steps>\n  <Step title="First step">\n    Do it.\n  </Step>\n</Steps>',
          "",
          "## Own words {#own-id}",
          "",
          "{/* Not shown */}",
          "",
          "[1](#param-user-id) [2](#first-step) [3](#own-id)",
        ].join("\n"),
      },
    );
    const [doc] = content.docs;
    const text = pageTextOf(doc!);
    const seen = new VisibleText({ text, marks: doc!.marks }).read({ start: 0, end: text.length });

    expect(problems.filter(({ rule }) => rule !== "hidden-text")).toEqual([]);
    expect(seen.replace(/\s+/g, " ")).toBe("userId string The user. First step Do it. 1 2 3");
  });

  it("snippets are included: imported ones from the root, and old ones by name", async () => {
    const { content, problems } = await generateSite(
      { navigation: { pages: ["guide/a"] } },
      {
        "guide/a.mdx": [
          'import Part from "/snippets/part.mdx";',
          'import { Chart } from "/snippets/chart.jsx";',
          "",
          '<Part word="x" />',
          "",
          '<Snippet file="old.mdx" />',
          "",
          '`<Snippet file="code.mdx" />`',
          "",
          "<Chart />",
        ].join("\n"),
        "snippets/part.mdx": "export const x = 1;\n\nText of the part. [Link](../guide/a.mdx)",
        "snippets/chart.jsx": "export const Chart = () => null;",
        "_snippets/old.mdx": "Old text.",
      },
    );

    expect(problems).toEqual([]);
    const text = pageTextOf(content.docs[0]!);
    expect(text).toContain("Text of the part. [Link](./a.mdx)");
    expect(text).toContain("Old text.");
    expect(text).toContain('`<Snippet file="code.mdx" />`');
  });
});

import { describe, expect, it } from "vitest";
import type { UserConfig } from "../../../generator/config/config.ts";
import { generateFrom, type TreeFiles } from "../../support/tree.ts";

async function hintsOf(files: TreeFiles, config: UserConfig = {}): Promise<readonly string[]> {
  return (await generateFrom(files, config)).hints;
}

function links(...targets: readonly string[]): string {
  return `# Page\n\n${targets.map((target) => `[x](${target})\n\n`).join("")}`;
}

describe("adviseLinks", () => {
  const HEADINGS = "# What's new?\n\n## C++ & C#\n\n## Next (beta)\n\n## Next (beta)\n";
  const GITHUB = ["b.md#whats-new", "b.md#c--c", "b.md#next-beta-1"];

  it("hint: most broken fragments are right under another rule of anchors", async () => {
    const files = { "a.md": links(...GITHUB, "b.md#gone"), "b.md": HEADINGS };

    expect(await hintsOf(files)).toEqual([
      '3 of 4 broken fragments are right under another rule of anchors. If your site follows that rule, configure: "anchors": "github"',
    ]);
  });

  it("hint: also from GitHub's rule to the default one", async () => {
    const document = ["b.md#what-s-new-", "b.md#c-c-", "b.md#next-beta--1"];
    const files = { "a.md": links(...document), "b.md": HEADINGS };

    expect((await hintsOf(files, { anchors: "github" }))[0]).toMatch(/^3 of 3 .*"document"$/);
  });

  it("hint: names the rule, of all, that most fragments of the tree fit", async () => {
    const mkdocs = ["b.md#whats-new", "b.md#c-c", "b.md#dont", "b.md#next-beta_1"];
    const files = { "a.md": links(...mkdocs), "b.md": `${HEADINGS}\n## Don't\n` };

    expect((await hintsOf(files, { anchors: "vitepress" }))[0]).toMatch(
      /^3 of 3 .*"python-markdown"$/,
    );
  });

  it("hint: nothing if more fragments fit the rule in force", async () => {
    const right = ["b.md#what-s-new-", "b.md#c-c-", "b.md#next-beta-", "b.md#next-beta--1"];

    expect(await hintsOf({ "a.md": links(...GITHUB, ...right), "b.md": HEADINGS })).toEqual([]);
  });

  it.each([
    ["fewer than three", [...GITHUB.slice(1)]],
    ["half of them", [...GITHUB, "b.md#x", "b.md#y", "b.md#z"]],
    ["none", ["b.md#what-s-new-"]],
  ])("hint: nothing if %s fit", async (_, targets) => {
    expect(await hintsOf({ "a.md": links(...targets), "b.md": HEADINGS })).toEqual([]);
  });

  const SITE = ["/guide/one", "/guide/two.md#x", "/guide/one?y"];
  const PAGES = { "guide/one.md": "# One", "guide/two.md": "# Two\n\n## X" };

  it("hint: most links of the site leave the default base out", async () => {
    const files = { ...PAGES, "a.md": links(...SITE, "/docs/guide/one", "/gone", "//b.example/x") };

    expect(await hintsOf(files)).toEqual([
      '3 links begin with "/" and lead to pages without the base "/docs". If the addresses of your site have no such beginning, configure: "base": ""',
    ]);
  });

  it.each<[string, readonly string[], UserConfig]>([
    ["another base is configured", SITE, { base: "/handbook" }],
    ["an empty base is configured", SITE, { base: "" }],
    ["as many have it", [...SITE, ...SITE.map((target) => `/docs${target}`)], {}],
    ["they lead to other parts of the site", ["/blog/a", "/blog/b", "/blog/c"], {}],
    ["links are relative", ["guide/one.md", "guide/two.md", "./guide/one.md"], {}],
  ])("hint: nothing about the base if %s", async (_, targets, config) => {
    expect(await hintsOf({ ...PAGES, "a.md": links(...targets) }, config)).toEqual([]);
  });
});

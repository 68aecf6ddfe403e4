import { describe, expect, it } from "vitest";
import { ANCHOR_STYLES, type AnchorStyle } from "../../../../generator/config/anchor-styles.ts";
import { assignAnchors } from "../../../../generator/markdown/anchors/anchors.ts";
import { docFrom } from "../../single.ts";

async function anchorsOf(text: string, style: AnchorStyle): Promise<string[]> {
  const doc = await docFrom(text, { anchors: style });
  return doc.headings.map(({ anchor }) => anchor);
}

describe("the rules of anchors", () => {
  const PAGE =
    "# What's new?\n\n## `b()`: [API](x.md) v1.2 – Ü\n\n## What's new?\n\n## Own {#mine}\n";

  it.each<[AnchorStyle, string[]]>([
    ["document", ["what-s-new-", "b-api-v1-2-ü", "what-s-new--1", "mine"]],
    ["github", ["whats-new", "b-api-v12--ü", "whats-new-1", "mine"]],
    ["vitepress", ["what-s-new", "b-api-v1-2-–-u", "what-s-new-1", "mine"]],
    [
      "markdown-it-anchor",
      ["what's-new%3F", "b()%3A-api-v1.2-%E2%80%93-%C3%BC", "what's-new%3F-1", "mine"],
    ],
    ["python-markdown", ["whats-new", "b-api-v12-u", "whats-new_1", "mine"]],
    ["python-markdown-unicode", ["whats-new", "b-api-v12-ü", "whats-new_1", "mine"]],
    ["pymdownx", ["whats-new", "b-api-v12--ü", "whats-new_1", "mine"]],
    ["goldmark", ["whats-new", "b-apixmd-v12--ü", "whats-new-1", "mine"]],
    ["goldmark-ascii", ["whats-new", "b-apixmd-v12--u", "whats-new-1", "mine"]],
    ["blackfriday", ["what-s-new", "b-api-x-md-v1-2-ü", "what-s-new-1", "mine"]],
    ["kramdown", ["whats-new", "b-apixmd-v12--", "whats-new-1", "mine"]],
    ["kramdown-gfm", ["whats-new", "b-api-v12--ü", "whats-new-1", "mine"]],
    ["mdbook", ["whats-new", "b-api-v12--ü", "whats-new-1", "mine"]],
    ["nuxt", ["whats-new", "b-api-v12-ü", "whats-new-1", "mine"]],
    ["mintlify", ["whats-new", "b--api-v1-2-–-ü", "whats-new-2", "mine"]],
    ["nextra", ["whats-new-1", "b-api-v12--ü", "whats-new", "mine"]],
  ])("%s", async (style, expected) => {
    expect(await anchorsOf(PAGE, style)).toEqual(expected);
  });

  it.each<[string, string, string[]]>([
    ["dashes are removed, but not from code", "# a -- b `--c`\n", ["a--b---c"]],
    ["letters of all scripts are lowercased", "# ÜBER Größe 日本 ½\n", ["über-größe-日本-½"]],
    ["the first free number is taken", "# A\n# A 1\n# A\n", ["a", "a-1", "a-2"]],
    ["each blank is a hyphen", "# a\u00a0🚀 b_c\n", ["a--b_c"]],
    ["ids of authors do not count", "# A {#b}\n# B\n", ["b", "b-1"]],
  ])("mdbook: %s", async (_, text, expected) => {
    expect(await anchorsOf(text, "mdbook")).toEqual(expected);
  });

  it.each<[string, string, string[]]>([
    ["a closing run of # is not part of it", "## A ##\n", ["a"]],
    ["an id marker is not part of it", "## A {#own}\n\n## A\n", ["own", "a"]],
    ["a second line is all that counts", "A\nb *c*\n===\n", ["b-c"]],
    ["there is none", "#\n\n#\n", ["heading", "heading-1"]],
  ])("goldmark takes the source of a heading: %s", async (_, text, expected) => {
    expect(await anchorsOf(text, "goldmark")).toEqual(expected);
  });

  it("gives an anchor once, where the original repeats it", async () => {
    expect(await anchorsOf("# A\n# A-1\n# A\n", "kramdown")).toEqual(["a", "a-1", "a-1-1"]);
    expect(await anchorsOf("# A\n# B {#a}\n", "vitepress")).toEqual(["a", "a-1"]);
  });

  it.each(ANCHOR_STYLES)("%s reads any backticks in time that grows with their number", (style) => {
    const text = Array.from({ length: 3000 }, (_, at) => "`".repeat(at + 1)).join(" ");
    const raw = `${text} &amp;`;

    const anchors = assignAnchors([{ depth: 1, text, raw, customId: null }], style);

    expect(anchors[0]!.length).toBeLessThan(3 * raw.length + 1);
  });
});

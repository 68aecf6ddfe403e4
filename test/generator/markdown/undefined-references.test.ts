import { describe, expect, it } from "vitest";
import type { UserConfig } from "../../../generator/config/config.ts";
import { generateFrom } from "../../support/tree.ts";

/** Returns the undefined references of a page as `line:column message → suggestion`. */
async function undefinedIn(text: string, config?: UserConfig): Promise<string[]> {
  const { problems } = await generateFrom({ "page.md": text }, config);
  return problems
    .filter(({ rule }) => rule === "undefined-reference")
    .map(({ line, column, message, suggestion }) => `${line}:${column} ${message} → ${suggestion}`);
}

describe("undefined-reference", () => {
  it.each([
    [
      "text and a label",
      "see [the guide][guide]",
      '1:5 Reference "[guide]" has no definition → null',
    ],
    ["a label alone", "a\n> see [guide][]", '2:7 Reference "[guide]" has no definition → null'],
    ["an image", "![x][logo]", '1:1 Reference "[logo]" has no definition → null'],
    ["a heading", "# The [x][guide]", '1:7 Reference "[guide]" has no definition → null'],
    [
      "a cell of a table",
      "| a |\n|---|\n| [x][guide] |",
      '3:3 Reference "[guide]" has no definition → null',
    ],
    ["a text in code", "[`x`][guide]", '1:1 Reference "[guide]" has no definition → null'],
    [
      "a misspelt label",
      "[x][gide]\n\n[guide]: https://x.example",
      '1:1 Reference "[gide]" has no definition → guide',
    ],
  ])("is reported for %s", async (_, text, problem) => {
    expect(await undefinedIn(text)).toEqual([problem]);
  });

  it.each([
    ["a defined one", "[x][guide] [guide][] ![x][GUIDE]\n\n[guide]: https://x.example"],
    ["brackets that are text", "[x] and [y], [x] [y]"],
    ["code", "`[x][guide]`\n\n    [x][guide]\n\n```\n[x][guide]\n```"],
    ["an index", "a[i][j] and f(x)[i][j] and [0][1]"],
    ["a formula", "$[a][b]$ and $$\n[a][b]\n$$"],
    ["escaped brackets", "\\[x][guide] and [x\\][guide]"],
    ["footnotes", "[^1][^2]\n\n[^1]: a\n\n[^2]: b"],
    ["a comment", "<!-- [x][guide] -->"],
    ["a wiki link", "[[page]][[page]]"],
  ])("is not reported for %s", async (_, text) => {
    expect(await undefinedIn(text)).toEqual([]);
  });

  it("is not reported if a template makes definitions", async () => {
    const text = "[#1][]\n\n{% for one in all %}\n[#{{ one }}]: /issues/{{ one }}\n{% endfor %}\n";

    expect(await undefinedIn(text, { site: "jekyll" })).toEqual([]);
  });

  it("is off on a site of MkDocs, whose plugins resolve names, unless the configuration says otherwise", async () => {
    const text = "[x][module.name]";

    expect(await undefinedIn(text, { site: "mkdocs" })).toEqual([]);
    expect(
      await undefinedIn(text, { site: "mkdocs", rules: { "undefined-reference": "warn" } }),
    ).toHaveLength(1);
  });
});

import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../generator/config/config.ts";
import type { ParserName } from "../../../generator/config/generation.ts";
import { checkTree } from "../../../generator/generate.ts";
import { makeTree, type TreeFiles } from "../../support/tree.ts";
import { placeOf } from "../single.ts";

async function check(files: TreeFiles, parser: ParserName = "auto") {
  const root = await makeTree(files);
  const { problems, hints } = await checkTree({ root, config: parseConfig({}), parser });
  return { places: problems.map(placeOf), problems, hints };
}

describe.each(["satteri", "remark"] as const)("docgate-ignore, read by %s", (parser) => {
  it.each([
    [
      "the paragraph after it",
      "# A\n\n<!-- docgate-ignore broken-link -->\n[x](g.md)\n[y](h.md)\n\n[z](i.md)",
      ["a.md:7:1 broken-link"],
    ],
    [
      "a block after a blank line",
      "# A\n\n<!-- docgate-ignore broken-link -->\n\n- [x](g.md)\n- [y](h.md)",
      [],
    ],
    [
      "a block in a list",
      "- <!-- docgate-ignore broken-link -->\n  [x](g.md)\n- [y](h.md)",
      ["a.md:3:3 broken-link"],
    ],
    [
      "a block in a quote",
      "text\n\n> <!-- docgate-ignore broken-link -->\n> [x](g.md)\n\n[y](h.md)",
      ["a.md:6:1 broken-link"],
    ],
    [
      "the whole page at its start",
      "---\ntitle: A\n---\n\n<!-- docgate-ignore broken-link -->\n\n# A\n\n[x](g.md)\n\n[y](h.md)",
      [],
    ],
    [
      "several rules",
      "<!-- docgate-ignore broken-link, broken-fragment -->\n\n[x](g.md) [y](#z)",
      [],
    ],
    [
      "several comments",
      "<!-- docgate-ignore broken-link -->\n<!-- docgate-ignore broken-fragment -->\n[x](g.md) [y](#z)",
      [],
    ],
    [
      "a comment of MDX",
      "# A\n\n{/* docgate-ignore broken-link */}\n\n[x](g.md)\n\n[y](h.md)",
      ["a.md:7:1 broken-link"],
    ],
    [
      "only its rule",
      "# A\n\n<!-- docgate-ignore broken-link -->\n[x](#z)",
      ["a.md:4:1 broken-fragment"],
    ],
    [
      "nothing in code",
      "```\n<!-- docgate-ignore broken-link -->\n```\n\n[x](g.md)",
      ["a.md:5:1 broken-link"],
    ],
  ])("ignores %s", async (_, text, expected) => {
    expect((await check({ "a.md": text }, parser)).places).toEqual(expected);
  });

  it.each([
    [
      "an unknown rule",
      "<!-- docgate-ignore broken-lnk -->",
      'Comment ignores "broken-lnk", which is not a rule',
      "broken-link",
    ],
    [
      "a rule that is always an error",
      "<!-- docgate-ignore encoding -->",
      'Rule "encoding" cannot be ignored: it is always an error',
      null,
    ],
    [
      "no rule",
      "<!-- docgate-ignore -->",
      'Comment "docgate-ignore" names no rule, so it ignores nothing',
      null,
    ],
    [
      "a comment within a paragraph",
      "a <!-- docgate-ignore broken-link -->",
      'Comment "docgate-ignore" must be on a separate line, before what it is about',
      null,
    ],
    [
      "a comment with text after it",
      "<!-- docgate-ignore broken-link --> a",
      'Comment "docgate-ignore" must be on a separate line, before what it is about',
      null,
    ],
  ])("ignore-comment: %s", async (_, text, message, suggestion) => {
    const { problems } = await check({ "a.md": text }, parser);

    expect(problems).toEqual([
      expect.objectContaining({
        rule: "ignore-comment",
        severity: "warn",
        line: 1,
        message,
        suggestion,
      }),
    ]);
  });
});

describe("docgate-ignore", () => {
  it("ignores a problem between pages, and is told as a hint when it ignores nothing", async () => {
    const { places, hints } = await check({
      "a.md": "# A",
      "b.md": "<!-- docgate-ignore duplicate-title -->\n\n# A",
      "c.md":
        "# C\n\n<!-- docgate-ignore broken-link -->\n\n[x](a.md)\n\n<!-- docgate-ignore broken-link -->",
    });

    expect(places).toEqual([]);
    expect(hints).toEqual([
      "No problem is ignored by these docgate-ignore comments: c.md:3, c.md:7",
    ]);
  });
});

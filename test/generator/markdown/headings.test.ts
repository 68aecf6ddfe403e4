import { describe, expect, it } from "vitest";
import { VisibleText } from "../../../corpus/marks.ts";
import { placeReader, placesOf } from "../../../corpus/search/words/places.ts";
import { RUNS } from "../../support/extent.ts";
import { makeMarkdown } from "../../support/markdown.ts";
import { generateFrom } from "../../support/tree.ts";
import { docFrom } from "../single.ts";

async function outline(text: string): Promise<[depth: number, text: string][]> {
  return (await docFrom(text)).headings.map((heading) => [heading.depth, heading.text]);
}

describe("findHeadings", () => {
  it.each<[string, string, [number, string][]]>([
    [
      "depth 1 to 4 in document order",
      "### c\n# a\n###### f\n#### d\n## b\n##### e\n",
      [
        [3, "c"],
        [1, "a"],
        [4, "d"],
        [2, "b"],
      ],
    ],
    [
      "setext",
      "A\n=\n\nB\n---\n",
      [
        [1, "A"],
        [2, "B"],
      ],
    ],
    [
      "in quotes and lists, also nested",
      "> # a\n\n- ## b\n\n1. > ### c\n\n> - D\n>   ===\n",
      [
        [1, "a"],
        [2, "b"],
        [3, "c"],
        [1, "D"],
      ],
    ],
    ["not in fenced code", "```\n# a\n```\n\n~~~~md\n# b\n~~~\n# c\n~~~~\n\n# d\n", [[1, "d"]]],
    ["not in fenced code in a list", "- x\n\n  ```\n  # a\n  ```\n", []],
    ["not in a fence that is never closed", "```\n# a\n", []],
    ["not in indented code", "text\n\n    # a\n\n# b\n", [[1, "b"]]],
    ["not in HTML comments, even with blank lines", "<!-- # a\n\n# b\n\n-->\n\n# c\n", [[1, "c"]]],
    ["not in an HTML block", "<div>\n# a\n</div>\n", []],
    ["after a blank line that ends HTML", "<div>\n\n# a\n\n</div>\n", [[1, "a"]]],
    ["not in the frontmatter", "---\n# comment\ntitle: x\n---\n# a\n", [[1, "a"]]],
    ["not seven marks, not without a space, not escaped", "####### a\n#b\n\\# c\n", []],
    ["indented by up to three spaces", "   # a\n", [[1, "a"]]],
    [
      "an empty heading",
      "#\n\n## \n",
      [
        [1, ""],
        [2, ""],
      ],
    ],
    [
      "with every line end",
      "# a\r\n\r\n## b\r\rC\r\n=\n",
      [
        [1, "a"],
        [2, "b"],
        [1, "C"],
      ],
    ],
  ])("DOC-A6 headings: %s", async (_, text, expected) => {
    expect(await outline(text)).toEqual(expected);
  });

  it.each([
    ["emphasis", "# *a* **b** ***c*** _d_ __e__", "a b c d e"],
    ["emphasis inside a word", "# un*frigging*believable", "unfriggingbelievable"],
    ["marks that are not emphasis", "# a_b_c * d 2*3", "a_b_c * d 2*3"],
    ["code", "# Use `npm ci` and ``a`b``", "Use npm ci and a`b"],
    ["code keeps what looks like markup", "# `*a*` `<b>` `{#c}`", "*a* <b> {#c}"],
    [
      "links",
      "# [a *b*](c.md 'd') and [e][f] <https://acme.example>\n\n[f]: g.md",
      "a b and e https://acme.example",
    ],
    ["brackets that are not a link", "# [a] [b]", "[a] [b]"],
    ["HTML tags", '# <kbd class="x">Ctrl</kbd>+<b>C</b>', "Ctrl+C"],
    ["an HTML comment", "# a <!-- hidden -->", "a"],
    ["character references", "# R&amp;D &copy; &#65;", "R&D © A"],
    ["escapes", "# \\*a\\* \\# \\_b", "*a* # _b"],
    ["a closing run of marks", "# a ##", "a"],
    ["a mark that closes nothing", "# C#", "C#"],
    ["an escaped mark at the end", "# a \\#", "a #"],
    ["spaces and tabs around", "#  \t a \t ", "a"],
    ["an image next to text has no text", "# ![Logo](l.png) Acme", "Acme"],
    [
      "only an image: its description",
      "# [![Acme *Inc*](l.png)](https://acme.example)",
      "Acme Inc",
    ],
    ["setext over two lines", "One\ntwo\n===", "One two"],
    ["setext over two lines with spaces around the break", "One \n  two\n===", "One two"],
    ["setext over two CRLF lines", "One\r\ntwo\r\n===\r\n", "One two"],
    ["setext in a quote over two lines", "> One\n> *two*\n> ===", "One two"],
    ["hard break by spaces", "One  \ntwo\n===", "One two"],
    ["hard break by a backslash", "One\\\ntwo\n===", "One two"],
    ["<br>", "# One<br>two<br/>three<BR />four", "One two three four"],
    ["<br> with spaces around", "# One <br> two", "One two"],
    ["<br> at the end of a line", "One<br>\ntwo\n===", "One two"],
    ["several <br>", "# One<br><br>two", "One two"],
    ["a break inside emphasis", "**One\\\ntwo**\n===", "One two"],
    ["a tag that only begins like <br>", "# a<brx>b", "ab"],
    ["other scripts", "# Überblick 日本語 हिन्दी 🚀", "Überblick 日本語 हिन्दी 🚀"],
  ])("DOC-A6 text: %s", async (_, text, expected) => {
    expect((await outline(text)).map(([, visible]) => visible)).toEqual([expected]);
  });

  it.each([
    ["{#id}", "## Name {#my-id}", "Name", "my-id"],
    ["{#id} without a space", "## Name{#my-id}", "Name", "my-id"],
    ["{#id} before a closing run", "## Name {#my-id} ##", "Name", "my-id"],
    ["{#id} and spaces at the end", "## Name {#my-id}  \t", "Name", "my-id"],
    ["{#id} keeps its case and signs", "## Name {#My_Id.2:é}", "Name", "My_Id.2:é"],
    ["\\{#id}", "## Name \\{#my-id}", "Name", "my-id"],
    ["{/*id*/}", "## Name {/*my-id*/}", "Name", "my-id"],
    ["{/* id */}", "## Name {/* my-id */}", "Name", "my-id"],
    ["{/*id*/} before a closing run", "## Name {/*my-id*/} ##", "Name", "my-id"],
    ["{/*id*/} after emphasis", "## *Big* name {/*my_id*/}", "Big name", "my_id"],
    ["{#id} after code", "## `code` {#my-id}", "code", "my-id"],
    ["{#id} after a link", "## [Name](a.md) {#my-id}", "Name", "my-id"],
    ["{#id} after a character reference", "## R&amp;D {#my-id}", "R&D", "my-id"],
    ["{#id} after braces", "## a {b} {c {#my-id}", "a {b} {c", "my-id"],
    ["{#a_b_c} with underscores", "## Name {#_my_id_}", "Name", "_my_id_"],
    ["{#id} alone", "## {#my-id}", "", "my-id"],
    ["{#id} in setext", "Name {#my-id}\n---", "Name", "my-id"],
    ["{#id} in setext over two lines", "> One\n> two {#my-id}\n> ---", "One two", "my-id"],
    ["{#id} with CRLF", "## Name {#my-id}\r\ntext", "Name", "my-id"],
  ])("DOC-A6 custom id: %s", async (_, text, visible, anchor) => {
    expect((await docFrom(text)).headings).toEqual([
      { depth: 2, text: visible, anchor, start: expect.any(Number) },
    ]);
  });

  it.each([
    ["in the middle", "## Name {#id} more", "Name {#id} more", "name-id-more"],
    ["in code", "## Name `{#id}`", "Name {#id}", "name-id-"],
    ["empty", "## Name {#}", "Name {#}", "name-"],
    ["with a space in it", "## Name {#a b}", "Name {#a b}", "name-a-b-"],
    ["without the mark", "## Name {id}", "Name {id}", "name-id-"],
    ["in a comment", "## Name <!-- {#id} -->", "Name", "name"],
    ["on a line before the last", "One {#id}\ntwo\n---", "One {#id} two", "one-id-two"],
    ["in the paragraph after", "## Name\n{#id}", "Name", "name"],
  ])("DOC-A6 custom id: not %s", async (_, text, visible, anchor) => {
    expect((await docFrom(text)).headings).toEqual([
      { depth: 2, text: visible, anchor, start: expect.any(Number) },
    ]);
  });
});

describe("start of a heading", () => {
  const BODY =
    "😀 Überblick\n\n# One\n\ntext\n\n> - ## *Two*\n\nThree\n=====\n\n##### Deep\n\n#### Four {#four}\n";
  const SECTIONS = ["# One", "## *Two*", "Three\n=====", "#### Four"];

  it.each([
    ["a page", BODY],
    ["a page with frontmatter", `---\ntitle: Ü 😀\n---\n${BODY}`],
    ["a page with a byte order mark", `\ufeff${BODY}`],
    ["a page with a byte order mark and frontmatter", `\ufeff---\r\ntitle: A\r\n---  \r\n${BODY}`],
    ["a page with CR LF", BODY.replaceAll("\n", "\r\n")],
  ])("is where its section begins in the body of %s", async (_, text) => {
    const { body, headings } = await docFrom(text);
    const sections = headings.map(({ start }) => body.slice(start).replaceAll("\r\n", "\n"));

    expect(sections.map((section, at) => section.slice(0, SECTIONS[at]!.length))).toEqual(SECTIONS);
  });

  it("cuts every page into places that follow each other up to its end", async () => {
    const pages = Array.from({ length: RUNS.usual }, (_, seed) => [
      `${seed}.md`,
      `---\na: ${seed}\n---\n${makeMarkdown(seed)}`,
    ]);
    const files = Object.fromEntries(pages);
    const { content } = await generateFrom(files, { rules: { "frontmatter-syntax": "warn" } });

    for (const doc of content.docs) {
      const covered = placesOf(doc).map(placeReader(doc)).filter(Boolean).join(" ");
      expect(covered).toBe(
        new VisibleText({ text: doc.body, marks: doc.marks }).read({
          start: 0,
          end: doc.body.length + 1,
        }),
      );
    }
  });
});

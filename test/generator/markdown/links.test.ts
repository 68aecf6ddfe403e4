import { describe, expect, it } from "vitest";
import { generateFrom } from "../../support/tree.ts";
import { placesIn } from "../single.ts";

/** Returns the place of each dead link of a page, as `line:column`. */
async function deadLinks(text: string): Promise<string[]> {
  const places = await placesIn({ "a.md": text });
  return places.map((place) => /^a\.md:(\d+:\d+) broken-link$/.exec(place)?.[1] ?? place);
}

/** Returns the place of a text in another, computed independently of the product. */
function placeIn(text: string, needle: string): string {
  const before = text.slice(0, text.indexOf(needle));
  const lines = before.split(/\r\n|\n|\r/);
  return `${lines.length}:${lines.at(-1)!.length + 1}`;
}

describe("places of links", () => {
  it("a problem says where its link ends", async () => {
    const { problems } = await generateFrom({
      "a.md": 'a [x](gone.md) and\n> [y](gone.md "a\n> b")',
    });

    expect(problems.map(({ line, column, end }) => [line, column, end])).toEqual([
      [1, 3, { line: 1, column: 15 }],
      [2, 3, { line: 3, column: 6 }],
    ]);
  });

  it.each<[where: string, text: string, needles: string[]]>([
    ["a paragraph", "text [x](gone.md)", ["[x]"]],
    ["a later line", "text\n\nmore\ntext [x](gone.md) and [y](gone2.md)", ["[x]", "[y]"]],
    ["after frontmatter", "---\ntitle: A\n---\n\n[x](gone.md)", ["[x]"]],
    ["after frontmatter with CRLF", "---\r\ntitle: A\r\n---\r\n\r\n- [x](gone.md)\r\n", ["[x]"]],
    ["a CRLF file", "a\r\n\r\nb [x](gone.md)\r\nc [y](gone.md)\r\n", ["[x]", "[y]"]],
    ["a CR file", "a\r\rb [x](gone.md)", ["[x]"]],
    ["after tabs", "\ttext\n-\t[x](gone.md)\t[y](gone.md)", ["[x]", "[y]"]],
    ["after an astral character", "😀 [x](gone.md)", ["[x]"]],
    ["a quote", "> a\n> b [x](gone.md)", ["[x]"]],
    ["a lazy quote", "> a\nb [x](gone.md)", ["[x]"]],
    ["a list", "1. a\n\n   b [x](gone.md)\n   - c\n     [y](gone.md)", ["[x]", "[y]"]],
    ["a heading", "## a [x](gone.md) ##", ["[x]"]],
    ["a setext heading", "a\nb [x](gone.md)\n---", ["[x]"]],
    ["a reference: where it is used", "[d]: gone.md\n\na [x][d]", ["[x]"]],
    ["an autolink in a table", "| a |\n|---|\n| [x](gone.md) |", ["[x]"]],
    ["inline HTML", "a <a href='gone.md'>x</a>", ["<a "]],
    ["inline HTML in a quote", "> a\n> <a href='gone.md'>x</a>", ["<a "]],
    ["inline HTML over two lines in a list", "- b <a\n  href='gone.md'>x</a>", ["<a\n"]],
    [
      "an HTML block",
      "a\n\n<div>\n  <a href='gone.md'>x</a> <a href='gone'>\n</div>",
      ["<a href='gone.md'", "<a href='gone'"],
    ],
    ["an HTML block with CRLF", "a\r\n\r\n<div>\r\n\r  <a href='gone.md'>x</a>\r\n</div>", ["<a "]],
    ["an HTML block after characters", "<p>\n😀é&amp; <a href='gone.md'>x</a>", ["<a "]],
    ["an HTML block in a quote", "> a\n>\n> <div>\n> <a href='gone.md'>x</a>\n> </div>", ["<a "]],
    [
      "an HTML block in a quote, by different prefixes",
      "> <div>\n>  <a href='gone.md'>x</a>\n>\t<a href='gone'>x</a>",
      ["<a href='gone.md'", "<a href='gone'"],
    ],
    ["an HTML block in a list", "- a\n\n  <div>\n    <a href='gone.md'>x</a>\n  </div>", ["<a "]],
    [
      "an HTML block in a list in a quote",
      "> 1. <div>\r\n>    <a href='gone.md'>x</a>\r\n",
      ["<a "],
    ],
    ["an indented HTML block", "   <div>\n   <a href='gone.md'>x</a>", ["<a "]],
    ["a wiki link", "text [[gone]] [[gone2|x]]", ["[[gone]]", "[[gone2"]],
    ["a wiki link on a later line of a quote", "> a\n> b [[gone]]", ["[[gone]]"]],
    ["a wiki link after a character reference", "a &amp; \\* b [[gone]]", ["[[gone]]"]],
    ["a wiki link in a CRLF list", "- a\r\n  b [[gone]]\r\n", ["[[gone]]"]],
    ["a wiki link after emphasis", "*a* [[gone]]", ["[[gone]]"]],
  ])("DOC-A10 places: %s", async (_, text, needles) => {
    expect(await deadLinks(text)).toEqual(needles.map((needle) => placeIn(text, needle)));
  });

  it("DOC-A10 places: a BOM does not take a column", async () => {
    expect(await deadLinks("\ufeff[x](gone.md)\n[y](gone.md)")).toEqual(["1:1", "2:1"]);
  });

  it("DOC-A10 places: a dead fragment has a place too", async () => {
    const places = await placesIn({ "a.md": "# A\r\n\r\n> - x [y](#gone)\r\n" });

    expect(places).toEqual(["a.md:3:7 broken-fragment"]);
  });
});

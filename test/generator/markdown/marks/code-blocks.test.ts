import { describe, expect, it } from "vitest";
import { codeBlocksOf } from "../../../../corpus/code-blocks.ts";
import type { ParserName } from "../../../../generator/config/generation.ts";
import { type ParsedFile, parseFile } from "../../../../generator/markdown/parse.ts";
import { mdxOptions, PARSER_NAMES } from "../../../support/mdx-page.ts";

const decoder = new TextDecoder();

function read(source: string, parser: ParserName, path = "page.md") {
  const file = { path, bytes: new TextEncoder().encode(source) };
  const { codeBlocks, headings, body, edits } = parseFile(file, mdxOptions(parser)) as ParsedFile;
  const page = { headings: [...headings], body: decoder.decode(body), edits: [...edits] };
  const blocks = [...codeBlocksOf({ ...page, codeBlocks: [...codeBlocks] })];
  return {
    places: codeBlocks,
    blocks: blocks.map(({ lang, meta, text, heading }) => [lang, meta, text, heading]),
  };
}

describe.each(PARSER_NAMES)("blocks of code with %s", (parser) => {
  it.each([
    ["fenced", "```js\na\n\n b\n```\n", ["js", null, "a\n\n b", -1]],
    ["with meta", '~~~ sh  title="x &amp; y" {1}\na\n~~~\n', ["sh", 'title="x & y" {1}', "a", -1]],
    ["like its own opening line", "```a\na\n```\n", ["a", null, "a", -1]],
    ["with a fence in it", "````\n```js\n````\n", [null, null, "```js", -1]],
    ["empty", "```js\n```\n", ["js", null, "", -1]],
    ["not closed", "---\na: b\n---\n```\na\n", [null, null, "a", -1]],
    ["with line ends of Windows", "```js\r\na\r\nb\r\n```\r\n", ["js", null, "a\r\nb", -1]],
    ["indented, one line", "a\n\n    ```\n", [null, null, "```", -1]],
    ["in a list, one line", "- ```\n  a\n  ```\n", [null, null, "a", -1]],
  ])("%s: is a part of the page text", (_, source, block) => {
    const { blocks, places } = read(source, parser);

    expect(blocks).toEqual([block]);
    expect(places[0]).not.toHaveProperty("text");
  });

  it.each([
    ["indented", "    a\n\n      b\n", [null, null, "a\n\n  b", -1]],
    ["in a list", "- a\n\n  ```js\n  b\n   c\n  ```\n", ["js", null, "b\n c", -1]],
    ["in a quote", "> ```js a\n> b\n>\n> c\n> ```\n", ["js", "a", "b\n\nc", -1]],
  ])("%s: has a text, without what stands before its lines", (_, source, block) => {
    const { blocks, places } = read(source, parser);

    expect(blocks).toEqual([block]);
    expect(places[0]).toHaveProperty("text");
  });

  it("stands below the heading above it", () => {
    const { blocks } = read(
      "    a\n\n# A\n\n```\nb\n```\n\n> ## B\n> ```\n> c\n> ```\n\n##### C\n\n    d\n",
      parser,
    );

    expect(blocks).toEqual([
      [null, null, "a", -1],
      [null, null, "b", 0],
      [null, null, "c", 1],
      [null, null, "d", 1],
    ]);
  });

  it("is left out if readers do not see it", () => {
    const { blocks } = read(
      "<!--\n```\na\n```\n-->\n\n<div hidden>\n\n```\nb\n```\n\n</div>\n\n`c`\n\n```\nd\n```\n",
      parser,
    );

    expect(blocks).toEqual([[null, null, "d", -1]]);
  });

  it("MDX: is found in elements, and indentation is not code", () => {
    const source =
      "# A\n\n    text\n\n<Tabs>\n  <Tab>\n    ```js {1}\n    a\n      b\n    ```\n  </Tab>\n</Tabs>\n\n```\n{c}\n```\n";

    expect(read(source, parser, "page.mdx").blocks).toEqual([
      ["js", "{1}", "a\n  b", 0],
      [null, null, "{c}", 0],
    ]);
  });

  it("is in no list if there is none", () => {
    expect(read("a `b`\n", parser).places).toEqual([]);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { VisibleText } from "../../../../corpus/marks.ts";
import { makeMarkdown } from "../../../support/markdown.ts";
import { pageMarks } from "../../../support/marks.ts";

function visibleText(body: string): string {
  const text = new VisibleText({ text: body, marks: pageMarks(body) });
  return text.read({ start: 0, end: body.length + 1 });
}

describe("findText", () => {
  it.each([
    ["a *b* __c__ ~~d~~ **e**", "a b c d e"],
    ["snake_case and 2 * 3 * 4", "snake_case and 2 * 3 * 4"],
    ["`**code**` and ``a ` b``", "**code** and a ` b"],
    ['[label](./x.md "title") and [*b*][ref]\n\n[ref]: x', "label and b"],
    ["a ![picture](x.png) b", "a b"],
    ["[[target|label]] and [[target]]", "label and target"],
    ["<https://a.example/x> and a@b.example", "https://a.example/x and a@b.example"],
    ['a<b>c</b> <br> <div class="x>y">d</div>', "ac d"],
    ["1 < 2 and 3 > 2", "1 < 2 and 3 > 2"],
    ["a &amp; b &lt;c&gt; &#35; &nbsp; &unknown;", "a & b <c> # &unknown;"],
    ["\\*not emphasis\\* \\[x\\]", "*not emphasis* [x]"],
    ["> quoted\n> text", "quoted text"],
    ["> [!NOTE]\n> text", "text"],
    ["- one\n- [x] two\n  1. three", "one two three"],
    ["| a | b |\n| --- | :-: |\n| `c|d` | e |", "a b c d e"],
    ["text\n\n---\n\nmore", "text more"],
    ["```js\nconst *a* = `<b>`;\n```\nafter", "const *a* = `<b>`; after"],
    ["> ```\n> code\n> ```", "code"],
    ["    indented *code*", "indented *code*"],
    ["::: tip Title\ntext\n:::", "Title text"],
    ["##### Deep heading #####", "Deep heading"],
    ["[ref]: https://a.example 'x'\ntext", "text"],
    ["Cafe\u0301", "Café"],
    ["line\r\nends  and\ttabs", "line ends and tabs"],
    ["array[0] and [not a link]", "array[0] and [not a link]"],
    ["", ""],
  ])("%j", (markdown, text) => {
    expect(visibleText(markdown)).toBe(text);
  });

  it("returns one trimmed line for any Markdown", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const text = visibleText(makeMarkdown(seed));

        expect(text).toBe(text.trim().replace(/\s+/g, " ").normalize("NFC"));
      }),
    );
  });
});

import { describe, expect, it } from "vitest";
import { applyEdits } from "../../../../corpus/marks.ts";
import { editsIn } from "../../../support/marks.ts";

describe("findMarks", () => {
  it.each([
    ["an inline link", "a [b](c.md) e", "a [b](/c.md) e"],
    ["a pointed destination", "[b](<c d.md>)", "[b](/c d.md)"],
    ["escapes and references in a destination", "[b](c\\_d.md?x&amp;y)", "[b](/c_d.md?x&y)"],
    ["parentheses in a destination", "[b](c(d)e)", "[b](/c(d)e)"],
    ["an image in a link", "[![a](b.png)](c)", "[![a](/b.png)](/c)"],
    [
      "a definition, not its uses",
      "[a][b] [b] ![e][]\n\n[b]: c\n[e]: f",
      "[a][b] [b] ![e][]\n\n[b]: /c\n[e]: /f",
    ],
    [
      "a definition, in whose link there is none",
      "[a [b] c](d)\n\n[b]: e",
      "[a [b] c](d)\n\n[b]: /e",
    ],
    ["HTML attributes", '<a href="b">c</a> <img src=d>', '<a href="/b">c</a> <img src=/d>'],
    ["an attribute of a component", '<Card title="b" href="c" />', '<Card href="/c" />'],
    ["a block of HTML", '<div>\n<a\n  href="b">[c](d)</a>', '<div>\n<a\n  href="/b">[c](d)</a>'],
    ["a quote", "> a [b\n> c](d)", "> a [b\n> c](/d)"],
    ["a definition after a tag that ends a quote", "> [c]\n</b>\n[c]: d", "> [c]\n</b>\n[c]: /d"],
    ["a link whose text is in brackets", "[[1]](b) [[c]] (d)", "[[1]](/b) [c](/c) (d)"],
    ["a wiki link", "[[b]] and [[c|d]]", "[b](/b) and [d](/c)"],
    ["a link in brackets, which make no wiki link", "[[[](b)]]", "[[[](/b)]]"],
    ["a tag in brackets, which make no wiki link", "[[<a href=b>]]", "[[<a href=/b>]]"],
  ])("finds the address of %s", (_, before, after) => {
    expect(rewrite(before)).toBe(after);
  });

  it.each([
    ["code", "`[a](b)` ``[a](`b)`` "],
    ["a fence", "~~~\n[a](b)\n<!-- c -->\n~~~"],
    ["a fence in a list in a quote", "> - ```md\n>   [a](b) [[c]]\n>   ```"],
    ["indented code", "a\n\n    [a](b)\n\n\t<!-- c -->"],
    ["indented code under a heading that code keeps from being a list", "    a\n1.\n-\n    [b](c)"],
    ["indented code in a list", "- a\n\n      [a](b)"],
    ["escaped brackets", "\\[a](b) [a\\](b)"],
    ["text that only looks like a link", "[a] (b) [a](b c) [a](b"],
    ["text that only looks like a definition", "[a]: b(c"],
    ["a text area", "<textarea>\nlet a = [b](c);\n</textarea>"],
    ["numbers and texts that stand for something", '<td colspan="2"> <ol start=3> <img alt="a b">'],
    ["a closed part, which readers can open", "<details><summary>a</summary>b</details>"],
    ["a table of contents, and what is embedded", "[[toc]] ![[a]]"],
  ])("leaves %s as it is", (_, text) => {
    expect(rewrite(text)).toBe(text);
  });

  it.each([
    ["a comment", "a <!-- b --> c", "a  c"],
    ["a comment over lines in a quote", "> a\n> <!-- b\n> c -->\n> d", "> a\n> \n> d"],
    ["a comment that is not closed", "a\n\n<!-- b\n\nc", "a\n\n"],
    ["a comment of MDX", "a {/* b */} c", "a  c"],
    ["a block of it with code", "{/*\n\n```\nb\n```\n*/}\n\nc", "\n\nc"],
    ["a comment of MDX that is not closed, which is text", "{/* b\n\n[c](d)", "{/* b\n\n[c](/d)"],
    ["a definition that nothing uses, in a quote", "> [a]: b 'c'\n> d", "> \n> d"],
    ["the titles of links", "[a](b 'c') [d][]\n\n[d]: e 'f'", "[a](/b) [d][]\n\n[d]: /e"],
    ["attributes", '<a :href="b" data-src="c" title=" src=d">', "<a>"],
    ["attributes around an address", '<img a b="c" src=d alt="e" f/>', '<img src=/d alt="e"/>'],
    ["a script", '<script>\nlet a = "<img src=b>";\n</script>\nc', "\nc"],
    [
      "an element around blocks",
      "a <b hidden>c</b> d\n\n- <p hidden>\n\n  # e\n\n  </p>",
      "a  d\n\n- ",
    ],
    ["a comment in HTML", "<div><!-- b\nc --></div>", "<div></div>"],
    ["zero width", "a\u200bb\u2060c\ufeff", "abc"],
    ["bidirectional controls", "a\u202eb\u2066c\u2069", "abc"],
    ["tags", "a\u{e0001}\u{e0041}\u{e007f}b", "ab"],
    ["variation selectors", "a\ufe0f\u{e0101}\u{e0102}b葛\u{e0101}\u{e0102}", "ab葛\u{e0101}"],
    ["joiners between Latin letters", "a\u200db\u200cc", "abc"],
    [
      "them in a destination and a wiki link",
      "[a](b\u200b) [[c|d\u200b]]",
      "[a](/b\u200b) [d](/c)",
    ],
    ["them in code and in the line that opens it", "~~~ js\u200b\na\u200b\n~~~", "~~~ js\na\n~~~"],
  ])("ATTACK-L142 leaves out %s", (_, before, after) => {
    expect(rewrite(before)).toBe(after);
  });

  it.each(["👩‍💻 ❤️ 🏳️‍🌈", "می‌خواهم", "क्‍ष"])("keeps the joiners of %s", (text) => {
    expect(rewrite(text)).toBe(text);
  });

  it("does not make code of text: a fence after an invisible character stays text", () => {
    expect(rewrite("\u200b```\na")).toBe("\\```\na");
    expect(rewrite("<!-- a -->    ~~~\nb")).toBe("\\~~~\nb");
  });
});

function rewrite(text: string): string {
  return applyEdits(text, editsIn(text));
}

import { describe, expect, it } from "vitest";
import { PARSER_NAMES, readMdx } from "../../../support/mdx-page.ts";

describe.each(PARSER_NAMES)("a page in MDX, read by %s", (parser) => {
  it.each([
    ["imports and exports", "import A from 'a'\nexport const b = 'c'\n\nText.\n", "Text."],
    ["an expression", "a {b.c} d\n", "a  d"],
    ["a comment", "a {/* b */}\n\n{/* c\n\nd */}\n", "a"],
    ["a comment of HTML, as Docusaurus reads it", "a <!-- b -->\n\n<!-- {c -->\n", "a"],
    ["a text as an expression", "a{' '}b {\"c*\"} {`d`}\n", "a b c\\* d"],
    ["tags around text", "<Note>\n\nText.\n\n</Note>\n", "Text."],
    ["tags in a text", "a <Foo b={c}>*d*</Foo>, <span>e</span>f\n", "a *d*, ef"],
    ["tags that end a word", "<table><tr><td>a</td><td>b</td></tr></table>\n", "a  b"],
    ["a tag over several lines", "<Foo\n  a={{ b: '>' }}\n  {...c}\n/>\n\nText.\n", "Text."],
    [
      "a tag over several lines of a quote",
      "> <Foo\n>   a={b > c}\n> >\n> d\n> </Foo>\n",
      "> \n> d\n>",
    ],
    ["a fragment", "<>a</>\n", "a"],
    ["a hidden element", "a <b hidden>b</b> <i style={{display: 'none'}}>c</i>\n", "a"],
    ["an element hidden on a condition", "a <b hidden={false}>b</b>\n", "a b"],
    ["a break", "a<br/>b\n", "a<br/>b"],
  ])("gives agents no tags, only what readers see: %s", (_, source, expected) => {
    expect(readMdx(source, parser).forAgents.trim()).toBe(expected);
  });

  it.each([
    ["a title", '<Card title="A *b*" />\n', "**A \\*b\\***"],
    [
      "a label before its content",
      '<TabItem label={"npm"}>\nText\n</TabItem>\n',
      "**npm**\n\nText",
    ],
    ["a description", '<Card title="a" description="b" />\n', "**a** b"],
    ["a title of HTML, which is not shown", '<abbr title="a">b</abbr>\n', "b"],
    ["another attribute", '<Card icon="a">b</Card>\n', "b"],
    ["a card that leads somewhere", '<Card title="a" href="b.md" />\n', "[**a**](→b.md)"],
    ["its description", '<Card href="b" description="c" title="a" />\n', "[**a**](→b) c"],
    ["a component around a text", 'See <Link to="/a">b</Link>s.\n', 'See <a href="→/a">b</a>s.'],
    ["a link of HTML", '<a class="x" href="b" id="c">a</a>\n', '<a href="→b">a</a>'],
    ["an image", '<img src="a.png" alt="b" width={1} />\n', "![b](→a.png)"],
  ])("gives agents the texts of attributes, and addresses: %s", (_, source, expected) => {
    expect(readMdx(source, parser).forAgents.trim()).toBe(expected);
  });

  it("takes the indentation in elements from blocks, also from their code", () => {
    const source =
      '<Tabs>\n    <Tab label="a">\n        ## B\n\n        ```js\n        if (c)\n          d();\n        ```\n\n' +
      "        - e\n          - f\n    </Tab>\n</Tabs>\n";

    expect(readMdx(source, parser).forAgents.trim()).toBe(
      "**a**\n\n## B\n\n```js\nif (c)\n  d();\n```\n\n- e\n  - f",
    );
  });

  it.each([
    ["imports", "import A from 'a'\n\nText.\n", "Text."],
    ["expressions that are texts", "a {'b'} {`c`} {d}{/* e */}\n", "a b c"],
    ["tags within a word, and between words", "a<b>b</b><Foo/>c<td>d</td>e\n", "ab c d e"],
    ["attributes that are shown", '<Card title="A" href="b" icon="c">d</Card>\n', "A d"],
    ["an image", 'a <img src="b" alt="c &amp; d"/>\n', "a c & d"],
    ["what is hidden", '<div hidden>\n<Card title="A">b</Card>\n</div>\n\nc\n', "c"],
    ["signs that are text", "a < b, \\{c}\n", "a < b, {c}"],
  ])("has the words that readers see: %s", (_, source, expected) => {
    expect(readMdx(source, parser).text).toBe(expected);
  });

  it("reports comments and hidden elements, but not imports, expressions and ids", () => {
    const source =
      "import a from 'b'\n\n# C {/* #c */}\n\n{d} {/* tell nobody */}\n\n<p hidden>e</p>\n";

    expect(readMdx(source, parser).problems).toMatchObject([
      { line: 5, column: 5, rule: "hidden-text" },
      { line: 7, column: 1, rule: "hidden-text" },
    ]);
  });
});

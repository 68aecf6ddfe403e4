import { describe, expect, it } from "vitest";
import { type ParsedFile, parseFile } from "../../../../generator/markdown/parse.ts";
import { mdxOptions, PARSER_NAMES, readMdx } from "../../../support/mdx-page.ts";

describe.each(PARSER_NAMES)("parsePage with %s", (parser) => {
  it.each([
    ["<Tabs>\n\ntext\n", 1, 1, /<Tabs> is not closed/],
    ["a\n\n<b>c</i>\n", 3, 5, /<\/i> does not close <b>/],
    ["a\n\n</b>\n", 3, 2, /no opening one/],
    ["a {b c}\n", 1, 5, /expression between braces is not valid JavaScript/],
    ["a {b\n", 1, 5, /a brace is not closed/],
    ["import {\n\na", 3, 2, /import or export is not valid/],
    ["# A\n\nb <http://x.y>\n", 3, 9, /\[text\]\(address\)/],
    ["a <b c=d />\n", 1, 8, /a tag cannot have "d" there/],
    ["a <!DOCTYPE b>\n", 1, 4, /comments are written/],
    ["<a b={} />\n", 1, 7, /attribute is empty/],
    ["<a {b} />\n", 1, 5, /\{\.\.\.spread\}/],
    ["> <a\nb />\n", 2, 1, /outside of its quote/],
  ])("reads %j as Markdown, and says why", (source, line, column, reason) => {
    const { problems } = readMdx(source, parser);
    const [problem, ...others] = problems.filter(({ rule }) => rule === "mdx-syntax");

    expect(problem).toEqual({
      file: "page.mdx",
      line,
      column,
      rule: "mdx-syntax",
      message: expect.stringMatching(reason),
      suggestion: null,
    });
    expect(others).toEqual([]);
  });

  it("keeps headings and links of a page that is not MDX", () => {
    const { headings, links } = readMdx("# A\n\n<Tabs>\n\n[b](c.md)\n", parser);

    expect(headings.map(({ anchor }) => anchor)).toEqual(["a"]);
    expect(links.map(({ target }) => target)).toEqual(["c.md"]);
  });

  it("reads files of other extensions as Markdown", () => {
    const file = { path: "page.md", bytes: new TextEncoder().encode("a {b c}\n") };
    const { problems, marks } = parseFile(file, mdxOptions(parser)) as ParsedFile;

    expect(problems).toEqual([]);
    expect(marks.hidden).toEqual([]);
  });

  it.each([
    ["in an element, whatever its indentation", "<Tab>\n\n        ## A\n\n</Tab>\n", ["a"]],
    ["not in a comment", "{/*\n\n# A\n\n*/}\n\n# B\n", ["b"]],
    ["not in a template", "export const a = `\n# A\n`\n\n# B\n", ["b"]],
    [
      "not in code that an element indents",
      "<Tab>\n    ```sh\n    # A\n    ```\n</Tab>\n\n# B\n",
      ["b"],
    ],
    [
      "with its id, as Docusaurus reads it",
      "## A {#x-y}\n\n### B {/* #z */}\n\n## C {/* c */}\n",
      ["x-y", "z", "c"],
    ],
    [
      "with expressions and elements in it",
      "## A {'b'} {c} <Badge text='d' /> <b>e</b>\n",
      ["a-b---e"],
    ],
  ])("finds headings %s", (_, source, anchors) => {
    expect(readMdx(source, parser).headings.map(({ anchor }) => anchor)).toEqual(anchors);
  });

  it("leaves marks of ids in code alone", () => {
    const { forAgents } = readMdx("```md\n## A {#b}\n<!-- c -->\n```\n\n`<!-- d -->`\n", parser);

    expect(forAgents).toBe("```md\n## A {#b}\n<!-- c -->\n```\n\n`<!-- d -->`\n");
  });

  it("has the ids of elements as fragments", () => {
    const source =
      "<h2 id='a'>B</h2>\n\n<Step id={'c'}>d</Step> <a name=\"e\" /> <p id={f}>g</p>\n";

    expect(readMdx(source, parser)).toMatchObject({ headings: [], fragments: ["a", "c", "e"] });
  });

  it("finds links with their places, but not those that are expressions", () => {
    const source =
      '[a](b.md) [c]({d}) <a href={e}>f</a>\n\n<Card\n  href="g.md#h"\n/>\n\nSee <Link to=\'../i\'>j</Link> <Chart to="12" />\n';

    expect(readMdx(source, parser).links).toMatchObject([
      { kind: "url", target: "b.md", line: 1, column: 1, label: "a", range: [4, 8] },
      { kind: "url", target: "g.md#h", line: 3, column: 1, range: [52, 58] },
      { kind: "url", target: "../i", line: 7, column: 5, label: "j", range: [78, 82] },
    ]);
  });

  it("lets a heading after imports be the title", () => {
    const { title, marks } = readMdx("import a from 'b'\n\n# C\n\nText.\n", parser);

    expect([title, marks.titleEnd]).toEqual(["C", 22]);
  });

  it("ignores rules in comments, of MDX and of HTML", () => {
    const source =
      "a\n\n{/* docgate-ignore broken-link */}\n[b](c)\n\n<!-- docgate-ignore hidden-text -->\n\nd\n";
    const { ignores, problems } = readMdx(source, parser);

    expect(ignores).toMatchObject([
      { rules: ["broken-link"], lines: [4, 4] },
      { rules: ["hidden-text"], lines: [8, 8] },
    ]);
    expect(problems).toEqual([]);
  });
});

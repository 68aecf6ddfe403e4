import { readdir, readFile } from "node:fs/promises";
import fc from "fast-check";
import type { Nodes } from "mdast";
import { describe, expect, it } from "vitest";
import { applyEdits, type Edit, editsOf, VisibleText } from "../../../../corpus/marks.ts";
import type { Marks } from "../../../../corpus/schema.ts";
import { loadParser, type ParseMarkdown } from "../../../../generator/markdown/markdown.ts";
import { allNodes } from "../../../../generator/markdown/markdown-nodes.ts";
import { parseWithRemark } from "../../../../generator/markdown/markdown-remark.ts";
import { findMarks } from "../../../../generator/markdown/marks/marks.ts";
import { findMarkup, isFootnote } from "../../../../generator/markdown/marks/markup.ts";
import { cpuMsOf } from "../../../support/cpu-time.ts";
import { RUNS } from "../../../support/extent.ts";
import { makeMarkdown, makeMdx } from "../../../support/markdown.ts";
import { pageMarks } from "../../../support/marks.ts";

const parse: ParseMarkdown = await loadParser("auto");

/** Makes the body of a page: what the parser would take for frontmatter is not at its start. */
function makeBody(seed: number): string {
  return `\n${makeMarkdown(seed)}`;
}

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

  it("changes no code, in any Markdown", () => {
    fc.assert(
      fc.property(fc.nat({ max: 1_000_000 }), (seed) => {
        const text = makeBody(seed).replaceAll(/[\ufeff\u0085]|<+(?=script|style)/g, "");
        const edits = editsIn(text);
        for (const { start, end } of codeIn(text)) {
          expect(edits.filter((edit) => edit.start < end && edit.end > start)).toEqual([]);
        }
      }),
      { numRuns: RUNS.cheap },
    );
  });

  it("gives every link, image and definition its address, in Markdown without comments", () => {
    fc.assert(
      fc.property(fc.nat({ max: 1_000_000 }), (seed) => {
        const text = makeBody(seed).replaceAll(
          /<[!?]|[\ufeff\u0085]|\0|<+(?=script|style)| v>/g,
          "",
        );
        const after = applyEdits(
          text,
          editsIn(text, () => "/there"),
        );
        // Without the space of `<u v>`, a whole link can be part of the address of another one.
        const addresses = addressesIn(after).filter((address) => !address.includes("](/there)"));
        expect(addresses.filter((address) => address !== "/there" && address !== "")).toEqual([]);
      }),
      { numRuns: RUNS.cheap },
    );
  });

  it("takes text in order, inside the body, and nothing that is hidden, from any Markdown", () => {
    fc.assert(
      fc.property(fc.nat({ max: 1_000_000 }), (seed) => {
        for (const body of [makeBody(seed), makeMdx(seed)]) checkMarks(body);
      }),
      { numRuns: RUNS.cheap },
    );
  });

  it("hides a declaration that ends where a line of a quote could begin", () => {
    const { text } = pageMarks("a <!B\n    > c");
    expect(rangesIn(text)).toEqual([
      { start: 0, end: 2 },
      { start: 12, end: 13 },
    ]);
  });

  it("takes it from real pages as well, and no markup", async () => {
    const root = new URL("../../../../content/", import.meta.url);
    for (const file of await readdir(root, { recursive: true })) {
      if (!file.endsWith(".md")) continue;
      const body = (await readFile(new URL(file, root), "utf8")).replace(
        /^---\n[\s\S]*?\n---\n/,
        "",
      );
      checkMarks(body);
      const prose = body.replace(/^( *)```[\s\S]*?^\1```$/gm, "").replace(/`[^`]*`/g, "code");
      const { text } = pageMarks(prose);
      const seen = new VisibleText({ text: prose, marks: { text } });
      expect(seen.read({ start: 0, end: prose.length }), file).not.toMatch(
        /\]\(|\*\*|^#|<\/?[a-z]|\|/m,
      );
    }
  });

  it("finds the same with both parsers", () => {
    fc.assert(
      fc.property(fc.nat({ max: 1_000_000 }), (seed) => {
        for (const body of [makeBody(seed), makeMdx(seed)]) {
          expect(pageMarks(body)).toEqual(pageMarks(body, parseWithRemark));
        }
      }),
    );
  });

  it.each([
    ["open brackets", "[".repeat(100_000)],
    ["open links", "[a](".repeat(2_000)],
    ["images in images", "![".repeat(1_000) + "](a)".repeat(500)],
    ["images", "![a](b) ".repeat(10_000)],
    ["what ends the text of an image", `![${"](a ".repeat(20_000)}](b)`],
    ["comments that are not closed", "a <!--".repeat(2_000)],
    ["instructions that are not closed", "a <?".repeat(2_000)],
    ["comments of MDX that are not closed", "a {/*\n\n".repeat(10_000)],
    ["tags that are not closed", "<a href='".repeat(10_000)],
    ["tags of JSX that are not closed", "a <b c={{ ".repeat(10_000)],
    ["attributes of JSX", `a <b${" c={d}".repeat(10_000)}`],
    ["hidden elements that are not closed", "<p hidden>".repeat(10_000)],
    ["hidden elements without content", "a <p hidden/> ".repeat(8_000)],
    ["hidden text before fences", "<!-- a -->~~~".repeat(10_000)],
    ["runs of backticks", Array.from({ length: 400 }, (_, at) => "`".repeat(at)).join(" ")],
    ["titles that are not closed", '[a](b "'.repeat(10_000)],
    ["quotes in quotes", `${">".repeat(100)}\n`.repeat(50)],
    ["wiki links", "[[a]] ".repeat(10_000)],
    ["references", "a &amp; ".repeat(10_000)],
    ["marks that strike nothing", "~~a ".repeat(20_000)],
    ["cells", `${"| a ".repeat(20_000)}\n${"|-".repeat(20_000)}x`],
    ["colons", `${":".repeat(50_000)}x`],
    ["blanks", `##### a${" ".repeat(50_000)}b`],
    ["blocks", "a &amp;\n\n".repeat(5_000)],
  ])("ATTACK-L148 reads %s in time that does not grow with the square", (_, source) => {
    const nodes = allNodes(parse(source));
    const read = () => {
      const markup = findMarkup(nodes, { source });
      return findMarks(nodes, { source, bodyStart: 0, markup });
    };
    expect(cpuMsOf(read)).toBeLessThan(2_000);
  });
});

/** Checks that the marks of a body are in order, inside it, and that no text is hidden. */
function checkMarks(body: string): void {
  const { text, hidden, addresses } = pageMarks(body);
  const gaps = rangesIn(hidden);
  let end = 0;
  for (const range of [...gaps, ...rangesIn(text)].sort((one, other) => one.start - other.start)) {
    expect(range.start).toBeGreaterThanOrEqual(end);
    end = range.end;
  }
  expect(end).toBeLessThanOrEqual(body.length);
  end = 0;
  for (const address of addresses) {
    expect(address.start).toBeGreaterThanOrEqual(end);
    expect(gaps.some(({ start, end }) => start <= address.start && end > address.start)).toBe(
      false,
    );
    end = address.end;
  }
  expect(end).toBeLessThanOrEqual(body.length);
}

function rangesIn(marks: readonly (number | string)[]): { start: number; end: number }[] {
  const numbers = marks.filter((mark) => typeof mark === "number");
  let end = 0;
  return Array.from({ length: numbers.length / 2 }, (_, at) => {
    const start = end + numbers[2 * at]!;
    end = start + numbers[2 * at + 1]!;
    return { start, end };
  });
}

function rewrite(text: string): string {
  return applyEdits(text, editsIn(text));
}

/** The changes by which agents read a text, if each address has another one. */
function editsIn(text: string, addressOf = (target: string) => `/${target}`): readonly Edit[] {
  const { hidden, addresses } = pageMarks(text);
  let done = 0;
  const links = addresses.map(({ start, end, label }, at): Marks["links"][number] => {
    const skip = start - done;
    done = end;
    return label === undefined ? [skip, end - start, at] : [skip, end - start, at, label];
  });
  return editsOf({ hidden, links }, (at) => addressOf(addresses[at as number]!.target));
}

/** The source of all code, without the line that opens a fence. */
function codeIn(text: string): { start: number; end: number }[] {
  return allNodes(parse(text)).flatMap((node) => {
    if (node.type !== "code" && node.type !== "inlineCode") return [];
    const { start, end } = { start: node.position!.start.offset!, end: node.position!.end.offset! };
    const opening = /^(?:```|~~~)[^\r\n]*/.exec(text.slice(start, end));
    const isFence = node.type === "code" && opening !== null;
    return [{ start: isFence ? start + opening[0].length : start, end }];
  });
}

function addressesIn(text: string): string[] {
  const isWritten = ({ position }: Nodes) => text[position!.start.offset!] !== "<";
  return allNodes(parse(text)).flatMap((node) =>
    (node.type === "link" && isWritten(node)) ||
    node.type === "image" ||
    (node.type === "definition" && !isFootnote(node))
      ? [node.url]
      : [],
  );
}

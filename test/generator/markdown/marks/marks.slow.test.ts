import { readdir, readFile } from "node:fs/promises";
import fc from "fast-check";
import type { Nodes } from "mdast";
import { describe, expect, it } from "vitest";
import { applyEdits, VisibleText } from "../../../../corpus/marks.ts";
import { loadParser, type ParseMarkdown } from "../../../../generator/markdown/markdown.ts";
import { allNodes } from "../../../../generator/markdown/markdown-nodes.ts";
import { parseWithRemark } from "../../../../generator/markdown/markdown-remark.ts";
import { findMarks } from "../../../../generator/markdown/marks/marks.ts";
import { findMarkup, isFootnote } from "../../../../generator/markdown/marks/markup.ts";
import { cpuMsOf } from "../../../support/cpu-time.ts";
import { RUNS } from "../../../support/extent.ts";
import { makeMarkdown, makeMdx } from "../../../support/markdown.ts";
import { editsIn, pageMarks } from "../../../support/marks.ts";

const parse: ParseMarkdown = await loadParser("auto");

/** Makes the body of a page: what the parser would take for frontmatter is not at its start. */
function makeBody(seed: number): string {
  return `\n${makeMarkdown(seed)}`;
}

describe("findMarks", () => {
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

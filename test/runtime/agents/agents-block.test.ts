import { describe, expect, it } from "vitest";
import { agentsBlock, MAX_BLOCK_BYTES } from "../../../runtime/agents/agents-block.ts";
import { openTree } from "../../support/agents.ts";
import { corpusFrom, makeDoc } from "../../support/corpora.ts";

const corpus = corpusFrom([]);

describe("agentsBlock", () => {
  it("says what the docs are, how to read a page, and names the pages, between two markers", async () => {
    const acme = await openTree(
      { "index.md": "# Home\n", "guide/first steps.md": "# First steps <!-- a -->\n" },
      { name: "Acme", description: "The handbook." },
    );

    const block = agentsBlock(acme, "https://docs.example.com");

    const lines = block.split("\n");
    expect(lines[0]).toMatch(/^<!-- docgate agents: begin /);
    expect(lines.at(-2)).toBe("<!-- docgate agents: end -->");
    expect(block).toContain("## Documentation: Acme\n\nThe handbook. 2 pages.");
    expect(block).toContain("`GET https://docs.example.com/docs/PATH.md`");
    expect(block).toContain("\n- index: Home\n- guide/first%20steps: First steps\n");
    expect(agentsBlock(acme, "https://docs.example.com")).toBe(block);
  });

  it("ATTACK-T252 gives a terminal no control characters of titles, names and descriptions", () => {
    const text = "zeb \u001b[31mRED\u001b]8;;http://evil\u0007 \u009b1m";
    const { meta } = corpusFrom([], { name: text, description: text });

    const block = agentsBlock({ meta, docs: [makeDoc(`${text}/a`, { title: text })] }, undefined);

    expect(block).toContain("zeb [31mRED");
    expect(block.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
  });

  it.each([
    ["a few hundred pages", 4, 100],
    ["thousands of pages", 7, 2_000],
    ["thousands of sections", 3_000, 2],
    ["one section", 1, 5_000],
  ])("has at most 8,000 bytes, and says what is left out: %s", (_, sections, pages) => {
    const docs = Array.from({ length: sections * pages }, (_, at) =>
      makeDoc(`section-${at % sections}/a-long-name-of-page-${at}-ü`),
    );

    const block = agentsBlock({ meta: corpus.meta, docs }, undefined);

    expect(Buffer.byteLength(block)).toBeLessThanOrEqual(MAX_BLOCK_BYTES);
    expect(Buffer.byteLength(block)).toBeGreaterThan(MAX_BLOCK_BYTES / 2);
    expect(block).toMatch(/and \d+ more(?: sections)?, see \/llms\.txt/);
    const shown = block.match(/^- section-\d+\/: a-long/gm) ?? [];
    expect(shown.length).toBe(Math.min(sections, shown.length));
    if (sections < 10) expect(shown).toHaveLength(sections);
  });
});

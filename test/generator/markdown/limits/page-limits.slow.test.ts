import { describe, expect, it } from "vitest";
import { generateFrom } from "../../../support/tree.ts";
import { placesIn } from "../../single.ts";

/** Lists within lists, each on a separate line. */
function staircase(depth: number): string {
  return Array.from({ length: depth }, (_, level) => `${"  ".repeat(level)}- a\n`).join("");
}

const FRONTMATTER = "---\ntitle: A title\ndescription: >\n  Two\n  lines\n---\n";
const TEXT = "# Heading\n\nSome [link](b.md) and [[b]], three words.\n";

describe("pages beyond a limit", () => {
  it.each<[what: string, page: (depth: number) => string]>([
    ["quotes", (depth) => `${">".repeat(depth)} a`],
    ["quotes with blanks", (depth) => `${"> ".repeat(depth)}a`],
    ["lists on one line", (depth) => `${"- ".repeat(depth)}a`],
    ["numbered lists on one line", (depth) => `${"1. ".repeat(depth)}a`],
    ["lists on a line each", staircase],
    [
      "quotes and lists in turn",
      (depth) => `${"> - ".repeat(depth / 2)}${"> ".repeat(depth % 2)}a`,
    ],
  ])("DOC-A16: 100 %s are read, 101 are too many", async (_, page) => {
    expect(await placesIn({ "a.md": `text\n\n${page(100)}` })).toEqual([]);
    const [place, ...others] = await placesIn({ "a.md": `text\n\n${page(101)}` });
    expect(place).toMatch(/^a\.md:\d+:1 page-too-complex$/);
    expect(others).toEqual([]);
  });

  it("DOC-A16: the place is the line that goes too deep", async () => {
    expect(await placesIn({ "a.md": `a\r\rb\r\n\n${staircase(120)}` })).toEqual([
      "a.md:105:1 page-too-complex",
    ]);
  });

  it.each<[what: string, page: string]>([
    ["emphasis", "*a* ".repeat(10_000)],
    ["open brackets", "[".repeat(50_000)],
    ["nested images", `${"![".repeat(5_000)}${"](b)".repeat(5_000)}`],
    ["escapes", "\\*_".repeat(20_000)],
    ["character references", "&amp;".repeat(20_000)],
    ["instructions", `a ${"<?".repeat(20_000)}`],
    ["CDATA sections", `a ${"<![CDATA[".repeat(20_000)}`],
    ["lines of a paragraph with marks", "*a*\n".repeat(10_000)],
    ["lines that only look like items", "a\n    - *b_\n".repeat(10_000)],
    ["lines that only look like headings", "a\n    # *b_\n".repeat(10_000)],
    ["lines numbered beyond 1", `a\n${"2. *b_\n".repeat(10_000)}`],
    ["items that contain a quote", "1. > a\n".repeat(8_000)],
    ["underlined headings", "a\n-\n\n".repeat(10_000)],
    ["lines that end with a carriage return", `a\r${">".repeat(101)}\r`],
    ["characters in frontmatter", `---\na: ${"b".repeat(70_000)}\n---\n`],
    ["aliases in frontmatter", `---\na: &a b\nc: [${"*a, ".repeat(600)}]\n---\n`],
    ["anchors in frontmatter", `---\n${"- &a b\n".repeat(600)}---\n`],
    ["flow collections in frontmatter", `---\na: ${"[".repeat(600)}\n---\n`],
    ["lists on a line of frontmatter", `---\na:\n  ${"- ".repeat(200)}b\n---\n`],
  ])("DOC-A16: too many %s are refused before they are parsed", async (_, page) => {
    const [place] = await placesIn({ "a.md": page });
    expect(place).toMatch(/^a\.md:\d+:1 page-too-complex$/);
  });

  it.each<[what: string, page: string]>([
    ["paragraphs", "*a* [b](c) `d` <e> &amp; \\*\n\n".repeat(3_000)],
    ["list items", "- *a* `d` <e>\n".repeat(6_000)],
    ["list items in quotes", "> - *a* `d` <e>\n".repeat(6_000)],
    ["empty items", "+\n".repeat(20_000)],
    ["names that begin with underscores", "|_mm_add(__m128i)|AVX|\n".repeat(5_000)],
    ["openings of emphasis", "*a _b ".repeat(20_000)],
    ["headings", "## *a* `d` <e>\n".repeat(6_000)],
    ["rulers", `${"- ".repeat(60)}\n\n`.repeat(1_000)],
    ["banners", `${"*".repeat(80)}\n`.repeat(80)],
    ["rows of a table", "| `a` | b_c | 1 |\n".repeat(1_500)],
    ["lines of code", `\`\`\`js\n${"const a = b[0] & c;\n".repeat(3_000)}\`\`\`\n`],
  ])("DOC-A16: a page does not have too many %s just because it is long", async (_, page) => {
    const { problems } = await generateFrom({ "a.md": page }, { rules: { "broken-link": "off" } });
    expect(problems).toEqual([]);
  });

  it("DOC-A16: a page above maxPageBytes is refused, one of exactly that size is not", async () => {
    const config = { maxPageBytes: 10 };

    expect(await placesIn({ "a.md": "# Ü 3456\n" }, config)).toEqual([]);
    const { problems } = await generateFrom({ "a.md": "# Ü 34567\n" }, config);

    expect(problems).toMatchObject([
      {
        file: "a.md",
        line: 1,
        rule: "page-too-complex",
        severity: "error",
        message: 'The page has 11 bytes, more than 10: split it, or raise "maxPageBytes"',
      },
    ]);
  });

  it.each(["---\n", "--- \t\n", "---\r\n"])(
    "DOC-A16: lowered to a warning, the page keeps its text, with fences %j",
    async (fence) => {
      const lineEnd = fence.replace(/[- \t]/g, "");
      const text = (FRONTMATTER + TEXT).replaceAll("---\n", fence).replaceAll("\n", lineEnd);
      const files = { "a.md": text, "b.md": "" };
      const rules = { "page-too-complex": "warn" } as const;

      const whole = (await generateFrom(files)).content.docs[0]!;
      const { content, problems } = await generateFrom(files, { rules, maxPageBytes: 1 });

      expect(whole.links).toEqual(["b"]);
      expect(content.docs[0]).toEqual({ ...whole, headings: [], links: [] });
      expect(problems).toMatchObject([{ rule: "page-too-complex", severity: "warn" }]);
    },
  );

  it("DOC-A16: frontmatter beyond a limit is cut off and not read", async () => {
    const rules = { "page-too-complex": "off" } as const;
    const page = `---\ntitle: &a A\nb: [${"*a, ".repeat(600)}]\n---\n# Heading\n`;

    const { content, problems } = await generateFrom({ "one-page.md": page }, { rules });

    expect(problems).toEqual([]);
    expect(content.docs[0]).toMatchObject({ title: "One page", body: "# Heading\n", headings: [] });
  });
});

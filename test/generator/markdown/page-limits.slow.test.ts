import { describe, expect, it } from "vitest";
import { generateFrom } from "../../support/tree.ts";
import { placesIn } from "../single.ts";

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
    ["code spans in a paragraph", "`a[0]` ".repeat(20_600)],
    ["instructions", `a ${"<?".repeat(2_000)}`],
    ["lines that only look like items", "a\n    - *b_\n".repeat(2_000)],
    ["items that contain a quote", "1. > a\n".repeat(500)],
    ["underlined headings", "a\n-\n\n".repeat(1_000)],
    ["lines of code that look like quotes", `~~~\n${"> ".repeat(200)}\n~~~\n`],
    ["characters in frontmatter", `---\na: ${"b".repeat(99_000)}\n---\n`],
    [
      "keys and values in frontmatter",
      `---\nf1_keywords: [${'"abc/def", '.repeat(9_900)}]\ntitle: "A"\n---\n`,
    ],
    ["aliases in frontmatter", `---\na: &a b\nc: [${"*a, ".repeat(600)}]\n---\n`],
    ["flow collections in frontmatter", `---\na: [${"[b], ".repeat(600)}]\n---\n`],
  ])("DOC-A16: a page is not refused for many %s", async (_, page) => {
    expect(await placesIn({ "a.md": page })).toEqual([]);
  });

  it.each([
    ["less than ten times", 9, []],
    ["more than ten times", 10, ["a.md:3:1 page-too-complex"]],
  ])("DOC-A16: aliases that expand frontmatter to %s its size", async (_, uses, places) => {
    const value = `[${"b, ".repeat(5_000)}]`;
    const aliases = Array.from({ length: uses }, () => "*a").join(", ");

    const files = { "a.md": `---\na: &a ${value}\nb: [${aliases}]\n---\n` };

    expect(await placesIn(files)).toEqual(places);
  });

  it("DOC-A16: aliases of aliases are refused before they are expanded", async () => {
    const rows = Array.from(
      { length: 30 },
      (_, n) => `k${n + 1}: &k${n + 1} [*k${n}, *k${n}, *k${n}]`,
    );

    expect(await placesIn({ "a.md": `---\nk0: &k0 b\n${rows.join("\n")}\n---\n` })).toEqual([
      "a.md:3:1 page-too-complex",
    ]);
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
      const { length } = whole.body;
      const marks = { ...whole.marks, text: [0, length], links: [] };
      expect(content.docs[0]).toEqual({ ...whole, headings: [], links: [], marks });
      expect(problems).toMatchObject([{ rule: "page-too-complex", severity: "warn" }]);
    },
  );

  it("DOC-A16: frontmatter beyond a limit is cut off and not read", async () => {
    const rules = { "page-too-complex": "off" } as const;
    const page = `---\ntitle: &a ${"A".repeat(99)}\nb: [${"*a, ".repeat(600)}]\n---\n# Heading\n`;

    const { content, problems } = await generateFrom({ "one-page.md": page }, { rules });

    expect(problems).toEqual([]);
    expect(content.docs[0]).toMatchObject({ title: "One page", body: "# Heading\n", headings: [] });
  });
});

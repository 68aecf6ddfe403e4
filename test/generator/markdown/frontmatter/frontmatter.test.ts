import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDocument } from "yaml";
import { readFrontmatter } from "../../../../generator/markdown/frontmatter/frontmatter.ts";
import { RUNS } from "../../../support/extent.ts";
import { generateFrom } from "../../../support/tree.ts";
import { placeOf } from "../../single.ts";

describe("frontmatter-syntax", () => {
  it.each([
    ["an unclosed list", "---\ntitle: [a\n---\n# H\n", "2", "10"],
    ["a tab for indentation", "---\na:\n\tb: 1\n---\n", "3", "1"],
    ["a colon inside a value", "---\nx: 1\ntitle: a: b\n---\n", "3", "8"],
    ["a duplicate key", "---\ntitle: a\nx: 1\ntitle: b\n---\n", "4", "1"],
    ["a duplicate key with CRLF", "---\r\ntitle: a\r\ntitle: b\r\n---\r\n", "3", "1"],
    ["an alias to nothing", "---\na: 1\ntitle: *nothing\n---\n", "3", "8"],
    ["a list instead of keys", "---\n- a\n- b\n---\n", "2", "1"],
    ["a text instead of keys", "---\n\njust text\n---\n", "3", "1"],
    ["a number instead of keys", "---\n42\n---\n", "2", "1"],
    ["an unclosed quote", "---\na: 1\ntitle: 'x\n---\n", "3", "10"],
    ["two documents", "---\na: 1\n...\nb: 2\n---\n", "4", "1"],
    ["an alias to its own parent", "---\nx: 1\na: &x { b: *x }\n---\n", "3", "\\d+"],
  ])("DOC-A13 frontmatter: %s is an error with its place", async (_, text, line, column) => {
    const { content, problems } = await generateFrom({ "sub/a.md": text, "b.md": "" });

    expect(problems.map(placeOf)).toEqual([
      expect.stringMatching(new RegExp(`^sub/a\\.md:${line}:${column} frontmatter-syntax$`)),
    ]);
    expect(problems[0]!.severity).toBe("error");
    expect(problems[0]!.message).not.toMatch(/[\r\n]/);
    expect(content.docs.map(({ id }) => id)).toEqual(["b", "sub/a"]);
  });

  it.each(["warn", "off"] as const)(
    "DOC-A13 frontmatter: as `%s`, the doc is kept as if it had none, with the block cut from its body",
    async (severity) => {
      const { content, problems } = await generateFrom(
        { "a.md": "---\ntitle: [x\ndescription: d\n---\n\n# Heading\n" },
        { rules: { "frontmatter-syntax": severity } },
      );

      expect(problems.map((problem) => problem.severity)).toEqual(
        severity === "warn" ? ["warn"] : [],
      );
      expect(content.docs).toMatchObject([
        { id: "a", title: "Heading", description: null, body: "\n# Heading\n" },
      ]);
    },
  );

  it.each([
    ["empty", "---\n---\n"],
    ["only a comment", "---\n# nothing\n---\n"],
    ["null", "---\n~\n---\n"],
    ["an empty mapping", "---\n{}\n---\n"],
    ["anchors and aliases", "---\na: &x 1\nb: *x\n---\n"],
    ["keys that are not strings", "---\n1: a\ntrue: b\nnull: c\n---\n"],
    ["a key named __proto__", "---\n__proto__: { title: x }\nconstructor: y\n---\n"],
  ])("DOC-A13 frontmatter: %s is not an error", async (_, text) => {
    const { content, problems } = await generateFrom({ "page.md": text });

    expect(problems).toEqual([]);
    expect(content.docs).toMatchObject([{ title: "Page", body: "" }]);
  });

  it.each([
    ["a list", "b: [x,\ny]\nc: z", { b: ["x", "y"], c: "z" }],
    [
      "a map in a list",
      "b: [x, {y: 1,\nz: [1,\r\n2]}\n]\nc: z",
      { b: ["x", { y: 1, z: [1, 2] }], c: "z" },
    ],
    ["two lists", 'b: ["x",\n"[y"]\nc: {d:\ne}', { b: ["x", "[y"], c: { d: "e" } }],
    ["below a key", "b:\n  c: [x,\n  y]\nd: e", { b: { c: ["x", "y"] }, d: "e" }],
  ])("DOC-A13 frontmatter: lines of %s in brackets need no indentation", (_, yaml, data) => {
    expect(
      readFrontmatter({ file: "a.md", format: "yaml", text: yaml, firstLine: 2 }),
    ).toMatchObject({ data });
  });

  it("DOC-A13 frontmatter: such a list without an end is refused where it ends", () => {
    const yaml = "a: [b,\nc\nd: e";

    expect(
      readFrontmatter({ file: "a.md", format: "yaml", text: yaml, firstLine: 2 }),
    ).toMatchObject({
      rule: "frontmatter-syntax",
      line: 3,
      column: 1,
      message: expect.stringContaining("must be sufficiently indented and end with a ]"),
    });
  });

  it("DOC-A16 frontmatter: aliases that would grow without limit are refused, not expanded", async () => {
    const rows = Array.from({ length: 20 }, (_, row) => {
      const alias = `*a${row}`;
      return `a${row + 1}: &a${row + 1} [${Array(10).fill(alias).join(", ")}]`;
    });
    const { problems } = await generateFrom({
      "a.md": `---\na0: &a0 x\n${rows.join("\n")}\n---\n`,
    });

    expect(problems.map(({ rule }) => rule)).toEqual(["page-too-complex"]);
  });
});

describe("readFrontmatter", () => {
  const word = fc.constantFrom(
    ..."title Title null true no 12 1.2.3 12/31/2024 0x1f 1e3 it's (a) a,b x&y *z @me v1.0-rc".split(
      " ",
    ),
    ..."https://x.example/a?b=c a:b é # ! ? - : | > constructor __proto__ \\".split(" "),
  );
  const value = fc
    .array(fc.tuple(word, fc.constantFrom(" ", " ", "  ", "", ":")), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.flat().join("").replace(/ +$/, ""));
  const key = fc.constantFrom(
    "title",
    "ms.date",
    "online version",
    "a-b",
    "null",
    "Yes",
    "constructor",
    "1",
  );
  const lines = fc.uniqueArray(fc.tuple(key, value), { maxLength: 4, selector: ([name]) => name });

  it("reads every line as YAML does", () => {
    fc.assert(
      fc.property(lines, fc.constantFrom("\n", "\r\n"), (pairs, end) => {
        const yaml = pairs.map(([name, text]) => `${name}: ${text}`).join(end);
        const found = readFrontmatter({
          file: "page.md",
          format: "yaml",
          text: yaml,
          firstLine: 2,
        });
        const document = parseDocument(yaml, { prettyErrors: false });

        if ("rule" in found) return;
        expect(document.errors).toEqual([]);
        expect(found.data).toEqual(JSON.parse(JSON.stringify(document.toJS())) ?? {});
        for (const [row, [name]] of pairs.entries()) {
          if (Object.hasOwn(found.places, name)) expect(found.places[name]!.line).toBe(2 + row);
        }
      }),
      { numRuns: RUNS.cheap },
    );
  });
});

describe("frontmatter of sites", () => {
  const config = { site: { frontmatter: ["toml", "json"] as ("toml" | "json")[] } };

  it("TOML between +++, and JSON, are read where the site has them", async () => {
    const { content } = await generateFrom(
      {
        "a.md": '+++\ntitle = "A"\ndescription = "Of A"\ndate = 2020-01-02\n[x]\ny = 1\n+++\n# H\n',
        "b.md": '{\n  "title": "B {",\n\t"x": {"y": "}"}\n}\n\n# H\n',
        "c.md": "{{ not }} JSON\n",
        "d.md": '{"title": "D"} text\n',
      },
      config,
    );

    expect(content.docs.map(({ title, body }) => [title, body])).toEqual([
      ["A", "# H\n"],
      ["B {", "\n# H\n"],
      ["C", "{{ not }} JSON\n"],
      ["D", '{"title": "D"} text\n'],
    ]);
    expect(content.docs[0]).toMatchObject({
      description: "Of A",
      headings: [{ anchor: "h", start: 0 }],
    });
  });

  it("other sites read it as text", async () => {
    const { content } = await generateFrom({ "page.md": "+++\ntitle = 'A'\n+++\n" });

    expect(content.docs[0]).toMatchObject({ title: "Page", body: "+++\ntitle = 'A'\n+++\n" });
  });

  it("a mistake has its place, and a value that of its key", async () => {
    const { problems } = await generateFrom(
      {
        "a.md": "+++\ntitle = A\n+++\n",
        "b.md": '{\n  "title": "B",\n  "x" 1\n}\n',
        "c.md": "+++\nx = 1\n  title = [1]\n+++\n",
        "d.md": "+++\n[[title]]\na = 1\n+++\n",
      },
      config,
    );

    expect(problems.map((problem) => placeOf(problem))).toEqual([
      "a.md:2:9 frontmatter-syntax",
      "b.md:3:7 frontmatter-syntax",
      "c.md:3:3 frontmatter-value",
      "d.md:2:1 frontmatter-value",
    ]);
    expect(problems[0]!.message).toMatch(/^Frontmatter is not valid TOML: /);
    expect(problems[1]!.message).toMatch(/^Frontmatter is not valid JSON: /);
  });
});

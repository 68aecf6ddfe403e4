import { describe, expect, it } from "vitest";
import type { UserConfig } from "../../../generator/config/config.ts";
import { generateFrom } from "../../support/tree.ts";
import { docFrom, docIn, placeOf } from "../single.ts";

describe("title", () => {
  it.each([
    ["frontmatter first", "---\ntitle: From data\n---\n# From heading\n", "From data"],
    ["the first heading of depth 1", "## Two\n\n# One\n\n# Other\n", "One"],
    ["without depth 1, the first heading", "text\n\n### Three\n\n## Two\n", "Three"],
    ["an empty frontmatter title does not count", "---\ntitle: ''\n---\n# One\n", "One"],
    ["a blank frontmatter title does not count", "---\ntitle: '  '\n---\n# One\n", "One"],
    ["a null frontmatter title does not count", "---\ntitle:\n---\n# One\n", "One"],
    ["an empty heading is not a title", "#\n\n## Two\n", "Two"],
    ["a title is trimmed", "---\ntitle: '  Spaces  '\n---\n", "Spaces"],
    ["a heading's markup is stripped", "# The *big* `code` {#id}\n", "The big code"],
    ["a number becomes a string", "---\ntitle: 404\n---\n", "404"],
    ["a number as its author wrote it", "---\ntitle: 1.10\n---\n", "1.10"],
    ["a boolean becomes a string", "---\ntitle: true\n---\n", "true"],
    ["a date becomes a string", "---\ntitle: 2024-01-31\n---\n", "2024-01-31"],
    ["a folded text", "---\ntitle: >-\n  Two\n  lines\n---\n", "Two lines"],
  ])("DOC-A5 title: %s", async (_, text, title) => {
    expect((await docFrom(text)).title).toBe(title);
  });

  it.each([
    ["getting-started.md", "Getting started"],
    ["guide/api_reference.md", "Api reference"],
    ["index.md", "Index"],
    ["README.md", "README"],
    ["release-1.2.md", "Release 1.2"],
    ["élan vital.mdx", "Élan vital"],
    ["---.md", "---"],
    ["日本語.markdown", "日本語"],
  ])("DOC-A5 title: the file name %s in words is %s", async (path, title) => {
    const { content } = await generateFrom({ [path]: "No heading.\n" });

    expect(content.docs.map((doc) => doc.title)).toEqual([title]);
  });

  it.each<[NonNullable<UserConfig["titles"]>, text: string, title: string]>([
    [["frontmatter", "h1", "file"], "text\n\n## Example\n", "Bases syntax"],
    [["frontmatter", "h1", "file"], "## Example\n\n# Bases\n", "Bases"],
    [["frontmatter", "h1", "file"], "---\ntitle: Data\n---\n# Bases\n", "Data"],
    [["frontmatter", "h1", "file"], "#\n\n## Example\n", "Bases syntax"],
    [["h1", "frontmatter"], "---\ntitle: Data\n---\n# Bases\n", "Bases"],
    [["h1", "frontmatter"], "---\ntitle: Data\n---\n## Example\n", "Data"],
    [["h1", "frontmatter"], "## Example\n", "Bases syntax"],
    [["h1", "frontmatter", "heading"], "## Example\n", "Example"],
    [["heading"], "---\ntitle: Data\n---\n## Example\n", "Example"],
    [["frontmatter"], "# Bases\n", "Bases syntax"],
    [["file"], "---\ntitle: Data\n---\n# Bases\n", "Bases syntax"],
  ])("DOC-A15 titles: %j of %j gives %s", async (titles, text, title) => {
    const doc = await docIn({ "Bases syntax.md": text }, "Bases syntax", { titles });

    expect(doc.title).toBe(title);
  });

  it("DOC-A15 titles: a page is found by its title, and problems are reported at the title's place", async () => {
    const { content, problems } = await generateFrom(
      {
        "a/Style guide.md": "# Other {#other}\n",
        "b/Style guide.md": "## Terminology\n",
        "c.md": "[[Style Guide]] [[Other]]\n",
      },
      { titles: ["h1", "file"] },
    );

    expect(content.docs.map(({ title }) => title)).toEqual(["Other", "Style guide", "C"]);
    expect(content.docs.at(-1)!.links).toContain("a/Style guide");
    expect(problems.map(({ rule }) => rule)).not.toContain("duplicate-title");
  });

  it.each([
    ["most pages have neither title nor heading of depth 1", 2, 1, true],
    ["half of them do", 2, 2, false],
    ["none takes its title from a deeper heading", 0, 1, false],
  ])(
    "DOC-A15 titles: a hint where %s: %i deeper, %i topmost",
    async (_, deeper, topmost, isGiven) => {
      const files: Record<string, string> = {};
      for (let place = 0; place < deeper; place++) files[`d${place}.md`] = `## Deeper ${place}\n`;
      for (let place = 0; place < topmost; place++) files[`t${place}.md`] = `# Topmost ${place}\n`;

      const { hints, problems } = await generateFrom(files);
      const configured = await generateFrom(files, { titles: ["frontmatter", "h1"] });

      expect(problems).toEqual([]);
      expect(configured.hints).toEqual([]);
      expect(hints).toEqual(
        isGiven ? [expect.stringContaining('"titles": ["frontmatter", "h1", "file"]')] : [],
      );
    },
  );

  it.each([
    ["title: [a, b]", "title"],
    ["title: { a: b }", "title"],
    ["description: [a]", "description"],
  ])("DOC-A5 title: %s is not a string: reported at its place, and ignored", async (line, key) => {
    const { content, problems } = await generateFrom({
      "page.md": `---\nx: 1\n${line}\n---\n# Heading\n`,
    });

    expect(problems.map(placeOf)).toEqual(["page.md:3:1 frontmatter-value"]);
    expect(problems[0]!.message).toContain(`"${key}"`);
    expect(content.docs).toMatchObject([{ title: "Heading", description: null }]);
  });

  it("DOC-A5 description: comes from the frontmatter, or is null", async () => {
    const { content } = await generateFrom({
      "a.md": "---\ndescription: What it is.\n---\n",
      "b.md": "# B\n\nText.\n",
      "c.md": "---\ndescription: ''\n---\n",
    });

    expect(content.docs.map(({ description }) => description)).toEqual(["What it is.", null, null]);
  });
});

describe("body", () => {
  it.each([
    ["no frontmatter", "# A\n\ntext\n", "# A\n\ntext\n"],
    ["frontmatter is cut with its line end", "---\ntitle: A\n---\n\n# A\n", "\n# A\n"],
    ["line ends are kept", "---\r\ntitle: A\r\n---\r\n# A\r\n\r\ntext\r\n", "# A\r\n\r\ntext\r\n"],
    ["mixed line ends are kept", "a\r\nb\nc\rd", "a\r\nb\nc\rd"],
    ["a BOM is dropped", "\ufeff# A\n", "# A\n"],
    ["a BOM before frontmatter is dropped", "\ufeff---\ntitle: A\n---\ntext", "text"],
    ["a BOM in the middle stays", "a\ufeffb", "a\ufeffb"],
    ["no final line end", "---\ntitle: A\n---\ntext", "text"],
    ["white space is kept", "\n\n  a\t \n\n\n", "\n\n  a\t \n\n\n"],
    ["frontmatter only", "---\ntitle: A\n---\n", ""],
    ["frontmatter only, no final line end", "---\ntitle: A\n---", ""],
    ["empty frontmatter", "---\n---\ntext", "text"],
    ["spaces after the fences", "---  \ntitle: A\n--- \t\ntext\n", "text\n"],
    ["an empty file", "", ""],
    ["a rule in the middle", "a\n\n---\n\nb\n\n---\n", "a\n\n---\n\nb\n\n---\n"],
    ["a rule after the frontmatter", "---\ntitle: A\n---\n---\ntext\n", "---\ntext\n"],
    [
      "fences not in the first line",
      "\n---\ntitle: A\n---\ntext\n",
      "\n---\ntitle: A\n---\ntext\n",
    ],
    ["fences with a space before", " ---\ntitle: A\n ---\n", " ---\ntitle: A\n ---\n"],
    ["fences of four", "----\ntitle: A\n----\n", "----\ntitle: A\n----\n"],
    ["a fence never closed", "---\ntitle: A\n\ntext\n", "---\ntitle: A\n\ntext\n"],
    ["three dashes inside a value", "---\ntitle: a --- b\n---\ntext", "text"],
    [
      "everything else",
      "a\0b\u2028c\u00a0<!-- d -->&amp;\\*",
      "a\0b\u2028c\u00a0<!-- d -->&amp;\\*",
    ],
  ])("DOC-A8 body: %s", async (_, text, body) => {
    expect((await docFrom(text)).body).toBe(body);
  });

  it("DOC-A8 body: the second of two BOMs is text, and shifts no place", async () => {
    const text = "\ufeff\ufeffA\n\n[b](b.md)\n";
    const { content, problems } = await generateFrom({ "a.md": text });

    expect(content.docs[0]!.body).toBe("\ufeffA\n\n[b](b.md)\n");
    expect(problems.map(placeOf)).toEqual(["a.md:1:1 hidden-text", "a.md:3:1 broken-link"]);
  });

  it("DOC-A8 body: frontmatter after two BOMs is cut whole or not at all", async () => {
    const { body } = await docFrom("\ufeff\ufeff---\ntitle: A\n---\ntext\n");

    expect(["text\n", "\ufeff---\ntitle: A\n---\ntext\n"]).toContain(body);
  });
});

describe("encoding", () => {
  const bytes = (...parts: (string | number)[]): Uint8Array =>
    Buffer.concat(
      parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.of(part))),
    );

  it.each([
    ["a lone byte", bytes("abc", 0xff), 3, "1:4"],
    ["a byte in a later line", bytes("a\nbc\r\nd", 0x80, "e"), 7, "3:2"],
    ["Latin-1", bytes("caf", 0xe9, " au lait"), 3, "1:4"],
    ["after characters of two to four bytes", bytes("é€😀", 0xc3, " "), 9, "1:5"],
    ["a sequence cut off at the end", bytes("text\n€", 0xe2, 0x82), 8, "2:2"],
    ["a sequence cut off by a line end", bytes("a", 0xf0, 0x9f, 0x98, "\nb"), 1, "1:2"],
    ["an overlong form", bytes("a", 0xc0, 0xaf), 1, "1:2"],
    ["an encoded surrogate", bytes("a", 0xed, 0xa0, 0x80), 1, "1:2"],
    ["above U+10FFFF", bytes("a", 0xf4, 0x90, 0x80, 0x80), 1, "1:2"],
    ["UTF-16, little endian", Buffer.from("\ufeff# A", "utf16le"), 0, "1:1"],
    ["UTF-16, big endian", Buffer.from("\ufeff# A", "utf16le").swap16(), 0, "1:1"],
    ["in the frontmatter", bytes("---\ntitle: ", 0xe4, "\n---\n"), 11, "2:8"],
  ])(
    "DOC-A8 encoding: %s is an error with file and byte offset",
    async (_, content, offset, place) => {
      const { content: corpus, problems } = await generateFrom({
        "sub/bad.md": content,
        "ok.md": "",
      });

      expect(problems.map(placeOf)).toEqual([`sub/bad.md:${place} encoding`]);
      expect(problems[0]).toMatchObject({ severity: "error" });
      expect(problems[0]!.message).toMatch(new RegExp(`\\bbyte offset ${offset}\\b`));
      expect(corpus.docs.map(({ id }) => id)).toEqual(["ok"]);
    },
  );

  it("DOC-A8 encoding: says that a file looks like UTF-16", async () => {
    const { problems } = await generateFrom({ "a.md": Buffer.from("\ufeffa", "utf16le") });

    expect(problems[0]!.message).toContain("UTF-16");
  });

  it("DOC-A8 encoding: U+FFFD that the author wrote is text like any other", async () => {
    const doc = await docIn({ "a.md": "a\ufffdb" }, "a");

    expect(doc.body).toBe("a\ufffdb");
  });
});

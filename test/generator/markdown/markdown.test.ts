import { describe, expect, it } from "vitest";
import { WordCounter } from "../../../corpus/search/words/index/page-words.ts";
import { createTermCounter } from "../../../generator/index/terms.ts";
import { createVocabulary } from "../../../generator/index/vocabulary.ts";
import { loadParser } from "../../../generator/markdown/markdown.ts";
import { parseWithRemark } from "../../../generator/markdown/markdown-remark.ts";
import { loadSatteri } from "../../../generator/markdown/markdown-satteri.ts";
import { parseFile, type SourceFile } from "../../../generator/markdown/parse.ts";
import { isForSatteri, parsersAgree } from "../../../generator/markdown/satteri-agrees.ts";
import { verifyParsed } from "../../../generator/markdown/verify-parser.ts";
import { createIncludeReader } from "../../../generator/read/include-reader.ts";
import { makeMarkdown, makeMdx } from "../../support/markdown.ts";
import { PAGE_SETTINGS } from "../../support/page-settings.ts";

const parseFast = await loadParser("satteri");
const satteri = await loadSatteri();
const options = {
  ...PAGE_SETTINGS,
  readPageText: null,
  includeReader: createIncludeReader("."),
  countTerms: createTermCounter(createVocabulary()),
  wordCounter: new WordCounter(createVocabulary().numberOf),
} as const;

function sourceOf(text: string): SourceFile {
  return { path: "page.md", bytes: new TextEncoder().encode(text) };
}

/** Compares the fast parser's result for a text with the reference. @throws if they differ */
function verify(text: string): void {
  const source = sourceOf(text);
  const result = parseFile(source, { ...options, parse: parseFast });
  verifyParsed({ source, result }, options);
}

/** Tells whether the fast parser takes satteri's tree of a text. */
function isFast(text: string): boolean {
  return isForSatteri(text) && parsersAgree(text, satteri.parseMarkdown(text));
}

/** Satteri expands references up to 100 000 bytes. */
const TOO_MANY_REFERENCES = `${"[a] ".repeat(1000)}\n\n[a]: /${"u".repeat(400)}\n`;

describe("parsersAgree", () => {
  it.each([
    ["NUL", "# a\0\n"],
    ["delete in a destination", "[a](b\x7f)\n"],
    ["next line next to emphasis", "# a*\x85b*\n"],
    ["a byte order mark", "\ufeff"],
    ["a byte order mark next to emphasis", "# *\ufeff*\n"],
    ["a single carriage return after a fence", "---\r>"],
    ["frontmatter without an end", "---\n- a\n"],
    ["frontmatter with dots for an end", "---\n..."],
    ["a fence followed by a tab", "---\n---\t"],
    ["TOML frontmatter", "+++\n[a](b.md)\n+++\n"],
    ["an empty item after a definition", "[a]:u\n<!c>\n*"],
    ["an empty item in an item of code", ">\n0.     -\n   *"],
    ["an unclosed declaration in an item", "- [<!A\n    ]>"],
    ["the end tag of another raw element", "<script></pre>\n"],
    ["an equals sign after a value", "a <a id=i=t>"],
    ["an equals sign and a blank after a value", "<a id=i= t>"],
    ["an assignment as a value of JSX", "<Foo a={b = c}>"],
    ["an end tag over two lines", "a </b\n    >"],
    ["a declaration after one in code", "`<!A` then - [<!A\n    ]>"],
    ["emphasis between an underscore and a word", "# a*_b*\n"],
    ["emphasis after an escaped asterisk", "# *\\**a\n"],
    ["emphasis next to two units", "# 😀*.*\n"],
    ["emphasis next to new punctuation", "# \u2427*.*\n"],
    ["parentheses up to the limit", `[a](${"(".repeat(33)}${")".repeat(33)})`],
    ["long labels", `[${"é".repeat(999)}]\n\n[${"é".repeat(999)}]: /u`],
    ["labels in another case", "[ı]\n\n[i]: /u"],
    ["labels of white space", "[\u00a0]\n\n[\u00a0]: /u"],
    ["references that expand a lot", TOO_MANY_REFERENCES],
  ])("rejects %s, which the parsers read differently", (_, text) => {
    expect(isFast(text)).toBe(false);
  });

  it.each([
    [
      "a page",
      "---\ntitle: One\n---\n\n# One *two*\n\n- a\n- b\n\n[a](b.md) and [c]\n\n[c]: d.md\n",
    ],
    ["code with the tags of elements", "```html\n<script>\n</script>\n<style>\n</style>\n```\n"],
    ["tags in a text", "Write `<script>` and `<style>`, then `</script>`.\n"],
    ["rules and tables", "| a | b |\n|---|---|\n\n--------------------------------------------\n"],
    ["other languages", "# Größe **“zwei”** 。**三**\n\nC'est _là_ — voilà.\n"],
    ["HTML", "<a href=\"/x?a=b&c=d\" id='i'>t</a> <br> <!-- a = b = c -->\n"],
    ["handlers of JSX", "<Foo a={() => b} c={(d) => {}} e={f === g} />\n\n*b* <Foo a={b=>c}>\n"],
    ["attributes on several lines", "<Foo\n  a={{ b: 1 }}\n  c={() => d}\n  {...e}\n/>\n*b*\n"],
    ["components named like raw elements", "<Preview>\n</Preview>\n\n<style>\n</style>\n"],
    ["a document in code", "```html\n<!DOCTYPE html>\n<a href=/x?y=z>\n```\n"],
    ["code in a quote and a list", "> ```\n> <?php\n> ```\n\n- a\n\n  ```\n  -\n  ```\n"],
    ["a span of code", "Write `<?xml ?>`, `<!DOCTYPE html>` and `\\**`.\n"],
    ["Windows line ends", "---\r\ntitle: a\r\n---\r\n\r\n# B\r\n"],
  ])("accepts %s", (_, text) => {
    expect(isFast(text)).toBe(true);
    expect(() => verify(text)).not.toThrow();
  });
});

describe("the fast parser", () => {
  it.each([
    ["[a]:u\n# b\n2) # c\n"],
    ["    a\n\n[a]:u\n\n2) # b\n"],
    [">\n#\n\t|\n0. #"],
    ["a===\n>\\\n---\n    ~~~\n> 10. 10. # text\n"],
    ["[a]: u\n#\n10. ```\n===\n"],
  ])("leaves lists whose first number is not 1 to the reference: %j", (text) => {
    expect(() => verify(text)).not.toThrow();
  });

  it.each([1, 2, 3, 4, 5, 6])(
    "gives the reference's result for texts that try both (seed %i)",
    (seed) => {
      const texts = Array.from({ length: 250 }, (_, index) => makeMarkdown(seed * 10_000 + index));
      const fast = texts.filter(isFast);

      for (const text of fast) expect(() => verify(text), JSON.stringify(text)).not.toThrow();
      expect(fast.length).toBeGreaterThan(texts.length / 4);
    },
  );

  it.each([1, 2, 3])("gives the reference's result for MDX and code (seed %i)", (seed) => {
    const texts = Array.from({ length: 250 }, (_, index) => makeMdx(seed * 10_000 + index));
    const fast = texts.filter(isFast);

    for (const text of fast) expect(() => verify(text), JSON.stringify(text)).not.toThrow();
    expect(fast.length).toBeGreaterThan(texts.length / 4);
  });

  it("gives the reference's result for every short emphasis", () => {
    const alphabet = ["*", "_", "a", " ", "."];
    let texts = [""];
    for (let length = 1; length <= 5; length++) {
      texts = texts.flatMap((text) => alphabet.map((character) => text + character));
    }
    const headings = texts.map((text) => `# ${text}\n`).filter(isFast);

    expect(() => verify(headings.join("\n"))).not.toThrow();
    expect(headings.length).toBeGreaterThan(2000);
  });
});

describe("verifyParsed", () => {
  it("names the field that differs, with both values", () => {
    const source = sourceOf("# One\n");
    const result = parseFile(sourceOf("# Two\n"), { ...options, parse: parseWithRemark });

    expect(() => verifyParsed({ source, result }, options)).toThrow(
      'the parsers differ in "title": "Two" from satteri, "One" from remark',
    );
  });
});

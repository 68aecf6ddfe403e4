import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type DataLanguage,
  parseData,
  readData,
} from "../../../../generator/sites/data/read-data.ts";
import { MAX_DATA_BYTES } from "../../../../generator/sites/data/read-text.ts";
import { TagValue } from "../../../../generator/sites/data/unreadable.ts";
import { makeTree } from "../../../support/tree.ts";

async function read(name: string, content: string | Uint8Array, language?: DataLanguage) {
  const root = await makeTree({ [name]: content });
  return readData({ location: join(root, name), name }, language);
}

/** A value of a tag in mkdocs.yml. */
function tagged(line: number, tag: string, { source, value }: { source: string; value: unknown }) {
  return new TagValue({ file: "mkdocs.yml", line, source: `${tag} ${source}`.trim() }, tag, value);
}

async function refusalOf(data: Promise<unknown>): Promise<string> {
  const error = await data.catch((error: unknown) => error);
  expect(error).toMatchObject({ name: "DocgateError" });
  return (error as Error).message;
}

describe("readData: YAML", () => {
  it("reads what MkDocs writes: tags that would run something are named with their line", async () => {
    const text = [
      "site_name: Docs",
      "site_url: !ENV [SITE_URL, 'https://docs.example']",
      "markdown_extensions:",
      "  - toc:",
      "      slugify: !!python/object/apply:pymdownx.slugs.slugify {kwds: {case: lower}}",
      "  - pymdownx.emoji:",
      "      emoji_index: !!python/name:material.extensions.emoji.twemoji",
      "  - pymdownx.snippets:",
      "      base_path: !relative $docs_dir",
    ];

    expect(await read("mkdocs.yml", text.join("\n"), "yaml-1.1")).toEqual({
      site_name: "Docs",
      site_url: tagged(2, "!ENV", {
        source: "[SITE_URL, 'https://docs.example']",
        value: ["SITE_URL", "https://docs.example"],
      }),
      markdown_extensions: [
        {
          toc: {
            slugify: tagged(5, "!!python/object/apply:pymdownx.slugs.slugify", {
              source: "{kwds: {case: lower}}",
              value: { kwds: { case: "lower" } },
            }),
          },
        },
        {
          "pymdownx.emoji": {
            emoji_index: tagged(7, "!!python/name:material.extensions.emoji.twemoji", {
              source: "",
              value: "",
            }),
          },
        },
        {
          "pymdownx.snippets": {
            base_path: tagged(9, "!relative", { source: "$docs_dir", value: "$docs_dir" }),
          },
        },
      ],
    });
  });

  it("an alias of such a value is that value", async () => {
    const place = { file: "a.yml", line: 1, source: "!ENV NAME" };
    const value = new TagValue(place, "!ENV", "NAME");

    expect(await read("a.yml", "a: &name !ENV NAME\nb: *name")).toEqual({ a: value, b: value });
  });

  it("reads `yes` as the generator's language does", async () => {
    const text = "future: yes\nwhole: &whole\n  a: 1\nmerged:\n  <<: *whole\n  b: off\n";

    expect(await read("_config.yml", text, "yaml-1.1")).toEqual({
      future: true,
      whole: { a: 1 },
      merged: { a: 1, b: false },
    });
    expect(await read("_config.yml", text)).toEqual({
      future: "yes",
      whole: { a: 1 },
      merged: { a: 1, b: "off" },
    });
  });

  it("dates and times stay texts, so that no time zone changes them", async () => {
    const text = "day: 2024-02-03\nmoment: 2024-02-03 04:05:06 +2\n";
    const expected = { day: "2024-02-03", moment: "2024-02-03 04:05:06 +2" };

    expect(await read("a.yaml", text, "yaml-1.1")).toEqual(expected);
    expect(await read("a.yaml", text)).toEqual(expected);
  });

  it("a key of any name is only a key", async () => {
    const data = await read("a.yml", "__proto__: {isAdmin: true}\nconstructor: 1");

    expect(Object.keys(data as object)).toEqual(["__proto__", "constructor"]);
    expect((data as { isAdmin?: true }).isAdmin).toBeUndefined();
  });

  it("an empty file is null", async () => {
    expect(await read("a.yml", "# nothing\n")).toBeNull();
  });

  it.each([
    ["a: [1,\nb: 2", /^mkdocs\.yml:2:1: not YAML: .+\.$/],
    ["a: 1\na: 2", /^mkdocs\.yml:2:1: not YAML: Map keys must be unique\.$/],
    ["x: 1\na: *nowhere", /^mkdocs\.yml:2:4: not YAML: Unresolved alias .+nowhere\.$/],
    ["a: &a [*a]", /^"mkdocs\.yml" is nested deeper than 100 lists and maps/],
  ])("%j is refused with its place", async (text, message) => {
    expect(await refusalOf(read("mkdocs.yml", text))).toMatch(message);
  });

  it("aliases that multiply are refused", async () => {
    const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"];
    for (let at = 1; at < 12; at++) {
      lines.push(
        `a${at}: &a${at} [${Array(10)
          .fill(`*a${at - 1}`)
          .join(", ")}]`,
      );
    }

    expect(await refusalOf(read("bomb.yml", lines.join("\n")))).toBe(
      '"bomb.yml" has aliases that make it too large: write it in a simpler way.',
    );
  });

  it("deep nesting is refused", async () => {
    expect(await refusalOf(read("deep.yml", "[".repeat(50_000)))).toMatch(/^"?deep\.yml/);
  });
});

describe("readData: TOML", () => {
  it("reads tables, lists of tables and dates", async () => {
    const text = [
      'baseURL = "https://example.org/"',
      "released = 2024-02-03",
      "[output.html.redirect]",
      '"old.html" = "new.html"',
      "[[redirects]]",
      'from = "/a"',
    ];

    expect(await read("book.toml", text.join("\n"))).toEqual({
      baseURL: "https://example.org/",
      released: "2024-02-03",
      output: { html: { redirect: { "old.html": "new.html" } } },
      redirects: [{ from: "/a" }],
    });
  });

  it("names line and column of a mistake", async () => {
    expect(await refusalOf(read("hugo.toml", 'a = 1\nb = "x\n'))).toMatch(
      /^hugo\.toml:2:\d+: not TOML: .+\.$/,
    );
  });
});

describe("readData: JSON", () => {
  it("reads JSON, with comments and final commas too", async () => {
    const text = '// Settings\n{ "a": [1, -2.5e3,], /* all */ "b": { "c": null, }, }\n// The end';

    expect(await read("docs.json", '\ufeff{"a":[true]}')).toEqual({ a: [true] });
    expect(await read("wrangler.jsonc", text)).toEqual({ a: [1, -2500], b: { c: null } });
  });

  it.each([
    ['{ "a": 1,\n "b": }', "docs.json:2:7: not JSON: Unexpected token."],
    ['{ "a": 1 }\n}', "docs.json:1:11: not JSON: expected its end here."],
    ["", "docs.json:1:1: not JSON: Unexpected token."],
    ['{\n "a": name }', "docs.json:2:1: not JSON: expected a value instead of `name`."],
    ['{\n "a": f(1) }', "docs.json:2:1: not JSON: expected a value instead of `f(…)`."],
  ])("%j is refused with its place", async (text, message) => {
    expect(await refusalOf(read("docs.json", text))).toBe(message);
  });
});

describe("readData: files", () => {
  it("a file that is missing, too large or not UTF-8 is refused by its name", async () => {
    const missing = readData({ location: "/nowhere/mkdocs.yml", name: "mkdocs.yml" });

    expect(await refusalOf(missing)).toBe('Cannot read "mkdocs.yml": no such file.');
    expect(await refusalOf(read("a.yml", " ".repeat(MAX_DATA_BYTES + 1)))).toBe(
      '"a.yml" is larger than 1048576 bytes, the most that docgate reads of a site\'s own file.',
    );
    expect(await refusalOf(read("a.yml", new Uint8Array([0x61, 0xff])))).toBe(
      '"a.yml" is not UTF-8: save it in this encoding.',
    );
    expect(await refusalOf(read("a.ini", ""))).toBe(
      '"a.ini" is neither YAML, TOML nor JSON: expected .yml, .yaml, .toml, .json or .jsonc.',
    );
  });

  it("a text can be read without a file", async () => {
    expect(await parseData({ name: "a.md", text: "a = 1" }, "toml")).toEqual({ a: 1 });
  });
});

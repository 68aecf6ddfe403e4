import { describe, expect, it } from "vitest";
import {
  addressesOf,
  anchorsOf,
  generateSite,
  linksOf,
  navOf,
  problemsOf,
  textOf,
} from "../../support/site-tree.ts";
import type { TreeFiles } from "../../support/tree.ts";

/** Generates a book whose summary names these pages. */
function generateBook(files: TreeFiles, { toml = "", names = Object.keys(files) } = {}) {
  const chapters = names.filter((name) => name.endsWith(".md"));
  const summary = ["# Summary", ...chapters.map((name) => `- [${name}](${name})`)].join("\n");
  const pages = Object.entries({ "SUMMARY.md": summary, ...files });
  const source = Object.fromEntries(pages.map(([path, text]) => [`src/${path}`, text]));
  return generateSite({ "book.toml": `[book]\n${toml}`, ...source }, { root: "src" });
}

describe("mdBook: files and addresses", () => {
  it("pages are those of the summary; they end in .html, README is index.html", async () => {
    const book = await generateBook(
      {
        "intro.md": "# A\n",
        "guide/README.md": "# B\n",
        "guide/a (b).md": "# C\n",
        "left/out.md": "# D\n",
        "SUMMARY.md":
          "# Summary\n\n[Intro](intro.md)\n\n- [B](./guide/README.md)\n  - [C](<guide/a (b).md>)\n- [Later]()\n",
      },
      { toml: '[output.html]\nsite-url = "/book/"' },
    );

    expect(addressesOf(book)).toEqual({
      "guide/README.md": "/book/guide/index.html",
      "guide/a (b).md": "/book/guide/a%20(b).html",
      "intro.md": "/book/intro.html",
    });
    expect(book.content.meta).toMatchObject({ site: "mdbook", base: "/book" });
  });

  it("the folder of the pages is that of book.toml", async () => {
    const book = await generateSite({
      "book.toml": '[book]\nsrc = "text"\n',
      "text/SUMMARY.md": "- [A](a.md)\n",
      "text/a.md": "# A\n",
      "README.md": "# Not a page\n",
    });

    expect(addressesOf(book)).toEqual({ "text/a.md": "/a.html" });
  });

  it("links lead to pages, to the first one by the root, and through redirects", async () => {
    const book = await generateBook(
      {
        "one.md":
          "[1](b/two.md) [2](b/two.html#two) [3](old.html) [4](away.html) [5](print.html)\n",
        "b/two.md":
          "# Two\n\n[1](../one.md) [2](/) [3](../index.html) [4](../../std/index.html) [5](three.html)\n",
      },
      {
        toml: '[output.html.redirect]\n"/old.html" = "b/two.html#two"\n"away.html" = "https://example.com"',
      },
    );

    expect(linksOf(book, "one")).toEqual(["b/two"]);
    expect(linksOf(book, "b/two")).toEqual(["one"]);
    expect(problemsOf(book)).toEqual([expect.stringContaining("three.html")]);
  });

  it("the order is that of the summary, with parts", async () => {
    const book = await generateBook({
      "a.md": "# A\n",
      "b.md": "# B\n",
      "c.md": "# C\n",
      "d.md": "# D\n",
      "SUMMARY.md":
        "# Summary\n\n[First](a.md)\n\n# Part\n\n- [`B`](b.md)\n    - [C](c.md)\n<!-- [no](no.md) -->\n\n---\n\n[Last](d.md)\n",
    });

    expect(navOf(book)).toEqual(["First = a", "Part", "- B = b", "- - C = c", "Last = d"]);
  });
});

describe("mdBook: text", () => {
  it("includes are in text and code: whole, by lines, by anchors", async () => {
    const book = await generateBook(
      {
        "a.md": [
          "# A",
          "{{#include part.txt}}",
          "```rust\n{{#include ../code/a.rs:2}}\n```",
          "```rust\n{{#include ../code/a.rs:4:}}\n```",
          "```rust\n{{#include ../code/a.rs::1}}\n```",
          "```rust\n{{#rustdoc_include ../code/a.rs:middle}}\n```",
          "{{#title Another}}",
          "{{#playground ../code/b.rs editable}}",
          "```md\n\\{{#include x.md}}\n```",
        ].join("\n\n"),
        "part.txt": "Part {{#include deep.txt}}\n",
        "deep.txt": "deep",
        "../code/a.rs":
          "one\ntwo\n// ANCHOR: middle\n// ANCHOR: other\nthree\n// ANCHOR_END: other\n// ANCHOR_END: middle\nfour\n",
        "../code/b.rs": "# fn hidden() {}\nfn main() {}\n",
      },
      { names: ["a.md"] },
    );

    expect(textOf(book, "a")).toBe(
      "Part deep two // ANCHOR: other three // ANCHOR_END: other // ANCHOR_END: middle four one three fn main() {} {{#include x.md}}",
    );
    expect(problemsOf(book)).toEqual([]);
  });

  it("what is missing is reported with its place", async () => {
    const book = await generateBook(
      { "a.md": "# A\n\n{{#include b.txt:gone}}\n\n{{#include gone.txt}}\n", "b.txt": "x\n" },
      { names: ["a.md"] },
    );

    expect(problemsOf(book)).toEqual([
      expect.stringMatching(/^a\.md:3 missing-file .*no anchor "gone"/),
      expect.stringMatching(/^a\.md:5 missing-file .*gone\.txt/),
    ]);
  });

  it("nothing is included if that is switched off", async () => {
    const book = await generateBook(
      { "a.md": "# A\n\n`{{#include gone.txt}}`\n" },
      { toml: "[build]\nuse-default-preprocessors = false" },
    );

    expect(problemsOf(book)).toEqual([]);
  });

  it("hidden lines of Rust are not shown, attributes are", async () => {
    const book = await generateBook({
      "a.md":
        "# A\n\n```rust,ignore\n# use a;\n#\n#[derive(Debug)]\n## x\nlet a = 1;\n```\n\n```sh\n# comment\n```\n",
    });

    expect(textOf(book, "a")).toBe("#[derive(Debug)] # x let a = 1; # comment");
  });

  it("headings have the ids of their attributes; old ids in HTML count", async () => {
    const book = await generateBook({
      "a.md":
        '# A\n\n## Two { #own .class }\n\n## Three {.class}\n\n## `{code}`\n\nSet {#four}\n---\n\n<a id="old"></a>\n\n[x](#own) [y](#old)\n',
    });

    expect(anchorsOf(book, "a")).toEqual(["a", "own", "three", "code", "four"]);
    expect(problemsOf(book)).toEqual([]);
  });

  it("listings of the Rust book show their file and caption", async () => {
    const page =
      '# A\n\n<Listing number="1-1" file-name="src/main.rs" caption="A `main` function\nthat `a -> b`">\n\n```rust\nfn main() {}\n```\n\n</Listing>\n\n<Listing number="1-2" caption=\'The "x"\'>\n\n</Listing>\n';

    const book = await generateBook(
      { "a.md": page },
      { toml: "[preprocessor.trpl-listing]\ncommand = 'x'" },
    );

    expect(textOf(book, "a")).toBe(
      'Filename: src/main.rs fn main() {} Listing 1-1: A main function that a -> b Listing 1-2: The "x"',
    );
  });
});

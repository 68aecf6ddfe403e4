import fc from "fast-check";
import GithubSlugger from "github-slugger";
import { describe, expect, it } from "vitest";
import { ANCHOR_STYLES } from "../../../../generator/config/anchor-styles.ts";
import { assignAnchors } from "../../../../generator/markdown/anchors/anchors.ts";
import { documentAnchor } from "../../../../generator/markdown/anchors/document.ts";
import { ANY_CHARACTER } from "../../../support/any-character.ts";
import { RUNS } from "../../../support/extent.ts";
import { generateFrom } from "../../../support/tree.ts";
import { docFrom, placeOf } from "../../single.ts";

async function anchors(text: string, style?: "document" | "github"): Promise<string[]> {
  const doc = await docFrom(text, style ? { anchors: style } : {});
  return doc.headings.map(({ anchor }) => anchor);
}

function requests(texts: readonly string[]) {
  return texts.map((text) => ({ depth: 2, text, raw: text, customId: null }));
}

describe("documentAnchor", () => {
  it.each([
    ["What's new?", "what-s-new-"],
    ["Überblick", "überblick"],
    ["Quick start", "quick-start"],
    ["  -- A  &  B!! ", "-a-b-"],
    ["API v2.0 (beta)", "api-v2-0-beta-"],
    ["...", "-"],
    ["-", "-"],
    ["", ""],
    ["a_b", "a-b"],
    ["a-b", "a-b"],
    ["a---b", "a-b"],
    ["a\tb\u00a0c\u2028d", "a-b-c-d"],
    ["日本語の見出し", "日本語の見出し"],
    ["快速开始：安装", "快速开始-安装"],
    ["हिन्दी में शुरुआत", "हिन्दी-में-शुरुआत"],
    ["ภาษาไทย", "ภาษาไทย"],
    ["مرحبا بالعالم", "مرحبا-بالعالم"],
    ["שָׁלוֹם", "שָׁלוֹם"],
    // A mark belongs to the letter before it, composed or not.
    ["Cafe\u0301 noir", "cafe\u0301-noir"],
    ["Caf\u00e9 noir", "caf\u00e9-noir"],
    // A mark without a letter is not part of the anchor.
    ["\u0301a", "-a"],
    ["1\ufe0f\u20e3 first", "1-first"],
    ["Ⅷ x² ½ ④ ٣", "ⅷ-x²-½-④-٣"],
    ["🚀 Launch", "-launch"],
    ["a🚀🚀b", "a-b"],
    ["𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𐐀", "𝔘𝔫𝔦𝔠𝔬𝔡𝔢-𐐨"],
    // Default Unicode mapping, whatever the machine's locale: no dotless i.
    ["TITLE Iİ", "title-ii\u0307"],
    ["ΟΔΟΣ ΣΑΣ", "οδος-σας"],
    ["STRASSE ẞ", "strasse-ß"],
    ["C++ & C#", "c-c-"],
  ])("DOC-A7 anchors: %j gives %j", (text, anchor) => {
    expect(documentAnchor(text)).toBe(anchor);
  });

  it("DOC-A7 anchors: for ASCII, the document's rule literally", () => {
    const ascii = fc.string({ unit: "binary-ascii" });
    fc.assert(
      fc.property(ascii, (text) => {
        expect(documentAnchor(text)).toBe(text.toLowerCase().replace(/[^a-z0-9]+/g, "-"));
      }),
    );
  });

  it("DOC-A7 anchors: any text gives only letters, their marks, numbers and single `-`", () => {
    fc.assert(
      fc.property(fc.string({ unit: ANY_CHARACTER }), (text) => {
        const anchor = documentAnchor(text);
        expect(anchor).toMatch(/^(?:\p{Alphabetic}|\p{M}|\p{N}|-)*$/u);
        expect(anchor).not.toContain("--");
        expect(anchor).toBe(documentAnchor(anchor));
      }),
    );
  });

  it("DOC-A7 anchors: letters and numbers are never lost", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const letters = (value: string): string => value.replace(/[^\p{L}\p{N}]/gu, "");
        expect(letters(documentAnchor(text))).toBe(letters(text.toLowerCase()));
      }),
      { numRuns: RUNS.cheap },
    );
  });
});

describe("assignAnchors", () => {
  /** Few words, so that they repeat, sometimes in the form that a count would give them. */
  const word = fc.constantFrom("a", "A", "a-1", "a 1", "A-1-1", "a!", "-", "", "b", "日", "日 1");
  const heading = fc
    .record({
      depth: fc.integer({ min: 1, max: 6 }),
      text: fc.oneof(word, fc.string({ unit: "grapheme", maxLength: 4 })),
      customId: fc.option(fc.constantFrom("a", "a-1", "b", "A", "_97_", "日-1"), { freq: 5 }),
    })
    .map((each) => ({ ...each, raw: each.text }));
  const style = fc.constantFrom("document" as const, "github" as const);

  it("DOC-A7 anchors: every anchor of a page is unique, under every rule", () => {
    const anyStyle = fc.constantFrom(...ANCHOR_STYLES);
    fc.assert(
      fc.property(fc.array(heading, { maxLength: 30 }), anyStyle, (headings, anchorStyle) => {
        const given = assignAnchors(headings, anchorStyle);
        expect(given).toHaveLength(headings.length);
        expect(new Set(given).size).toBe(given.length);
      }),
      { numRuns: RUNS.cheap },
    );
  });

  it("DOC-A7 anchors: ASCII repeats are counted as github-slugger counts them", () => {
    const text = fc.oneof(
      fc.constantFrom("a", "A", "a 1", "a-1", "A-1-1", "a!", "b", "B?", "-", ""),
      fc.string({ unit: "binary-ascii", maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 20 }), (texts) => {
        const oracle = new GithubSlugger();
        const expected = texts.map((each) =>
          oracle.slug(each.toLowerCase().replace(/[^a-z0-9]+/g, "-")),
        );
        expect(assignAnchors(requests(texts), "document")).toEqual(expected);
      }),
      { numRuns: RUNS.cheap },
    );
  });

  it("DOC-A7 anchors: the style `github` is github-slugger over all headings in order", () => {
    const text = fc.oneof(word, fc.string({ unit: ANY_CHARACTER, maxLength: 8 }));
    const plain = fc
      .record({ depth: fc.integer({ min: 1, max: 6 }), text })
      .map((each) => ({ ...each, raw: each.text, customId: null }));
    fc.assert(
      fc.property(fc.array(plain, { maxLength: 20 }), (headings) => {
        const oracle = new GithubSlugger();
        const expected = headings.map((each) => oracle.slug(each.text));
        expect(assignAnchors(headings, "github")).toEqual(expected);
      }),
      { numRuns: RUNS.cheap },
    );
  });

  it("DOC-A7 anchors: an id given by the author once is that heading's anchor, unchanged", () => {
    fc.assert(
      fc.property(fc.array(heading, { maxLength: 30 }), style, (headings, anchorStyle) => {
        const given = assignAnchors(headings, anchorStyle);
        const seen = new Set<string>();
        for (const [index, { customId }] of headings.entries()) {
          if (customId === null || seen.has(customId)) continue;
          seen.add(customId);
          // "a" twice gives "a-1": only an id with such an ending may be taken by a count.
          if (!/-1$/.test(customId)) expect(given[index]).toBe(customId);
        }
      }),
      { numRuns: RUNS.cheap },
    );
  });
});

describe("anchors of a page", () => {
  it.each([
    ["a repeat gets -1, -2", "# A\n# A\n# A\n", ["a", "a-1", "a-2"]],
    ["texts with the same anchor repeat", "# A b\n# a-B\n# a (b\n", ["a-b", "a-b-1", "a-b-2"]],
    ["a count never takes a text's own anchor twice", "# A\n# A 1\n# A\n", ["a", "a-1", "a-2"]],
    ["nothing is trimmed, so these differ", "# New\n# New?\n# New?\n", ["new", "new-", "new--1"]],
    ["empty headings", "#\n#\n", ["", "-1"]],
    ["other scripts repeat too", "# 日本\n# 日本\n", ["日本", "日本-1"]],
    ["headings below depth 4 do not shift the outline", "##### A\n# A\n", ["a"]],
    ["an author's id comes first, even from below", "# Foo\n# Bar {#foo}\n", ["foo-1", "foo"]],
    ["an author's id does not count as text", "# Foo {#x}\n# Foo\n", ["x", "foo"]],
  ])("DOC-A7 anchors: %s", async (_, text, expected) => {
    expect(await anchors(text)).toEqual(expected);
  });

  it("DOC-A7 anchors: the same text on another page starts from the beginning", async () => {
    const { content } = await generateFrom({ "a.md": "# A\n# A\n", "b.md": "# A\n" });

    expect(content.docs.map((doc) => doc.headings.map(({ anchor }) => anchor))).toEqual([
      ["a", "a-1"],
      ["a"],
    ]);
  });

  it("DOC-A7 anchors: an author's id used twice is a problem, and is counted", async () => {
    const { content, problems } = await generateFrom({ "a.md": "# A {#x}\n\n> ## B {#x}\n" });

    expect(content.docs[0]!.headings.map(({ anchor }) => anchor)).toEqual(["x", "x-1"]);
    expect(problems.map(placeOf)).toEqual(["a.md:3:3 duplicate-anchor"]);
  });

  it('DOC-A7 anchors: `anchors: "github"` follows GitHub, which counts deep headings too', async () => {
    const text = "##### What's new?\n# What's new?\n## Über_uns & Co.\n# 🚀 Launch\n";

    expect(await anchors(text, "github")).toEqual(["whats-new-1", "über_uns--co", "-launch"]);
    expect(await anchors(text)).toEqual(["what-s-new-", "über-uns-co-", "-launch"]);
  });

  it('DOC-A7 anchors: `anchors: "github"` checks fragments by GitHub\'s rule', async () => {
    const files = {
      "a.md": "# A\n\n[x](b.md#whats-new) [[b#What's new?]]\n",
      "b.md": "# What's new?",
    };

    const github = await generateFrom(files, { anchors: "github" });
    const document = await generateFrom(files);

    expect(github.problems).toEqual([]);
    expect(document.problems.map(({ suggestion }) => suggestion)).toEqual(["#what-s-new-"]);
  });
});

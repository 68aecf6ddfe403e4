import picocolors from "picocolors";
import { describe, expect, it } from "vitest";
import { causesOf } from "../../../../generator/changes/causes.ts";
import { diffCorpora } from "../../../../generator/changes/diff.ts";
import { type DiffFormat, renderDiff } from "../../../../generator/cli/changes/diff-report.ts";
import { allNodes } from "../../../../generator/markdown/markdown-nodes.ts";
import { parseWithRemark } from "../../../../generator/markdown/markdown-remark.ts";
import { prose } from "../../../support/prose.ts";
import { generateFrom, type TreeFiles } from "../../../support/tree.ts";

async function render(before: TreeFiles, after: TreeFiles, format: DiffFormat): Promise<string> {
  const [old, now] = [await generateFrom(before), await generateFrom(after)];
  const sides = { before: old.content, after: now.content };
  const diff = diffCorpora(sides.before, sides.after);
  return renderDiff(diff, { causes: causesOf(diff, sides), format });
}

const SETUP = `# Setup\n\n${prose("setup")}\n\n## On Linux\n\n${prose("linux")}\n\n## Advice\n\n${prose("advice")}`;
const BEFORE: TreeFiles = {
  "index.md": "# Home\n\n[one](guide/setup.md#on-linux) [two](old.md) [three](stays.md#first)",
  "guide/setup.md": SETUP,
  "old.md": "# Old\n\n## Part\n\nText.",
  "stays.md": `# Stays\n\n## First\n\n${prose("first")}`,
};
const AFTER: TreeFiles = {
  "index.md": BEFORE["index.md"]!,
  "start/setup.md": SETUP.replace(`\n\n## Advice\n\n${prose("advice")}`, ""),
  "stays.md": `# Stays\n\n## Second\n\n${prose("first")}\n\n## Hints\n\n${prose("advice")}`,
  "new.md": "# New",
};

describe("renderDiff: pretty", () => {
  it("causes come first, each with what breaks because of it, and the totals are the end", async () => {
    expect(await render(BEFORE, AFTER, "pretty")).toBe(`\
Moved (1)
  guide/setup → start/setup (0.95: 67 % of its text is there.)
    with it #setup, #on-linux
    #advice → stays#hints (0.98: 94 % of its text is there, in the section "Hints".)
    breaks a link in index

Removed (1)
  old
    with it #old, #part
    breaks a link in index

Anchors gone (1)
  stays#first → stays#second (0.98: 94 % of its text is there, in the section "Second".)
    breaks a link in index

Added (1)
  new

Changed (2)
  start/setup (headings, body)
  stays (headings, body)

Pages: 1 moved, 1 removed, 1 added, 2 changed.
Addresses that break: 8, 5 with a certain new place, 0 with a possible one, 3 with none. Links that break: 3.`);
  });

  it("a folder that was renamed is one line, with the pages that did not just go along below it", async () => {
    const names = ["a", "b", "c", "d"];
    const text = (name: string) =>
      `# ${name}\n\n${prose(name)}\n\n## Part\n\n${prose(`${name} part`)}`;
    const pages = (folder: string) =>
      Object.fromEntries(names.map((name) => [`${folder}/in/${name}.md`, text(name)]));
    const links = Array.from({ length: 7 }, (_, at) => [`from-${at}.md`, "[x](old/in/a.md)"]);
    const cut = text("d").replace(`\n\n## Part\n\n${prose("d part")}`, "");
    const report = await render(
      { ...pages("old"), ...Object.fromEntries(links) },
      {
        ...pages("new"),
        ...Object.fromEntries(links),
        "new/in/d.md": cut,
        "part.md": `# Part of d\n\n${prose("d part")}`,
      },
      "pretty",
    );

    expect(report).toContain(`\
Moved (4)
  old/ → new/ (3 pages, 6 anchors)
    breaks links in from-0, from-1, from-2, from-3, from-4 and 2 more
  old/in/d → new/in/d (`);
    expect(report).toContain("Pages: 4 moved, 0 removed, 1 added, 1 changed.");
  });

  it("pages whose addresses have another base are one line", async () => {
    const files = { "a.md": "# A", "b/c.md": "# C\n\n## Part", "b/d.md": "# D" };
    const before = (await generateFrom(files)).content;
    const after = (await generateFrom(files, { base: "/manual" })).content;
    const diff = diffCorpora(before, after);

    expect(
      renderDiff(diff, { causes: causesOf(diff, { before, after }), format: "pretty" }),
    ).toMatch(/^Moved \(3\)\n {2}\/docs\/ → \/manual\/ \(3 pages, 4 anchors\)\n\nPages: /);
  });

  it("a terminal shows the first entries in lines that fit, and all on request", async () => {
    const names = Array.from({ length: 30 }, (_, at) => `a-page-with-a-rather-long-name-${at}`);
    const pages = Object.fromEntries(names.map((name) => [`${name}.md`, `# ${name}`]));
    const before = (await generateFrom({ "a.md": "# A" })).content;
    const after = (await generateFrom({ "a.md": "# A", ...pages })).content;
    const diff = diffCorpora(before, after);
    const terminal = { columns: 40, colors: picocolors.createColors(false), hasLinks: false };
    const causes = causesOf(diff, { before, after });
    const text = renderDiff(diff, { causes, format: "pretty", terminal });

    expect(text).toMatch(/^Added \(30\)\n/);
    expect(text).toContain("  … 10 more; --all shows every one\n");
    expect(Math.max(...text.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(40);
    const all = renderDiff(diff, { causes, format: "pretty", terminal, isAll: true });
    expect(all).not.toContain("more");
    expect(all.split("\n").filter((line) => line.startsWith("  a-page"))).toHaveLength(30);
  });

  it("a place that is not certain is a suggestion", async () => {
    const page = `# Page\n\n${prose("page")}`;
    const text = await render({ "a.md": page }, { "b.md": page, "c.md": page }, "pretty");

    expect(text).toMatch(
      /^Removed \(1\)\n {2}a → perhaps b \(0\.\d\d: All of its text is there, but "c" is nearly the same/,
    );
    expect(text).toContain("0 with a certain new place, 2 with a possible one, 0 with none");
  });

  it("a page with another slug under the same id has moved", async () => {
    const before = (await generateFrom({ "a.md": "# A" })).content;
    const after = (await generateFrom({ "a.md": "# A" }, { base: "/manual" })).content;
    const diff = diffCorpora(before, after);

    expect(
      renderDiff(diff, { causes: causesOf(diff, { before, after }), format: "pretty" }),
    ).toMatch(/^Moved \(1\)\n {2}\/docs\/a → \/manual\/a\n {4}with it #a\n/);
  });

  it("prints no control character of a name", async () => {
    const id = "\x1b[2Jpage\n::error::forged\u202e";
    const text = await render({ [`${id}.md`]: "# A" }, { "b.md": "" }, "pretty");

    expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
    expect(text).toContain("  \\u{001b}[2Jpage\\u{000a}::error::forged\\u{202e}\n");
  });
});

describe("renderDiff", () => {
  it("markdown is the same as a list, and quotes the content of pages", async () => {
    const text = await render(BEFORE, AFTER, "markdown");

    expect(text).toContain("### Moved (1)\n\n- `guide/setup` → `start/setup` (0.95: ");
    expect(text).toContain("  - with it `#setup`, `#on-linux`\n  - `#advice` → `stays#hints` (");
    expect(text).toMatch(/### Totals\n\nPages: 1 moved, /);
  });

  it("markdown contains a name that would end its code span, its line or its list", async () => {
    const id = "x `` <img src=x> @org [Approve](javascript:alert) ```\n\n# Approved\n\u202e y` ";
    const text = await render({ "a.md": "" }, { "a.md": "", [`${id}.md`]: "" }, "markdown");
    const tree = parseWithRemark(text);

    expect(tree.children.map(({ type }) => type)).toEqual([
      "heading",
      "list",
      "heading",
      "paragraph",
    ]);
    const found = allNodes(tree).filter(({ type }) => /code|html|link|image/i.test(type));
    expect(found.map((node) => [node.type, "value" in node && node.value])).toEqual([
      ["inlineCode", id.replaceAll("\n", "\\u{000a}").replace("\u202e", "\\u{202e}")],
    ]);
  });

  it("a heading quoted in a reason cannot add markup or lines", async () => {
    const heading = "<b>`*x*` \u202e";
    const before = { "a.md": `# A\n\n## First\n\n${prose("first")}` };
    const after = { "a.md": `# A\n\n${prose("a")}\n\n## ${heading}\n\n${prose("first")}` };
    const tree = parseWithRemark(await render(before, after, "markdown"));

    expect(allNodes(tree).some(({ type }) => type === "html" || type === "emphasis")).toBe(false);
  });

  it("markdown folds long lists, and has at most 60 000 characters", async () => {
    const pages = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, at) => [
          `${"a-long-folder-name/".repeat(5)}${at}.md`,
          "",
        ]),
      );
    const few = await render({ "a.md": "" }, { "a.md": "", ...pages(30) }, "markdown");
    const many = await render({ "a.md": "" }, { "a.md": "", ...pages(1200) }, "markdown");

    expect(few).toContain("<details><summary>10 more</summary>\n\n- `");
    expect(few.match(/^- /gm)).toHaveLength(30);
    expect(many.length).toBeLessThanOrEqual(60_000);
    expect(many).toContain("### Added (1200)");
    expect(many).toMatch(/- … \d+ more lines: see `docgate diff`\n\n<\/details>\n\n### Totals/);
    expect(many).toMatch(/Links that break: 0\.$/);
  });

  it("json is the diff itself", async () => {
    const json = JSON.parse(await render(BEFORE, AFTER, "json"));

    expect(Object.keys(json)).toEqual([
      "added",
      "removed",
      "moved",
      "changed",
      "anchorsGone",
      "brokenLinks",
      "brokenAddresses",
      "moves",
    ]);
    expect(json.moves[0]).toEqual({
      from: "guide/setup",
      to: "start/setup",
      confidence: 0.95,
      reason: "67 % of its text is there.",
    });
  });

  it.each<DiffFormat>(["pretty", "markdown"])("%s reports an empty diff", async (format) => {
    expect(await render(BEFORE, BEFORE, format)).toBe("No difference.");
  });
});

import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { measureSite } from "../../bench/sites/measure-site.ts";
import { siteTrees } from "../../bench/sites/site-trees.ts";
import { benchSites } from "../../bench/sites/sites.ts";
import { makeTree } from "../support/tree.ts";

/** A tree whose site has the anchors of GitHub, and one wrong page, anchor and link. */
const FILES = {
  "docs/start.md": [
    "# Start\n",
    "[gone](gone.md) [page](/docs/other) [a](guide.md#right-1) [b](guide.md#wrong)\n",
    "## Right\n",
    "## Lost\n",
    ":::note Hello\n",
    "`:::note` is code\n",
    "{{< shown >}}\n",
    "<Card />\n",
    'import A from "./a.js"\n',
  ].join("\n"),
  "docs/guide.md": "# Guide\n\n## Right!\n\n## Right!\n",
  "docs/unknown.md": "# Unknown\n",
  "config.json": '{ "anchors": "github" }',
  "truth.json": JSON.stringify({
    generator: "own",
    pages: {
      "/docs/start": {
        title: "Start",
        headings: [
          [1, "start", "Start"],
          [2, "right", "Right"],
          [2, "", "Without an id"],
        ],
      },
      "/docs/guide/": {
        title: "Guide",
        headings: [
          [2, "right", "Right!"],
          [2, "right-1", "Right!"],
          [3, "made", "Made by a plugin"],
        ],
        ids: ["extra"],
      },
      "/de/guide": {
        title: "Guide",
        headings: [
          [2, "right", "Right!"],
          [2, "right-1", "Right!"],
          [3, "made", "Made by a plugin"],
        ],
      },
      "/docs/other": { title: "Other", headings: [[2, "x", "X"]] },
      "/tags": { title: "Tags", headings: [] },
    },
  }),
  "html/docs/start.html": [
    '<h1 id="start">Start</h1><a href="gone">gone</a><a href="/docs/other">page</a>',
    '<a href="/docs/guide/#right-1">a</a><a href="/docs/guide/#wrong">b</a>',
    "<p>{{&lt; shown &gt;}}</p><script>var hidden = 1</script>",
  ].join(""),
  "html/docs/guide/index.html": '<h2 id="right">Right</h2><h2 id="right-1">Right</h2>',
  "html/docs/other.html": '<h2 id="x">X</h2>',
};

async function measure({ html }: { html: boolean }) {
  const folder = await makeTree(FILES);
  const [tree] = siteTrees([join(folder, "docs"), join(folder, "truth.json")], {
    config: [join(folder, "config.json")],
    html: [html ? join(folder, "html") : "-"],
  });
  return measureSite(tree!);
}

describe("the benchmark of sites", () => {
  it("counts addresses, pages, anchors and ids that are right, without copies and lists", async () => {
    const figures = await measure({ html: true });

    expect(figures).toMatchObject({
      name: "truth",
      generator: "own",
      site: "document",
      addresses: { part: 2, whole: 3 },
      // "/docs/other" is missing.
      pages: { part: 2, whole: 3 },
      copies: 2,
      // "lost" is not on the site, "made" not in the corpus.
      anchors: { part: 3, whole: 4 },
      ids: { part: 3, whole: 4 },
    });
  });

  it("judges what is reported by the links of the built page", async () => {
    const { reported, unjudged, fixes, harmful } = await measure({ html: true });

    // "gone.md" and "#wrong" are broken, "/docs/other" works.
    expect({ reported, unjudged, fixes, harmful }).toEqual({
      reported: { part: 2, whole: 3 },
      unjudged: 0,
      fixes: 0,
      harmful: 0,
    });
  });

  it("without HTML, judges fragments by the ids that are known", async () => {
    const { reported, unjudged } = await measure({ html: false });

    expect({ reported, unjudged }).toEqual({ reported: { part: 1, whole: 1 }, unjudged: 2 });
  });

  it("finds syntax of the site in what people and agents read, but not in code or what the site shows", async () => {
    const { remnants } = await measure({ html: true });
    const kinds = (wanted: string) =>
      remnants.filter(({ place }) => place === wanted).map(({ kind, text }) => `${kind}: ${text}`);

    const importLine = 'import lines: import A from "./a.js"';
    expect(kinds("excerpt")).toEqual([importLine]);
    expect(kinds("Markdown").sort()).toEqual([
      "components: <Card />",
      "directives: :::note",
      importLine,
    ]);
  });

  it("has a column for each tree, and goals that are met or not", async () => {
    const folder = await makeTree(FILES);
    const paths = [join(folder, "docs"), join(folder, "truth.json")];
    const { text, goals } = await benchSites(siteTrees([...paths, ...paths], {}));

    expect(text).toContain("|  | truth | truth |");
    expect(goals.find(({ goal }) => goal.includes("addresses"))).toMatchObject({
      figure: "2 of 3",
      ratio: "66.7 %",
      isMet: false,
    });
    expect(() => siteTrees(paths.slice(1), {})).toThrow(TypeError);
  });
});

import { existsSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseConfig, type UserConfig } from "../../../generator/config/config.ts";
import { checkTree } from "../../../generator/generate.ts";
import { applyPlan } from "../../../generator/refactor/apply-plan.ts";
import type { Refactoring } from "../../../generator/refactor/plan.ts";
import { commit, move, plan, textsIn } from "../../support/refactoring.ts";
import { makeTree, type TreeFiles } from "../../support/tree.ts";

/** Refactors a tree. @returns its text files afterwards */
async function refactor(
  files: TreeFiles,
  refactoring: Refactoring,
  config: UserConfig = {},
): Promise<Record<string, string>> {
  const root = await makeTree(files);
  const { obstacles, ...rest } = await plan(root, refactoring, config);
  expect(obstacles).toEqual([]);
  await applyPlan({ ...rest, obstacles }, root);
  return textsIn(root);
}

const LINKED = {
  "a.md": "# A\n\n[b](guide/b.md#two) [b](./guide/b.md) [[guide/b]] <a href='guide/b.md'>b</a>\n",
  "guide/b.md": "# B\n\n## Two\n\n[a](../a.md) [c](c.md) ![x](img/x.png) [self](#two)\n",
  "guide/c.md": "# C\n\n[b][1]\n\n[1]: b.md 'B'\n",
  "guide/img/x.png": "png",
};

describe("planRefactoring", () => {
  it("writes the links to a page that moves, those in it, and its images", async () => {
    expect(await refactor(LINKED, move("guide/b.md", "more/deep/b.md"))).toEqual({
      "a.md":
        "# A\n\n[b](more/deep/b.md#two) [b](./more/deep/b.md) [[more/deep/b]] <a href='more/deep/b.md'>b</a>\n",
      "more/deep/b.md":
        "# B\n\n## Two\n\n[a](../../a.md) [c](../../guide/c.md) ![x](../../guide/img/x.png) [self](#two)\n",
      "guide/c.md": "# C\n\n[b][1]\n\n[1]: ../more/deep/b.md 'B'\n",
      "guide/img/x.png": "png",
      "redirects.json":
        '{\n  "version": 1,\n  "redirects": [\n    { "from": "guide/b", "to": "more/deep/b" }\n  ]\n}\n',
    });
  });

  it("leaves the links between pages of a folder that moves", async () => {
    const {
      "manual/b.md": b,
      "manual/c.md": c,
      "a.md": a,
    } = await refactor(LINKED, move("guide", "manual"));
    expect(b).toBe(LINKED["guide/b.md"]);
    expect(c).toBe(LINKED["guide/c.md"]);
    expect(a).toContain("[b](manual/b.md#two) [b](./manual/b.md) [[manual/b]]");
  });

  it("writes the images of a file that moves, and keeps queries, fragments and encoding", async () => {
    const files = {
      "a.md":
        "# A\n\n![x](img/a%20b.png?raw#x) <img src='img/a%20b.png'> [x](/docs/img/a%20b.png)\n",
      "img/a b.png": "png",
    };
    expect((await refactor(files, move("img/a b.png", "media/a b.png")))["a.md"]).toBe(
      "# A\n\n![x](media/a%20b.png?raw#x) <img src='media/a%20b.png'> [x](/docs/media/a%20b.png)\n",
    );
  });

  it("keeps where an image belongs that is not in the tree", async () => {
    const files = { "guide/a.md": "# A\n\n![x](../img/built.png)\n" };
    const after = await refactor(files, move("guide/a.md", "a.md"));
    expect(after["a.md"]).toBe("# A\n\n![x](img/built.png)\n");
  });

  it("leaves links that are broken, and links to other hosts", async () => {
    const files = {
      "a.md": "# A\n\n[x](gone.md) [y](https://x.example/b.md) [b](b.md)\n",
      "b.md": "# B\n",
    };
    expect((await refactor(files, move("b.md", "x/b.md")))["a.md"]).toBe(
      "# A\n\n[x](gone.md) [y](https://x.example/b.md) [b](x/b.md)\n",
    );
  });

  it("writes includes and imports of both sides of a move", async () => {
    const config: UserConfig = {
      site: { includes: ["mdx-imports"], mdx: [".mdx"], partials: ["**/_*"] },
    };
    const files = {
      "a.mdx":
        "import Part from './_part.mdx';\nimport X from '../src/x.js';\n\n# A\n\n<Part />\n\n```js\nimport Y from './_part.mdx';\n```\n",
      "_part.mdx": "See [b](./b.mdx).\n",
      "b.mdx": "# B\n",
    };
    const after = await refactor(files, move("a.mdx", "guide/a.mdx"), config);
    expect(after["guide/a.mdx"]).toBe(
      "import Part from '../_part.mdx';\nimport X from '../../src/x.js';\n\n# A\n\n<Part />\n\n```js\nimport Y from './_part.mdx';\n```\n",
    );
    const part = await refactor(files, move("_part.mdx", "parts/_part.mdx"), config);
    expect(part["a.mdx"]).toContain("import Part from './parts/_part.mdx';");
    expect(part["parts/_part.mdx"]).toBe("See [b](../b.mdx).\n");
  });

  it("gives a folder one entry in the ledger, which goes when the folder comes back", async () => {
    const root = await makeTree(LINKED);
    commit(root);
    const planned = await plan(root, move("guide", "manual"));
    expect(planned.redirects).toEqual([{ from: "guide/**", to: "manual/**" }]);
    await applyPlan(planned, root);
    expect((await checkTree({ root, config: parseConfig({}) })).problems).toEqual([]);
    await applyPlan(await plan(root, move("manual", "guide")), root);
    expect(await textsIn(root)).toEqual(LINKED);
  });

  it("moves a chapter of a book with its entry in the summary", async () => {
    const summary = "# Summary\n\n- [One](one.md)\n- [Two](two.md)\n";
    const files = {
      "book.toml": "[book]\n",
      "src/SUMMARY.md": summary,
      "src/one.md": "# One\n",
      "src/two.md": "# Two\n",
    };
    const root = await makeTree(files);
    const planned = await plan(join(root, "src"), move("two.md", "part/two.md"), { site: "auto" });
    expect(planned.obstacles).toEqual([]);
    expect(planned.texts.find(({ path }) => path === "SUMMARY.md")?.after).toContain(
      "(part/two.md)",
    );
  });

  it("names a page that would not be one at its new path", async () => {
    const root = await makeTree(LINKED);
    const config: UserConfig = { ignore: ["drafts/**"] };
    const { obstacles } = await plan(root, move("guide/c.md", "drafts/c.md"), config);
    const message = 'would not be a page as "drafts/c.md"';
    expect(obstacles).toEqual([{ file: "guide/c.md", line: 1, column: 1, message }]);
    const taken = await plan(root, move("guide/c.md", "guide/b.mdx"));
    expect(taken.obstacles).toMatchObject([
      { file: "guide/c.md", message: 'would have the id of another page as "guide/b.mdx"' },
    ]);
  });

  it("writes a path of a file as one, also where the site would find the page by another", async () => {
    const files = {
      "mkdocs.yml": "site_name: x\n",
      "docs/index.md": "# I\n",
      "docs/b.md": "# B\n",
      "docs/x/a.md": "# A\n\n[b](../b.md)\n",
    };
    const root = await makeTree(files);
    const docs = join(root, "docs");
    await applyPlan(await plan(docs, move("b.md", "x/b.md"), { site: "auto" }), docs);
    expect(readFileSync(join(docs, "x/a.md"), "utf8")).toBe("# A\n\n[b](b.md)\n");
    await applyPlan(await plan(docs, move("x/b.md", "b.md"), { site: "auto" }), docs);
    expect(readFileSync(join(docs, "x/a.md"), "utf8")).toBe("# A\n\n[b](../b.md)\n");
  });

  it("names a place that it cannot write, with its line", async () => {
    const root = await makeTree({ "a.md": "# A\n\n[b](my\\_b.md)\n", "my_b.md": "# B\n" });
    const { obstacles } = await plan(root, move("my_b.md", "x/b.md"));
    const message = '"my_b.md" would lead elsewhere and cannot be rewritten';
    expect(obstacles).toEqual([{ file: "a.md", line: 3, column: 1, message }]);
  });

  it("renames a heading with the links to it, also where others of the same text get other anchors", async () => {
    const files = {
      "a.md": "# A\n\n## Setup\n\n## Setup ##\n\n[x](#setup) [y](#setup-1)\n",
      "b.md": "# B\n\n[x](a.md#setup) [y](a.md#setup-1) [[a#Setup]]\n",
    };
    const rename: Refactoring = {
      kind: "heading",
      path: "a.md",
      anchor: "setup",
      text: "Start *here*",
    };
    const after = await refactor(files, rename);
    expect(after["a.md"]).toBe(
      "# A\n\n## Start *here*\n\n## Setup ##\n\n[x](#start-here) [y](#setup)\n",
    );
    expect(after["b.md"]).toContain("[x](a.md#start-here) [y](a.md#setup)");
    expect(JSON.parse(after["redirects.json"]!).redirects).toEqual([
      { from: "a#setup-1", to: "a#setup" },
    ]);
  });

  it("keeps the anchor of a heading that names its own, and refuses a text that makes none", async () => {
    const root = await makeTree({ "a.md": "# A\n\n## Old {#id}\n\n[x](#id)\n" });
    const heading = { kind: "heading", path: "a.md", anchor: "id" } as const;
    const { texts, redirects } = await plan(root, { ...heading, text: "New" });
    expect(texts.map(({ after }) => after)).toEqual(["# A\n\n## New {#id}\n\n[x](#id)\n"]);
    expect(redirects).toEqual([]);
    await expect(plan(root, { ...heading, text: "a\nb" })).rejects.toMatchObject({
      code: "setting",
    });
    await expect(plan(root, { ...heading, anchor: "no", text: "b" })).rejects.toMatchObject({
      code: "setting",
    });
  });

  it("writes the order of pages where it is data, and names it where it is a program", async () => {
    const nav = "site_name: x\nnav:\n  - Home: index.md\n  - 'guide/b.md'\n  - B: guide/b.md # b\n";
    const root = await makeTree({
      "mkdocs.yml": nav,
      "docs/index.md": "# I\n",
      "docs/guide/b.md": "# B\n",
    });
    const { texts } = await plan(join(root, "docs"), move("guide/b.md", "b.md"), { site: "auto" });
    expect(texts.find(({ path }) => path === "../mkdocs.yml")?.after).toBe(
      "site_name: x\nnav:\n  - Home: index.md\n  - 'b.md'\n  - B: b.md # b\n",
    );
    const code = await makeTree({
      "docusaurus.config.js": "export default { presets: [['classic', {}]] };\n",
      "sidebars.js": "export default {\n  docs: ['guide/b'],\n};\n",
      "docs/guide/b.md": "# B\n",
    });
    const { obstacles } = await plan(join(code, "docs"), move("guide/b.md", "b.md"), {
      site: "auto",
    });
    expect(obstacles).toMatchObject([{ file: "../sidebars.js", line: 2, column: 11 }]);
  });

  it("adds no redirect from an address that was never committed, and removes one that is not needed", async () => {
    const root = await makeTree({
      "a.md": "# A\n\n[b](./b.md) [b](../docs/b.md) [b](b.md)\n",
      "b.md": "# B\n",
    });
    const before = await textsIn(root);
    commit(root);
    await applyPlan(await plan(root, move("a.md", "x/a.md")), root);
    expect(existsSync(join(root, "redirects.json"))).toBe(true);
    await applyPlan(await plan(root, move("x/a.md", "a.md")), root);
    expect(await textsIn(root)).toEqual(before);
  });
});

describe("applyPlan", () => {
  it("writes nothing if a file was changed since, or cannot be moved", async () => {
    const root = await makeTree(LINKED);
    const planned = await plan(root, move("guide/b.md", "x/b.md"));
    await writeFile(join(root, "a.md"), "# Other\n");
    await expect(applyPlan(planned, root)).rejects.toMatchObject({ code: "file" });
    expect(await readFile(join(root, "guide/b.md"), "utf8")).toBe(LINKED["guide/b.md"]);
  });

  it("puts everything back if a text cannot be written", async () => {
    const root = await makeTree(LINKED);
    const before = await textsIn(root);
    const planned = await plan(root, move("guide/b.md", "x/b.md"));
    const nowhere = { path: "a.md/x.md", before: null, after: "x", edits: null };
    const broken = { ...planned, texts: [...planned.texts, nowhere] };
    await expect(applyPlan(broken, root)).rejects.toThrow();
    expect(await textsIn(root)).toEqual(before);
  });
});

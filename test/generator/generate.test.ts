import { rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FORMAT_VERSION } from "../../corpus/layout.ts";
import { verifyCorpus } from "../../corpus/open/verify.ts";
import { serializeCorpus } from "../../corpus/write/write.ts";
import { parseConfig } from "../../generator/config/config.ts";
import type { Progress } from "../../generator/config/generation.ts";
import { generate } from "../../generator/generate.ts";
import {
  corpusOf,
  generateFrom,
  HANDBOOK,
  makeFolder,
  makeTree,
  type TreeFiles,
  writeTree,
} from "../support/tree.ts";
import { placeOf } from "./single.ts";

async function bytesOf(root: string): Promise<string> {
  const { content } = await generate({ root, config: parseConfig({}) });
  return serializeCorpus(content).toString();
}

describe("generate", () => {
  it("DOC-A11 order: docs by path in code-point order, never by locale or UTF-16 unit", async () => {
    // U+FF21 comes before U+1F600, whose first UTF-16 unit is U+D83D; `Z` comes before `a`; names
    // are compared as paths: "a b.md", "a-b.md", "a.md", "a/x.md".
    const names = ["Z", "a b", "a-b", "a", "a/x", "aa", "b", "z", "ä", "é", "\uff21", "😀"];
    const files = [...names].reverse().map((name) => [`${name}.md`, `# ${name}`]);

    const { docs, graph } = await corpusOf(await makeTree(Object.fromEntries(files)));

    expect(docs.map(({ id }) => id)).toEqual(names);
    expect(graph.nodes.map(({ id }) => id)).toEqual(names);
  });

  it("DOC-A11 order: by path including the extension, so not by id", async () => {
    const { content } = await generateFrom({ "a.mdx": "# 1", "a.b.md": "# 2", "a-b.md": "# 3" });

    expect(content.docs.map(({ path }) => path)).toEqual(["a-b.md", "a.b.md", "a.mdx"]);
  });

  it("DOC-A12 frozen: files created elsewhere in another order give the same bytes", async () => {
    const files: TreeFiles = {
      "b.md": "# B\n\n[a](a.md) [[c]]",
      "a.md": "# A\n\n[b](b.md#b)",
      "s/c.md": "# C\n\n日本",
      "s/ü.md": "---\ntitle: Ü\n---\n",
      "t/d.md": "# D",
    };
    const reversed = Object.fromEntries(Object.entries(files).reverse());
    const [first, second] = [await makeTree(files), await makeTree(reversed)];

    const bytes = await bytesOf(first);

    expect(await bytesOf(second)).toBe(bytes);
    expect(bytes).not.toContain(first);
    // Files that were created and removed leave nothing behind.
    await writeTree(second, { "0.md": "x", "z.md": "y" });
    await Promise.all(["0.md", "z.md"].map((name) => rm(`${second}/${name}`)));
    expect(await bytesOf(second)).toBe(bytes);
  });

  it("DOC-A12 frozen: the corpus has a format version and the SHA-256 of its content", async () => {
    const { content } = await generateFrom({ "a.md": "# A" });
    const bytes = serializeCorpus(content);
    const file = verifyCorpus(bytes, "corpus");

    expect(file.formatVersion).toBe(FORMAT_VERSION);
    expect(file.sha256).toMatch(/^[0-9a-f]{64}$/);
    const altered = Buffer.from(bytes.toString().replace('"# A"', '"# B"'));
    expect(altered).not.toEqual(bytes);
    expect(() => verifyCorpus(altered, "corpus")).toThrow("SHA-256");
  });

  it("DOC-A12 frozen: the result is the same with any number of threads, and with a cache", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 140 }, (_, index) => [
        `s${index % 7}/page-${index}.md`,
        index % 30 === 3
          ? "---\ntitle: [\n---\n"
          : `# Page ${index}\n\n[x](page-${index + 7}.md)\n`,
      ]),
    );
    const root = await makeTree({ ...files, "bad.md": Buffer.of(0xff) });
    const cacheDir = await makeFolder();
    const config = parseConfig({});

    const plain = await generate({ root, config });
    const threads = await generate({ root, config, jobs: 2 });
    const filling = await generate({ root, config, cacheDir });
    const cached = await generate({ root, config, cacheDir });

    expect(plain.problems.length).toBeGreaterThan(3);
    for (const other of [threads, filling, cached]) {
      expect(other.content).toEqual(plain.content);
      expect(other.problems).toEqual(plain.problems);
    }
    expect([plain, threads, filling].map((result) => result.cached)).toEqual([0, 0, 0]);
    expect(cached.cached).toBe(140);
  }, 30_000);

  it("DOC-A13 never dropped: every readable page is in the corpus, whatever its problems", async () => {
    const { content, problems } = await generateFrom({
      "broken.md": "[x](gone.md) [y](#gone)\n",
      "data.md": "---\ntitle: [a]\n---\n",
      "empty.md": "",
      "same.md": "# Same\n# A {#i}\n# B {#i}\n",
      "same2.md": "# Same\n",
      "syntax.md": "---\n: [\n---\n",
    });

    expect(content.docs.map(({ id }) => id)).toEqual([
      "broken",
      "data",
      "empty",
      "same",
      "same2",
      "syntax",
    ]);
    expect(problems.map(placeOf)).toEqual([
      "broken.md:1:1 broken-link",
      "broken.md:1:14 broken-fragment",
      "data.md:2:1 frontmatter-value",
      "same.md:3:1 duplicate-anchor",
      "same2.md:1:1 duplicate-title",
      expect.stringMatching(/^syntax\.md:2:\d+ frontmatter-syntax$/),
    ]);
  });

  it("problems are sorted by file, line and column, in code-point order", async () => {
    const { problems } = await generateFrom({
      "a.md": `${"\n".repeat(9)}[x](gone) [y](gone)\n[z](gone)`,
      "Z.md": "[x](gone)",
      "\uff21.md": "[x](gone)",
      "😀.md": "[x](gone)",
    });

    expect(problems.map(placeOf)).toEqual([
      "Z.md:1:1 broken-link",
      "a.md:10:1 broken-link",
      "a.md:10:11 broken-link",
      "a.md:11:1 broken-link",
      "\uff21.md:1:1 broken-link",
      "😀.md:1:1 broken-link",
    ]);
  });

  it("DOC-A14 empty-tree: a root without Markdown is an error, unless the rule is lowered", async () => {
    const { content, problems } = await generateFrom({ "a.txt": "" });
    const meant = await generateFrom({ "a.txt": "" }, { rules: { "empty-tree": "off" } });

    expect(content.docs).toEqual([]);
    expect(problems.map(placeOf)).toEqual([".:1:1 empty-tree"]);
    expect(problems[0]!.severity).toBe("error");
    expect(meant).toMatchObject({ content: { docs: [] }, problems: [] });
  });

  it("DOC-A14 empty-tree: a tree with nothing but links to the outside is an error too", async () => {
    const root = await makeFolder();
    await symlink(await makeTree({ "a.md": "# A" }), join(root, "out"));

    const { problems } = await generate({ root, config: parseConfig({}) });

    expect(problems.map(placeOf)).toEqual([".:1:1 empty-tree", "out:1:1 outside-symlink"]);
  });

  it("fails if the root does not exist", async () => {
    const root = `${await makeFolder()}/gone`;

    await expect(generate({ root, config: parseConfig({}) })).rejects.toMatchObject({
      code: "ENOENT",
    });
  });

  it("reports its progress, up to the last file", async () => {
    const steps: Progress[] = [];
    await generate({
      root: HANDBOOK,
      config: parseConfig({}),
      onProgress: (step) => steps.push(step),
    });

    expect(steps.length).toBeGreaterThan(0);
    expect(steps.at(-1)).toEqual({ done: 7, total: 7 });
    expect(steps.map(({ done }) => done)).toEqual(
      steps.map(({ done }) => done).sort((a, b) => a - b),
    );
  });

  it("the handbook has no problem", async () => {
    const { problems } = await generate({ root: HANDBOOK, config: parseConfig({}) });

    expect(problems).toEqual([]);
  });
});

import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../generator/config/config.ts";
import { checkTree, generateFile } from "../../generator/generate.ts";
import { createKnownFiles } from "../../generator/rebuild/known-files.ts";
import { generateFrom, makeTree, type TreeFiles, writeTree } from "../support/tree.ts";
import { placeOf } from "./single.ts";

const DRAFT = "---\ndraft: true\n---\n# Draft {#a}\n\n## Draft {#a}\n\n[x](gone.md)\n";

describe("drafts", () => {
  it.each<[what: string, frontmatter: string, isPublished: boolean]>([
    ["draft: true", "draft: true", false],
    ["published: false", "title: A\npublished: false", false],
    ["both", "draft: false\npublished: false", false],
    ["draft: false", "draft: false", true],
    ["published: true", "published: true", true],
    ["a string", 'draft: "true"\npublished: "false"', true],
    ["YAML 1.1", "draft: yes\npublished: no", true],
    ["a number", "draft: 1\npublished: 0", true],
    ["not valid YAML", "draft: true\n: [", true],
  ])("DOC-A1 drafts: %s", async (_, frontmatter, isPublished) => {
    const rules = { "frontmatter-syntax": "off" } as const;
    const files = { "a.md": "# A\n", "b.md": `---\n${frontmatter}\n---\n# B\n` };

    const { content, drafts } = await generateFrom(files, { rules });
    const included = await generateFrom(files, { rules, drafts: "include" });

    expect(content.docs.map(({ id }) => id)).toEqual(isPublished ? ["a", "b"] : ["a"]);
    expect(drafts).toBe(isPublished ? 0 : 1);
    expect(included.content.docs).toHaveLength(2);
    expect(included.drafts).toBe(0);
  });

  it("DOC-A1 drafts: problems of a draft are not reported, links and redirects to it are", async () => {
    const files = {
      "a.md": "[1](b/c.md#x) [2](/docs/b/c) [3](/b/c) [4](b/c.html) [5](B/C.md) [[c]]\n\n[6](b/)",
      "b/c.md": DRAFT,
      "b/index.md": DRAFT,
      "redirects.json": JSON.stringify({ version: 1, redirects: [{ from: "old", to: "b/c" }] }),
    };

    const { content, problems } = await generateFrom(files);

    const toDraft = problems.filter(({ message }) => message.includes("a draft"));
    expect(toDraft.map(({ message, suggestion }) => [message, suggestion])).toEqual(
      ["b/c.md#x", "/docs/b/c", "/b/c", "b/c.html", "c", "b/"].map((target) => {
        return [`Link to "${target}" leads to a draft, which is left out`, null];
      }),
    );
    expect(problems.filter((each) => !toDraft.includes(each)).map(placeOf)).toEqual([
      "a.md:1:54 broken-link",
      "redirects.json:1:27 redirect-target",
    ]);
    expect(content.docs.map(({ links }) => links)).toEqual([[]]);
  });

  it("DOC-A1 drafts: a published page comes before a draft of the same folder", async () => {
    const files = { "a.md": "[x](b/)", "b/index.md": DRAFT, "b/README.md": "# B\n" };

    const { content, problems } = await generateFrom(files);

    expect(content.docs[0]!.links).toEqual(["b/README"]);
    expect(problems).toEqual([]);
  });

  it("DOC-A14: a tree of drafts alone is an error", async () => {
    const { problems } = await generateFrom({ "a.md": DRAFT });

    expect(problems).toMatchObject([{ rule: "empty-tree", severity: "error" }]);
    expect(problems[0]!.message).toContain("drafts");
  });

  it("DOC-A1 drafts: one that is published or withdrawn is noticed by every kind of run", async () => {
    const files: TreeFiles = { "a.md": "# A\n\n[x](b.md)\n", "b.md": "# B\n" };
    const root = await makeTree(files);
    const options = { root, config: parseConfig({}), cacheDir: join(root, ".cache") };
    const out = join(root, ".out.json");
    const knownFiles = createKnownFiles();
    const runs = async () => {
      const watching = await generateFile({ ...options, out, knownFiles });
      const again = await generateFile({ ...options, out });
      const checked = await checkTree(options);
      return [watching, again, checked].map(({ docs, drafts, problems }) => {
        return [docs, drafts, problems.length];
      });
    };
    const all = (run: number[]) => [run, run, run];

    expect(await runs()).toEqual(all([2, 0, 0]));
    await writeTree(root, { "b.md": DRAFT });
    expect(await runs()).toEqual(all([1, 1, 1]));
    await writeTree(root, { "b.md": "# B again\n" });
    expect(await runs()).toEqual(all([2, 0, 0]));
    const included = parseConfig({ drafts: "include" });
    await writeTree(root, { "b.md": "---\ndraft: true\n---\n# B\n" });
    expect(await runs()).toEqual(all([1, 1, 1]));
    expect(await checkTree({ ...options, config: included })).toMatchObject({ docs: 2, drafts: 0 });
  });
});

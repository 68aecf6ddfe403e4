import { mkdir, symlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../generator/config.ts";
import { generate } from "../../generator/generate.ts";
import { corpusOf, generateFrom, makeFolder, makeTree, writeTree } from "../support/tree.ts";
import { docIn, placeOf } from "./single.ts";

async function pathsBelow(root: string): Promise<string[]> {
  return (await corpusOf(root)).docs.map(({ path }) => path);
}

async function problemsBelow(root: string): Promise<string[]> {
  const { problems } = await generate({ root, config: parseConfig({}) });
  return problems.map(placeOf);
}

describe("collect", () => {
  it("A1 files: takes .md, .markdown and .mdx, in any case, and nothing else", async () => {
    const root = await makeTree({
      "a.md": "a",
      "b.markdown": "b",
      "c.mdx": "c",
      "d.MD": "d",
      "e.Markdown": "e",
      "f.MdX": "f",
      "g.txt": "",
      "h.md.bak": "",
      "i.mdown": "",
      "j.mkd": "",
      md: "",
      "k.html": "",
    });

    expect(await pathsBelow(root)).toEqual([
      "a.md",
      "b.markdown",
      "c.mdx",
      "d.MD",
      "e.Markdown",
      "f.MdX",
    ]);
  });

  it("A1 files: skips hidden files and folders and node_modules, at every depth", async () => {
    const root = await makeTree({
      "kept.md": "",
      "a/kept.md": "",
      "node_modules.md": "",
      "my_node_modules/kept.md": "",
      ".hidden.md": "",
      ".git/x.md": "",
      "a/.drafts/b/c.md": "",
      "a/.x.md": "",
      "node_modules/x/README.md": "",
      "a/b/node_modules/x.md": "",
    });

    expect(await pathsBelow(root)).toEqual([
      "a/kept.md",
      "kept.md",
      "my_node_modules/kept.md",
      "node_modules.md",
    ]);
  });

  it("A1 files: a folder whose name looks like a Markdown file is a folder", async () => {
    const root = await makeTree({ "notes.md/page.md": "" });

    expect(await pathsBelow(root)).toEqual(["notes.md/page.md"]);
  });

  it("A1 files: an unreadable file is an error, never a missing page without a word", async () => {
    const root = await makeFolder();
    // The name is no UTF-8, so no JavaScript string opens the file: this works for any user.
    const name = Buffer.concat([Buffer.from(`${root}/bad-`), Buffer.of(0xff), Buffer.from(".md")]);
    await writeFile(name, "# Page");

    const { problems } = await generate({ root, config: parseConfig({}) });

    expect(problems.filter(({ severity }) => severity === "error").map(placeOf)).toEqual([
      "bad-\ufffd.md:1:1 unreadable-file",
    ]);
  });

  describe("symbolic links", () => {
    it("A1 symlinks: follows a file and a folder inside the root", async () => {
      const root = await makeTree({ "real/page.md": "# Page" });
      await symlink(join(root, "real"), join(root, "alias"));
      await symlink("real/page.md", join(root, "copy.md"));

      expect(await pathsBelow(root)).toEqual(["alias/page.md", "copy.md", "real/page.md"]);
    });

    it("A1 symlinks: does not follow a file or a folder outside, and says so", async () => {
      const outside = await makeTree({ "secret.md": "# Secret" });
      const root = await makeTree({ "page.md": "" });
      await symlink(join(outside, "secret.md"), join(root, "file.md"));
      await symlink(outside, join(root, "folder"));

      expect(await pathsBelow(root)).toEqual(["page.md"]);
      expect(await problemsBelow(root)).toEqual([
        "file.md:1:1 outside-symlink",
        "folder:1:1 outside-symlink",
      ]);
    });

    it("A1 symlinks: a folder beside the root whose name starts with the root's is outside", async () => {
      const folder = await makeTree({ "docs/page.md": "", "docs-private/secret.md": "# Secret" });
      await symlink("../docs-private/secret.md", join(folder, "docs/secret.md"));
      await symlink("../docs-private", join(folder, "docs/private"));

      expect(await pathsBelow(join(folder, "docs"))).toEqual(["page.md"]);
    });

    it("A1 symlinks: what counts is where the whole chain ends, not its first step", async () => {
      const outside = await makeFolder();
      const root = await makeTree({ "page.md": "# Page" });
      await writeTree(outside, { "secret.md": "# Secret" });
      await symlink(join(outside, "secret.md"), join(root, "step"));
      await symlink("step", join(root, "out.md"));
      await symlink(join(root, "page.md"), join(outside, "back"));
      await symlink(join(outside, "back"), join(root, "in.md"));

      expect(await pathsBelow(root)).toEqual(["in.md", "page.md"]);
    });

    it("A1 symlinks: a dangling Markdown link is reported, any other one is left alone", async () => {
      const root = await makeTree({ "page.md": "" });
      await symlink("nowhere.md", join(root, "dangling.md"));
      await symlink("nowhere.png", join(root, "dangling.png"));
      await symlink("loop.md", join(root, "loop.md"));

      expect(await pathsBelow(root)).toEqual(["page.md"]);
      expect(await problemsBelow(root)).toEqual([
        "dangling.md:1:1 unreadable-file",
        "loop.md:1:1 unreadable-file",
      ]);
    });

    it("A1 symlinks: a cycle ends", async () => {
      const root = await makeTree({ "a/page.md": "", "b/other.md": "" });
      await symlink("..", join(root, "a/up"));
      await symlink(".", join(root, "a/self"));
      await symlink("../b", join(root, "a/to-b"));
      await symlink("../a", join(root, "b/to-a"));

      expect(await pathsBelow(root)).toEqual([
        "a/page.md",
        "a/to-b/other.md",
        "b/other.md",
        "b/to-a/page.md",
      ]);
    });

    it("A1 symlinks: the docs root may itself be one", async () => {
      const root = await makeTree({ "real/a/page.md": "" });
      await symlink("real", join(root, "docs"));
      await symlink("page.md", join(root, "real/a/alias.md"));

      expect(await pathsBelow(join(root, "docs"))).toEqual(["a/alias.md", "a/page.md"]);
    });
  });

  describe("ids", () => {
    it("A1 ids: two files with the same id are an error that names both paths", async () => {
      const { problems } = await generateFrom({ "guide/a.md": "# A", "guide/a.mdx": "# B" });

      expect(problems).toEqual([
        expect.objectContaining({ rule: "duplicate-id", severity: "error", suggestion: null }),
      ]);
      expect(problems[0]!.message).toContain('"guide/a.md"');
      expect(problems[0]!.message).toContain('"guide/a.mdx"');
    });

    it("A1 ids: of three files with the same id, two are in the way", async () => {
      const { problems } = await generateFrom({
        "a.md": "# 1",
        "a.mdx": "# 2",
        "a.markdown": "# 3",
      });

      expect(problems.map(placeOf)).toEqual(["a.md:1:1 duplicate-id", "a.mdx:1:1 duplicate-id"]);
    });

    it("A2 ids: two names that differ in normalisation only give the same id", async () => {
      const root = await makeTree({ "\u00e9.md": "# A", "e\u0301.md": "# B" });

      expect(await problemsBelow(root)).toEqual(["\u00e9.md:1:1 duplicate-id"]);
    });

    it("A2 ids: path and id are NFC, whatever the file system holds", async () => {
      const root = await makeTree({ "U\u0308ber/cafe\u0301.md": "# Café" });

      const { docs } = await corpusOf(root);

      expect(docs).toMatchObject([
        { id: "\u00dcber/caf\u00e9", path: "\u00dcber/caf\u00e9.md", section: "\u00dcber" },
      ]);
    });

    it("A2 ids: case is kept, and names that differ by case only are two docs", async () => {
      const root = await makeTree({ "Guide/Page.md": "# 1" });
      // A file system that folds case holds one file here: then there is nothing to tell apart.
      await mkdir(join(root, "guide"), { recursive: true });
      await writeTree(root, { "guide/page.md": "# 2" });

      const paths = await pathsBelow(root);

      expect(paths[0]).toBe("Guide/Page.md");
      expect(paths.slice(1).every((path) => path === "guide/page.md")).toBe(true);
    });

    it.each([
      ["index.md", "index"],
      ["guide/index.md", "guide/index"],
      ["guide/README.md", "guide/README"],
      ["release-1.2.md", "release-1.2"],
      ["a.b.c.mdx", "a.b.c"],
      ["v1.0/d.MD", "v1.0/d"],
      ["a.md.md", "a.md"],
      ["with space.markdown", "with space"],
    ])("A2 ids: %s has the id %s", async (path, id) => {
      const doc = await docIn({ [path]: "# Page" }, id);

      expect(doc.path).toBe(path);
      expect(basename(doc.slug)).toBe(encodeURIComponent(basename(id)));
    });
  });
});

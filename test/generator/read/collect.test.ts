import { mkdir, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseConfig, type UserConfig } from "../../../generator/config/config.ts";
import { generate } from "../../../generator/generate.ts";
import { corpusOf, generateFrom, makeFolder, makeTree, writeTree } from "../../support/tree.ts";
import { docIn, placeOf } from "../single.ts";

async function pathsBelow(root: string, config: UserConfig = {}): Promise<string[]> {
  return (await corpusOf(root, config)).docs.map(({ path }) => path);
}

async function problemsBelow(root: string, config: UserConfig = {}): Promise<string[]> {
  const { problems } = await generate({ root, config: parseConfig(config) });
  return problems.map(placeOf);
}

describe("collect", () => {
  it("DOC-A1 files: takes .md, .markdown and .mdx, in any case, and nothing else", async () => {
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

  it("DOC-A1 files: skips hidden files and folders and node_modules, at every depth", async () => {
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

  it("DOC-A1 files: a folder whose name looks like a Markdown file is a folder", async () => {
    const root = await makeTree({ "notes.md/page.md": "" });

    expect(await pathsBelow(root)).toEqual(["notes.md/page.md"]);
  });

  it("DOC-A1 files: an unreadable file is an error, never a silently missing page", async () => {
    const root = await makeFolder();
    // The name is not UTF-8, so no JavaScript string opens the file: this works for any user.
    const name = Buffer.concat([Buffer.from(`${root}/bad-`), Buffer.of(0xff), Buffer.from(".md")]);
    await writeFile(name, "# Page");

    const { problems } = await generate({ root, config: parseConfig({}) });

    expect(problems.filter(({ severity }) => severity === "error").map(placeOf)).toEqual([
      "bad-\ufffd.md:1:1 unreadable-file",
    ]);
  });

  it("DOC-A1 files: a name that is not UTF-8 is an error for pages, folders and links", async () => {
    const root = await makeTree({ "page.md": "# Page" });
    const named = (name: string): Buffer =>
      Buffer.concat([Buffer.from(`${root}/`), Buffer.of(0xff), Buffer.from(name)]);
    await writeFile(named(".md"), "# Page");
    await writeFile(named(".png"), "");
    await mkdir(named("-folder"));
    await symlink(root, named("-link"));

    const { problems } = await generate({ root, config: parseConfig({}) });

    expect(problems.map((problem) => [placeOf(problem), problem.severity])).toEqual([
      ["\ufffd-folder:1:1 unreadable-file", "error"],
      ["\ufffd-link:1:1 unreadable-file", "error"],
      ["\ufffd.md:1:1 unreadable-file", "error"],
    ]);
  });

  it("DOC-A1 files: no name is left out, whatever characters it contains", async () => {
    const names = [
      "line\nfeed.md",
      "\n.md",
      "ends\n.md",
      "carriage\rreturn.md",
      "tab\tand\u2028separator.md",
      "-rf.md",
      "#hash.md",
      "query?a=b.md",
      "100%25.md",
      "back\\slash.md",
      "{a,b}[c]*!(d).md",
      " space .md",
      "colon:1:1.md",
      "\ufffd.md",
      "line\nfeed/in\nfolder.md",
    ];
    const root = await makeTree(
      Object.fromEntries(names.map((name) => [name, `# ${name.length}`])),
    );

    const { docs } = await corpusOf(root);

    expect(docs.map(({ path }) => path)).toEqual(names.toSorted());
    expect(docs.map(({ slug }) => decodeURIComponent(slug))).toEqual(
      names.toSorted().map((name) => `/docs/${name.slice(0, -".md".length)}`),
    );
  });

  it("DOC-A1 files: globs match names that contain a line feed", async () => {
    const root = await makeTree({ "a\nb/c\nd.md": "", "drafts/e\nf.md": "", "g\nh.md": "" });
    const config = { include: ["**/*.md"], ignore: ["drafts/**", "g*"] };

    expect(await pathsBelow(root, config)).toEqual(["a\nb/c\nd.md"]);
  });

  describe("symbolic links", () => {
    it("DOC-A1 symlinks: follows a file and a folder inside the root", async () => {
      const root = await makeTree({
        ".shared/guide/page.md": "# Page",
        ".shared/note.md": "# Note",
      });
      await symlink(join(root, ".shared/guide"), join(root, "guide"));
      await symlink(".shared/note.md", join(root, "copy.md"));

      expect(await pathsBelow(root)).toEqual(["copy.md", "guide/page.md"]);
      expect(await problemsBelow(root)).toEqual([]);
    });

    it("DOC-A1 symlinks: a page is read once, under its own path, and the other paths are reported", async () => {
      const root = await makeTree({ "real/page.md": "# Page", "real/deep/more.md": "# More" });
      await symlink(join(root, "real"), join(root, "alias"));
      await symlink("../real", join(root, "real/self"));
      await symlink("real/page.md", join(root, "copy.md"));

      expect(await pathsBelow(root)).toEqual(["real/deep/more.md", "real/page.md"]);
      const { problems } = await generate({ root, config: parseConfig({}) });
      expect(problems.map((problem) => [placeOf(problem), problem.message])).toEqual([
        ["alias:1:1 duplicate-symlink", expect.stringContaining('"real"')],
        ["copy.md:1:1 duplicate-symlink", expect.stringContaining('"real/page.md"')],
        ["real/self:1:1 duplicate-symlink", expect.stringContaining('"real"')],
      ]);
    });

    it("DOC-A1 symlinks: of links to something outside the walked paths, the first is followed", async () => {
      const root = await makeTree({
        ".shared/page.md": "# Page",
        ".shared/deep/more.md": "# More",
      });
      for (const name of ["c", "b", "a/x"]) {
        await mkdir(dirname(join(root, name)), { recursive: true });
        await symlink(join(root, ".shared"), join(root, name));
      }
      await symlink(".shared/page.md", join(root, "a.md"));

      expect(await pathsBelow(root)).toEqual(["a.md", "a/x/deep/more.md"]);
      expect(await problemsBelow(root)).toEqual([
        "a/x/page.md:1:1 duplicate-symlink",
        "b:1:1 duplicate-symlink",
        "c:1:1 duplicate-symlink",
      ]);
    });

    it("DOC-A1 symlinks: an unselected path does not count, neither a page's own nor a link's", async () => {
      const root = await makeTree({
        "packages/app/docs/page.md": "# Page",
        "packages/app/README.md": "# Read me",
        "packages/lib/docs/page.md": "# Library",
        "docs/index.md": "# Index",
      });
      await symlink("../packages/app/docs", join(root, "docs/app"));
      await symlink("../../lib", join(root, "packages/app/docs/lib"));
      await symlink("docs", join(root, "latest"));

      expect(await pathsBelow(root, { include: ["docs/**"] })).toEqual([
        "docs/app/lib/docs/page.md",
        "docs/app/page.md",
        "docs/index.md",
      ]);
      expect(await problemsBelow(root, { include: ["docs/**"] })).toEqual([]);
    });

    it("DOC-A1 symlinks: a folder that contains only links is followed where its pages are selected", async () => {
      const root = await makeTree({ ".shared/page.md": "# Page", "docs/index.md": "# Index" });
      await mkdir(join(root, "parts"));
      await symlink("../.shared", join(root, "parts/shared"));
      await symlink("../parts", join(root, "docs/parts"));
      const config = { include: ["docs/**"] };

      expect(await pathsBelow(root, config)).toEqual([
        "docs/index.md",
        "docs/parts/shared/page.md",
      ]);
      expect(await pathsBelow(root)).toEqual(["docs/index.md", "parts/shared/page.md"]);
      expect(await problemsBelow(root)).toEqual(["docs/parts:1:1 duplicate-symlink"]);
    });

    it("DOC-A1 symlinks: a link to a folder without pages is not a second path", async () => {
      const root = await makeTree({ "guide/page.md": "# Page", "images/a.png": "" });
      await symlink("../images", join(root, "guide/images"));

      expect(await problemsBelow(root)).toEqual([]);
    });

    it("DOC-A1 symlinks: a page with 2^44 paths is read once", async () => {
      const root = await makeTree({ "44/page.md": "# Page" });
      for (let place = 0; place < 44; place++) {
        await mkdir(join(root, `${place}`));
        await symlink(`../${place + 1}`, join(root, `${place}/a`));
        await symlink(`../${place + 1}`, join(root, `${place}/b`));
      }

      expect(await pathsBelow(root)).toEqual(["44/page.md"]);
      expect(await problemsBelow(root)).toEqual([
        "43/a:1:1 duplicate-symlink",
        "43/b:1:1 duplicate-symlink",
      ]);
    });

    it("DOC-A1 symlinks: does not follow a file or a folder outside, and says so", async () => {
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

    it("DOC-A1 symlinks: a folder next to the root whose name starts with the root's is outside", async () => {
      const folder = await makeTree({ "docs/page.md": "", "docs-private/secret.md": "# Secret" });
      await symlink("../docs-private/secret.md", join(folder, "docs/secret.md"));
      await symlink("../docs-private", join(folder, "docs/private"));

      expect(await pathsBelow(join(folder, "docs"))).toEqual(["page.md"]);
    });

    it("DOC-A1 symlinks: the end of the whole chain counts, not its first step", async () => {
      const outside = await makeFolder();
      const root = await makeTree({ "page.md": "# Page" });
      await writeTree(outside, { "secret.md": "# Secret" });
      await symlink(join(outside, "secret.md"), join(root, "step"));
      await symlink("step", join(root, "out.md"));
      await symlink(join(root, "page.md"), join(outside, "back"));
      await symlink(join(outside, "back"), join(root, "in.md"));

      expect(await pathsBelow(root)).toEqual(["page.md"]);
      expect(await problemsBelow(root)).toEqual([
        "in.md:1:1 duplicate-symlink",
        "out.md:1:1 outside-symlink",
      ]);
    });

    it("DOC-A1 symlinks: a dangling Markdown link is reported, any other one is left alone", async () => {
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

    it("DOC-A1 symlinks: a cycle ends", async () => {
      const root = await makeTree({ "a/page.md": "", "b/other.md": "" });
      await symlink("..", join(root, "a/up"));
      await symlink(".", join(root, "a/self"));
      await symlink("../b", join(root, "a/to-b"));
      await symlink("../a", join(root, "b/to-a"));

      expect(await pathsBelow(root)).toEqual(["a/page.md", "b/other.md"]);
    });

    it("DOC-A1 symlinks: a cycle ends even where its pages are not selected", async () => {
      const root = await makeTree({ "page.md": "", "a/x.md": "", "b/x.md": "" });
      await symlink("..", join(root, "a/up"));
      await symlink(".", join(root, "a/self"));
      await symlink("../b", join(root, "a/to-b"));
      await symlink("../a", join(root, "b/to-a"));
      const config = { ignore: ["**/x.md"] };

      expect(await pathsBelow(root, config)).toEqual(["page.md"]);
      expect(await problemsBelow(root, config)).toEqual([
        "a/up:1:1 duplicate-symlink",
        "b/to-a/up:1:1 duplicate-symlink",
      ]);
    });

    it("DOC-A1 symlinks: the docs root may itself be one", async () => {
      const root = await makeTree({ "real/a/page.md": "" });
      await symlink("real", join(root, "docs"));
      await symlink("page.md", join(root, "real/a/alias.md"));

      expect(await pathsBelow(join(root, "docs"))).toEqual(["a/page.md"]);
    });
  });

  describe("ids", () => {
    it("DOC-A1 ids: two files with the same id are an error that names both paths", async () => {
      const { problems } = await generateFrom({ "guide/a.md": "# A", "guide/a.mdx": "# B" });

      expect(problems).toEqual([
        expect.objectContaining({ rule: "duplicate-id", severity: "error", suggestion: null }),
      ]);
      expect(problems[0]!.message).toContain('"guide/a.md"');
      expect(problems[0]!.message).toContain('"guide/a.mdx"');
    });

    it("DOC-A1 ids: of three files with the same id, two are reported", async () => {
      const { problems } = await generateFrom({
        "a.md": "# 1",
        "a.mdx": "# 2",
        "a.markdown": "# 3",
      });

      expect(problems.map(placeOf)).toEqual(["a.md:1:1 duplicate-id", "a.mdx:1:1 duplicate-id"]);
    });

    it("DOC-A2 ids: two names that differ only in normalisation give the same id", async () => {
      const root = await makeTree({ "\u00e9.md": "# A", "e\u0301.md": "# B" });

      expect(await problemsBelow(root)).toEqual(["\u00e9.md:1:1 duplicate-id"]);
    });

    it("DOC-A2 ids: path and id are NFC, whatever the file system contains", async () => {
      const root = await makeTree({ "U\u0308ber/cafe\u0301.md": "# Café" });

      const { docs } = await corpusOf(root);

      expect(docs).toMatchObject([
        { id: "\u00dcber/caf\u00e9", path: "\u00dcber/caf\u00e9.md", section: "\u00dcber" },
      ]);
    });

    it("DOC-A2 ids: case is kept, and names that differ only by case are two docs", async () => {
      const root = await makeTree({ "Guide/Page.md": "# 1" });
      // On a case-insensitive file system there is one file here, and nothing to distinguish.
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
    ])("DOC-A2 ids: %s has the id %s", async (path, id) => {
      const doc = await docIn({ [path]: "# Page" }, id);

      expect(doc.path).toBe(path);
      expect(basename(doc.slug)).toBe(encodeURIComponent(basename(id)));
    });
  });
});

import { chmod, lstat, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseConfig, type UserConfig } from "../../../generator/config/config.ts";
import { filesToFix } from "../../../generator/fix/fixed-file.ts";
import { type WrittenFixes, writeFixes } from "../../../generator/fix/write-fixes.ts";
import { type CheckedTree, checkTree } from "../../../generator/generate.ts";
import { RUNS } from "../../support/extent.ts";
import { makeFolder, makeTree, type TreeFiles, writeTree } from "../../support/tree.ts";

const TREE: TreeFiles = {
  "guide/install.md": "# What's new?\n\n## Ein Über-Blick {#blick}\n\n## A & B\n\n## A, B\n",
  "guide/index.md": "# Guide\n\n[a](install.md#what-s-new-) [b](install.md#blick)\n",
  "guide/Two (2).md": "# Two\n",
  "reference/README.md": "# Reference\n\n## Ref\n",
  "über uns.md": "# Über uns\n",
  "same/Page.md": "# 1\n",
  "same/page.md": "# 2\n",
  "redirects.json": JSON.stringify({
    version: 1,
    redirects: [
      { from: "setup", to: "guide/install" },
      { from: "setup#old", to: "reference/README#ref" },
      { from: "guide/install#moved", to: "reference/README#ref" },
      { from: "guide/install#within", to: "guide/install#blick" },
      { from: "removed", to: null },
    ],
  }),
};

const SITE: UserConfig = { siteUrl: "https://acme.example" };

function check(root: string, config: UserConfig = SITE): Promise<CheckedTree> {
  return checkTree({ root, config: parseConfig(config) });
}

async function fix(root: string): Promise<WrittenFixes> {
  const { problems, sources } = await check(root);
  return writeFixes(filesToFix(problems, sources));
}

/** Fixes `guide/page.md` in the tree. @returns its new text and the rules of the problems left */
async function fixPage(text: string): Promise<{ after: string; left: string[] }> {
  const root = await makeTree({ ...TREE, "guide/page.md": text });
  await fix(root);
  const { problems } = await check(root);
  const left = problems.filter(({ file }) => file === "guide/page.md").map(({ rule }) => rule);
  return { after: await readFile(join(root, "guide/page.md"), "utf8"), left };
}

describe("a certain fix", () => {
  it.each([
    ["case", "[x](Install.md)", "[x](install.md)"],
    ["case, in the author's form", "[x](./INSTALL.md) y", "[x](./install.md) y"],
    ["case of a folder", "[x](../Reference/readme.md)", "[x](../reference/README.md)"],
    ["the extension", "[x](install.mdx)", "[x](install.md)"],
    ["backslashes", "[x](..\\guide\\install.md)", "[x](install.md)"],
    ["query and fragment", "[x](Install.md?a=1#blick)", "[x](install.md?a=1#blick)"],
    ["a moved page", "[x](../setup.md#a-b)", "[x](install.md#a-b)"],
    ["a moved place", "[x](../setup.md#old)", "[x](../reference/README.md#ref)"],
    ["a place moved from a page that is there", "[x](install#moved)", "[x](../reference#ref)"],
    ["a place moved within its page", "[x](install.md#within)", "[x](install.md#blick)"],
    ["case of a fragment", "[x](install.md#Blick)", "[x](install.md#blick)"],
    ["path and fragment", "[x](Install.md#Blick)", "[x](install.md#blick)"],
    ["a moved page in a wiki link", "[[setup#Blick|x]]", "[[guide/install#Blick|x]]"],
    ["a text directive", "[x](install.md#Blick:~:text=a)", "[x](install.md#blick:~:text=a)"],
    ["percent-encoding", "[x](../%C3%9Cber%20uns.md)", "[x](../%C3%BCber%20uns.md)"],
    ["no more encoding than before", "[x](<../ÜBER uns.md>)", "[x](<../über%20uns.md>)"],
    ["parentheses", "[x](two%20(2).md)", "[x](Two%20(2).md)"],
    [
      "a definition",
      "[a][r] [b][R]\n\n[r]: <Install.md> 't'",
      "[a][r] [b][R]\n\n[r]: <install.md> 't'",
    ],
    ["HTML", "<a id=x href='Install.md'>x</a>", "<a id=x href='install.md'>x</a>"],
    ["HTML in double quotes", '<b><a href=" Install.md ">x</a>', '<b><a href=" install.md ">x</a>'],
    ["HTML without quotes", "<A HREF=Install.md#blick>x</A>", "<A HREF=install.md#blick>x</A>"],
    ["a quote", "> - [x\n>   y](\n>   Install.md)", "> - [x\n>   y](\n>   install.md)"],
    ["an image in a link", "[![i](Install.md)](Install.md)", "[![i](install.md)](install.md)"],
    [
      "escapes around it",
      "\\[ &amp; [x\\]](Install.md 'a\\'b') \\]",
      "\\[ &amp; [x\\]](install.md 'a\\'b') \\]",
    ],
    [
      "a mark and Windows line ends",
      "\ufeff---\r\na: Install.md\r\n---\r\n[x](Install.md)\r\n",
      "\ufeff---\r\na: Install.md\r\n---\r\n[x](install.md)\r\n",
    ],
    [
      "two lines without an end",
      "[x](Install.md)\n[y](Install.md)",
      "[x](install.md)\n[y](install.md)",
    ],
  ])("corrects %s, and changes nothing else", async (_, before, after) => {
    expect(await fixPage(before)).toEqual({ after, left: [] });
  });

  it.each([
    ["a typing mistake", "[x](instal.md)", "broken-link"],
    ["the wrong folder", "[x](%C3%BCber%20uns.md)", "broken-link"],
    ["several pages", "[x](../same/PAGE.md)", "broken-link"],
    ["several fragments", "[x](install.md#A-B)", "broken-fragment"],
    ["a fragment that resembles one", "[x](install.md#blik)", "broken-fragment"],
    ["a page that is gone for good", "[x](../removed.md)", "broken-link"],
    ["a destination with escapes", "[x](Install\\.md)", "broken-link"],
    ["a link in code", "`[x](Install.md)`", null],
    ["case without an extension", "[x](./INSTALL)", "broken-link"],
    ["case after a leading slash", "[x](/docs/Guide/install.md)", "broken-link"],
    ["case from the docs root", "[x](/guide/Install.md)", "broken-link"],
    ["case in a URL", "<https://acme.example/docs/guide/Install.md>", "broken-link"],
    ["case of a folder", "[x](../Reference/)", "broken-link"],
    ["the name of an index", "[x](../reference/index.md)", "broken-link"],
    ["a folder as a file", "[x](../reference.md)", "broken-link"],
    ["the index of a wiki link", "[[reference/index#Ref|x]]", "broken-link"],
    ["GitHub's rule of anchors", "[x](install.md#whats-new)", "broken-fragment"],
    ["another place of hyphens", "[x](install.md#what-s-new)", "broken-fragment"],
  ])("is not made for %s", async (_, text, rule) => {
    const { after, left } = await fixPage(text);

    expect(after).toBe(text);
    expect(left).toEqual(rule === null ? [] : [rule]);
  });
});

describe("a fix that could break a link", () => {
  it("stays a suggestion in the author's form", async () => {
    const root = await makeTree({ ...TREE, "a.md": "[x](/docs/Guide/install) [y](Reference/)\n" });

    const { problems } = await check(root);

    expect(problems.map(({ suggestion }) => suggestion)).toEqual([
      "/docs/guide/install",
      "reference/",
    ]);
  });

  it("is not made if the file of the link exists, but is not read", async () => {
    const files = { "a.md": "[x](Page.md)\n", "page.md": "# Page\n", "Page.md": "# Other\n" };
    const root = await makeTree(files);

    const { problems } = await check(root, { ignore: ["Page.md"] });

    expect(problems).toMatchObject([{ rule: "broken-link", suggestion: "page.md" }]);
    expect(problems[0]).not.toHaveProperty("fix");
  });

  it("is not made if the path leads to another page from the docs root", async () => {
    const files = { "guide/page.md": "# 1\n", "Page.md": "# 2\n", "guide/a.md": "[x](Page.md)\n" };

    const { problems } = await check(await makeTree(files));

    expect(problems).toMatchObject([{ rule: "broken-link", suggestion: "page.md" }]);
    expect(problems[0]).not.toHaveProperty("fix");
  });

  it.each([
    ["most fit the other rule", "[a](#whats-new) [b](#c--d) [c](#on)"],
    ["most are wrong under both", "[a](#whatsnew) [b](#c_d) [c](#on)"],
  ])("is not made for any fragment if %s", async (_, others) => {
    const page = "# What's new?\n\n## C & D\n\n## On\n\n## Of {#Off}\n";
    const root = await makeTree({ "a.md": `${page}\n${others} [x](#off)\n` });

    const { problems, doubtful } = await check(root);

    expect(problems.map(({ fix }) => fix)).toEqual([undefined, undefined, undefined]);
    expect(doubtful().some(({ suggestion }) => suggestion === "#Off")).toBe(true);
  });

  it("is not made for any fragment if most fit a third rule, which is named", async () => {
    const page = "# What's new?\n\n## C & D\n\n## On\n\n## On\n\n## Of {#Off}\n";
    const links = "[a](#whats-new) [b](#c-d) [c](#on) [d](#on_1) [x](#off)";
    const root = await makeTree({ "a.md": `${page}\n${links}\n` });

    const { problems, likelyAnchors } = await check(root);

    expect(problems.map(({ fix }) => fix)).toEqual([undefined, undefined, undefined]);
    expect(likelyAnchors()).toBe("python-markdown");
  });

  it("is made for fragments if most are right, and more only under this rule", async () => {
    const page = "# What's new?\n\n## C & D\n\n## On\n\n## Of {#Off}\n";
    const links = "[a](#what-s-new-) [b](#c-d) [c](#on) [d](#c--d) [x](#off)";

    const { problems, doubtful } = await check(await makeTree({ "a.md": `${page}\n${links}\n` }));

    expect(problems.map(({ fix }) => fix?.text)).toEqual([undefined, "#Off"]);
    expect(doubtful()).toEqual([]);
  });
});

describe("writeFixes", () => {
  it("keeps the mode, writes through symbolic links inside the root, and nothing outside", async () => {
    const outside = await makeTree({ "o.md": "[x](../guide/Install.md)" });
    const root = await makeTree({ ...TREE, "v2/a.md": "[x](../guide/Install.md)" });
    await symlink("v2/a.md", join(root, "latest.md"));
    await symlink(join(outside, "o.md"), join(root, "o.md"));
    await chmod(join(root, "v2/a.md"), 0o640);

    expect((await fix(root)).failures).toEqual([]);

    expect(await readFile(join(root, "v2/a.md"), "utf8")).toBe("[x](../guide/install.md)");
    expect((await stat(join(root, "v2/a.md"))).mode & 0o777).toBe(0o640);
    expect((await lstat(join(root, "latest.md"))).isSymbolicLink()).toBe(true);
    expect(await readFile(join(outside, "o.md"), "utf8")).toBe("[x](../guide/Install.md)");
  });

  it("writes a page that includes another file", async () => {
    const text = '[x](Other.md)\n\n--8<-- "part.txt"\n';
    const root = await makeTree({
      "mkdocs.yml": "markdown_extensions: [pymdownx.snippets]\n",
      "part.txt": "A part.\n",
      "docs/a.md": text,
      "docs/other.md": "# Other\n",
    });
    const { problems, sources } = await check(join(root, "docs"), { site: "mkdocs" });

    const { failures } = await writeFixes(filesToFix(problems, sources));

    expect(failures).toEqual([]);
    expect(await readFile(join(root, "docs/a.md"), "utf8")).toBe(text.replace("Other", "other"));
  });

  it("leaves a file that changed since it was read, one that became a link, and a read-only one", async () => {
    const text = "[x](guide/Install.md)";
    const root = await makeTree({
      ...TREE,
      "a.md": text,
      "b.md": text,
      "c.md": text,
      "d.md": text,
    });
    const elsewhere = join(await makeFolder(), "c.md");
    const { problems, sources } = await check(root);
    await writeFile(join(root, "a.md"), `${text} more`);
    await writeTree(root, { "b.md": text });
    await chmod(join(root, "b.md"), 0o444);
    await writeFile(elsewhere, text);
    await rm(join(root, "c.md"));
    await symlink(elsewhere, join(root, "c.md"));

    const { written, failures } = await writeFixes(filesToFix(problems, sources));

    expect(written.map(({ path }) => path)).toEqual(["d.md"]);
    expect(failures).toEqual([
      expect.stringMatching(/a\.md" was changed while it was checked, .*Run the command again\.$/),
      expect.stringMatching(/^Cannot write ".*b\.md": the file is read-only\. Make it writable\.$/),
      expect.stringMatching(/c\.md" was changed/),
    ]);
    expect(await readFile(join(root, "a.md"), "utf8")).toBe(`${text} more`);
    expect(await readFile(join(root, "b.md"), "utf8")).toBe(text);
    expect(await readFile(elsewhere, "utf8")).toBe(text);
  });

  it("changes nothing but destinations, and is done after one run, in generated pages", async () => {
    const destination = fc.constantFrom(
      "Install.md",
      "./INSTALL.md#BLICK",
      "install.md#blick",
      "../setup.md#old",
      "/docs/Guide/install?q#x",
      "../%C3%9Cber%20uns.md",
      "gone.md",
      "#page",
    );
    const marked = destination.map((target) => `«${target}»`);
    const piece = fc.oneof(
      fc.constantFrom(
        "# H\n",
        "\n\n",
        "\r\n",
        "> ",
        "- ",
        "&amp;",
        "\\[",
        "*a*",
        "`",
        "😀",
        "{/*",
        "<b>",
      ),
      marked.map((target) => `[x](${target})`),
      marked.map((target) => `[![i](i.png)](<${target}> "t")`),
      marked.map((target) => `<a class=k href="${target}">`),
      marked.map((target) => `[[${target}|l]]`),
      marked.map((target) => `[r]\n\n[r]: ${target}\n`),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 12 }),
        fc.boolean(),
        async (pieces, hasMark) => {
          const text = (hasMark ? "\ufeff" : "") + pieces.join("");
          const root = await makeTree({ ...TREE, "guide/page.md": text.replace(/[«»]/g, "") });

          await fix(root);

          const after = await readFile(join(root, "guide/page.md"), "utf8");
          const around = text
            .split(/«[^»]*»/)
            .map((each) => each.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
          expect(after).toMatch(new RegExp(`^${around.join(`[^\\s<>"|]*`)}$`));
          expect((await check(root)).problems.filter(({ fix: some }) => some)).toEqual([]);
        },
      ),
      { numRuns: RUNS.costly },
    );
  });
});

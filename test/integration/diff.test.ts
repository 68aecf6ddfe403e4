import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { replaceFile } from "../../corpus/write/replace-file.ts";
import { serializeCorpus } from "../../corpus/write/write.ts";
import { runDocgate, runEach, runShared } from "../support/command.ts";
import { runtimesOf } from "../support/extent.ts";
import { prose } from "../support/prose.ts";
import { generateFrom, makeFolder, type TreeFiles, writeTree } from "../support/tree.ts";

const OLD: TreeFiles = {
  "a.md": "# A\n\n[b](b.md#gone)\n",
  "b.md": "# B\n\n## Gone\n\n## Stays\n",
};
const BROKEN: TreeFiles = { ...OLD, "b.md": "# B\n\n## Stays\n" };
const GROWN: TreeFiles = { ...OLD, "c.md": "# C\n" };

/** A folder with corpora by name. */
async function makeCorpora(trees: Readonly<Record<string, TreeFiles>>): Promise<string> {
  const folder = await makeFolder();
  for (const [name, files] of Object.entries(trees)) {
    const { content } = await generateFrom(files);
    await replaceFile(join(folder, name), serializeCorpus(content));
  }
  return folder;
}

describe.each(runtimesOf("deno"))("docgate diff on %s", (runtime) => {
  it("a removed heading that another page links to is named, with exit 1", async () => {
    const cwd = await makeCorpora({ "old.json": OLD, "new.json": BROKEN });

    const { code, stdout, stderr } = await runDocgate(["diff", "old.json", "new.json"], {
      runtime,
      cwd,
    });

    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toContain("Anchors gone (1)\n  b#gone\n    breaks a link in a\n");
    expect(stdout).toMatch(/Addresses that break: 1, .* Links that break: 1\.\n$/);
  });

  it("only additions are exit 0", async () => {
    const cwd = await makeCorpora({ "old.json": OLD, "new.json": GROWN });

    expect(await runDocgate(["diff", "old.json", "new.json"], { runtime, cwd })).toEqual({
      code: 0,
      stdout:
        "Added (1)\n  c\n\nPages: 0 moved, 0 removed, 1 added, 0 changed.\n" +
        "Addresses that break: 0. Links that break: 0.\n",
      stderr: "",
    });
  });
});

describe("docgate diff", () => {
  it("no difference is exit 0", async () => {
    const cwd = await makeCorpora({ "old.json": OLD });

    expect(await runShared(["diff", "old.json", "old.json"], { cwd })).toEqual({
      code: 0,
      stdout: "No difference.\n",
      stderr: "",
    });
  });

  it("--format json and markdown give the same, for programs and for pull requests", async () => {
    const cwd = await makeCorpora({ "old.json": OLD, "new.json": BROKEN });

    const json = await runShared(["diff", "old.json", "new.json", "--format", "json"], { cwd });
    const markdown = await runShared(["diff", "old.json", "new.json", "--format", "markdown"], {
      cwd,
    });

    expect([json.code, markdown.code]).toEqual([1, 1]);
    expect(JSON.parse(json.stdout)).toEqual({
      added: [],
      removed: [],
      moved: [],
      changed: [{ id: "b", fields: ["headings", "body"] }],
      anchorsGone: [{ id: "b", anchor: "gone" }],
      brokenLinks: [{ from: "a", to: "b#gone" }],
      brokenAddresses: ["/docs/b#gone"],
      moves: [],
    });
    expect(markdown.stdout).toContain(
      "### Anchors gone (1)\n\n- `b#gone`\n  - breaks a link in `a`\n",
    );
  });

  it("--format json: moves, sorted by from, with ids and anchors, confidence and reason", async () => {
    const text = prose("install");
    const page = (title: string) => `# ${title}\n\n${prose("opening")}\n\n## Steps\n\n${text}\n`;
    const cwd = await makeCorpora({
      "old.json": { "z.md": page("Z"), "a.md": "# A" },
      "new.json": { "b/y.md": page("Z"), "a.md": "# A" },
    });
    const { stdout } = await runShared(["diff", "old.json", "new.json", "--format", "json"], {
      cwd,
    });

    const { moves } = JSON.parse(stdout);
    expect(moves.map(({ from, to }: Record<string, string>) => [from, to])).toEqual([
      ["z", "b/y"],
      ["z#steps", "b/y#steps"],
      ["z#z", "b/y"],
    ]);
    for (const move of moves) {
      expect(Object.keys(move)).toEqual(["from", "to", "confidence", "reason"]);
      expect(move.confidence).toBeGreaterThanOrEqual(0.8);
      expect(move.confidence).toBeLessThanOrEqual(1);
      expect(move.reason).toMatch(/^\S.*\.$/);
    }
  });

  it("a removed page is exit 1, even if nothing links to it", async () => {
    const cwd = await makeCorpora({ "old.json": GROWN, "new.json": OLD });

    const { code, stdout } = await runShared(["diff", "old.json", "new.json"], { cwd });

    expect(code).toBe(1);
    expect(stdout).toContain("Removed (1)\n  c\n");
  });

  it.each<[damage: string, make: (text: string) => string]>([
    ["altered", (text) => text.replace("# B", "# X")],
    ["cut short", (text) => text.slice(0, text.length / 2)],
    ["of another format version", (text) => text.replace(/(?<="formatVersion":)\d+/, "999")],
    ["not a corpus", () => '{"docs":[]}'],
    ["empty", () => ""],
  ])("a corpus that is %s is exit 1, in one line that names it", async (_, make) => {
    const cwd = await makeCorpora({ "old.json": OLD });
    const text = await readFile(join(cwd, "old.json"), "utf8");
    expect(make(text)).not.toBe(text);
    await writeFile(join(cwd, "bad.json"), make(text));

    const { code, stdout, stderr } = await runShared(["diff", "old.json", "bad.json"], { cwd });

    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^docgate: .*bad\.json.*\n$/);
  });

  it.each(["pretty", "json", "markdown"])(
    "names of pages cannot give GitHub's runner a command, with --format %s",
    async (format) => {
      const cwd = await makeCorpora({
        "old.json": { ...OLD, "::error::old.md": "# C\n", "##[error]old.md": "# D\n" },
        "new.json": { ...OLD, "::error::new.md": "", "a\r\n::error::new.md": "" },
      });

      const { code, stdout } = await runShared(
        ["diff", "old.json", "new.json", "--format", format],
        {
          cwd,
        },
      );

      expect(code).toBe(1);
      expect(stdout).toContain("error::new");
      expect(stdout).not.toMatch(/^\s*::|##\[/m);
    },
  );

  it("a missing corpus is exit 1", async () => {
    const cwd = await makeCorpora({ "old.json": OLD });

    const { code, stderr } = await runShared(["diff", "gone.json", "old.json"], { cwd });

    expect(code).toBe(1);
    expect(stderr).toMatch(/^docgate: .*gone\.json.*no such file.*\n$/);
  });
});

describe("docgate diff with git refs", () => {
  const PAGES: TreeFiles = {
    "docs/a.md": "# A\n\n[b](b.md#part)\n\n![i](img/i.png)\n",
    "docs/b.md": `# B\n\n## Part\n\n${prose("part")}\n`,
    "docs/img/i.png": "png",
  };

  function git(cwd: string, ...args: string[]): void {
    const who = ["-c", "user.name=A", "-c", "user.email=a@example.org"];
    execFileSync("git", [...who, ...args], { cwd, stdio: "ignore" });
  }

  /** Makes a repository with a commit on `main`. */
  async function makeRepository(files: TreeFiles): Promise<string> {
    const cwd = await makeFolder();
    await writeTree(cwd, files);
    git(cwd, "init", "-q", "-b", "main");
    git(cwd, "add", "-A");
    git(cwd, "commit", "-q", "-m", "1");
    return cwd;
  }

  const MOVED = "b → c (1.00: The page has the same text there.)";

  it("compares a ref with the working tree, or two refs, and writes nothing", async () => {
    const cwd = await makeRepository(PAGES);
    git(cwd, "mv", "docs/b.md", "docs/c.md");
    await writeFile(join(cwd, "docs/a.md"), "# A\n\n[b](c.md#part)\n\n![i](img/i.png)\n");
    const working = await runDocgate(["diff", "main", "--docs", "docs"], { cwd });

    expect(working).toMatchObject({ code: 1, stderr: "" });
    expect(working.stdout).toBe(
      `Moved (1)\n  ${MOVED}\n    with it #b, #part\n\nPages: 1 moved, 0 removed, 0 added, 0 changed.\nAddresses that break: 3, 3 with a certain new place, 0 with a possible one, 0 with none. Links that break: 0.\n`,
    );
    git(cwd, "add", "-A");
    git(cwd, "commit", "-q", "-m", "2");
    const [refs, json, markdown] = await runEach(
      [
        ["diff", "HEAD~1", "main", "--docs", "docs"],
        ["diff", "HEAD~1", "--docs", "docs", "--format", "json"],
        ["diff", "HEAD~1", "--docs", "docs", "--format", "markdown"],
      ],
      { cwd },
    );
    expect(refs!.stdout).toBe(working.stdout);
    expect(JSON.parse(json!.stdout).moves[0]).toMatchObject({ from: "b", to: "c" });
    expect(markdown!.stdout).toContain("- `b` → `c` (1.00");
    expect(execFileSync("git", ["status", "--short"], { cwd }).toString()).toBe("");
  });

  it("each ref has its own configuration, read as data; --run-config runs it", async () => {
    const config = (base: string) =>
      `import { defineConfig } from "docgate";\nimport { writeFileSync } from "node:fs";\nwriteFileSync(process.env.PROOF ?? "proof", "ran");\nexport default defineConfig({ base: "${base}", name: String(1) });\n`;
    const cwd = await makeRepository({ ...PAGES, "docgate.config.ts": config("/old") });
    await writeFile(join(cwd, "docgate.config.ts"), config("/new"));
    git(cwd, "commit", "-q", "-a", "-m", "2");
    await mkdir(join(cwd, "node_modules/docgate"), { recursive: true });
    await writeTree(join(cwd, "node_modules/docgate"), {
      "package.json": '{ "name": "docgate", "type": "module", "exports": "./index.js" }',
      "index.js": "export const defineConfig = (config) => config;",
    });
    const args = ["diff", "HEAD~1", "HEAD", "--docs", "docs"];
    const read = await runDocgate(args, { cwd });

    expect(read.stdout).toContain("/old/a → /new/a");
    expect(read.stderr).toContain("cannot be read without running it: name; --run-config runs it");
    expect(existsSync(join(cwd, "proof"))).toBe(false);
    const run = await runDocgate([...args, "--run-config"], { cwd });
    expect(run.stdout).toBe(read.stdout);
    expect(run.stderr).toBe("");
    expect(existsSync(join(cwd, "proof"))).toBe(true);
  });

  it("a ref without the docs root has no pages, and wrong names are exit 2", async () => {
    const cwd = await makeRepository({ "README.md": "# Read me" });
    await writeTree(cwd, PAGES);
    const [empty, unknown, option, file] = await runEach(
      [
        ["diff", "main", "--docs", "docs"],
        ["diff", "no-such-ref", "--docs", "docs"],
        ["diff", "--docs", "docs", "--", "--output=x"],
        ["diff", "README.md", "--docs", "docs"],
      ],
      { cwd },
    );

    expect(empty).toMatchObject({ code: 0, stdout: expect.stringContaining("Added (2)") });
    expect(empty!.stderr).toContain('main has no folder "docs": all pages are new');
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining("nor a git ref") });
    expect(option).toMatchObject({ code: 2, stderr: expect.stringContaining("nor a git ref") });
    expect(file).toMatchObject({ code: 2, stderr: expect.stringContaining("is not a git ref") });
    expect(existsSync(join(cwd, "x"))).toBe(false);
  });

  it("a commit cannot write outside of its copy, and links that lead out of it are left out", async () => {
    const cwd = await makeRepository(PAGES);
    const outside = join(await makeFolder(), "outside");
    await symlink(outside, join(cwd, "docs/out"));
    await symlink("b.md", join(cwd, "docs/in.md"));
    git(cwd, "add", "-A");
    git(cwd, "commit", "-q", "-m", "2");
    const tree = (entries: string) =>
      execFileSync("git", ["mktree"], { cwd, input: entries }).toString().trim();
    const blob = execFileSync("git", ["hash-object", "-w", "--stdin"], { cwd, input: "# Evil" });
    const hash = blob.toString().trim();
    const docs = tree(`100644 blob ${hash}\tfine.md\n100644 blob ${hash}\t..\\evil.md\n`);
    const root = tree(`040000 tree ${docs}\tdocs\n`);
    const evil = execFileSync(
      "git",
      ["-c", "user.name=A", "-c", "user.email=a@example.org", "commit-tree", root, "-m", "x"],
      { cwd },
    );
    const [links, names] = await runEach(
      [
        ["diff", "HEAD~1", "HEAD", "--docs", "docs"],
        ["diff", "HEAD", evil.toString().trim(), "--docs", "docs"],
      ],
      { cwd },
    );

    expect(links!.stdout).toBe("No difference.\n");
    expect(names!.stdout).toContain("Added (1)\n  fine\n");
  });

  it("redirects takes refs as well", async () => {
    const cwd = await makeRepository(PAGES);
    git(cwd, "mv", "docs/b.md", "docs/c.md");
    const { stdout } = await runDocgate(["redirects", "main", "--docs", "docs", "--write"], {
      cwd,
    });

    expect(stdout).toBe(
      'Certain, added to docs/redirects.json (1)\n  { "from": "b", "to": "c" }\n',
    );
    const ledger = await runDocgate(["diff", "main", "--docs", "docs", "--ledger"], { cwd });
    expect(ledger.code).toBe(0);
  });
});

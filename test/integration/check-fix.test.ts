import { execFileSync } from "node:child_process";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runDocgate, runEach, runShared } from "../support/command.ts";
import { runtimesOf } from "../support/extent.ts";
import { launch } from "../support/launch.ts";
import { makeTree, writeTree } from "../support/tree.ts";

const TREE = {
  "docs/install.md": "# What's new?\n",
  "docs/a.md": "# A\r\n\r\n[x](Install.md) [y](gone.md)\r\n",
  "docs/b.md": "# B\n\n[x](Install.md)\n",
};

const FIXED_A = "# A\r\n\r\n[x](install.md) [y](gone.md)\r\n";

function read(cwd: string, file: string): Promise<string> {
  return readFile(join(cwd, file), "utf8");
}

describe.each(runtimesOf("deno"))("docgate check --fix on %s", (runtime) => {
  it("writes what is certain, reports the rest, and finds nothing to fix in a second run", async () => {
    const cwd = await makeTree(TREE);

    const fixed = await runDocgate(["check", "docs", "--fix"], { runtime, cwd });
    const again = await runShared(["check", "docs", "--fix", "--format", "json"], { cwd });

    const rest = 'docs/a.md:3:17 broken-link Link to "gone.md" leads to no page\n';
    expect(fixed).toMatchObject({ code: 1, stdout: rest });
    expect(fixed.stderr).toBe(
      "Fixed 2 problems in 2 files.\n1 problem (0 errors, 1 warning) in 3 docs\n",
    );
    expect(await read(cwd, "docs/a.md")).toBe(FIXED_A);
    expect(await read(cwd, "docs/b.md")).toBe("# B\n\n[x](install.md)\n");
    expect(JSON.parse(again.stdout).summary).toMatchObject({ problems: 1, fixable: 0 });
  });
});

describe("docgate check --fix", () => {
  it("exits 0 if that was all, 1 with a reason if a file is read-only", async () => {
    const cwd = await makeTree({ ...TREE, "docs/a.md": "# A\n" });
    await chmod(join(cwd, "docs/b.md"), 0o444);

    const refused = await runShared(["check", "docs", "--fix"], { cwd });
    await chmod(join(cwd, "docs/b.md"), 0o644);
    const fixed = await runShared(["check", "docs", "--fix"], { cwd });

    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^docgate: Cannot write ".*b\.md": the file is read-only\./);
    expect(fixed).toMatchObject({ code: 0, stdout: "" });
  });

  it("--dry-run prints a patch that git apply takes, and writes nothing", async () => {
    const cwd = await makeTree(TREE);

    const { code, stdout, stderr } = await runShared(["check", "docs", "--fix", "--dry-run"], {
      cwd,
    });
    const unchanged = await read(cwd, "docs/a.md");
    execFileSync("git", ["apply", "-"], { cwd, input: stdout });

    expect(code).toBe(1);
    expect(stderr).toBe("2 problems in 2 files can be fixed, 1 cannot.\n");
    expect(unchanged).toBe(TREE["docs/a.md"]);
    expect(await read(cwd, "docs/a.md")).toBe(FIXED_A);
  });

  it("--dry-run in a job of GitHub gives its runner no command, and git apply still takes it", async () => {
    const cwd = await makeTree({ ...TREE, "docs/a.md": "::error::x\n[x](Install.md)\n##[y]\n" });
    const env = { GITHUB_ACTIONS: "true" };

    const { stdout } = await runShared(["check", "docs", "--dry-run"], { cwd, env });
    execFileSync("git", ["apply", "-"], { cwd, input: stdout });

    const [, token] = /^::stop-commands::([\da-f-]{36})\n/.exec(stdout)!;
    expect(stdout.endsWith(`\n::${token}::\n`)).toBe(true);
    expect(await read(cwd, "docs/a.md")).toBe("::error::x\n[x](install.md)\n##[y]\n");
  });

  it("leaves fragments alone that fit another rule of anchors, and says what to do", async () => {
    const page = "# What's new?\n\n[a](#whats-new) [b](#whats-new) [c](gone.md)\n";
    const cwd = await makeTree({ "docs/a.md": page, "docs/b.md": "# B\n\n[x](A.md#whats-new)\n" });

    const printed = await runEach(
      [
        ["check", "docs", "--dry-run"],
        ["check", "docs", "--fix"],
        ["check", "docs", "--fix", "--format", "json"],
        ["check", "--docs", "docs", "docs/b.md", "--fix"],
      ],
      { cwd },
    );

    const line = (what: string) => `✖ ${what} anchors: "github". Set "anchors" first.\n`;
    const two = line("2 fragments not touched: they fit");
    expect(printed[0]!.stderr).toBe(`${two}1 problem in 1 file can be fixed, 3 cannot.\n`);
    expect(printed[1]!.stderr).toMatch(`Fixed 1 problem in 1 file.\n${two}`);
    expect(printed[2]!.stderr).toContain(line("3 fragments not touched: they fit"));
    expect(JSON.parse(printed[2]!.stdout).summary).toMatchObject({ problems: 4, fixable: 0 });
    expect(printed[3]!.stderr).toContain(line("1 fragment not touched: it fits"));
    expect(await read(cwd, "docs/a.md")).toBe(page);
    expect(await read(cwd, "docs/b.md")).toBe("# B\n\n[x](a.md#whats-new)\n");
  });

  it("fixes only what it reports: not ignored or known problems, not other files", async () => {
    const cwd = await makeTree({
      ...TREE,
      "docs/c.md": "<!-- docgate-ignore broken-link -->\n# C\n\n[x](Install.md)\n",
    });
    await runShared(["check", "docs", "--baseline", "known.json", "--write-baseline"], { cwd });
    await writeTree(cwd, { "docs/b.md": "# B\n\n[x](Install.md) [z](INSTALL.md)\n" });

    const lines = [
      ["check", "docs", "--fix", "--baseline", "known.json"],
      ["check", "--docs", "docs", "docs/b.md", "--fix"],
    ];
    const [known, one] = await runEach(lines, { cwd });

    expect(known).toMatchObject({ code: 0, stdout: "" });
    expect(known!.stderr).toContain("Fixed 1 problem in 1 file.\n");
    expect(one!.stderr).toContain("Fixed 1 problem in 1 file.\n");
    expect(await read(cwd, "docs/a.md")).toBe(TREE["docs/a.md"]);
    expect(await read(cwd, "docs/b.md")).toBe("# B\n\n[x](install.md) [z](install.md)\n");
    expect(await read(cwd, "docs/c.md")).toContain("(Install.md)");
  });
});

describe("docgate check FILE…", () => {
  it("reports on files and folders, and knows the whole tree", async () => {
    const cwd = await makeTree({
      "content/a.md": "# A\n\n[x](new/b.md) [y](gone.md)\n",
      "content/new/b.md": "# B\n\n[x](../a.md#c)\n",
      "content/old/c.md": "# C\n\n[x](gone.md)\n",
      "docs/d.md": "# D\n\n[x](gone.md)\n",
    });

    const [file, several, elsewhere] = await runEach(
      [
        ["check", join(cwd, "content/a.md")],
        ["check", "content/new", "content/old/c.md"],
        ["check", "--docs", "docs", "docs/d.md"],
      ],
      { cwd },
    );

    expect(file!.stdout).toMatch(/^content\/a\.md:3:15 broken-link .*\n$/);
    expect(several!.stdout.match(/^\S+/gm)).toEqual([
      "content/new/b.md:3:1",
      "content/old/c.md:3:1",
    ]);
    expect(elsewhere!.stdout).toMatch(/^docs\/d\.md:3:1 broken-link .*\n$/);
  });

  it.each([
    ["a missing file", ["check", "gone.md"], '"gone.md" does not exist.'],
    ["a missing folder among others", ["check", "content", "gone"], '"gone" does not exist.'],
    [
      "a file outside the docs root",
      ["check", "x.md"],
      '"x.md" is not below the docs root "content"',
    ],
    [
      "a root that is not known",
      ["check", "x.md", "--docs", "no"],
      'The docs root "no" does not exist',
    ],
    ["no file for a baseline", ["check", "--write-baseline"], "add --baseline FILE"],
    [
      "a baseline of one file",
      ["check", "content/a.md", "--baseline", "b", "--write-baseline"],
      "leave out the paths",
    ],
    ["a dry run with a format", ["check", "--dry-run", "--format", "json"], "--format"],
    ["a fix at each change", ["check", "--fix", "--watch"], "--watch"],
  ])("exit 2 and a reason: %s", async (_, args, reason) => {
    const cwd = await makeTree({ "content/a.md": "# A\n", "x.md": "# X\n" });

    const { code, stdout, stderr } = await runShared(args, { cwd });

    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(reason);
  });
});

describe("docgate check --baseline", () => {
  it("reports what is new, wherever the known problems are now, and says what is gone", async () => {
    const cwd = await makeTree({ "content/a.md": "[x](gone.md) [y](lost.md)\n" });
    const args = ["check", "--baseline", "known.json"];

    const written = await runShared([...args, "--write-baseline"], { cwd });
    await writeTree(cwd, { "content/a.md": "# A\n\nNew.\n\n[x](gone.md)\n\n[z](new.md)\n" });
    const checked = await runShared(args, { cwd });

    expect(written).toMatchObject({ code: 0, stdout: "" });
    expect(written.stderr).toMatch(/^Wrote 2 problems to known\.json\.\n/);
    expect(checked.code).toBe(1);
    expect(checked.stdout).toMatch(/^content\/a\.md:7:1 broken-link Link to "new\.md".*\n$/);
    expect(checked.stderr).toContain("hint: 1 problem of the baseline is gone");
  });

  it("is refused if it does not exist", async () => {
    const cwd = await makeTree({ "content/a.md": "# A\n" });

    const { code, stderr } = await runShared(["check", "--baseline", "known.json"], { cwd });

    expect(code).toBe(1);
    expect(stderr).toContain('Cannot read "known.json": no such file.');
  });
});

describe("docgate check --watch", () => {
  it("tells after each change what is new and what was fixed, until a signal", async () => {
    const cwd = await makeTree({ "content/a.md": "# A\n" });
    const watching = launch(["check", "--watch"], { cwd, runtime: "node" });
    await expect.poll(watching.stderr, { timeout: 30_000 }).toContain("watching content");

    await writeFile(join(cwd, "content/a.md"), "# A\n\n[x](gone.md)\n");
    await expect
      .poll(watching.stdout, { timeout: 30_000 })
      .toContain("content/a.md:3:1 broken-link");
    await writeFile(join(cwd, "content/a.md"), "# A\n");
    await expect.poll(watching.stderr, { timeout: 30_000 }).toMatch(/^fixed: content\/a\.md:3:1/m);

    watching.signal("SIGTERM");
    expect(await watching.exited).toBe(0);
  });
});

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runDocgate, runShared } from "../support/command.ts";
import { runtimesOf } from "../support/extent.ts";
import { makeTree } from "../support/tree.ts";

const TREE = {
  "docs/a.md": "# A\n\n[b](guide/b.md)\n",
  "docs/guide/b.md": "# B\n\n[a](../a.md)\n",
};

describe.each(runtimesOf("node"))("docgate mv on %s", (runtime) => {
  it("moves a file into a folder, and says what it changed", async () => {
    const cwd = await makeTree(TREE);
    const args = ["mv", "--docs", "docs", "docs/guide/b.md", "docs/"];
    const dry = await runShared([...args, "--dry-run"], { cwd });
    expect(existsSync(join(cwd, "docs/b.md"))).toBe(false);
    const done = await runDocgate(args, { runtime, cwd });
    const report =
      "moved    docs/guide/b.md → docs/b.md\nchanged  docs/a.md\nchanged  docs/guide/b.md\nchanged  docs/redirects.json\nredirect guide/b → b\n";
    expect(dry).toMatchObject({ code: 0, stdout: report });
    expect(done).toMatchObject({ code: 0, stdout: report });
    expect(done.stderr).toContain("Changed 2 references in 3 files; 1 entry in the ledger.\n");
    expect(await readFile(join(cwd, "docs/b.md"), "utf8")).toBe("# B\n\n[a](a.md)\n");
    expect(existsSync(join(cwd, "docs/guide"))).toBe(false);
  });
});

describe("docgate mv", () => {
  it("names what it cannot write and writes nothing, unless that is to be left", async () => {
    const cwd = await makeTree({ "docs/a.md": "# A\n\n[b](b\\_c.md)\n", "docs/b_c.md": "# B\n" });
    const args = ["mv", "--docs", "docs", "docs/b_c.md", "docs/d.md"];
    const refused = await runShared(args, { cwd });
    expect(refused.code).toBe(1);
    expect(refused.stdout).toBe(
      'docs/a.md:3:1 "b_c.md" would lead elsewhere and cannot be rewritten\n',
    );
    expect(existsSync(join(cwd, "docs/b_c.md"))).toBe(true);
    expect((await runShared([...args, "--leave"], { cwd })).code).toBe(0);
    expect(existsSync(join(cwd, "docs/d.md"))).toBe(true);
  });

  it.each([
    ["a file that does not exist", ["docs/no.md", "docs/x.md"], "does not exist"],
    ["a path that is taken", ["docs/guide/b.md", "docs/a.md"], "exists already"],
    ["a path outside of the docs", ["docs/a.md", "a.md"], "is not below the docs root"],
    ["the docs root", ["docs", "content"], "cannot be moved"],
    ["a folder into itself", ["docs/guide", "docs/guide/x"], "inside of the folder"],
    ["a page without an extension", ["docs/a.md", "docs/x"], "is not a path of a Markdown file"],
    ["a heading that does not exist", ["docs/a.md#no", "X"], "has no heading"],
  ])("refuses %s", async (_, paths, message) => {
    const cwd = await makeTree(TREE);
    const { code, stderr } = await runShared(["mv", "--docs", "docs", ...paths], { cwd });
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});

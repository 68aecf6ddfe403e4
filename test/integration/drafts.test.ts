import { describe, expect, it } from "vitest";
import { runEach } from "../support/command.ts";
import { launch } from "../support/launch.ts";
import { makeTree, writeTree } from "../support/tree.ts";

const TREE = {
  "content/a.md": "# A\n",
  "content/b.md": "---\ndraft: true\n---\n# B\n",
  "include.json": JSON.stringify({ drafts: "include" }),
};

describe("drafts", () => {
  it("DOC-A1: generate and check say how many are left out", async () => {
    const cwd = await makeTree(TREE);

    const [generated, checked, json, included] = await runEach(
      [
        ["generate", "--no-cache"],
        ["check"],
        ["generate", "--no-cache", "--format", "json"],
        ["check", "--config", "include.json"],
      ],
      { cwd },
    );

    expect(generated!.stdout).toMatch(/^1 docs, .*, 0 cached, 1 draft left out; written to /);
    expect(checked!.stderr).toBe("0 problems (0 errors, 0 warnings) in 1 docs, 1 draft left out\n");
    expect(JSON.parse(json!.stdout).summary).toMatchObject({ docs: 1, drafts: 1 });
    expect(included!.stderr).toBe("0 problems (0 errors, 0 warnings) in 2 docs\n");
  });

  it("DOC-A1: --watch takes one in when its frontmatter publishes it", async () => {
    const cwd = await makeTree(TREE);
    const watching = launch(["generate", "--watch"], { cwd, runtime: "node" });
    await expect.poll(watching.stdout, { timeout: 30_000 }).toContain("1 draft left out");

    await expect.poll(watching.stderr, { timeout: 30_000 }).toContain("watching content");
    await writeTree(cwd, { "content/b.md": "---\ndraft: false\n---\n# B\n" });

    await expect.poll(watching.stdout, { timeout: 30_000 }).toMatch(/^2 docs, .* cached; written/m);
    watching.signal("SIGTERM");
    expect(await watching.exited).toBe(0);
  });
});

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { replaceFile } from "../../corpus/write/replace-file.ts";
import { serializeCorpus } from "../../corpus/write/write.ts";
import { runDocgate, runShared } from "../support/command.ts";
import { runtimesOf } from "../support/extent.ts";
import { prose } from "../support/prose.ts";
import { generateFrom, makeFolder, type TreeFiles } from "../support/tree.ts";

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

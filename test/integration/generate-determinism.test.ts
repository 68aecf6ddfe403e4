import { readdir, readFile, rename, truncate } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type CommandOptions,
  RUNTIMES,
  type Runtime,
  runDocgate,
  runShared,
} from "../support/command.ts";
import { IS_LONG } from "../support/extent.ts";
import { makeTree } from "../support/tree.ts";

const FILES: Readonly<Record<string, string>> = {
  "content/index.md": "# INDEX I İ ı\n\n[a](a/first.md) [[Second]] [t](/docs/İ/title#ii-)\n",
  "content/a/first.md": "---\ntitle: First\ndescription: 2024-01-31\n---\n\n# FIRST\r\n## Straße\n",
  "content/a/Second.md": "# Second\n\n# Second\n\n[f](first.md#first)\n",
  "content/a/ä.md": "# Ä\n\nİstanbul'da IŞIK. 日本語\u3000テキスト\n",
  "content/İ/title.md": "# II?\n\n## हिन्दी में\n",
  "content/Z.md": "# Z\n",
  "content/z.md": "# Zz\n",
  "content/😀.md": "# 😀 smile\n",
  "content/\uff21.md": "# \uff21\n",
  "docgate.config.json": '{"name":"Acme","siteUrl":"https://docs.acme.example"}',
};

/** More threads than cores, and more than have work. */
const MANY = IS_LONG ? "7" : "3";

const TURKISH = { LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8", LANGUAGE: "tr", TZ: "Asia/Kolkata" };
const PLAIN = { LANG: "C", LC_ALL: "C", TZ: "UTC" };

/** The bytes that one run gives, over a separate tree created in the given order. */
async function bytesOf(
  options: Pick<CommandOptions, "runtime" | "env">,
  { reversed = false, elsewhere = false, args = [] as string[] } = {},
): Promise<string> {
  const entries = Object.entries(FILES);
  const folder = await makeTree(Object.fromEntries(reversed ? entries.reverse() : entries));
  const out = join(folder, "out.json");
  // The zone and the locale are those with which a process starts.
  const run = options.env === undefined ? runShared : runDocgate;
  const { code, stderr } = await run(
    elsewhere
      ? [
          "generate",
          join(folder, "content"),
          "--config",
          join(folder, "docgate.config.json"),
          "--out",
          out,
          ...args,
        ]
      : ["generate", "--out", "out.json", ...args],
    { ...options, cwd: elsewhere ? await makeTree({}) : folder },
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return readFile(out, "utf8");
}

describe("docgate generate", () => {
  it("DOC-A12 frozen: the same tree gives the same bytes on any runtime, machine, zone and locale", async () => {
    const expected = await bytesOf({ runtime: "node", env: PLAIN });

    expect(await bytesOf({ runtime: "node", env: TURKISH })).toBe(expected);
    expect(await bytesOf({ runtime: "node" }, { reversed: true })).toBe(expected);
    expect(await bytesOf({ runtime: "node", env: TURKISH }, { elsewhere: true })).toBe(expected);
    expect(await bytesOf({ runtime: "node" }, { args: ["--no-cache", "--jobs", "1"] })).toBe(
      expected,
    );
    expect(await bytesOf({ runtime: "node" }, { args: ["--no-cache", "--parser", "remark"] })).toBe(
      expected,
    );
    expect(
      await bytesOf({ runtime: "node" }, { args: ["--no-cache", "--parser", "satteri"] }),
    ).toBe(expected);
    expect(await bytesOf({ runtime: "deno", env: PLAIN })).toBe(expected);
    expect(await bytesOf({ runtime: "deno", env: TURKISH }, { elsewhere: true })).toBe(expected);
  });

  it("DOC-A12 frozen: a second run, with the cache and replacing the first output, gives the same bytes", async () => {
    const folder = await makeTree(FILES);
    const run = async (): Promise<string> => {
      const { code } = await runDocgate(["generate"], { cwd: folder });
      expect(code).toBe(0);
      return readFile(join(folder, "dist/corpus.json"), "utf8");
    };

    const first = await run();

    expect(await run()).toBe(first);
    expect(first).not.toContain(folder);
  });

  it("DOC-A12 frozen: threads, on either runtime, and a partly damaged cache give the same bytes", async () => {
    const pages = Array.from({ length: 250 }, (_, page) => [
      `content/s${page % 9}/page-${page}.md`,
      `# Page ${page}\n\n[next](../s${(page + 1) % 9}/page-${page + 1}.md#page-${page + 1})\n`,
    ]);
    const cwd = await makeTree(Object.fromEntries(pages));
    const run = async (args: readonly string[], runtime: Runtime = "node"): Promise<string> => {
      const { code } = await runShared(["generate", "--out", "out.json", ...args], {
        cwd,
        runtime,
      });
      expect(code).toBe(0);
      return readFile(join(cwd, "out.json"), "utf8");
    };
    const expected = await run(["--no-cache", "--jobs", "1"]);

    for (const runtime of RUNTIMES) {
      expect(await run(["--no-cache", "--jobs", "2"], runtime)).toBe(expected);
      expect(await run(["--no-cache", "--jobs", MANY], runtime)).toBe(expected);
    }
    // Each has some pages in one pack and some in another; then one of each pair is damaged.
    const [last] = pages.at(-1)!;
    await rename(join(cwd, last!), join(cwd, "last.md"));
    for (const runtime of RUNTIMES) await run(["--jobs", "2"], runtime);
    await rename(join(cwd, "last.md"), join(cwd, last!));
    for (const runtime of RUNTIMES) expect(await run(["--jobs", "2"], runtime)).toBe(expected);
    const entries = await readdir(join(cwd, ".docgate-cache"), { recursive: true });
    const packs = entries.filter((name) => name.endsWith(".pack")).sort();
    expect(packs).toHaveLength(4);
    for (const pack of [packs[0]!, packs[2]!]) {
      await truncate(join(cwd, ".docgate-cache", pack), 100);
    }
    for (const runtime of RUNTIMES) {
      expect(await run(["--jobs", MANY], runtime)).toBe(expected);
      expect(await run(["--jobs", "1"], runtime)).toBe(expected);
    }
  });
});

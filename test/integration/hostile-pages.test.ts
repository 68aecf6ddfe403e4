import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runDocgate, runShared } from "../support/command.ts";
import { IS_LONG, runtimesOf } from "../support/extent.ts";
import { HOSTILE_PAGES } from "../support/hostile-pages.ts";
import { makeTree, type TreeFiles } from "../support/tree.ts";

/** A page of each kind, and a harmless one. */
function hostileTree(length: number): TreeFiles {
  const pages = Object.entries(HOSTILE_PAGES).map(([name, page]) => [
    `docs/${name.replaceAll(/\W+/g, "-")}.md`,
    page(length),
  ]);
  return { ...Object.fromEntries(pages), "docs/sound.md": "# Sound\n\n[gone](gone.md)\n" };
}

/** The lines that report an error, without the text after the rule. */
function errorsIn(stdout: string): string[] {
  return stdout
    .split("\n")
    .filter((line) => line.endsWith("[error]"))
    .map((line) => line.split(" ", 2).join(" "));
}

describe.each(runtimesOf("node"))("hostile pages on %s", (runtime) => {
  it("DOC-A16: each is read or refused by name, and the build continues", async () => {
    const cwd = await makeTree(hostileTree(IS_LONG ? 36_000 : 2_000));

    const { code, stdout, stderr } = await runDocgate(["check", "docs"], { runtime, cwd });

    expect(code).toBe(1);
    expect(stdout).toContain('docs/sound.md:3:1 broken-link Link to "gone.md" leads to no page\n');
    expect(errorsIn(stdout).length).toBeGreaterThan(3);
    expect(errorsIn(stdout).filter((line) => !line.endsWith(" page-too-complex"))).toEqual([]);
    expect(stdout + stderr).not.toMatch(/call stack|out of memory|^\s+at /m);
  });
});

describe("hostile pages", () => {
  it("DOC-A16: the same corpus with any parser, number of threads and runtime", async () => {
    const sound = Array.from({ length: 128 }, (_, n) => [`docs/n/${n}.md`, `# Page ${n}\n`]);
    const cwd = await makeTree({
      ...hostileTree(IS_LONG ? 10_000 : 2_000),
      ...Object.fromEntries(sound),
      "warn.json": JSON.stringify({ rules: { "page-too-complex": "warn", "broken-link": "off" } }),
    });
    const ways = [
      { runtime: "node", args: ["--jobs", "1"] },
      { runtime: "node", args: ["--jobs", "3"] },
      { runtime: "node", args: ["--jobs", "2", "--parser", "remark"] },
      { runtime: "deno", args: ["--jobs", "1"] },
    ] as const;

    const corpora: string[] = [];
    for (const [place, { runtime, args }] of ways.entries()) {
      const out = `${place}.json`;
      const all = ["generate", "docs", "--no-cache", "--config", "warn.json", "--out", out];
      const { code, stdout } = await runShared([...all, ...args], { runtime, cwd });
      expect(code, errorsIn(stdout).join("\n")).toBe(0);
      corpora.push(await readFile(join(cwd, out), "utf8"));
    }

    expect(new Set(corpora).size).toBe(1);
  });
});

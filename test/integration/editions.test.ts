import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadCorpusFile } from "../../corpus/read/read.ts";
import { runEach, runShared } from "../support/command.ts";
import { makeTree } from "../support/tree.ts";

const EDITIONS = [
  { name: "acme", root: "docs/acme", base: "/acme", access: "contract" },
  { name: "v3", root: "docs/v3", base: "/v3", version: "3" },
  { name: "v2", root: "docs/v2", base: "/v2", version: "2" },
];

const PAGES = {
  "docs/acme/index.md": "# Home\n\n[right](/v2/guide) [right](../v2/guide.md#start)\n",
  "docs/v3/index.md":
    "# Home\n\n[right](../v2/guide.md#start) [a](../v2/gone.md) [b](/v2/guide#gone) [c](/acme/index)\n",
  "docs/v2/guide.md": "# Guide\n\n## Start\n",
  "docs/v2/index.md": "# Home\n",
};

function configOf(editions: readonly object[]): string {
  return JSON.stringify({ editions });
}

describe("docgate with editions", () => {
  it("generate writes the default edition to --out, others next to it; links lead into others", async () => {
    const cwd = await makeTree({ ...PAGES, "docgate.config.json": configOf(EDITIONS) });
    const [all, checked, one, named, rebuilt, unknown] = await runEach(
      [
        ["generate", "--out", "out/all.json"],
        ["check"],
        ["check", "docs/v2"],
        ["generate", "docs/v3", "--out", "single.json", "--format", "json"],
        ["verify", "out/all.json", "--rebuild", "docs/v3"],
        ["generate", "docs"],
      ],
      { cwd },
    );

    expect((await readdir(join(cwd, "out"))).sort()).toEqual([
      "acme.corpus.json",
      "all.json",
      "v2.corpus.json",
    ]);
    const { meta, graph } = await loadCorpusFile(join(cwd, "out/all.json"));
    expect(meta.edition).toEqual({
      name: "v3",
      version: "3",
      language: null,
      set: null,
      access: "public",
    });
    expect(graph.edges).toEqual([]);
    // Agents are given the address of the page.
    expect(await readFile(join(cwd, "out/all.json"), "utf8")).toContain('"/v2/guide#start"]');
    const problems = [
      'docs/v3/index.md:3:31 broken-link Link to "../v2/gone.md" leads to no page of edition "v2" (edition "v3")',
      'docs/v3/index.md:3:50 broken-fragment Fragment "#gone" is not on "guide" of edition "v2" (edition "v3")',
      'docs/v3/index.md:3:70 broken-link Link to "/acme/index" leads into edition "acme", which only partners may read (edition "v3")',
    ];
    expect(all!.stdout.split("\n").slice(0, 3)).toEqual(problems);
    expect(all!.stdout).toContain("written to out/acme.corpus.json, out/all.json, out/v2.corpus");
    expect(checked!.stdout.trimEnd().split("\n")).toEqual(problems);
    expect(one).toMatchObject({ code: 0, stdout: "" });
    expect(JSON.parse(named!.stdout).editions).toEqual([{ name: "v3", out: "single.json" }]);
    expect(rebuilt!.code).toBe(0);
    expect(unknown!.stderr).toContain(
      '"docs" is not that of an edition. Expected one of "docs/acme"',
    );
  });

  it("a signature says which edition it is about", async () => {
    const cwd = await makeTree({ ...PAGES, "docgate.config.json": configOf(EDITIONS) });
    const [key] = await runEach(
      [["keygen", "me"], ["generate"], ["sign", "dist/v2.corpus.json", "--key", "me.key.json"]],
      { cwd },
    );
    const args = ["verify", "dist/v2.corpus.json", "--trust", key!.stdout.trim()];

    expect((await runShared(args, { cwd })).stdout).toContain("edition    v2\n");
  });

  it("two editions with a page at one address are refused, naming both", async () => {
    const editions = EDITIONS.map((each) => ({ ...each, base: "/docs" }));
    const cwd = await makeTree({ ...PAGES, "docgate.config.json": configOf(editions) });
    const { code, stderr } = await runShared(["generate"], { cwd });

    expect(code).toBe(2);
    expect(stderr).toContain(
      'Editions "acme" and "v3" both have a page at "/docs/index": docs/acme/index.md and docs/v3/index.md.',
    );
  });
});

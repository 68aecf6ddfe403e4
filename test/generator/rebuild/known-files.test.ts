import { rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../generator/config/config.ts";
import type { GeneratedCorpus } from "../../../generator/config/generation.ts";
import { generate } from "../../../generator/generate.ts";
import { createKnownFiles, type KnownFiles } from "../../../generator/rebuild/known-files.ts";
import { makeTree, writeTree } from "../../support/tree.ts";

const FILES = { "a.md": "# A\n\n[b](b.md#b)", "b.md": "# B\n\nalpha", "sub/c.md": "# C" };

function run(root: string, knownFiles?: KnownFiles): Promise<GeneratedCorpus> {
  return generate({ root, config: parseConfig({}), knownFiles });
}

describe("createKnownFiles", () => {
  it("reads only changed files, with the same result as a run without it", async () => {
    const root = await makeTree(FILES);
    const knownFiles = createKnownFiles();
    const first = await run(root, knownFiles);
    await writeTree(root, { "b.md": "# New B\n\nbeta", "d.md": "# D" });
    await rm(join(root, "sub"), { recursive: true });

    const second = await run(root, knownFiles);

    expect(first.cached).toBe(0);
    expect(second.cached).toBe(1);
    expect({ ...second, cached: 0 }).toEqual(await run(root));
    expect(second.problems.map(({ rule }) => rule)).toContain("broken-fragment");
  });

  it("drops the terms of a removed page, and restores them with the page", async () => {
    const root = await makeTree(FILES);
    const knownFiles = createKnownFiles();
    const first = await run(root, knownFiles);
    await rm(join(root, "b.md"));
    const without = await run(root, knownFiles);
    await writeTree(root, { "b.md": FILES["b.md"] });

    expect(Buffer.from(without.content.search!).toString()).not.toContain("alpha");
    expect((await run(root, knownFiles)).content).toEqual(first.content);
  });

  it("detects a file whose text changed but not its size or time", async () => {
    const root = await makeTree(FILES);
    const file = join(root, "b.md");
    const time = new Date("2020-01-01");
    await utimes(file, time, time);
    const knownFiles = createKnownFiles();
    await run(root, knownFiles);
    await writeTree(root, { "b.md": "# B\n\nomega" });
    await utimes(file, time, time);

    const { content, cached } = await run(root, knownFiles);

    expect(cached).toBe(2);
    expect(content.docs[1]!.body).toContain("omega");
  });

  it("reports a file that cannot be read, each time", async () => {
    const root = await makeTree({ ...FILES, "bad.md": new Uint8Array([0xff]) });
    const knownFiles = createKnownFiles();
    const { problems } = await run(root, knownFiles);

    expect(problems.map(({ rule }) => rule)).toContain("encoding");
    expect((await run(root, knownFiles)).problems).toEqual(problems);
  });
});

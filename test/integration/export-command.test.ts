import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { RUNTIMES, runDocgate } from "../support/command.ts";
import { writeHandbookCorpus } from "../support/server.ts";
import { makeFolder } from "../support/tree.ts";

describe.each(RUNTIMES)("docgate export on %s", (runtime) => {
  it("writes the places of a corpus as one JSON object on each line", async () => {
    const cwd = await makeFolder();
    await writeHandbookCorpus(join(cwd, "dist/corpus.json"));

    const result = await runDocgate(["export", "--records", "out/places.ndjson"], { runtime, cwd });

    expect(result).toEqual({
      code: 0,
      stdout: "",
      stderr: expect.stringMatching(/^\d+ places of 7 docs written to out\/places\.ndjson\n$/),
    });
    const text = await readFile(join(cwd, "out/places.ndjson"), "utf8");
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(Number.parseInt(result.stderr, 10));
    expect(lines).toContainEqual(
      expect.objectContaining({
        address: "/docs/guide/install/index#on-linux",
        breadcrumbs: ["Install"],
        heading: "On Linux",
      }),
    );
    expect(await readdir(join(cwd, "out"))).toEqual(["places.ndjson"]);
  });
});

describe("docgate export", () => {
  it("prints the places with --records -, as the named engine reads them", async () => {
    const cwd = await makeFolder();
    const corpus = await writeHandbookCorpus(join(cwd, "corpus.json"));
    const args = ["export", "--records", "-", "--for", "opensearch", "--corpus", corpus];

    const { code, stdout, stderr } = await runDocgate(args, { cwd });

    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^\{"index":\{"_id":"[^"]+"\}\}\n\{/);
    expect(stdout.endsWith("}\n")).toBe(true);
  });

  it.each([
    [["export"], 2, "required option '--records <file>' not specified"],
    [["export", "--records", "x", "--for", "lucene"], 2, "Allowed choices are any, opensearch,"],
    [["export", "--records", "x"], 1, 'There is no corpus at "dist/corpus.json".'],
    [["export", "--records", "folder", "--corpus", "corpus.json"], 1, '"folder": it is a folder.'],
  ])("%j exits with %i and says what is wrong", async (args, status, message) => {
    const cwd = await makeFolder();
    await writeHandbookCorpus(join(cwd, "corpus.json"));
    await mkdir(join(cwd, "folder"));

    const { code, stdout, stderr } = await runDocgate(args, { cwd });

    expect({ code, stdout }).toEqual({ code: status, stdout: "" });
    expect(stderr).toContain(message);
    expect((await readdir(cwd)).sort()).toEqual(["corpus.json", "folder"]);
  });
});

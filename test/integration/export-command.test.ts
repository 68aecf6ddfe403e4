import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { RUNTIMES, runDocgate, runShared } from "../support/command.ts";
import { makeDoc, writeCorpus } from "../support/corpora.ts";
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

describe("docgate export DIR", () => {
  async function exportTo(cwd: string, corpus: string) {
    const result = await runShared(["export", "out", "--corpus", corpus], { cwd });
    expect(result).toMatchObject({ code: 0, stdout: "" });
    return result.stderr;
  }

  /** The content of all files below a folder, by their names. */
  async function filesIn(folder: string): Promise<Record<string, string>> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return Object.fromEntries(
      await Promise.all(
        files.map(async ({ parentPath, name }) => {
          const file = join(parentPath, name);
          return [relative(folder, file), await readFile(file, "utf8")] as const;
        }),
      ),
    );
  }

  it("writes the same files on every run, and removes those of the corpus before", async () => {
    const cwd = await makeFolder();
    await writeHandbookCorpus(join(cwd, "first.json"));
    await writeCorpus(join(cwd, "second.json"), { docs: [makeDoc("new", { body: "Harbour." })] });
    await mkdir(join(cwd, "out"));
    await writeFile(join(cwd, "out/mine.txt"), "mine");

    expect(await exportTo(cwd, "first.json")).toMatch(
      /^\d+ files, 0\.\d MB, of 7 docs written to out\n$/,
    );
    const first = await filesIn(join(cwd, "out"));
    await exportTo(cwd, "second.json");
    const second = await filesIn(join(cwd, "out"));
    await exportTo(cwd, "first.json");

    expect(await filesIn(join(cwd, "out"))).toEqual(first);
    expect(first["mine.txt"]).toBe("mine");
    const { folder } = JSON.parse(first["manifest.json"]!);
    expect(Object.keys(first).some((name) => name.startsWith(folder))).toBe(true);
    expect(Object.keys(second).some((name) => name.startsWith(folder))).toBe(false);
  });
});

describe("docgate export", () => {
  it("prints the places with --records -, as the named engine reads them", async () => {
    const cwd = await makeFolder();
    const corpus = await writeHandbookCorpus(join(cwd, "corpus.json"));
    const args = ["export", "--records", "-", "--for", "opensearch", "--corpus", corpus];

    const { code, stdout, stderr } = await runShared(args, { cwd });

    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^\{"index":\{"_id":"[^"]+"\}\}\n\{/);
    expect(stdout.endsWith("}\n")).toBe(true);
  });

  it.each([
    [["export"], 2, "Expected either a folder to write static files to, or --records."],
    [["export", "out", "--records", "x"], 2, "Expected either a folder to write static files to,"],
    [["export", "corpus.json", "--corpus", "corpus.json"], 1, 'Cannot write "corpus.json"'],
    [["export", "--records", "x", "--for", "lucene"], 2, "Allowed choices are any, opensearch,"],
    [["export", "--records", "x"], 1, 'There is no corpus at "dist/corpus.json".'],
    [["export", "--records", "folder", "--corpus", "corpus.json"], 1, '"folder": it is a folder.'],
  ])("%j exits with %i and says what is wrong", async (args, status, message) => {
    const cwd = await makeFolder();
    await writeHandbookCorpus(join(cwd, "corpus.json"));
    await mkdir(join(cwd, "folder"));

    const { code, stdout, stderr } = await runShared(args, { cwd });

    expect({ code, stdout }).toEqual({ code: status, stdout: "" });
    expect(stderr).toContain(message);
    expect((await readdir(cwd)).sort()).toEqual(["corpus.json", "folder"]);
  });
});

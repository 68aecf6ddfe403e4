import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { serializeCorpus } from "../../corpus/write/write.ts";
import { type CommandOptions, ROOT, RUNTIMES, runDocgate, runShared } from "../support/command.ts";
import { contentOf, makeDoc, writeCorpus } from "../support/corpora.ts";
import { writeHandbookCorpus } from "../support/server.ts";
import { makeFolder } from "../support/tree.ts";

describe.each(RUNTIMES)("docgate search on %s", (runtime) => {
  it("prints title and heading, slug and excerpt of each place, and exits with 0", async () => {
    const cwd = await makeHandbook();

    const { code, stdout, stderr } = await search(["install", "on", "linux"], { runtime, cwd });

    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining("Install › On Linux\n/docs/guide/install/index#on-linux\n"),
    });
    expect(stderr).toMatch(/^\d of \d places$/m);
  });

  it("exits with 1 where nothing is found", async () => {
    const cwd = await makeHandbook();

    expect(await search(["zzzzzzzzzz"], { runtime, cwd })).toEqual({
      code: 1,
      stdout: "",
      stderr: "Nothing was found.\n",
    });
  });
});

describe("docgate search", () => {
  it("prints with --format json what /search.json answers, found or not", async () => {
    const cwd = await makeHandbook();
    const found = await search(["serach", "--format", "json", "--limit", "1"], { cwd });
    const nothing = await search(["zzzzzzzzzz", "--format", "json"], { cwd });

    expect(JSON.parse(found.stdout)).toMatchObject({
      query: "serach",
      loosened: false,
      corrections: [{ from: "serach", to: "search" }],
      items: [{ id: "graphql/search", title: "Search", slug: "/docs/graphql/search" }],
    });
    expect(found.stderr).toBe("");
    expect(nothing.code).toBe(1);
    expect(JSON.parse(nothing.stdout)).toEqual({
      query: "zzzzzzzzzz",
      total: 0,
      loosened: false,
      corrections: [],
      items: [],
    });
  });

  it("says which word it searched for in place of another", async () => {
    const { stderr } = await search(["serach"], { cwd: await makeHandbook() });

    expect(stderr).toContain('Nothing has "serach": searched for "search".\n');
  });

  it("searches one section alone", async () => {
    const cwd = await makeHandbook();
    const { stdout } = await search(["--section", "guide", "search"], { cwd });

    expect(stdout.match(/^\/docs\/\S+$/gm)).toEqual(["/docs/guide/first-steps"]);
  });

  it("escapes what could move a terminal's cursor", async () => {
    const cwd = await makeFolder();
    const docs = [makeDoc("a", { title: "A \u001b[2J", body: "word \u001b]0;title\u0007" })];
    await writeCorpus(join(cwd, "corpus.json"), { docs });

    const { stdout } = await search(["word"], { cwd });

    expect(stdout).toContain("A \\u{001b}[2J\n/docs/a\n");
    expect(stdout).not.toContain("\u001b");
  });

  it.each([
    ["no words", [], "missing required argument"],
    ["a limit of 0", ["--limit", "0", "a"], "from 1 to 50"],
    ["too large a limit", ["--limit", "51", "a"], "from 1 to 50"],
    ["another format", ["--format", "html", "a"], "Allowed choices are pretty, json"],
    ["too many words", ["a".repeat(501)], "must have at most 500 characters, but they have 501"],
  ])("exits with 2 for wrong usage: %s", async (_, args, named) => {
    const { code, stdout, stderr } = await search(args, { cwd: await makeHandbook() });

    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(named);
  });

  it("says how to get a corpus where there is none", async () => {
    const { code, stderr } = await runShared(["search", "a"], { cwd: await makeFolder() });

    expect(code).toBe(1);
    expect(stderr).toContain('Run "docgate generate" first');
  });
});

describe.each(RUNTIMES)("docgate schema on %s", (runtime) => {
  it("prints the file of the package", async () => {
    expect(await runDocgate(["schema"], { runtime })).toEqual({
      code: 0,
      stdout: await readFile(join(ROOT, "runtime/docs/schema.graphql"), "utf8"),
      stderr: "",
    });
  });
});

describe("docgate types", () => {
  it("writes the types of the fields of a corpus", async () => {
    const cwd = await makeFolder();
    const fields = { order: { type: "number" as const } };
    const content = contentOf([makeDoc("a", { fields: { order: 1 } })]);
    const bytes = serializeCorpus({ ...content, meta: { ...content.meta, fields } });
    await writeFile(join(cwd, "corpus.json"), bytes);
    const types = (...args: string[]) =>
      runShared(["types", "--corpus", "corpus.json", ...args], { cwd });

    const printed = await types();
    const written = await types("--out", "types/fields.d.ts");

    const schema = await runShared(["schema", "--corpus", "corpus.json"], { cwd });

    expect(schema.stdout).toContain("  order: Float\n}");
    expect(printed).toMatchObject({ code: 0, stderr: "" });
    expect(printed.stdout).toContain("export interface Fields {\n  readonly order?: number;\n}\n");
    expect(written.stderr).toBe("The types of 1 fields are written to types/fields.d.ts\n");
    expect(await readFile(join(cwd, "types/fields.d.ts"), "utf8")).toBe(printed.stdout);
  });
});

/** A folder with a corpus of the handbook. */
async function makeHandbook(): Promise<string> {
  const folder = await makeFolder();
  await writeHandbookCorpus(join(folder, "corpus.json"));
  return folder;
}

function search(args: readonly string[], options: CommandOptions) {
  return runShared(["search", "--corpus", "corpus.json", ...args], options);
}

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { loadCorpusFile } from "../../corpus/read/read.ts";
import { ROOT, runDocgate, runEach, runShared } from "../support/command.ts";
import { runtimesOf } from "../support/extent.ts";
import { HANDBOOK, makeSharedFolder, makeTree, writeTree } from "../support/tree.ts";

const run = promisify(execFile);

const ESCAPE = "\x1b";

/** Trees below `docs`, as in a project. */
const FINE = { "docs/a.md": "# A\n\n[b](s/b.md)\n", "docs/s/b.md": "# B\n" };
const WARNING = { "docs/a.md": "# A\n\ntext [b](s/bb.md)\n", "docs/s/b.md": "# B\n" };
const ERROR = { ...FINE, "docs/bad.md": "---\ntitle: [\n---\n" };

function lastLine(text: string): string {
  return text.trimEnd().split("\n").at(-1)!;
}

describe.each(runtimesOf("deno"))("docgate generate on %s", (runtime) => {
  it("writes a corpus and ends with a summary on standard output", async () => {
    const cwd = await makeTree({});

    const { code, stdout, stderr } = await runDocgate(["generate", HANDBOOK], { runtime, cwd });

    const { size } = await stat(join(cwd, "dist/corpus.json"));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(
      new RegExp(
        `^7 docs, 4 sections, 7 links, 0 problems, ${size} bytes, \\d+(\\.\\d+)? seconds, 0 cached; .*\\n$`,
      ),
    );
    expect((await loadCorpusFile(join(cwd, "dist/corpus.json"))).docs).toHaveLength(7);
  });

  it("an error is exit 1 and leaves an existing output unchanged", async () => {
    const cwd = await makeTree({ ...ERROR, "out/corpus.json": "the old one" });

    const { code, stdout, stderr } = await runDocgate(
      ["generate", "docs", "--out", "out/corpus.json"],
      { runtime, cwd },
    );

    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toMatch(/^docs\/bad\.md:2:\d+ frontmatter-syntax /m);
    expect(lastLine(stdout)).toMatch(/^3 docs, 2 sections, 1 links, 1 problems, /);
    expect(lastLine(stdout)).toContain("nothing written");
    expect(await readFile(join(cwd, "out/corpus.json"), "utf8")).toBe("the old one");
    expect(await readdir(join(cwd, "out"))).toEqual(["corpus.json"]);
  });

  it("DOC-A14: a tree without Markdown is exit 1 and leaves the corpus unchanged; --allow-empty writes one", async () => {
    const cwd = await makeTree({
      ...FINE,
      "empty/note.txt": "no page",
      "ignoring.json": '{"ignore":["**"]}',
    });
    await runDocgate(["generate", "docs"], { runtime, cwd });
    const good = await readFile(join(cwd, "dist/corpus.json"));

    const empty = await runDocgate(["generate", "empty"], { runtime, cwd });
    const ignoring = await runDocgate(["generate", "docs", "--config", "ignoring.json"], {
      runtime,
      cwd,
    });
    const kept = await readFile(join(cwd, "dist/corpus.json"));
    const meant = await runDocgate(["generate", "empty", "--allow-empty"], { runtime, cwd });

    expect([empty.code, ignoring.code, meant.code]).toEqual([1, 1, 0]);
    expect(empty.stdout).toMatch(/^empty:1:1 empty-tree There is no Markdown file .*\[error\]$/m);
    expect(lastLine(empty.stdout)).toContain("nothing written");
    expect(kept.equals(good)).toBe(true);
    expect(lastLine(meant.stdout)).toMatch(/^0 docs, 0 sections, 0 links, 0 problems, /);
    expect((await loadCorpusFile(join(cwd, "dist/corpus.json"))).docs).toEqual([]);
  });

  it("reads docgate.config.ts, with a Standard Schema for the frontmatter", async () => {
    const docgate = pathToFileURL(join(ROOT, "define-config.ts")).href;
    const zod = import.meta.resolve("zod");
    const cwd = await makeTree({
      "docgate.config.ts": `
        import { defineConfig, type UserConfig } from ${JSON.stringify(docgate)};
        import * as z from ${JSON.stringify(zod)};
        const name: string = "Typed";
        const config: UserConfig = { name, base: "/x", frontmatter: z.object({ owner: z.string() }) };
        export default defineConfig(config);
      `,
      "content/a.md": "---\nowner: me\n---\n",
      "content/b.md": "---\ntitle: B\nowner: 7\n---\n",
    });

    const refused = await runDocgate(["generate"], { runtime, cwd });
    await writeTree(cwd, { "content/b.md": "---\nowner: you\n---\n" });
    const accepted = await runDocgate(["generate"], { runtime, cwd });

    expect([refused.code, accepted.code]).toEqual([1, 0]);
    expect(refused.stdout).toMatch(/^content\/b\.md:3:1 frontmatter-schema .*"owner"/m);
    const corpus = await loadCorpusFile(join(cwd, "dist/corpus.json"));
    expect(corpus.meta.name).toBe("Typed");
    expect(corpus.docs.map(({ slug }) => slug)).toEqual(["/x/a", "/x/b"]);
  });
});

describe("docgate generate", () => {
  it("a warning is reported with exit 0; with --strict it is exit 1 and nothing is written", async () => {
    const cwd = await makeTree(WARNING);

    const strict = await runShared(["generate", "docs", "--strict"], { cwd });
    const written = await readdir(cwd);
    const lenient = await runShared(["generate", "docs"], { cwd });

    const line =
      'docs/a.md:3:6 broken-link Link to "s/bb.md" leads to no page. Did you mean "./s/b.md"?';
    expect([strict.code, lenient.code]).toEqual([1, 0]);
    for (const { stdout } of [strict, lenient]) expect(stdout.split("\n")[0]).toBe(line);
    expect(written).not.toContain("dist");
    expect((await loadCorpusFile(join(cwd, "dist/corpus.json"))).docs).toHaveLength(2);
  });

  it("DOC-A1 ids: a clash is exit 1 and names both files, not a stack", async () => {
    const cwd = await makeTree({ ...FINE, "docs/a.mdx": "# Other", "dist/corpus.json": "old" });

    const { code, stdout, stderr } = await runShared(["generate", "docs"], { cwd });

    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toMatch(/^docs\/a\.mdx?:1:1 duplicate-id .*a\.mdx?.*a\.mdx?/m);
    expect(await readFile(join(cwd, "dist/corpus.json"), "utf8")).toBe("old");
  });

  it("DOC-A8 encoding: invalid UTF-8 is exit 1 and names file and byte offset", async () => {
    const cwd = await makeTree({ ...FINE, "docs/bad.md": Buffer.from([0x61, 0xff]) });

    const { code, stdout } = await runShared(["generate", "docs"], { cwd });

    expect(code).toBe(1);
    expect(stdout).toMatch(/^docs\/bad\.md:1:2 encoding .*byte offset 1\b/m);
  });

  it("reports how many docs came from the cache; --no-cache neither reads nor writes it", async () => {
    const cwd = await makeTree(FINE);
    const cached = async (...args: string[]): Promise<string> => {
      const { code, stdout } = await runShared(["generate", "docs", ...args], { cwd });
      expect(code).toBe(0);
      return /(\d+) cached/.exec(lastLine(stdout))![1]!;
    };

    expect(await cached("--no-cache")).toBe("0");
    expect((await readdir(cwd)).sort()).toEqual(["dist", "docs"]);
    expect(await cached("--cache-dir", "kept")).toBe("0");
    expect((await readdir(cwd)).sort()).toEqual(["dist", "docs", "kept"]);
    await writeTree(cwd, { "docs/a.md": "# Another A\n" });
    expect(await cached("--cache-dir", "kept")).toBe("1");
    expect(await cached("--cache-dir", "kept", "--no-cache")).toBe("0");
  });

  it("DOC-A12: a cache that is committed with the docs is not trusted", async () => {
    const author = await makeTree({ "docs/a.md": "# A\n\nGOOD\n" });
    await runShared(["generate", "docs"], { cwd: author });
    const cache = join(author, ".docgate-cache");
    const names = await readdir(cache, { recursive: true });
    for (const pack of names.filter((name) => name.endsWith(".pack"))) {
      const bytes = (await readFile(join(cache, pack))).subarray(0, -32);
      bytes.write("EVIL", bytes.indexOf("GOOD"));
      const hash = createHash("sha256").update(bytes).digest();
      await writeFile(join(cache, pack), Buffer.concat([bytes, hash]));
    }
    await run("git", ["init", "--quiet"], { cwd: author });
    await run("git", ["add", "--force", "docs", ".docgate-cache"], { cwd: author });
    const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
    await run("git", [...identity, "commit", "--quiet", "--message=docs"], { cwd: author });
    const checkout = join(await makeTree({}), "checkout");
    await run("git", ["clone", "--quiet", author, checkout]);

    for (const expected of ["0 cached", "1 cached"]) {
      const { stdout } = await runShared(["generate", "docs"], { cwd: checkout });
      expect(stdout).toContain(expected);
      const { docs } = await loadCorpusFile(join(checkout, "dist/corpus.json"));
      expect(docs[0]!.body).toBe("# A\n\nGOOD\n");
    }
  });

  it.each([
    ["outside of the checkout is used", "docs", "1 cached"],
    ["next to the working folder, where the docs are, is not", "../docs", "0 cached"],
  ])("a cache that was restored %s", async (_, dir, expected) => {
    const checkout = await makeTree({ "site/docs/a.md": "# A\n", "docs/a.md": "# A\n" });
    const [made, restored] = [join(checkout, "made"), join(checkout, "restored")];
    const generate = (cache: string) =>
      runShared(["generate", dir, "--cache-dir", cache], { cwd: join(checkout, "site") });
    expect((await generate(made)).stdout).toContain("0 cached");
    await cp(made, restored, { recursive: true });

    expect((await generate(restored)).stdout).toContain(expected);
  });

  it("--format json gives one document with problems and summary", async () => {
    const cwd = await makeTree(WARNING);

    const { code, stdout, stderr } = await runShared(["generate", "docs", "--format", "json"], {
      cwd,
    });

    const report = JSON.parse(stdout);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(report.problems).toEqual([
      {
        file: "docs/a.md",
        line: 3,
        column: 6,
        rule: "broken-link",
        severity: "warn",
        message: 'Link to "s/bb.md" leads to no page',
        suggestion: "./s/b.md",
      },
    ]);
    expect(report.summary).toMatchObject({
      docs: 2,
      sections: 2,
      links: 0,
      problems: 1,
      cached: 0,
    });
    expect(lastLine(stdout)).toContain('"summary"');
  });

  it("no colour in a pipe, not even in CI", async () => {
    const cwd = await makeTree(WARNING);

    const { stdout, stderr } = await runShared(["generate", "docs"], {
      cwd,
      env: { NO_COLOR: "", CI: "true", TERM: "xterm-256color" },
    });

    expect(stdout).toContain("broken-link");
    expect(stdout + stderr).not.toContain(ESCAPE);
  });

  it("names files relative to the working folder", async () => {
    const cwd = await makeTree({ ...WARNING, "elsewhere/x": "" });
    const from = join(cwd, "elsewhere");

    const inside = await runShared(["generate", "."], { cwd: join(cwd, "docs") });
    const outside = await runShared(["generate", "../docs"], { cwd: from });

    expect(inside.stdout).toMatch(/^a\.md:3:6 broken-link /m);
    expect(outside.stdout).toContain(`${join(cwd, "docs/a.md")}:3:6 broken-link `);
  });

  it("an output that cannot be written is exit 1, in one line", async () => {
    const cwd = await makeTree({ ...FINE, blocked: "a file is in the folder's place" });
    await mkdir(join(cwd, "folder"));

    for (const out of ["blocked/corpus.json", "folder"]) {
      const { code, stderr } = await runShared(["generate", "docs", "--out", out], { cwd });
      expect(code).toBe(1);
      expect(stderr.trimEnd().split("\n")).toHaveLength(1);
      expect(stderr).toMatch(/^docgate: /);
    }
    expect((await readdir(cwd)).sort()).toEqual([".docgate-cache", "blocked", "docs", "folder"]);
  });

  it("--help lists every command and option on standard output; --version prints the version", async () => {
    const [program, generate, check, diff] = await runEach([
      ["--help"],
      ["generate", "--help"],
      ["check", "--help"],
      ["diff", "--help"],
    ]);
    const version = await runDocgate(["--version"]);

    for (const result of [program, generate, check, diff, version]) {
      expect(result).toMatchObject({ code: 0, stderr: "" });
    }
    for (const name of ["generate", "check", "diff", "serve"]) {
      expect(program!.stdout).toMatch(new RegExp(`^ {2}${name}\\b`, "m"));
    }
    const options = (text: string): string[] =>
      [...text.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map((match) => match[1]!);
    expect(options(generate!.stdout).sort()).toEqual([
      "--all",
      "--allow-empty",
      "--built",
      "--cache-dir",
      "--config",
      "--format",
      "--help",
      "--jobs",
      "--no-cache",
      "--out",
      "--parser",
      "--strict",
      "--verify-parser",
      "--watch",
    ]);
    expect(options(check!.stdout).sort()).toEqual([
      "--against",
      "--all",
      "--allow-empty",
      "--allow-private",
      "--baseline",
      "--built",
      "--cache-dir",
      "--config",
      "--docs",
      "--dry-run",
      "--fix",
      "--format",
      "--help",
      "--inbound",
      "--max-warnings",
      "--no-cache",
      "--online",
      "--parser",
      "--quiet",
      "--rule",
      "--trust",
      "--verify-parser",
      "--watch",
      "--write-baseline",
    ]);
    expect(options(diff!.stdout)).toEqual(expect.arrayContaining(["--format"]));
    const { version: expected } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
    expect(version.stdout).toBe(`${expected}\n`);
  });

  it("reads the configuration of the folder it runs in, `.json` too", async () => {
    const cwd = await makeTree(WARNING);
    await writeFile(
      join(cwd, "docgate.config.json"),
      JSON.stringify({ name: "From JSON", rules: { "broken-link": "error" } }),
    );

    const refused = await runShared(["generate", "docs"], { cwd });
    await writeFile(
      join(cwd, "docgate.config.json"),
      JSON.stringify({ name: "From JSON", rules: { "broken-link": "off" } }),
    );
    const accepted = await runShared(["generate", "docs", "--strict"], { cwd });

    expect([refused.code, accepted.code]).toEqual([1, 0]);
    expect(lastLine(accepted.stdout)).toContain(" 0 problems");
    expect((await loadCorpusFile(join(cwd, "dist/corpus.json"))).meta.name).toBe("From JSON");
  });
});

describe("docgate, used wrongly", () => {
  const folder = makeSharedFolder();

  beforeAll(() =>
    writeTree(folder(), {
      ...FINE,
      "key.json": '{"nmae":"x"}',
      "rule.json": '{"rules":{"broken-lnk":"off"}}',
      "fixed.json": '{"rules":{"encoding":"warn"}}',
    }),
  );

  it.concurrent.each<[mistake: string, args: string[], named: string]>([
    ["an unknown command", ["frobnicate"], "frobnicate"],
    ["no command", [], "docgate"],
    ["an unknown option", ["generate", "docs", "--frob"], "--frob"],
    ["an option without its value", ["generate", "docs", "--out"], "--out"],
    ["an unknown format", ["check", "docs", "--format", "xml"], "xml"],
    ["too many arguments", ["generate", "docs", "more"], "argument"],
    ["zero threads", ["generate", "docs", "--jobs", "0"], "--jobs"],
    ["threads that are not a number", ["generate", "docs", "--jobs", "many"], "--jobs"],
    ["an unknown parser", ["generate", "docs", "--parser", "marked"], "marked"],
    ["a missing docs root", ["generate", "gone"], '"gone"'],
    ["a file whose docs root is not known", ["check", "docs/a.md"], '"docs/a.md"'],
    ["a missing configuration", ["check", "docs", "--config", "no.json"], "no.json"],
    ["an unknown key", ["check", "docs", "--config", "key.json"], '"nmae"'],
    ["an unknown rule", ["check", "docs", "--config", "rule.json"], '"broken-lnk"'],
    ["a fixed rule with a lower level", ["check", "docs", "--config", "fixed.json"], "encoding"],
    ["only one corpus to compare", ["diff", "a.json"], '"a.json" is not a git ref'],
  ])("exit 2, a reason, nothing on standard output: %s", async (_, args, named) => {
    const { code, stdout, stderr } = await runShared(args, { cwd: folder() });

    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(named);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(await readdir(folder())).not.toContain("dist");
  });
});

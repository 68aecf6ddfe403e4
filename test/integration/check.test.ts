import { once } from "node:events";
import { cp, readdir, readFile, realpath, symlink } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { loadCorpusFile } from "../../corpus/read/read.ts";
import { ROOT, runDocgate, runEach, runShared } from "../support/command.ts";
import { runtimesOf } from "../support/extent.ts";
import { forgePack } from "../support/forged-cache.ts";
import { HANDBOOK, makeTree, writeTree } from "../support/tree.ts";

const BROKEN = {
  "docs/a.md": "# A\r\n\r\n> - see [b](bee.md) and [c](c.md#sorce)\r\n",
  "docs/c.md": "# A\n\n## Source\n",
};

/** A page with the given number of dead links. */
function deadLinks(count: number): string {
  return Array.from({ length: count }, (_, index) => `[x](gone-${index}.md)\n`).join("\n");
}

describe.each(runtimesOf("deno"))("docgate check on %s", (runtime) => {
  it("names each problem as file:line:column rule message, with a suggestion, and exits 1", async () => {
    const cwd = await makeTree(BROKEN);

    const { code, stdout, stderr } = await runDocgate(["check", "docs"], { runtime, cwd });

    expect(code).toBe(1);
    expect(stdout.trimEnd().split("\n")).toEqual([
      'docs/a.md:3:9 broken-link Link to "bee.md" leads to no page',
      'docs/a.md:3:25 broken-fragment Fragment "#sorce" is not on "c". Did you mean "#source"?',
      'docs/c.md:1:1 duplicate-title Title "A" is already used by "a.md"',
    ]);
    expect(stderr).toContain("3 problems");
  });

  it("writes nothing, neither a corpus nor a cache", async () => {
    const cwd = await makeTree({ "content/a.md": "# A\n" });

    const { code, stdout } = await runDocgate(["check"], { runtime, cwd });

    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(await readdir(cwd)).toEqual(["content"]);
    expect(await readdir(join(cwd, "content"))).toEqual(["a.md"]);
  });
});

describe("docgate check: what counts", () => {
  const TREE = {
    "docs/a.md": "# A\n\n[x](gone.md) [y](gone.md) ![](a.png)\n",
    "docs/a.png": "png",
    "docs/b.md": "---\nx: [\n---\n",
  };

  it("--max-warnings accepts as many warnings, and never an error", async () => {
    const cwd = await makeTree(TREE);
    const warned = ["check", "docs", "--rule", "broken-link"];
    const runs = [
      [...warned, "--max-warnings", "2"],
      [...warned, "--max-warnings", "1"],
      ["check", "docs", "--max-warnings", "99"],
      ["check", "docs", "--max-warnings", "-1"],
    ];

    expect((await runEach(runs, { cwd })).map(({ code }) => code)).toEqual([0, 1, 1, 2]);
  });

  it("--quiet reports errors only, and counts warnings only with --max-warnings", async () => {
    const cwd = await makeTree({ ...TREE, "ok/a.md": "[x](gone.md)\n" });
    const [some, none, counted] = await runEach(
      [
        ["check", "docs", "--quiet"],
        ["check", "ok", "--quiet"],
        ["check", "ok", "--quiet", "--max-warnings", "0"],
      ],
      { cwd },
    );

    expect(some!.stdout.trimEnd().split("\n")).toEqual([
      expect.stringMatching(/^docs\/b\.md.* frontmatter-syntax .*\[error\]$/),
    ]);
    expect([some!.code, none!.code, none!.stdout, counted!.code]).toEqual([1, 0, "", 1]);
  });

  it("--rule reports one rule and switches it on; an unknown name is exit 2", async () => {
    const cwd = await makeTree(TREE);
    const [one, two, unknown] = await runEach(
      [
        ["check", "docs", "--rule", "missing-alt"],
        ["check", "docs", "--rule", "missing-alt", "--rule", "broken-link"],
        ["check", "docs", "--rule", "missing-al"],
      ],
      { cwd },
    );

    expect(one!.stdout).toMatch(/^docs\/a\.md:3:27 missing-alt .*\n$/);
    expect(two!.stdout.trimEnd().split("\n")).toHaveLength(3);
    expect(unknown).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no rule "missing-al". Did you mean "missing-alt"?'),
    });
  });

  it("--online asks other hosts, with the answers as warnings and the cache out of git", async () => {
    const server = createServer((request, response) => {
      response.writeHead(request.url === "/gone" ? 404 : 200).end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const cwd = await makeTree({
      "docs/a.md": `[x](${address}/gone)\n\n<!-- docgate-ignore external-link -->\n[y](${address}/gone?y)\n`,
    });
    const online = ["check", "docs", "--online"];
    const [allowed, refused] = [
      await runDocgate([...online, "--allow-private", "127.0.0.1"], { cwd }),
      await runDocgate([...online, "--no-cache"], { cwd }),
    ];

    expect(allowed).toMatchObject({
      code: 1,
      stdout: `docs/a.md:1:1 external-link Link to "${address}/gone" leads nowhere: it answers 404\n`,
    });
    expect(allowed.stderr).not.toContain("No problem is ignored");
    expect(await readdir(join(cwd, ".docgate-cache"))).toEqual([
      ".gitignore",
      "external-links.json",
    ]);
    expect(refused).toMatchObject({ code: 0, stdout: "" });
    expect(refused.stderr).toContain("2 addresses of other hosts are undecided");
  });

  it("stale-page counts from today", async () => {
    const cwd = await makeTree({
      "docs/a.md": "---\nreviewed: 2001-01-01\n---\n# A\n",
      "docs/b.md": `---\nreviewed: ${new Date().toISOString().slice(0, 10)}\n---\n# B\n`,
    });
    const { stdout } = await runShared(["check", "docs", "--rule", "stale-page"], { cwd });

    expect(stdout).toMatch(
      /^docs\/a\.md:2:1 stale-page Not reviewed since 2001-01-01, for \d+ days\n$/,
    );
  });
});

describe("docgate explain", () => {
  it("prints the part of the page of rules", async () => {
    const cwd = await makeTree({});
    const [known, unknown] = await runEach(
      [
        ["explain", "broken-fragment"],
        ["explain", "broken-fragmnt"],
      ],
      { cwd },
    );

    expect(known!.stdout).toMatch(/^## broken-fragment\n\nA link leads to an existing page/);
    expect(known!.stdout).toContain("**Fix:** correct the fragment");
    expect(known!.stdout).not.toContain("## missing-file");
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining("broken-fragment") });
  });
});

describe("docgate check", () => {
  it("ATTACK-T250 prints no control characters of names and texts, in any format", async () => {
    const name = "esc\u001b[31m\u009b2J\u0007.md";
    const cwd = await makeTree({ [`docs/${name}`]: "[a](<b\u001b[31m\u009b.md>)\n" });
    const formats = ["pretty", "json", "github", "sarif"];

    const results = await runEach(
      formats.map((format) => ["check", "docs", "--format", format]),
      { cwd },
    );

    for (const [at, { stdout, stderr }] of results.entries()) {
      expect(stdout, formats[at]).toMatch(/esc(?:\\u|%1B)/);
      expect(stdout + stderr, formats[at]).not.toMatch(/(?!\n)\p{Cc}/u);
    }
    expect(JSON.parse(results[1]!.stdout).problems[0].file).toBe(`docs/${name}`);
  });

  it("DOC-A12: trusts the cache of generate where it was made, and nowhere else", async () => {
    const made = await makeTree({ "docs/a.md": "# A\n", "docs/b.md": "# B\n" });
    await runShared(["generate", "docs"], { cwd: made });
    const cache = join(made, ".docgate-cache");
    const names = await readdir(cache, { recursive: true });
    const pack = join(cache, names.find((name) => name.endsWith(".pack"))!);
    await forgePack(pack, { text: '"title":"B"', by: '"title":"A"' });
    const copied = await makeTree({});
    await cp(made, copied, { recursive: true });

    const check = async (cwd: string, ...options: string[]) =>
      (await runShared(["check", "docs", ...options], { cwd })).stdout;

    expect(await check(made)).toContain('Title "A" is already used');
    expect(await check(made, "--no-cache")).toBe("");
    expect(await check(made, "--cache-dir", "other")).toBe("");
    expect(await check(copied)).toBe("");
    expect(await readdir(made)).not.toContain("other");
  });

  it("a tree without a problem is exit 0", async () => {
    expect(await runShared(["check", HANDBOOK])).toMatchObject({ code: 0, stdout: "" });
  });

  it("DOC-A14: a tree without Markdown is an error, unless --allow-empty says that it is intended", async () => {
    const cwd = await makeTree({ "docs/a.txt": "" });

    const { code, stdout } = await runShared(["check", "docs"], { cwd });

    expect({ code, stdout }).toEqual({
      code: 1,
      stdout:
        "docs:1:1 empty-tree There is no Markdown file below the docs root; if that is meant, add --allow-empty [error]\n",
    });
    const meant = await runShared(["check", "docs", "--allow-empty"], { cwd });
    expect(meant).toMatchObject({ code: 0, stdout: "" });
  });

  it("DOC-A15: suggests other titles if most come from a deeper heading; that is not a problem", async () => {
    const cwd = await makeTree({
      "docs/Bases syntax.md": "## Example\n",
      "docs/Style guide.md": "## Terminology\n",
    });

    const hinted = await Promise.all([
      runShared(["check", "docs"], { cwd }),
      runShared(["generate", "docs", "--strict", "--format", "json"], { cwd }),
    ]);
    await writeTree(cwd, { "docgate.config.json": '{"titles":["frontmatter","h1","file"]}' });
    const configured = await runShared(["check", "docs"], { cwd });
    const generated = await runShared(["generate", "docs"], { cwd });

    for (const { code, stderr } of hinted) {
      expect(code).toBe(0);
      expect(stderr).toMatch(/^hint: 2 of 2 pages .*"titles": \["frontmatter", "h1", "file"\]$/m);
    }
    expect(configured.stderr).not.toContain("hint");
    expect(generated).toMatchObject({ code: 0, stderr: "" });
    const { docs } = await loadCorpusFile(join(cwd, "dist/corpus.json"));
    expect(docs.map(({ title }) => title)).toEqual(["Bases syntax", "Style guide"]);
  });

  it.each(["pretty", "json", "github"])(
    "file names and links cannot give GitHub's runner a command, with --format %s",
    async (format) => {
      const cwd = await makeTree({
        "::error::forged.md": "# A\n\n[x](##[error]forged.md)\n",
        "b\n::error::forged.md": "# A\n",
        " ::error::forged.md": "# A\n",
      });

      const { code, stdout, stderr } = await runShared(["check", ".", "--format", format], {
        cwd,
      });

      const lines = (stdout + stderr).split("\n").filter((line) => /^\s*::|##\[/.test(line));
      expect(code).toBe(1);
      expect(lines.filter((line) => !/^::warning file=[^:\n]+,title=[\w-]+::/.test(line))).toEqual(
        [],
      );
    },
  );

  it.each([
    ["the docs root", "docs", "."],
    ["a folder above it", "site/docs", "."],
    ["one next to the working folder", "../docs", "app"],
  ])(
    "DOC-A1: %s must not be a link out of the checkout, unless its target is named",
    async (_, dir, from) => {
      const outside = await makeTree({ "secret.md": "# Secret\n", "docs/secret.md": "# Secret\n" });
      const checkout = await makeTree({ "app/x": "" });
      await symlink(outside, join(checkout, dir.includes("site") ? "site" : "docs"));
      const cwd = join(checkout, from);

      const lines = [
        ["check", dir],
        ["generate", dir],
        ["check", join(outside, "docs")],
      ];
      const [checked, generated, meant] = await runEach(lines, { cwd });

      for (const { code, stdout, stderr } of [checked!, generated!]) {
        expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
        expect(stderr).toContain(`The docs root "${dir}" is a symbolic link`);
        expect(stderr).toContain(await realpath(outside));
      }
      expect(await readdir(cwd)).not.toContain("dist");
      expect(meant).toMatchObject({ code: 0, stdout: "" });
    },
  );

  it("DOC-A1: the docs root may be a link to another folder of the checkout", async () => {
    const checkout = await makeTree({ "handbook/a.md": "# A\n", "app/x": "" });
    await symlink("handbook", join(checkout, "docs"));

    for (const [dir, from] of [
      ["docs", "."],
      ["../docs", "app"],
      [".", "docs"],
    ] as const) {
      const { code, stderr } = await runShared(["check", dir], { cwd: join(checkout, from) });
      expect({ code, stderr }).toEqual({
        code: 0,
        stderr: "0 problems (0 errors, 0 warnings) in 1 docs\n",
      });
    }
  });

  it("DOC-A1: a page whose name holds a line feed is read as any other", async () => {
    const cwd = await makeTree({ "docs/a.md": "# A\n", "docs/b\nc.md": "# B\n\n[x](gone.md)\n" });

    const { code, stdout, stderr } = await runShared(["check", "docs"], { cwd });

    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: 'docs/b\\u{000a}c.md:3:1 broken-link Link to "gone.md" leads to no page\n',
    });
    expect(stderr).toContain("in 2 docs");
  });

  it("a docs root that does not exist is exit 2, with the folder that was probably meant", async () => {
    const cwd = await makeTree({ "docs/a.md": "# A\n", "site/pages/b.md": "# B\n" });
    const empty = await makeTree({});

    const lines = ["check", "check dosc", "generate site/page"].map((line) => line.split(" "));
    const refused = await runEach(lines, { cwd });
    const [lost] = await runEach([["check"]], { cwd: empty });

    expect([...refused, lost].map((one) => one?.code)).toEqual([2, 2, 2, 2]);
    expect([...refused, lost].map((one) => one?.stderr)).toEqual([
      'docgate: The docs root "content" does not exist. Did you mean "docs"?\n',
      'docgate: The docs root "dosc" does not exist. Did you mean "docs"?\n',
      'docgate: The docs root "site/page" does not exist. Did you mean "site/pages"?\n',
      'docgate: The docs root "content" does not exist. Name the folder with your Markdown files.\n',
    ]);
  });

  it("a rule that is off gives no problem; a warning does", async () => {
    const cwd = await makeTree({
      ...BROKEN,
      "off.json": '{"rules":{"broken-link":"off","broken-fragment":"off","duplicate-title":"off"}}',
      "some.json": '{"rules":{"broken-link":"off","broken-fragment":"off"}}',
    });

    const lines = ["off.json", "some.json"].map((file) => ["check", "docs", "--config", file]);
    const [off, some] = await runEach(lines, { cwd });

    expect(off).toMatchObject({ code: 0, stdout: "" });
    expect(some).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^docs\/c\.md:1:1 duplicate-title .*\n$/),
    });
  });

  it("--format json gives one JSON document on standard output", async () => {
    const cwd = await makeTree(BROKEN);

    const { code, stdout } = await runShared(["check", "docs", "--format", "json"], { cwd });

    const { problems, summary } = JSON.parse(stdout);
    expect(code).toBe(1);
    expect(summary).toEqual({
      docs: 2,
      drafts: 0,
      fixable: 0,
      problems: 3,
      byRule: { "broken-link": 1, "broken-fragment": 1, "duplicate-title": 1 },
    });
    expect(problems).toHaveLength(3);
    expect(problems[1]).toEqual({
      file: "docs/a.md",
      line: 3,
      column: 25,
      rule: "broken-fragment",
      severity: "warn",
      message: 'Fragment "#sorce" is not on "c"',
      suggestion: "#source",
    });
  });

  it("--format sarif gives one log on standard output, also for generate", async () => {
    const cwd = await makeTree(BROKEN);
    const { version } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));

    const checked = await runShared(["check", "docs", "--format", "sarif"], { cwd });
    const generated = await runShared(["generate", "docs", "--format", "sarif"], { cwd });

    for (const { stdout } of [checked, generated]) {
      const { runs } = JSON.parse(stdout);
      expect(runs[0].tool.driver).toMatchObject({ name: "docgate", semanticVersion: version });
      expect(runs[0].results.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual([
        "broken-link",
        "broken-fragment",
        "duplicate-title",
      ]);
    }
    expect(checked).toMatchObject({ code: 1, stderr: expect.stringContaining("3 problems") });
    expect(generated).toMatchObject({ code: 0, stderr: expect.stringContaining("; written to") });
  });

  it("--format github gives workflow commands; up to ten of a kind, no job summary", async () => {
    const cwd = await makeTree({ "docs/a,b.md": deadLinks(10), "summary.md": "" });

    const { code, stdout } = await runShared(["check", "docs", "--format", "github"], {
      cwd,
      env: { GITHUB_STEP_SUMMARY: join(cwd, "summary.md") },
    });

    const lines = stdout.trimEnd().split("\n");
    expect(code).toBe(1);
    expect(lines).toHaveLength(10);
    expect(lines[0]).toMatch(
      /^::warning file=docs\/a%2Cb\.md,line=1,col=1,title=broken-link::Link to /,
    );
    expect(await readFile(join(cwd, "summary.md"), "utf8")).toBe("");
  });

  it("--format github past ten of a kind adds all of them to the job summary", async () => {
    const cwd = await makeTree({ "docs/a.md": deadLinks(11), "summary.md": "before\n" });
    const env = { GITHUB_STEP_SUMMARY: join(cwd, "summary.md") };

    const github = await runShared(["check", "docs", "--format", "github"], { cwd, env });
    const summary = await readFile(join(cwd, "summary.md"), "utf8");
    await runShared(["check", "docs"], { cwd, env });

    expect(github.stdout.trimEnd().split("\n")).toHaveLength(11);
    expect(summary).toMatch(/^before\n/);
    expect(summary.match(/docs\/a\.md:\d+:1/g)).toHaveLength(11);
    // Only this format writes it.
    expect(await readFile(join(cwd, "summary.md"), "utf8")).toBe(summary);
  });

  it("--format github without a job summary to write to is fine", async () => {
    const cwd = await makeTree({ "docs/a.md": deadLinks(11) });

    const { code, stderr } = await runShared(["check", "docs", "--format", "github"], {
      cwd,
      env: { GITHUB_STEP_SUMMARY: "" },
    });

    expect(code).toBe(1);
    expect(stderr).not.toContain("docgate:");
  });
});

describe("docgate check --verify-parser", () => {
  it.each(["content", HANDBOOK])(
    "finds no page of %s that the parsers read differently",
    async (dir) => {
      const { stdout } = await runShared(["check", dir, "--verify-parser", "--format", "json"]);

      expect(stdout).not.toContain("unreadable-file");
      expect(JSON.parse(stdout)).toHaveProperty("problems");
    },
  );

  it("exits 2 with a reason if satteri cannot be loaded, which nothing else requires", async () => {
    const env = { NAPI_RS_NATIVE_LIBRARY_PATH: "/nowhere/satteri.node" };
    const cwd = await makeTree({ "content/a.md": "# A\n" });

    const verified = await runDocgate(["check", "--verify-parser"], { cwd, env });
    const named = await runDocgate(["check", "--parser", "satteri"], { cwd, env });
    const checked = await runDocgate(["check"], { cwd, env });

    for (const { code, stdout, stderr } of [verified, named]) {
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain('docgate: The parser "satteri" cannot be used: ');
    }
    expect(checked).toMatchObject({ code: 0, stdout: "" });
  });
});

describe("docgate check --inbound", () => {
  const DOCS = { "docs/a.md": "# A" };

  it("reports the address with its place in the file, as a hint what is not one, and exits 1", async () => {
    const cwd = await makeTree({
      ...DOCS,
      "links.txt": "/docs/a\n/docs/gone\nhello there\n/docs/gone",
    });

    expect(await runShared(["check", "docs", "--inbound", "links.txt"], { cwd })).toEqual({
      code: 1,
      stdout:
        'links.txt:2:1 broken-inbound "/docs/gone" is not in the docs and not redirected; it stands here 2 times\n',
      stderr:
        "hint: 1 line of the inbound file is not an address.\n1 problem (0 errors, 1 warning) in 1 docs\n",
    });
  });

  it.each([
    ["does not exist", {}, 1, /links\.txt.*no such file/],
    ["has no address", { "links.txt": "hello\n" }, 2, /"links\.txt" has no addresses: expected/],
  ])("a file that %s is refused", async (_, files, status, message) => {
    const cwd = await makeTree({ ...DOCS, ...files });
    const { code, stderr } = await runShared(["check", "docs", "--inbound", "links.txt"], { cwd });

    expect(code).toBe(status);
    expect(stderr).toMatch(message);
  });
});

import { execFile } from "node:child_process";
import { chmod, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { runDocgate, runShared } from "../support/command.ts";
import { runtimesOf } from "../support/extent.ts";
import { runOnTerminal } from "../support/terminal.ts";
import { makeTree, type TreeFiles, writeTree } from "../support/tree.ts";

const run = promisify(execFile);

/** A site of MkDocs: without its settings, both fragments seem broken. */
const SITE = {
  "mkdocs.yml": "site_name: Acme\nmarkdown_extensions:\n  - attr_list\n",
  "docs/index.md": "# Acme\n\n[first](guide.md#first-steps) [b](guide.md#bb) [x](gone.md)\n",
  "docs/guide.md": "# Guide\n\n## First { #first-steps }\n\n## B { #bb }\n",
} satisfies TreeFiles;

const WORKFLOW = ".github/workflows/docs.yml";
const ALL = ["docgate.config.json", "docgate-baseline.json", WORKFLOW];

/** Reads the workflow's check. */
async function checkOf(cwd: string): Promise<{ run: string; "working-directory"?: string }> {
  const { jobs } = parse(await readFile(join(cwd, WORKFLOW), "utf8"));
  return jobs.check.steps.at(-1);
}

/** Runs a workflow's command in a shell. @returns the arguments of npx */
async function argumentsOf(command: string, cwd: string): Promise<string[]> {
  const bin = await makeTree({ npx: '#!/bin/sh\nfor word in "$@"; do echo "$word"; done\n' });
  await chmod(join(bin, "npx"), 0o755);
  const { stdout } = await run("sh", ["-c", command], {
    cwd,
    env: { PATH: `${bin}:/usr/bin:/bin` },
  });
  return stdout.trimEnd().split("\n");
}

describe.each(runtimesOf("deno"))("docgate init on %s", (runtime) => {
  it("recognises the site, shows the problems before and after, and writes files under which check is fine", async () => {
    const cwd = await makeTree(SITE);

    const { code, stdout, stderr } = await runDocgate(["init", "--yes"], { runtime, cwd });

    expect(code).toBe(0);
    expect(stdout).toContain("2 pages: MkDocs (");
    expect(stdout).toMatch(
      /no settings {7}3 problems\n {2}"site": "mkdocs" {2}3 → 1 problem, 0 can be/,
    );
    expect(stderr).toContain("Next: npx docgate check docs");
    const config = await readFile(join(cwd, "docgate.config.json"), "utf8");
    expect(JSON.parse(config)).toEqual({ site: "mkdocs" });
    const { run: command } = await checkOf(cwd);
    const [yes, name, ...args] = await argumentsOf(command, cwd);
    expect([yes, name]).toEqual(["--yes", expect.stringMatching(/^docgate@\d+\.\d+\.\d+/)]);
    expect(args).toEqual(["check", "docs", "--baseline", ALL[1], "--format", "github"]);
    expect(await runShared(args, { cwd })).toMatchObject({ code: 0, stdout: "" });
    await writeTree(cwd, { "docs/new.md": "[x](gone-too.md)\n" });
    expect((await runShared(args, { cwd })).stdout).toContain("gone-too.md");
  });
});

/** A project with a site of VitePress, as its authors left it: two pages have mistakes. */
const PROJECT = {
  "package.json": JSON.stringify({ name: "anvil", private: true }),
  "src/index.js": "export {};\n",
  "docs/.vitepress/config.mts": `import { defineConfig } from "vitepress";
export default defineConfig({
  title: "Anvil",
  themeConfig: { sidebar: [{ text: "Guide", items: [{ text: "Install", link: "/guide/install" }] }] },
});
`,
  "docs/index.md":
    "---\nlayout: home\ntitle: Anvil\n---\n\nStart with [install](/guide/install).\n",
  "docs/guide/install.md": `# Install {#top}

::: tip
You need [Node.js](https://nodejs.org/) and [the API](../api/#methods).
:::

## On Linux

![The window](./window.png)

## On macOS {#mac}

See [Linux](#on-linux), [macOS](#mac) and [Windows](#on-windows).
`,
  "docs/guide/window.png": "png",
  "docs/api/index.md": "# API\n\n## Methods\n\n[install](../guide/instal.md)\n",
} satisfies TreeFiles;

describe("a new user", () => {
  it("comes from a project to a corpus and to a check in CI that is green, with init", async () => {
    const cwd = await makeTree(PROJECT);
    const run = (line: string) => runShared(line.split(" "), { cwd });

    const made = await run("init --yes");
    const generated = await run("generate docs");
    const fixed = await run("check docs --fix");
    const { run: command } = await checkOf(cwd);
    const [, , ...args] = await argumentsOf(command, cwd);
    const green = await runShared(args, { cwd });
    await writeTree(cwd, { "docs/new.md": "# New\n\n[x](guide/install#gone)\n" });
    const red = await runShared(args, { cwd });

    expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining("3 pages: VitePress") });
    expect(generated).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^3 docs, .* 2 problems/m),
    });
    expect(fixed.code).toBe(1);
    expect(green).toMatchObject({ code: 0, stdout: "" });
    expect(red.code).toBe(1);
    expect(red.stdout.match(/^::.*/gm)).toEqual([
      expect.stringMatching(/^::warning file=docs\/new\.md,line=3,col=1,title=broken-fragment::/),
    ]);
  });
});

describe("docgate init", () => {
  it("without --yes and without a terminal: says what it would write, writes nothing, exit 2", async () => {
    const cwd = await makeTree(SITE);

    const { code, stdout, stderr } = await runShared(["init", "docs"], { cwd });

    expect(code).toBe(2);
    for (const name of ALL) expect(stdout).toContain(name);
    expect(stderr).toContain("To write, add --yes.");
    expect(await readdir(cwd)).toEqual(["docs", "mkdocs.yml"]);
  });

  it("on a terminal, asks first: y writes, everything else does not", async () => {
    const cwd = await makeTree(SITE);
    const answer = async (input: string) => runOnTerminal(["init"], { cwd, columns: 80, input });

    const no = await answer("\n");
    const left = await readdir(cwd);
    const yes = await answer("y\n");

    expect(no).toMatchObject({ code: 0, screen: expect.stringContaining("Nothing is written.") });
    expect(left).toEqual(["docs", "mkdocs.yml"]);
    expect(yes).toMatchObject({ code: 0, screen: expect.stringContaining(`Wrote ${ALL[0]}.`) });
    expect(await readdir(cwd)).toEqual([".github", ALL[1], ALL[0], "docs", "mkdocs.yml"]);
  });

  it("names files that exist, leaves them as they are, and keeps to the configuration among them", async () => {
    const cwd = await makeTree({
      ...SITE,
      "docgate.config.ts":
        'export default { site: "document", rules: { "broken-link": "off" } };\n',
      [WORKFLOW]: "name: mine\n",
    });

    const { code, stdout } = await runShared(["init", "--yes"], { cwd });
    const again = await runShared(["init", "--yes"], { cwd });

    expect(code).toBe(0);
    expect(stdout).toContain("2 pages, 2 problems with docgate.config.ts.");
    expect(stdout).toMatch(
      /stay as they are:\n {2}docgate\.config\.ts\n {2}\.github\/workflows\/docs\.yml\n/,
    );
    expect(await readFile(join(cwd, WORKFLOW), "utf8")).toBe("name: mine\n");
    const { problems } = JSON.parse(await readFile(join(cwd, ALL[1]!), "utf8"));
    expect(problems).toHaveLength(2);
    expect(await readdir(cwd)).not.toContain("docgate.config.json");
    expect(again).toMatchObject({ code: 0, stderr: "There is nothing to write.\n" });
  });

  it("a tree without a site or a problem: document, and no baseline", async () => {
    const cwd = await makeTree({ "content/a.md": "# A\n" });

    const { code, stdout } = await runShared(["init", "--yes"], { cwd });

    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("tried") });
    const config = await readFile(join(cwd, "docgate.config.json"), "utf8");
    expect(JSON.parse(config)).toEqual({ site: "document" });
    expect(await readdir(cwd)).toEqual([".github", "content", "docgate.config.json"]);
  });

  it("below the root of a checkout: a workflow at the root, whose words a shell does not change", async () => {
    const folder = `it's $HOME/\${{ secrets.TOKEN }}`;
    const cwd = await makeTree({ [`${folder}/my docs/a.md`]: "[x](gone.md)\n" });
    await run("git", ["init", "--quiet"], { cwd });

    const { code } = await runShared(["init", "my docs", "--yes"], { cwd: join(cwd, folder) });

    expect(code).toBe(0);
    const step = await checkOf(cwd);
    // GitHub replaces ${{ '${{' }} by ${{.
    const github = (text: string) => text.replaceAll(`\${{ '\${{' }}`, `\${{`);
    expect(step["working-directory"]).not.toContain(`\${{ secrets`);
    expect(github(step["working-directory"]!)).toBe(folder);
    const args = await argumentsOf(github(step.run), cwd);
    expect(args.slice(2, 4)).toEqual(["check", "my docs"]);
    expect(await readdir(join(cwd, folder))).toEqual([ALL[1], ALL[0], "my docs"]);
  });

  it("no page, no folder, or a site's file that cannot be read: says so, exit 2", async () => {
    const empty = await makeTree({ "docs/a.txt": "" });
    const wrong = await makeTree({ ...SITE, "mkdocs.yml": "nav: [\n" });

    const none = await runShared(["init", "--yes"], { cwd: empty });
    const missing = await runShared(["init", "doc", "--yes"], { cwd: empty });
    const broken = await runShared(["init", "--yes"], { cwd: wrong });

    expect(none).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no page below "docs"'),
    });
    expect(missing).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean "docs"'),
    });
    expect(broken).toMatchObject({ code: 2, stderr: expect.stringContaining("mkdocs.yml") });
    expect(await readdir(wrong)).toEqual(["docs", "mkdocs.yml"]);
  });
});

import { execFile } from "node:child_process";
import { access, chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { htmlPage } from "../generator/built/trees.ts";
import { readAction, runAction } from "../support/action.ts";
import { ROOT, runShared } from "../support/command.ts";
import { prose } from "../support/prose.ts";
import { makeFolder, makeTree, type TreeFiles, writeTree } from "../support/tree.ts";

const run = promisify(execFile);

const CONFIG = `import { defineConfig } from "docgate";
export default defineConfig({ name: "Acme", description: "How Acme works." });
`;
const PAGES = {
  "docgate.config.ts": CONFIG,
  "docs/index.md": "# Start\n\nSee [install](install.md).\n",
  "docs/install.md": "# Install\n\n## On Linux\n\nRun it.\n",
};

async function git(cwd: string, ...args: readonly string[]): Promise<void> {
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
  await run("git", [...identity, ...args], { cwd });
}

/**
 * Creates a checkout of a branch as GitHub does for a pull request: only the last commit, with a
 * remote that has the base branch, and docgate installed.
 */
async function checkOut(base: TreeFiles, change: TreeFiles): Promise<string> {
  const origin = await makeTree(base);
  await git(origin, "init", "--quiet", "--initial-branch=main");
  await git(origin, "add", ".");
  await git(origin, "commit", "--quiet", "--message=base");
  await git(origin, "switch", "--quiet", "--create=change");
  await writeTree(origin, change);
  await git(origin, "add", ".");
  await git(origin, "commit", "--quiet", "--allow-empty", "--message=change");
  const workspace = join(await makeFolder(), "workspace");
  await git(origin, "clone", "--quiet", "--depth=1", `file://${origin}`, workspace);

  const command = `#!/bin/sh\nexec node "${ROOT}docgate.ts" "$@"\n`;
  await writeTree(workspace, { "node_modules/.bin/docgate": command });
  await chmod(join(workspace, "node_modules/.bin/docgate"), 0o755);
  await symlink(ROOT, join(workspace, "node_modules/docgate"));
  return workspace;
}

describe("the GitHub Action", () => {
  it("consists of scripts, and of actions pinned to a major version", async () => {
    const { runs } = await readAction();
    expect(runs.using).toBe("composite");
    for (const step of runs.steps) {
      if (step.uses) expect(step.uses).toMatch(/^actions\/[\w-]+@v\d+$/);
      else expect(step.shell).toBe("bash");
    }
    // A change to the docs cannot write to these.
    const [cache] = runs.steps.flatMap((step) => step.with?.path ?? []);
    expect(cache).toMatch(/^\$\{\{ runner\.temp \}\}\/docgate-cache$/);
  });

  it("generates, and reports what a pull request changes for readers", async () => {
    const change = { "docs/install.md": "# Install\n\n## On Windows\n\nRun it.\n" };
    const workspace = await checkOut(PAGES, change);
    const { isFine, summary, outputs } = await runAction({
      workspace,
      inputs: { docs: "docs", out: "out/corpus.json" },
      baseRef: "main",
    });

    expect(isFine).toBe(true);
    expect(outputs).toMatchObject({ problems: "false", breaks: "true" });
    const corpus = JSON.parse(await readFile(join(workspace, "out/corpus.json"), "utf8"));
    expect(corpus.meta.name).toBe("Acme");
    expect(summary).toMatch(/^2 docs, 1 sections, 1 links, 0 problems, /);
    const comment = await readFile(outputs.comment!, "utf8");
    expect(comment).toContain("`install#on-linux`");
    expect(summary.endsWith(comment)).toBe(true);
    expect(await readdir(workspace)).not.toContain(".docgate-base");
    expect(await readdir(workspace)).not.toContain(".docgate-cache");
  });

  it("signs the corpus with a key, by default with the number of the run as sequence", async () => {
    const workspace = await checkOut(PAGES, {});
    const trusted = (await runShared(["keygen", "ci"], { cwd: workspace })).stdout.trim();
    const secret = await readFile(join(workspace, "ci.key.json"), "utf8");
    const { isFine, log, summary } = await runAction({
      workspace,
      inputs: { docs: "docs", "signing-key": secret, expires: "30" },
    });
    const verified = await runShared(["verify", "dist/corpus.json", "--trust", trusted], {
      cwd: workspace,
    });

    expect(isFine).toBe(true);
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringMatching(/sequence {3}42$/m) });
    expect(summary).toContain("dist/corpus.json is signed by ci");
    expect(log + summary).not.toContain(JSON.parse(secret).d);
  });

  it("proposes the redirects of a pull request as a patch that can be applied", async () => {
    const text = prose("install");
    const page = `# Install\n\n${text}\n`;
    const workspace = await checkOut(
      { ...PAGES, "docs/install.md": page },
      { "docs/setup.md": page },
    );
    await rm(join(workspace, "docs/install.md"));
    await git(workspace, "add", ".");
    await git(workspace, "commit", "--quiet", "--message=move");
    const inputs = { docs: "docs" };
    const proposed = await runAction({ workspace, inputs, baseRef: "main" });

    expect(proposed.outputs).toMatchObject({ breaks: "true" });
    const [, patch] = /```diff\n(.*?\n)```/s.exec(proposed.summary)!;
    await writeFile(join(workspace, "redirects.patch"), patch!);
    await git(workspace, "apply", "redirects.patch");
    expect(JSON.parse(await readFile(join(workspace, "docs/redirects.json"), "utf8"))).toEqual({
      version: 1,
      redirects: [{ from: "install", to: "setup" }],
    });
    await git(workspace, "add", "docs");
    await git(workspace, "commit", "--quiet", "--message=redirect");

    const redirected = await runAction({ workspace, inputs, baseRef: "main" });
    expect(redirected.outputs).toMatchObject({ breaks: "false" });
    expect(redirected.summary).not.toContain("Redirects to add");
  });

  it("reads the built site, which the base branch does not have, so that the models are compared", async () => {
    const page = "# Set up\n\nRun it on every anvil.\n";
    const workspace = await checkOut(PAGES, { "docs/setup.md": page });
    const html = {
      start: htmlPage("Start", '<h1>Start</h1><p>See <a href="/install/">install</a>.</p>'),
      install: htmlPage("Install", '<h1>Install</h1><h2 id="x">On Linux</h2><p>Run it.</p>'),
      "start/set-up": htmlPage("Set up", "<h1>Set up</h1><p>Run it on every anvil.</p>"),
    };
    for (const [path, page] of Object.entries(html)) {
      await writeTree(workspace, { [`build/${path}/index.html`]: page });
    }
    const { isFine, outputs } = await runAction({
      workspace,
      inputs: { docs: "docs", built: "build" },
      baseRef: "main",
    });

    expect(isFine).toBe(true);
    expect(outputs).toMatchObject({ problems: "false", breaks: "false" });
    const { meta, docs } = JSON.parse(await readFile(join(workspace, "dist/corpus.json"), "utf8"));
    expect(meta.site).toBe("document+built");
    expect(docs.at(-1).slug).toBe("/start/set-up/");
  });

  it("annotates problems, still generates and compares, and fails in the end", async () => {
    const workspace = await checkOut(PAGES, { "docs/new.md": "# New\n\n[gone](gone.md)\n" });
    const { isFine, log, summary, outputs } = await runAction({
      workspace,
      inputs: { docs: "docs" },
      baseRef: "main",
    });

    expect(isFine).toBe(false);
    expect(log).toMatch(/^::warning file=docs\/new\.md,line=3,col=1,title=broken-link::/m);
    expect(outputs).toMatchObject({ problems: "true", breaks: "false" });
    expect(summary).toMatch(/new/);
    await access(join(workspace, "dist/corpus.json"));
  });

  it("compares nothing without a base branch, or if it has no docs yet", async () => {
    const workspace = await checkOut({ "README.md": "Acme" }, PAGES);
    const inputs = { docs: "docs" };
    const pushed = await runAction({ workspace, inputs });
    const first = await runAction({ workspace, inputs, baseRef: "main" });

    const outputs = { problems: "false", breaks: "", comment: "" };
    expect([pushed.isFine, pushed.outputs]).toEqual([true, outputs]);
    expect([first.isFine, first.outputs]).toEqual([true, outputs]);
    expect(first.log).toContain("::warning::docgate cannot generate docs of main");
  });

  it("asks the search the questions of a file, and fails if too few are answered", async () => {
    const question = { query: "linux", expect: ["/docs/index"] };
    const workspace = await checkOut(PAGES, { "questions.json": JSON.stringify([question]) });
    const inputs = { docs: "docs", questions: "questions.json", "min-recall": "0.9" };
    const { isFine, summary } = await runAction({ workspace, inputs });

    expect(isFine).toBe(false);
    expect(summary).toContain("| recall@5 | 0.0 %, 0 of 1 |");
    expect(summary).toContain("- `linux`\n  - expected: `/docs/index`\n");
  });

  it("stops if nothing can be generated", async () => {
    const workspace = await checkOut(PAGES, { "docs/bad.md": '---\ntitle: "x\n---\n' });
    await mkdir(join(workspace, "dist"));
    const { isFine, log } = await runAction({ workspace, inputs: { docs: "docs" } });

    expect(isFine).toBe(false);
    expect(log).toMatch(/^::error file=docs\/bad\.md,.*title=frontmatter-syntax::/m);
    expect(await readdir(join(workspace, "dist"))).toEqual([]);
  });
});

import { execFile } from "node:child_process";
import { access, chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { htmlPage } from "../generator/built/trees.ts";
import { REPOSITORY, readAction, runAction } from "../support/action.ts";
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

/** A folder with a `gh` that logs its arguments, and knows the comments with these ids. */
async function fakeGh(ids: readonly number[]) {
  const bin = await makeTree({
    gh: `#!/bin/sh
echo "$@" >> "${"$"}{0%/*}/log"
case "$*" in *--paginate*) printf '%s\\n' ${ids.join(" ")} ;; esac
`,
    log: "",
  });
  await chmod(join(bin, "gh"), 0o755);
  const calls = async () =>
    (await readFile(join(bin, "log"), "utf8"))
      .split("\n")
      .filter((line) => line.includes("--method"));
  return { bin, calls };
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
    const { bin, calls } = await fakeGh([]);
    const { isFine, summary, outputs } = await runAction({
      workspace,
      inputs: { docs: "docs", out: "out/corpus.json", comment: "true" },
      baseRef: "main",
      bin,
    });

    expect(isFine).toBe(true);
    expect(outputs).toMatchObject({ problems: "false", breaks: "true" });
    const corpus = JSON.parse(await readFile(join(workspace, "out/corpus.json"), "utf8"));
    expect(corpus.meta.name).toBe("Acme");
    expect(summary).toMatch(/^2 docs, 1 sections, 1 links, 0 problems, /);
    const comment = await readFile(outputs.comment!, "utf8");
    expect(comment).toContain("`install#on-linux`");
    expect(summary.endsWith(comment)).toBe(true);
    expect(await calls()).toEqual([
      expect.stringContaining(`--method POST repos/${REPOSITORY}/issues/7/comments --field body=@`),
    ]);
    expect(await readdir(workspace)).not.toContain(".docgate-base");
    expect(await readdir(workspace)).not.toContain(".docgate-cache");
  });

  it.each([
    ["replaces its own comment", { ids: [31, 32], head: REPOSITORY, comment: "true" }, ["PATCH"]],
    ["writes none for a fork", { ids: [], head: "stranger/docs", comment: "true" }, []],
    ["writes none unless it should", { ids: [], head: REPOSITORY, comment: "false" }, []],
  ])("%s", async (_, { ids, head, comment }, methods) => {
    const { bin, calls } = await fakeGh(ids);
    await writeTree(bin, { "comment.md": "No difference.\n" });
    await run("bash", [join(ROOT, "examples/deploy/action/comment.sh")], {
      env: {
        PATH: `${bin}:${process.env.PATH}`,
        RUNNER_TEMP: bin,
        GITHUB_REPOSITORY: REPOSITORY,
        HEAD_REPOSITORY: head,
        NUMBER: "7",
        COMMENT: comment,
        BODY: join(bin, "comment.md"),
      },
    });

    const made = await calls();
    expect(made.map((line) => /--method (\w+)/.exec(line)![1])).toEqual(methods);
    if (methods.length > 0) {
      expect(made[0]).toContain("issues/comments/31 ");
      const posted = await readFile(join(bin, "docgate-posted.md"), "utf8");
      expect(posted).toBe("<!-- docgate -->\nNo difference.\n");
    }
  });

  it("refuses pull_request_target, before anything of the change runs", async () => {
    const { isFine, log } = await runAction({
      workspace: await makeFolder(),
      eventName: "pull_request_target",
    });

    expect(isFine).toBe(false);
    expect(log).toMatch(/^::error title=docgate::The action does not run on pull_request_target/);
  });

  it("is green on old warnings and red on a new one, in a folder with its configuration", async () => {
    const old = {
      "site/conf/docs.json": JSON.stringify({ name: "Acme", rules: { "duplicate-title": "off" } }),
      "site/docs/a.md": "# A\n\n[x](gone.md)\n",
      "site/docs/b.md": "# A\n",
    };
    const workspace = await checkOut(old, {});
    const site = join(workspace, "site");
    const known = "check docs --config conf/docs.json --baseline known.json --write-baseline";
    await runShared(known.split(" "), { cwd: site });
    const inputs = {
      "working-directory": "site",
      docs: "docs",
      config: "conf/docs.json",
      baseline: "known.json",
    };
    await writeTree(site, { "docs/c.md": "# C\n\n[y](gone-too.md)\n" });
    const accepted = await runAction({
      workspace,
      inputs: { ...inputs, "max-warnings": "1" },
      baseRef: "main",
    });
    const refused = await runAction({ workspace, inputs });

    expect([accepted.isFine, accepted.outputs]).toMatchObject([true, { breaks: "false" }]);
    expect(await readdir(site)).toEqual(["conf", "dist", "docs", "known.json"]);
    expect(refused.isFine).toBe(false);
    expect(refused.log.match(/^::warning .*/gm)).toEqual([
      expect.stringMatching(/^::warning file=site\/docs\/c\.md,line=3,col=1,title=broken-link::/),
    ]);
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

it("the hook of pre-commit checks the tree that its arguments name", async () => {
  const hooks = parse(await readFile(join(ROOT, ".pre-commit-hooks.yaml"), "utf8"));
  const [{ entry, args, files }] = hooks;
  const cwd = await makeTree({ "content/a.md": "# A\n\n[x](gone.md)\n" });

  expect(hooks).toMatchObject([{ id: "docgate", language: "node", pass_filenames: false }]);
  expect("content/a.mdx").toMatch(new RegExp(files));
  const [program, ...words] = entry.split(" ");
  expect(program).toBe("docgate");
  expect(await runShared([...words, ...args], { cwd })).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("content/a.md:3:1 broken-link"),
  });
});

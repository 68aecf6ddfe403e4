import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { DENO, DENO_PERMISSIONS, ROOT, RUNTIMES, type Runtime } from "../support/command.ts";
import { makeSharedFolder, writeTree } from "../support/tree.ts";

const run = promisify(execFile);

const PAGES = {
  "docs/index.md": "---\ntitle: Start\n---\n\nSee [install](guide/install.md#on-linux).\n",
  "docs/guide/install.md": "# Install\n\n## On Linux\n\nRun it.\n",
  "docs/lonely.md": "# Lonely\n\nNobody links here.\n",
};

const CONFIG = `import { defineConfig } from "docgate";
export default defineConfig({ name: "Packed", description: "From a package." });
`;

const CONSUMER = `import { type Corpus, loadCorpus } from "docgate/corpus";
import { generate, parseConfig } from "docgate/generator";
import { createApp, createAssets, createDocs } from "docgate/runtime";

const corpus: Corpus = await loadCorpus("dist/corpus.json");
const docs = createDocs(corpus);
const app = createApp({ docs: () => docs, assets: createAssets({ directory: "." }), onError() {} });
const response = await app.request("/graphql?query={meta{name}}");
const { content } = await generate({ root: "docs", config: parseConfig({}) });
console.log(JSON.stringify([corpus.docs.length, content.docs.length, await response.json()]));
`;

const CONSUMER_TSCONFIG = {
  compilerOptions: {
    module: "nodenext",
    target: "es2024",
    strict: true,
    types: ["node"],
    noEmit: true,
  },
  include: ["consumer.mts"],
};

/** Packs the build and installs it into an empty project, as a user would. */
describe("the installed package", () => {
  const folder = makeSharedFolder();
  const commandLine = (runtime: Runtime, args: readonly string[]): [string, string[]] =>
    runtime === "node"
      ? [join(folder(), "node_modules/.bin/docgate"), [...args]]
      : [DENO, ["run", "--no-prompt", ...DENO_PERMISSIONS, "npm:docgate", ...args]];
  const docgate = (args: readonly string[], runtime: Runtime = "node") => {
    const running = run(...commandLine(runtime, args), { cwd: folder() });
    running.child.stdin!.end();
    return running;
  };

  beforeAll(async () => {
    await run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder()], { cwd: ROOT });
    const archive = (await readdir(folder())).find((name) => name.endsWith(".tgz"))!;
    await writeTree(folder(), {
      "package.json": JSON.stringify({ name: "empty", private: true, type: "module" }),
      "docgate.config.ts": CONFIG,
      ...PAGES,
    });
    await run("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", `./${archive}`], {
      cwd: folder(),
    });
    await docgate(["generate", "docs"]);
  });

  describe.each(RUNTIMES)("has every command on %s", (runtime) => {
    it("generate, check and diff, with a typed configuration file", async () => {
      const out = `${runtime}.json`;
      const { stdout } = await docgate(["generate", "docs", "--out", out], runtime);
      expect(stdout.trim()).toMatch(/^3 docs, 2 sections, 1 links, 0 problems, /);
      expect((await docgate(["check", "docs"], runtime)).stdout).toBe("");
      const { stdout: difference } = await docgate(["diff", "dist/corpus.json", out], runtime);
      expect(difference).toBe("No difference.\n");
    });

    it("admin and doctor", async () => {
      const email = `${runtime}@acme.example`;
      const created = await docgate(["admin", "create", "--org", "A", "--email", email], runtime);
      expect(created.stdout).toMatch(/^password: \S{32}$/m);
      const { stdout } = await docgate(["admin", "token", "--email", email], runtime);
      expect(stdout).toMatch(/^dga_\w+\n$/);
      expect((await docgate(["doctor"], runtime)).stdout).toMatch(/^ok {4}corpus: .*, 3 docs$/m);
    });

    it("serve, with pages for browsers and the partner chain", async () => {
      const child = spawn(...commandLine(runtime, ["serve", "--port", "0"]), {
        cwd: folder(),
        stdio: ["ignore", "pipe", "ignore"],
      });
      onTestFinished(() => void child.kill("SIGKILL"));
      const [line] = await once(createInterface({ input: child.stdout }), "line");
      const url = /http:\S+/.exec(line)![0];
      const answer = await fetch(`${url}/graphql?query={meta{name}}`);
      expect(await answer.json()).toEqual({ data: { meta: { name: "Packed" } } });
      for (const path of ["/graph", "/admin", "/reference", "/readyz"]) {
        expect((await fetch(url + path)).status, path).toBe(200);
      }
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      expect(await exited).toEqual([0, null]);
    });
  });

  it("exports docgate/corpus, docgate/generator and docgate/runtime, with types", async () => {
    await writeTree(folder(), {
      "consumer.mts": CONSUMER,
      "tsconfig.json": JSON.stringify({
        ...CONSUMER_TSCONFIG,
        compilerOptions: {
          ...CONSUMER_TSCONFIG.compilerOptions,
          typeRoots: [join(ROOT, "node_modules/@types")],
        },
      }),
    });
    await run(join(ROOT, "node_modules/.bin/tsc"), ["-p", folder()]);
    const { stdout } = await run(process.execPath, ["consumer.mts"], { cwd: folder() });
    expect(JSON.parse(stdout)).toEqual([3, 3, { data: { meta: { name: "Packed" } } }]);
  });

  it("publishes the JSON Schema that the corpus names", async () => {
    const text = await readFile(
      join(folder(), "node_modules/docgate/corpus/corpus.schema.json"),
      "utf8",
    );
    const corpus = JSON.parse(await readFile(join(folder(), "dist/corpus.json"), "utf8"));
    expect(corpus.$schema).toBe(JSON.parse(text).$id);
    const script = 'console.log(import.meta.resolve("docgate/corpus.schema.json"))';
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], {
      cwd: folder(),
    });
    expect(stdout.trim()).toMatch(/corpus\.schema\.json$/);
  });

  it("runs the examples of the page about embedding a corpus, as the page says", async () => {
    const page = await readFile(join(ROOT, "content/onboarding/embed-corpus.md"), "utf8");
    await copyFile(join(folder(), "dist/corpus.json"), join(folder(), "corpus.json"));
    const blocks = page.matchAll(/^```(?:js|python) title="([^"]+)"\n([\s\S]*?)^```$/gm);
    const outputs: Record<string, string> = {};
    for (const [, name, code] of blocks) {
      const [, program, args] = /Usage: (\S+) (.*)$/m.exec(code!)!;
      await writeTree(folder(), { [name!]: code! });
      const { stdout } = await run(program!, args!.split(" "), { cwd: folder() });
      outputs[name!] = stdout;
    }
    expect(outputs).toEqual({
      "search.mjs": expect.stringMatching(
        /^2 of 3 pages .*\nInstall: \/docs\/guide\/install#install\n/,
      ),
      "search.py": expect.stringContaining("/docs/guide/install"),
      "orphans.mjs": expect.stringContaining("lonely"),
      "orphans.py": expect.stringContaining("lonely"),
    });
  });

  it("serves without the generator's libraries", async () => {
    const libraries = [
      "unified",
      "remark-parse",
      "remark-frontmatter",
      "satteri",
      "yaml",
      "chokidar",
      "htmlparser2",
    ];
    for (const library of libraries) {
      await rm(join(folder(), "node_modules", library), { recursive: true });
    }
    const child = spawn(...commandLine("node", ["serve", "--no-partner", "--port", "0"]), {
      cwd: folder(),
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill());
    const [line] = await once(createInterface({ input: child.stdout }), "line");
    const url = /http:\S+/.exec(line)![0];
    const answer = await fetch(`${url}/graphql?query={docs{id}}`);
    expect(await answer.json()).toEqual({
      data: { docs: [{ id: "guide/install" }, { id: "index" }, { id: "lonely" }] },
    });
    const explorer = await fetch(`${url}/graphql`, { headers: { Accept: "text/html" } });
    expect(explorer.status).toBe(200);
  });
});

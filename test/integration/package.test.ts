import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { access, copyFile, cp, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { basename, delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { build } from "esbuild";
import { build as buildPage, type Rolldown } from "vite";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { DENO, DENO_PERMISSIONS, ROOT, RUNTIMES, type Runtime } from "../support/command.ts";
import { freePort } from "../support/free-port.ts";
import { readOwnDocsSteps } from "../support/readme.ts";
import { startProgram } from "../support/running.ts";
import { makeSharedFolder, writeTree } from "../support/tree.ts";

const run = promisify(execFile);

const PAGES = {
  "docs/index.md": "---\ntitle: Start\n---\n\nSee [install](guide/install.md#on-linux).\n",
  "docs/guide/install.md": "# Install\n\n## On Linux\n\nRun it.\n",
  "docs/lonely.md": "# Lonely\n\nNobody links here.\n",
};

const STEPS = await readOwnDocsSteps();

/**
 * The files of a project that follows the README: everything except packages, secrets and caches.
 */
const COMMITTED = [
  ".gitignore",
  "dist/corpus.json",
  basename(STEPS.install),
  "docgate.config.ts",
  ...Object.keys(PAGES),
  "package-lock.json",
  "package.json",
];

const CONSUMER = `import { type Corpus, loadCorpus } from "docgate/corpus";
import { checkTree, generate, generateFile, parseConfig } from "docgate/generator";
import { createTokenVerifier } from "docgate/partner";
import { createApp, createDocs, openCorpusSource } from "docgate/runtime";
import "docgate/search-box";

export const openSearch = () => document.querySelector("docgate-search")?.open();
const corpus: Corpus = await loadCorpus("dist/corpus.json");
const source = await openCorpusSource({ file: "dist/corpus.json" });
const app = createApp({ source });
const ask = (path: string) => app.fetch(new Request(\`http://localhost\${path}\`));
const response = await ask("/graphql?query={meta{name}}");
const page = await app.fetch(new Request("http://localhost/graph", { headers: { Accept: "text/html" } }));
source.close();
const docs = createDocs(corpus);
createTokenVerifier({ docgateUrl: "https://docs.example.com" }).distrust();
const tree = { root: "docs", config: parseConfig({}) };
const { content } = await generate(tree);
const written = await generateFile({ ...tree, out: "library.json" });
const counts = [docs.meta().docCount, content.docs.length, (await checkTree(tree)).docs, written.docs];
console.log(JSON.stringify([...counts, page.status, await response.json()]));
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

const OLD_NODE = findOldNode();

/** A Node.js on the path that docgate does not support. */
function findOldNode(): string | undefined {
  return process.env
    .PATH!.split(delimiter)
    .map((folder) => join(folder, "node"))
    .filter((program) => existsSync(program))
    .find((program) => {
      const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8" });
      return Number(/^v(\d+)/.exec(stdout)?.[1] ?? Number.NaN) < 22;
    });
}

/** Part of a page: bundlers resolve it for browsers. */
const PAGE = 'export { openCorpus } from "docgate/corpus";';
const MAX_BUNDLE_BYTES = 90_000;
const MAX_PARTNER_BYTES = 60_000;

/** The packages that the declarations of each entry may name; a new one is a promise to users. */
const DECLARED: Readonly<Record<string, readonly string[]>> = {
  ".": ["@standard-schema/spec"],
  "./corpus": [],
  "./search": [],
  "./generator": ["@standard-schema/spec"],
  "./runtime": [],
  "./partner": ["jose"],
  "./vitepress": ["@standard-schema/spec"],
  "./astro": ["@standard-schema/spec"],
  "./docusaurus": ["@standard-schema/spec"],
};

/** Returns the packages that a file of declarations needs, with all that it imports itself. */
async function packagesOf(file: string, seen = new Set<string>()): Promise<Set<string>> {
  if (seen.has(file)) return new Set();
  seen.add(file);
  const text = (await readFile(file, "utf8")).replaceAll(/\/\*.*?\*\//gs, "");
  const names = text.matchAll(/(?:from |import\(|^import )"([^"]+)"/gm);
  const found = Array.from(names, async ([, name]) =>
    name!.startsWith(".")
      ? packagesOf(join(dirname(file), name!.replace(/\.[jt]s$/, ".d.ts")), seen)
      : new Set(name!.startsWith("node:") ? [] : [name!]),
  );
  return (await Promise.all(found)).reduce((all, some) => all.union(some), new Set<string>());
}

/** Needs no types of Node.js. */
const TYPED_CONSUMER = `import { defineConfig } from "docgate";
import { type Corpus, type Doc, loadCorpus, openCorpus } from "docgate/corpus";
import { createNoticeHandler, type NoticeHandler } from "docgate/partner";

export const handle: NoticeHandler = createNoticeHandler({
  docgateUrl: "https://docs.example.com",
  webhookId: "019ab1f0",
  handlers: { r_cert: ({ pem, sharedSecret }) => [pem, sharedSecret] },
  onError: (error: unknown) => console.error(error),
});
export const answer: Promise<Response> = handle(new Request("https://shop.example/notices"));
export const config = defineConfig({ name: "Acme" });
const corpus: Corpus = await loadCorpus("dist/corpus.json");
export const same: Corpus = await openCorpus("{}", { name: "dist/corpus.json" });
export const docs: Doc[] = corpus.search.ranked("install", { limit: 5 });
`;

const TYPED_TSCONFIG = {
  compilerOptions: {
    module: "nodenext",
    moduleResolution: "nodenext",
    target: "es2024",
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    types: [],
    noEmit: true,
  },
  files: ["typed-consumer.mts"],
};

/** Packs the build and installs it into a new project, as the README says. */
describe("the installed package", () => {
  const parent = makeSharedFolder();
  const folder = () => join(parent(), "handbook");
  let installed = "";
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
    await mkdir(folder());
    await run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder()], { cwd: ROOT });
    await follow("git init --quiet");
    await follow("npm init --yes");
    await writeTree(folder(), { ".gitignore": "node_modules/\n", ...PAGES });
    const { stdout, stderr } = await follow(STEPS.install);
    installed = stdout + stderr;
  });

  /** Types a command into a shell. */
  function follow(command: string) {
    const env = { ...process.env, npm_config_prefer_offline: "true", NO_COLOR: "1" };
    return run("sh", ["-c", command], { cwd: folder(), env });
  }

  /** Types a docgate command. @returns the output of docgate, without that of npm */
  async function followDocgate(command: string) {
    const { stdout, stderr } = await follow(command);
    return { stdout, stderr: stderr.replaceAll(/^npm warn .*\n/gm, "") };
  }

  it("is installed by the command of the README, without npm warning about scripts", () => {
    expect(installed).toContain("added ");
    expect(installed).not.toMatch(/docgate@|allow-?scripts/i);
  });

  it("follows the README, with its configuration, and commits no secret", async () => {
    const check = await followDocgate(STEPS.check);
    expect(check).toEqual({ stdout: "", stderr: "0 problems (0 errors, 0 warnings) in 3 docs\n" });
    expect((await followDocgate(STEPS.generate)).stdout).toMatch(
      /^3 docs, .* written to dist\/corpus\.json/,
    );
    expect(await serveName(STEPS.serve)).toBe("Documentation");

    await writeTree(folder(), { "docgate.config.ts": STEPS.configuration });
    expect(await followDocgate(STEPS.check)).toEqual(check);
    expect((await followDocgate(STEPS.generate)).stderr).toBe("");
    expect(await serveName("npx docgate serve")).toBe("Acme handbook");
    expect((await readdir(join(folder(), "data"))).sort()).toEqual(
      expect.arrayContaining(["docgate.db", "master.key"]),
    );

    await follow("git add --all");
    expect((await follow("git ls-files")).stdout.trim().split("\n")).toEqual(COMMITTED.toSorted());
    expect((await docgate(["doctor"])).stdout).toMatch(/^ok {4}git: ignores data$/m);
  });

  /** Serves on a free port. @returns the name of the corpus */
  async function serveName(command: string): Promise<string> {
    const env = { DOCGATE_PORT: "0" };
    const server = startProgram(["sh", "-c", `exec ${command}`], { cwd: folder(), env });
    const [, url] = await server.printed(/^docgate listening on (http:\S+)$/m);
    const answer = await fetch(`${url}/graphql?query={meta{name}}`);
    const { data } = (await answer.json()) as { data: { meta: { name: string } } };
    await server.stop();
    return data.meta.name;
  }

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
      expect(await answer.json()).toEqual({ data: { meta: { name: "Acme handbook" } } });
      for (const path of ["/graph", "/admin", "/reference", "/readyz"]) {
        expect((await fetch(url + path)).status, path).toBe(200);
      }
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      expect(await exited).toEqual([0, null]);
    });
  });

  it.each(RUNTIMES)("says what to install for traces, on %s", async (runtime) => {
    const env = { ...process.env, OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" };
    const [program, args] = commandLine(runtime, ["serve", "--port", "0", "--no-partner"]);
    const names = Object.keys(manifest.peerDependencies);
    await expect(run(program, args, { cwd: folder(), env })).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`Run "npm install ${names.join(" ")}", or set `),
    });
  });

  it("exports its libraries with types, and docgate/search-box, which does nothing here", async () => {
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
    const answer = { data: { meta: { name: "Acme handbook" } } };
    expect(JSON.parse(stdout)).toEqual([3, 3, 3, 3, 200, answer]);
  });

  it("declares docgate, docgate/corpus and docgate/partner without the types of Node.js", async () => {
    await writeTree(folder(), {
      "typed-consumer.mts": TYPED_CONSUMER,
      "tsconfig.json": JSON.stringify(TYPED_TSCONFIG),
    });
    const { stdout } = await run(join(ROOT, "node_modules/.bin/tsc"), ["-p", folder()]);
    expect(stdout).toBe("");
  });

  it.each(Object.entries(DECLARED))(
    "declares docgate%s without other packages' types, so that another package's majors are not docgate's",
    async (entry, allowed) => {
      const { exports } = manifest as { exports: Record<string, { types?: string }> };
      const found = await packagesOf(
        join(folder(), "node_modules/docgate", exports[entry]!.types!),
      );

      expect([...found].filter((name) => !allowed.includes(name))).toEqual([]);
    },
  );

  it("is what publint and arethetypeswrong expect of a package", async () => {
    const tarball = basename(STEPS.install);
    const bin = (name: string) => join(ROOT, "node_modules/.bin", name);
    await run(bin("publint"), ["--strict", tarball], { cwd: folder() });
    // Packages are modules here, and TypeScript cannot resolve a GraphQL file.
    const options = ["--profile", "esm-only", "--exclude-entrypoints", "schema.graphql"];
    await run(bin("attw"), [tarball, ...options], { cwd: folder() });
  });

  it.each([
    ["esbuild", bundleByEsbuild],
    ["vite", bundleByVite],
  ])("bundles docgate/corpus for a page, by %s", async (name, bundle) => {
    const entry = join(folder(), "page.js");
    await writeTree(folder(), { "page.js": PAGE });

    const code = await bundle(entry);

    expect(code.length).toBeLessThan(MAX_BUNDLE_BYTES);
    const file = join(folder(), `${name}.bundle.mjs`);
    await writeTree(folder(), { [`${name}.bundle.mjs`]: code });
    const { openCorpus } = await import(file);
    const corpus = await openCorpus(await readFile(join(folder(), "dist/corpus.json"), "utf8"));
    expect(corpus.search.hits("linux").items[0].slug).toBe("/docs/guide/install#on-linux");
  });

  it("bundles docgate/partner for workers and browsers, without a module of Node.js", async () => {
    const entry = join(folder(), "partner-server.js");
    await writeTree(folder(), { "partner-server.js": 'export * from "docgate/partner";' });

    const code = await bundleByEsbuild(entry);

    expect(code.length).toBeLessThan(MAX_PARTNER_BYTES);
    const file = join(folder(), "partner-server.bundle.mjs");
    await writeTree(folder(), { "partner-server.bundle.mjs": code });
    const { createNoticeHandler } = await import(file);
    const docgateUrl = "https://docs.example.com";
    const handle = createNoticeHandler({ docgateUrl, handlers: {}, onError() {}, signing: "none" });
    const body = '{"synch-data":[]}';
    const request = new Request("https://shop.example/notices", { method: "POST", body });
    expect((await handle(request)).status).toBe(204);
  });

  it("runs the example partner, copied out of the package", async () => {
    const partner = join(folder(), "partner");
    await cp(join(folder(), "node_modules/docgate/examples/partner"), partner, { recursive: true });
    const env = {
      ...{ DOCGATE_URL: "http://127.0.0.1:1", CLIENT_ID: "dgc_1", CLIENT_SECRET: "dgs_1" },
      ...{ API_KEY_ID: "1", API_KEY: "dgk_1", NOTICE_PATH: "/notices" },
      WEBHOOK_ID: "1",
      PORT: String(await freePort()),
    };
    const running = startProgram([process.execPath, "server.ts"], { cwd: partner, env });
    await running.printed(/^partner listening on (\S+)$/m);
    await running.stop();
  });

  it("holds every file that the pages of the documentation name", async () => {
    const names = await readdir(join(ROOT, "content"), { recursive: true });
    const pages = names.filter((name) => name.endsWith(".md"));
    const texts = await Promise.all(
      pages.map((name) => readFile(join(ROOT, "content", name), "utf8")),
    );
    const paths = texts.flatMap((text) =>
      Array.from(text.matchAll(/\bnode_modules\/docgate\/[\w@./-]*[\w/]/g), ([path]) => path),
    );
    expect(paths).toEqual(expect.arrayContaining(["node_modules/docgate/examples/partner"]));
    for (const path of paths) await access(join(folder(), path));
  });

  it.skipIf(OLD_NODE === undefined)(
    `says which Node.js it needs on the older one of this machine (${OLD_NODE ?? "there is none"})`,
    async () => {
      const script = join(folder(), "node_modules/docgate/dist/docgate.js");
      for (const args of [["serve", "--no-partner"], ["check", "docs"], []]) {
        await expect(run(OLD_NODE!, [script, ...args], { cwd: folder() })).rejects.toMatchObject({
          code: 2,
          stdout: "",
          stderr: expect.stringMatching(/^docgate: Expected Node\.js 22\.18 or newer, but .*\.\n$/),
        });
      }
    },
  );

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

  it("publishes the schema of the API", async () => {
    const script = 'console.log(import.meta.resolve("docgate/schema.graphql"))';
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], {
      cwd: folder(),
    });
    const text = await readFile(new URL(stdout.trim()), "utf8");
    expect((await docgate(["schema"])).stdout).toBe(text);
  });

  it("searches a corpus in words", async () => {
    const { stdout } = await docgate(["search", "install", "linux"]);
    expect(stdout).toContain("Install › On Linux\n/docs/guide/install#on-linux\n");
  });

  it("runs the examples of the page about embedding a corpus as described", async () => {
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

async function bundleByEsbuild(entry: string): Promise<string> {
  const { outputFiles, warnings } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
  });
  expect(warnings).toEqual([]);
  return outputFiles[0]!.text;
}

async function bundleByVite(entry: string): Promise<string> {
  const built = (await buildPage({
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      minify: true,
      rolldownOptions: { input: entry, preserveEntrySignatures: "strict" },
    },
  })) as Rolldown.RolldownOutput;
  expect(built.output).toHaveLength(1);
  expect(built.output[0].imports).toEqual([]);
  return built.output[0].code;
}

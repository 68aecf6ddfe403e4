import { execFile } from "node:child_process";
import { once } from "node:events";
import { cp, readFile, symlink } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { Miniflare } from "miniflare";
import { build as buildPage } from "vite";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { loadCorpus } from "../../corpus/read/read.ts";
import { serializeCorpus } from "../../corpus/write/write.ts";
import { parseConfig } from "../../generator/config/config.ts";
import { generate } from "../../generator/generate.ts";
import { DENO, ROOT } from "../support/command.ts";
import { makeSharedFolder, writeTree } from "../support/tree.ts";
import { shareBrowser } from "./chromium.ts";

const run = promisify(execFile);

const CHINESE = `# 安装指南

用搜索框查找页面里的文字。

## 在 Linux 上安装

运行安装程序，然后启动服务器。😀
`;

/** Programs of a site, which import the package by its name. */
const PROGRAMS = {
  "answers.js": `import { openCorpus } from "docgate/corpus";
import queries from "./queries.json" with { type: "json" };

export async function answersFrom(source) {
  const { search } = await openCorpus(source);
  return queries.map((query) => ({
    query,
    matches: search.matches(query).map(({ id }) => id),
    ranked: search.ranked(query, { limit: 20 }).map(({ id }) => id),
    hits: search.hits(query),
  }));
}
`,
  "index.html": `<!doctype html><html lang="en"><title>Search</title><script type="module" src="page.js"></script></html>`,
  "page.js": `import { answersFrom } from "./answers.js";
const response = await fetch("corpus.json");
globalThis.answers = JSON.stringify(await answersFrom(await response.arrayBuffer()));
`,
  "deno.js": `import { answersFrom } from "./answers.js";
console.log(JSON.stringify(await answersFrom(await Deno.readTextFile("public/corpus.json"))));
`,
  "worker.js": `import corpus from "./public/corpus.json";
import { answersFrom } from "./answers.js";
const answering = answersFrom(corpus);
export default { fetch: async () => Response.json(await answering) };
`,
};

/** The strictest policy under which a page can run a script and fetch a file from its server. */
const POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'";

const TYPES: Record<string, string> = { html: "text/html", js: "text/javascript" };

describe("openCorpus from docgate/corpus gives the answers that loadCorpus gives on Node.js", () => {
  const folder = makeSharedFolder();
  const file = () => join(folder(), "public/corpus.json");
  let expected: unknown[] = [];

  beforeAll(async () => {
    const pages = join(folder(), "pages");
    await cp(join(ROOT, "content"), pages, { recursive: true });
    await writeTree(pages, { "中文/安装.md": CHINESE });
    const { content } = await generate({ root: pages, config: parseConfig({}) });
    const queries = queriesFrom(content.docs);
    await writeTree(folder(), {
      ...PROGRAMS,
      "package.json": '{ "type": "module" }',
      "queries.json": JSON.stringify(queries),
      "public/corpus.json": serializeCorpus(content),
      "node_modules/.keep": "",
    });
    await symlink(ROOT, join(folder(), "node_modules/docgate"));
    const { search } = await loadCorpus(file());
    expected = queries.map((query) => ({
      query,
      matches: search.matches(query).map(({ id }) => id),
      ranked: search.ranked(query, { limit: 20 }).map(({ id }) => id),
      hits: JSON.parse(JSON.stringify(search.hits(query))),
    }));
  });

  it("in Chromium, on a page with a strict Content-Security-Policy, from bytes", async () => {
    const root = folder();
    await buildPage({ root, configFile: false, logLevel: "error", build: { target: "esnext" } });
    const browser = await shareBrowser();
    const page = await (await browser.newContext()).newPage();
    onTestFinished(() => page.context().close());
    const problems: string[] = [];
    page.on("console", (message) => problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(error.message));

    await page.goto(await serveFolder(join(root, "dist")));
    const answers = await page.waitForFunction(() => (globalThis as { answers?: string }).answers);

    expect(JSON.parse((await answers.jsonValue()) as string)).toEqual(expected);
    expect(problems).toEqual([]);
  });

  it("in Deno, from text", async () => {
    const { stdout } = await run(DENO, ["run", "--no-prompt", "--allow-read=.", "deno.js"], {
      cwd: folder(),
      maxBuffer: 2 ** 26,
    });

    expect(JSON.parse(stdout)).toEqual(expected);
  });

  it("in workerd, from a bundled JSON module", async () => {
    const { outputFiles } = await build({
      entryPoints: [join(folder(), "worker.js")],
      bundle: true,
      format: "esm",
      conditions: ["workerd", "worker", "browser"],
      write: false,
    });
    const worker = new Miniflare({ modules: true, script: outputFiles[0]!.text, cf: false });
    onTestFinished(() => worker.dispose());

    const answer = await worker.dispatchFetch("http://docs.example/");

    expect(await answer.json()).toEqual(expected);
  });
});

/** Returns words, pieces of text in quotes, beginnings and mistyped words of the pages. */
function queriesFrom(docs: readonly { title: string; body: string }[]): string[] {
  const fromDocs = docs
    .slice(0, 30)
    .flatMap(({ title, body }) => [
      title,
      `"${body.slice(100, 118)}"`,
      body.slice(200, 207),
      title.replace(/(\w)(\w)(\w+)/, "$2$1$3"),
    ]);
  return ["安装", "搜索框查找", "在 linux 上", '"启动服务器"', "😀", "", ...fromDocs];
}

/** Serves files with a strict policy until the test ends. @returns the address */
async function serveFolder(root: string): Promise<string> {
  const server = createServer(async ({ url }, response) => {
    const path = url === "/" ? "/index.html" : url!;
    const bytes = await readFile(join(root, path)).catch(() => null);
    response.writeHead(bytes === null ? 204 : 200, {
      "Content-Security-Policy": POLICY,
      "Content-Type": TYPES[path.split(".").at(-1)!] ?? "application/json",
    });
    response.end(bytes);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { ROOT, runDocgate } from "../support/command.ts";
import { freePort } from "../support/free-port.ts";
import { startServer } from "../support/server.ts";
import { makeFolder, makeSharedFolder, type TreeFiles, writeTree } from "../support/tree.ts";

const run = promisify(execFile);

/** The checker of the Agent-Friendly Documentation Spec. */
const PACKAGE = "afdocs@0.22.2";

/** On a busy machine, its idle connections time out while it computes. */
const RETRY = { retry: 2 };

interface Report {
  readonly results: readonly { readonly id: string; readonly status: string }[];
  readonly scoring: { readonly overall: number };
}

const folder = makeSharedFolder();

beforeAll(async () => {
  await writeFile(join(folder(), "package.json"), '{"private":true,"type":"module"}');
  await run("npm", ["install", "--no-audit", "--no-fund", PACKAGE], { cwd: folder() });
});

it("docgate's own documentation passes every check of afdocs", RETRY, async () => {
  expect(await judge(join(ROOT, "content"))).toEqual({ overall: 100, missed: [] });
});

it(
  "a tree of many pages passes every check of afdocs: long lists, moves, other scripts",
  RETRY,
  async () => {
    const root = await makeFolder();
    await writeTree(root, makeTree());
    expect(await judge(root)).toEqual({ overall: 100, missed: [] });
  },
);

/** Serves a docs root, and checks a sample of its pages. */
async function judge(root: string): Promise<{ overall: number; missed: string[] }> {
  const cwd = await makeFolder();
  const corpus = join(cwd, "corpus.json");
  const { code } = await runDocgate(["generate", root, "--out", corpus], { cwd });
  expect(code).toBe(0);
  const port = String(await freePort());
  const publicUrl = `http://127.0.0.1:${port}`;
  const args = ["--port", port, "--public-url", publicUrl];
  const server = await startServer({ corpus, args });
  onTestFinished(async () => void (await server.stop()));
  const { results, scoring } = await check(server.url);
  const missed = results.filter(({ status }) => !["pass", "skip"].includes(status));
  return { overall: scoring.overall, missed: missed.map(({ id }) => id) };
}

async function check(url: string): Promise<Report> {
  const bin = join(folder(), "node_modules/afdocs/bin/afdocs.mjs");
  const options = ["--sampling", "deterministic", "--request-delay", "0", "--quiet"];
  // It ends with 1 if a check fails.
  const { stdout } = await run(
    process.execPath,
    [bin, "check", `${url}/`, "--format", "json", "--score", ...options],
    { cwd: folder(), maxBuffer: 2 ** 26 },
  ).catch((error: { stdout: string }) => error);
  return JSON.parse(stdout);
}

/** Makes pages whose list has more than 50,000 characters, in folders, with links, code and tables. */
function makeTree(): TreeFiles {
  const paths = Array.from(
    { length: 600 },
    (_, at) => `${["guide", "日本語"][at % 2]}/part ${at % 7}/page-${at}`,
  );
  const pages = paths.map((path, at) => [`${path}.md`, pageOf(path, paths[(at + 1) % 600]!)]);
  const redirects = [
    { from: "guide/old", to: paths[0] },
    { from: "guide/gone", to: null },
  ];
  return {
    "index.md": pageOf("index", paths[0]!),
    "redirects.json": JSON.stringify({ version: 1, redirects }),
    ...Object.fromEntries(pages),
  };
}

function pageOf(path: string, next: string): string {
  const text = `${"Level the feet before you connect the air supply. ".repeat(30)}
`;
  const link = `/${next}.md`.replaceAll(" ", "%20");
  return [
    `---\ntitle: ${path}\ndescription: How to use ${path}, and what to read before.\n---`,
    `# ${path}`,
    text,
    `## Steps {#steps}\n\n1. ${text}\n2. Read [the next page](${link}#steps).`,
    "```sh\nnpx docgate serve\n```",
    `## Values\n\n| Name | Value |\n|---|---|\n| a | 1 |\n\n${text}\n`,
  ].join("\n\n");
}

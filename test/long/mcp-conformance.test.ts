import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { commandLine, ROOT, RUNTIMES, type Runtime, scriptLine } from "../support/command.ts";
import { startServer, writeHandbookCorpus } from "../support/server.ts";
import { makeFolder, makeSharedFolder } from "../support/tree.ts";

const run = promisify(execFile);

/** The judges, which are too large to be dependencies. */
const PACKAGES = [
  "@modelcontextprotocol/conformance@0.2.0-alpha.12",
  "@modelcontextprotocol/inspector@2.12.0",
  "@modelcontextprotocol/sdk@1.32.2",
];

/** Scenarios of requests from the server to the client, which need a session, by revision. */
const NEED_A_SESSION: Readonly<Record<string, readonly string[]>> = {
  "2026-07-28": [],
  "2025-11-25": [
    "elicitation-sep1034-defaults",
    "elicitation-sep1330-enums",
    "resources-subscribe",
    "resources-unsubscribe",
    "tools-call-elicitation",
    "tools-call-sampling",
  ],
};

/** Scenarios that call no tool by its name. */
const FOR_ANY_SERVER = [
  "server-initialize",
  "ping",
  "tools-list",
  "resources-list",
  "sep-2164-resource-not-found",
  "http-header-validation",
  "dns-rebinding-protection",
];

const folder = makeSharedFolder();

beforeAll(async () => {
  await writeFile(join(folder(), "package.json"), '{"private":true,"type":"module"}');
  await run("npm", ["install", "--no-audit", "--no-fund", ...PACKAGES], { cwd: folder() });
});

describe.each(RUNTIMES)("MCP on %s", (runtime) => {
  it.each(Object.entries(NEED_A_SESSION))(
    "passes every scenario that revision %s requires, except those that need a session",
    async (revision, expected) => {
      const url = await startEverything(runtime);
      expect(await failuresOf(["--url", url, "--requirements", revision])).toEqual(expected);
    },
  );

  it("passes the scenarios for any server with its own tools", async () => {
    const server = await startServer({ runtime });
    onTestFinished(async () => void (await server.stop()));
    for (const scenario of FOR_ANY_SERVER) {
      const failures = await failuresOf(["--url", `${server.url}/mcp`, "--scenario", scenario]);
      expect([scenario, failures]).toEqual([scenario, []]);
    }
  });

  it("serves the inspector over HTTP and stdio", async () => {
    const server = await startServer({ runtime });
    onTestFinished(async () => void (await server.stop()));
    const [command, args] = commandLine(runtime, ["mcp", "--corpus", server.corpus]);
    // The inspector takes options such as --config for its own, wherever they stand.
    const program = join(folder(), `docgate-mcp-${runtime}`);
    await writeFile(program, `#!/bin/sh\nexec '${command}' '${args.join("' '")}'\n`, {
      mode: 0o755,
    });
    for (const target of [[`${server.url}/mcp`, "--transport", "http"], [program]]) {
      const bin = join(folder(), "node_modules/.bin/mcp-inspector");
      const { stdout } = await run(bin, ["--cli", ...target, "--method", "tools/list"], {
        cwd: folder(),
      });
      expect(JSON.parse(stdout).tools).toHaveLength(3);
    }
  });

  it("serves the official client of the 1.x line over HTTP and stdio", async () => {
    const corpus = await writeHandbookCorpus(join(await makeFolder(), "corpus.json"));
    const server = await startServer({ runtime, corpus });
    onTestFinished(async () => void (await server.stop()));
    const script = join(folder(), "client.mjs");
    await writeFile(script, CLIENT);
    const [command, args] = commandLine(runtime, ["mcp", "--corpus", corpus]);
    for (const target of [[`${server.url}/mcp`], [command, ...args]]) {
      const { stdout } = await run(process.execPath, [script, ...target], { cwd: folder() });
      expect(stdout).toContain("/docs/guide/first-steps");
    }
  });
});

const CLIENT = `
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [command, ...args] = process.argv.slice(2);
const transport = command.startsWith("http")
  ? new StreamableHTTPClientTransport(new URL(command))
  : new StdioClientTransport({ command, args, env: process.env });
const client = new Client({ name: "test", version: "1" });
await client.connect(transport);
const { content } = await client.callTool({ name: "search_docs", arguments: { query: "first steps" } });
console.log(content[0].text);
await client.close();
`;

/** Starts the fixture with the tools that the suite calls. @returns its address */
async function startEverything(runtime: Runtime): Promise<string> {
  const [program, args] = scriptLine(runtime, [join(ROOT, "test/fixtures/mcp-everything.ts")]);
  const child = spawn(program, args, { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill());
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return String(line);
}

/** Runs the official suite. @returns the scenarios that failed and are scored */
async function failuresOf(args: readonly string[]): Promise<string[]> {
  const bin = join(folder(), "node_modules/.bin/conformance");
  const { stdout } = await run(bin, ["server", ...args], {
    cwd: folder(),
    maxBuffer: 2 ** 26,
  }).catch((error: { stdout: string }) => error);
  const [, summary = stdout] = stdout.split("=== SUMMARY ===");
  const [scored = "", rest = ""] = summary.split("Not scored");
  const failed = Array.from(scored.matchAll(/^✗ ([\w-]+):/gm), ([, name]) => name!);
  expect(stdout).toMatch(/passed/i);
  return failed.filter((name) => !new RegExp(`✗ ${name} \\(`).test(rest)).sort();
}

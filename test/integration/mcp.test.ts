import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it, onTestFinished } from "vitest";
import { commandLine, RUNTIMES, type Runtime, runDocgate, runShared } from "../support/command.ts";
import { callModern, post } from "../support/mcp-server.ts";
import { startServer, writeHandbookCorpus } from "../support/server.ts";
import { makeFolder } from "../support/tree.ts";

/** Uses the tools and resources as a client of either era does. */
async function exerciseTools(client: Client): Promise<void> {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    "search_docs",
    "read_docs",
    "list_docs",
    "verify_quote",
  ]);
  const found = await client.callTool({ name: "search_docs", arguments: { query: "first steps" } });
  expect(JSON.stringify(found.content)).toContain("/docs/guide/first-steps");
  const refs = ["guide/first-steps"];
  const read = await client.callTool({ name: "read_docs", arguments: { refs } });
  expect(JSON.stringify(read.content)).toContain("=== /docs/guide/first-steps");
  const { resources } = await client.listResources();
  const { contents } = await client.readResource({ uri: resources[0]!.uri });
  expect(contents[0]).toMatchObject({ mimeType: "text/markdown" });
}

/** A request for changes is answered at once, and clients know what the answer means. */
async function expectNoSubscriptions(client: Client): Promise<void> {
  const isModern = client.getNegotiatedProtocolVersion() === "2026-07-28";
  await expect(
    isModern
      ? client.listen({ resourcesListChanged: true })
      : client.subscribeResource({ uri: "docs://index" }),
  ).rejects.toThrow("Method not found");
}

function newClient(era: "modern" | "legacy"): Client {
  const mode = era === "modern" ? { pin: "2026-07-28" } : "legacy";
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  onTestFinished(() => client.close());
  return client;
}

async function connectOverStdio(era: "modern" | "legacy", runtime: Runtime): Promise<Client> {
  const corpus = await writeHandbookCorpus(join(await makeFolder(), "corpus.json"));
  const [command, args] = commandLine(runtime, ["mcp", "--corpus", corpus]);
  const client = newClient(era);
  const env = { ...process.env } as Record<string, string>;
  await client.connect(new StdioClientTransport({ command, args, env }));
  return client;
}

describe.each(RUNTIMES)("MCP on %s", (runtime) => {
  it("serves the official client over HTTP, in both eras", async () => {
    const server = await startServer({ runtime });
    onTestFinished(async () => void (await server.stop()));
    for (const era of ["modern", "legacy"] as const) {
      const client = newClient(era);
      await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)));
      await exerciseTools(client);
      await expectNoSubscriptions(client);
    }
    expect(
      (await post(`${server.url}/mcp`, { headers: { Origin: "https://evil.example" } })).status,
    ).toBe(403);
    expect((await post(`${server.url}/mcp`, { body: "x".repeat(70_000) })).status).toBe(413);
    expect(server.log()).toBe("");
  });

  it("serves the official client over stdio, in both eras, and ends when the client does", async () => {
    for (const era of ["modern", "legacy"] as const) {
      const client = await connectOverStdio(era, runtime);
      await exerciseTools(client);
      await expectNoSubscriptions(client);
    }
  });
});

it("docgate mcp says what is wrong with a corpus on standard error, and writes nothing else", async () => {
  const { code, stdout, stderr } = await runShared(["mcp", "--corpus", "nowhere.json"]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain('There is no corpus at "nowhere.json".');
});

it("ATTACK-T242 docgate mcp says what is wrong with a message, and answers the next", async () => {
  const corpus = await writeHandbookCorpus(join(await makeFolder(), "corpus.json"));
  const deep = "[".repeat(30_000) + "]".repeat(30_000);
  const input = [
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_docs","arguments":{"query":${deep}}}}`,
    '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":5}}',
    '{"jsonrpc":"2.0","id":3,"method":"ping"}',
  ].join("\n");
  const { code, stdout } = await runDocgate(["mcp", "--corpus", corpus], { input: `${input}\n` });

  const answers = stdout.trimEnd().split("\n");
  expect(answers.map((line) => JSON.parse(line))).toMatchObject([
    { id: 1, error: { code: -32600, message: "The message is nested deeper than 32 levels." } },
    { id: 2, error: { code: -32602, message: '"params.name" must be a string.' } },
    { id: 3, result: {} },
  ]);
  expect(code).toBe(0);
});

it("docgate mcp ends at the end of its input", async () => {
  const corpus = await writeHandbookCorpus(join(await makeFolder(), "corpus.json"));
  const { code, stdout } = await runDocgate(["mcp", "--corpus", corpus], { input: "" });
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
});

it("docgate server-json prints the file that the MCP registry takes", async () => {
  const corpus = await writeHandbookCorpus(join(await makeFolder(), "corpus.json"));
  const args = ["server-json", "--corpus", corpus];
  const { stdout } = await runShared([...args, "--public-url", "https://docs.example.com"]);
  const file = JSON.parse(stdout);
  expect(file).toMatchObject({
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: "com.example.docs/docs",
    title: "Acme",
    description: "The Acme handbook.",
    remotes: [{ type: "streamable-http", url: "https://docs.example.com/mcp" }],
  });
  expect(file.version).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{8}$/);
  const named = await runShared([
    ...args,
    "--public-url",
    "https://x.example",
    "--name",
    "no name",
  ]);
  expect(named).toMatchObject({ code: 2 });
  expect(named.stderr).toContain("The name must be a reversed domain, a slash and a word");
  expect((await runShared(args)).stderr).toContain("Set --public-url to that of docgate.");
});

it("serve reads --mcp-origin several times, and --mcp-requests-per-minute", async () => {
  const origins = ["https://one.example", "https://two.example"];
  const args = [
    "--mcp-requests-per-minute",
    "1",
    ...origins.flatMap((origin) => ["--mcp-origin", origin]),
  ];
  const server = await startServer({ args, env: { DOCGATE_PROXY_COUNT: "1" } });
  onTestFinished(async () => void (await server.stop()));
  const url = `${server.url}/mcp`;
  for (const Origin of origins) {
    expect(
      (await post(url, { headers: { Origin } })).headers.get("Access-Control-Allow-Origin"),
    ).toBe(Origin);
  }
  const headers = { "X-Forwarded-For": "192.0.2.1" };
  const statuses = [await post(url, { headers }), await post(url, { headers })];
  expect(statuses.map(({ status }) => status)).toEqual([200, 429]);
});

it("ATTACK-L161 neither reaches the partner chain through /mcp nor MCP through the chain's paths", async () => {
  const server = await startServer({ partner: true, args: ["--data", await makeFolder()] });
  onTestFinished(async () => void (await server.stop()));
  for (const path of ["/mcp/v1/space/list", "/mcp/", "/mcp/../admin/api/session", "/v1/mcp"]) {
    const answer = await post(`${server.url}${path}`).catch(() => null);
    expect([path, answer === null || answer.status >= 400]).toEqual([path, true]);
  }
  const params = {
    name: "read_docs",
    arguments: { refs: [`${server.url}/v1/space/list`, "/admin"] },
  };
  const { body } = await callModern(`${server.url}/mcp`, { method: "tools/call", params });
  expect(body.result.content[0].text.match(/There is no /g)).toHaveLength(2);
});

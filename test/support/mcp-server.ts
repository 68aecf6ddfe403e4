import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { Corpus } from "../../corpus/open/corpus.ts";
import { createMcpRoutes, type McpOptions } from "../../runtime/agents/mcp/routes.ts";
import { createLongWork, createTurns } from "../../runtime/docs/execute/long-work.ts";
import { createDocs } from "../../runtime/docs/execute/queries.ts";
import { createServer } from "../../runtime/http/server.ts";
import type { ServerLimits } from "../../runtime/http/server-limits.ts";
import { ANSWER_LIMITS } from "../../runtime/serve/answer-limits.ts";

/** The options of a server on loopback. */
export const LOCAL: McpOptions = {
  version: "0.0.0",
  origins: [],
  isLocal: true,
  requestsPerMinute: 600,
  proxyCount: 0,
  now: () => 0,
};

export interface McpTestServer {
  readonly url: string;
  /** Errors that docgate itself caused. */
  readonly errors: unknown[];
}

/** Serves MCP in this process until the test ends. */
export async function serveMcp(
  corpus: Corpus,
  {
    limits = {},
    ...options
  }: Partial<McpOptions> & { readonly limits?: Partial<ServerLimits> } = {},
): Promise<McpTestServer> {
  const errors: unknown[] = [];
  const docs = createDocs(corpus);
  const work = createLongWork({ turns: createTurns(), maxTimeMs: ANSWER_LIMITS.maxTimeMs });
  const onError = (error: unknown) => void errors.push(error);
  const dependencies = { docs: () => docs, work, onError };
  const app = createMcpRoutes(dependencies, { ...LOCAL, ...options });
  // As docgate answers a client that disconnects.
  app.onError((_, context) => context.body(null, 400));
  const server = createServer({ fetch: (request, env) => app.fetch(request, env), limits });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, errors };
}

const ACCEPT = "application/json, text/event-stream";

/** Sends a message of revision 2026-07-28. */
export async function callModern(
  url: string,
  { method, params = {} }: { readonly method: string; readonly params?: Record<string, unknown> },
): Promise<{ readonly status: number; readonly body: RpcAnswer }> {
  const revision = "2026-07-28";
  const name = params.name ?? params.uri;
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: ACCEPT,
      "MCP-Protocol-Version": revision,
      "Mcp-Method": method,
      ...(typeof name === "string" && { "Mcp-Name": name }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }),
  });
  return { status: response.status, body: (await response.json()) as RpcAnswer };
}

export interface RpcAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: results of all methods
  readonly result?: any;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Sends a request as it is, and returns the answer. */
export function post(
  url: string,
  { headers = {}, body = PING, method = "POST" }: PostOptions = {},
): Promise<Response> {
  const all = { "Content-Type": "application/json", Accept: ACCEPT, ...headers };
  return fetch(url, { method, headers: all, ...(method === "POST" && { body }) });
}

export interface PostOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly method?: string;
}

export const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

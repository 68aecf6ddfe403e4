import type { Context } from "hono";
import { Hono } from "hono";
import type { LongWork } from "../../docs/execute/long-work.ts";
import type { Docs } from "../../docs/execute/queries.ts";
import { clientAddress, isFromThisMachine } from "../../http/client-address.ts";
import { isJson } from "../../http/media-type.ts";
import { networkOf } from "../../http/network.ts";
import { readBody } from "../../http/read-body.ts";
import type { ServerBindings } from "../../http/server.ts";
import { type GuardOptions, refusalOf } from "./guard.ts";
import type { McpFetch } from "./handler.ts";
import { createRateLimit } from "./rate-limit.ts";

/** Where MCP is served. */
export const MCP_PATH = "/mcp";

/** Larger bodies are answered 413. */
const MAX_BODY_BYTES = 64 * 1024;

const METHODS = "POST, OPTIONS";
/** Headers that clients in browsers send. */
const HEADERS =
  "Content-Type, Accept, Authorization, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID";
const PREFLIGHT_SECONDS = 600;

/** Codes of JSON-RPC errors. */
const CODES = { parse: -32_700, request: -32_600, server: -32_000 } as const;

export interface McpOptions extends GuardOptions {
  /** Version of docgate. */
  readonly version: string;
  /** Requests of one client in a minute, apart from programs on this machine; 0 for no limit. */
  readonly requestsPerMinute: number;
  /** Number of reverse proxies in front. */
  readonly proxyCount: number;
  /** Returns the time in milliseconds. */
  readonly now: () => number;
}

type McpContext = Context<{ Bindings: ServerBindings }>;

export interface McpDependencies {
  /** The docs in use now. */
  readonly docs: () => Docs;
  readonly work: LongWork;
  /** Called with each error that docgate itself caused. */
  readonly onError: (error: unknown) => void;
}

/** Serves MCP to clients over HTTP. The protocol's library is loaded by the first request. */
export function createMcpRoutes(
  { docs, work, onError }: McpDependencies,
  options: McpOptions,
): Hono<{ Bindings: ServerBindings }> {
  let loading: Promise<McpFetch> | undefined;
  const { version, publicUrl } = options;
  const load = () => {
    loading ??= import("./handler.ts").then(({ createMcpFetch }) =>
      createMcpFetch({ docs, work, version, publicUrl, onError }),
    );
    return loading;
  };
  return createMcpEndpoint(load, options);
}

/** Creates the route for any handler of the protocol. */
export function createMcpEndpoint(
  load: () => Promise<McpFetch>,
  options: McpOptions,
): Hono<{ Bindings: ServerBindings }> {
  const app = new Hono<{ Bindings: ServerBindings }>();
  const secondsToWait = createRateLimit({ ...options, perMinute: options.requestsPerMinute });

  async function answer(context: McpContext): Promise<Response> {
    const { req } = context;
    if (req.method === "OPTIONS") return preflight();
    if (req.method !== "POST") return refuse(405, "The method must be POST.", { Allow: METHODS });
    const seconds = isFromThisMachine(context) ? 0 : secondsToWait(clientOf(context, options));
    if (seconds > 0) {
      const retry = { "Retry-After": String(seconds) };
      return refuse(429, `Too many requests. Ask again in ${seconds} seconds.`, retry);
    }
    if (!isJson(req.header("Content-Type") ?? "")) {
      return refuse(415, "The Content-Type must be application/json.");
    }
    const body = await readBody(req.raw, MAX_BODY_BYTES);
    if (body === null) {
      // The rest of the body is not read, so the connection cannot be used again.
      const message = `The body must not exceed ${MAX_BODY_BYTES} bytes.`;
      return refuse(413, message, { Connection: "close" });
    }
    const message = parseMessage(body);
    if (message instanceof Response) return message;
    const fetch = await load();
    // Without the body, because the library would make a stream of it.
    const { headers } = req.raw;
    return fetch(new Request(req.url, { method: req.method, headers }), message.value);
  }

  app.all(MCP_PATH, async (context) => {
    const asker = { origin: context.req.header("Origin"), host: context.req.header("Host") };
    const refusal = refusalOf(asker, options);
    if (refusal !== null) return refuse(403, refusal);
    return withCors(await answer(context), asker.origin);
  });
  return app;
}

function clientOf(context: McpContext, { proxyCount }: McpOptions): string {
  return networkOf(clientAddress(context, proxyCount));
}

/** Parses one message: revision 2025-06-18 removed batches, which could ask for a lot at once. */
function parseMessage(body: Uint8Array): { readonly value: unknown } | Response {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    // Neither function throws anything but that it cannot read the body.
    return refuse(400, "The body is not JSON in UTF-8.", {}, CODES.parse);
  }
  if (!Array.isArray(value)) return { value };
  return refuse(400, "The body must be one message. Batches are not served.", {}, CODES.request);
}

function preflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      "Access-Control-Allow-Methods": METHODS,
      "Access-Control-Allow-Headers": HEADERS,
      "Access-Control-Max-Age": String(PREFLIGHT_SECONDS),
    },
  });
}

/** Lets the page read the answer that asked for it. */
function withCors(response: Response, origin: string | undefined): Response {
  response.headers.append("Vary", "Origin");
  if (origin === undefined) return response;
  response.headers.set("Access-Control-Allow-Origin", origin);
  response.headers.set("Access-Control-Expose-Headers", "Retry-After");
  return response;
}

function refuse(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
  code: number = CODES.server,
): Response {
  const error = { jsonrpc: "2.0", id: null, error: { code, message } };
  return Response.json(error, { status, headers: { ...headers, "Cache-Control": "no-store" } });
}

/** Attacks on a server: requests as bytes, many of which go out at once. */
import { connect } from "node:net";
import { FIRST_OF_CHAIN } from "./builds.ts";

/** Requests that go out at once: each list on a separate connection. */
export type Attack = readonly (readonly RawRequest[])[];

export interface RawRequest {
  readonly path: string;
  /** Makes it a POST. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Requests on one connection. */
const [MANY, FEW] = [700, 200];

/** Attacks on one corpus. */
export interface Attacks {
  /** Loads what the routes need, and is none of the attacks: answers may be kept. */
  readonly warmUp: readonly RawRequest[];
  readonly attacks: Readonly<Record<string, Attack>>;
}

/** Phrases that stand in very many places, or in none; all are short enough. */
export function phrases(): Attacks {
  const queries = { '"o"': '"o"', '"\\u0002"': '"\u0002"', '160 of "i"': '"i"'.repeat(160) };
  const attacks = Object.fromEntries(
    Object.entries(queries).flatMap(([name, query]) => [
      [`\`${name}\`, /search.json`, [[searchRest(query)]]],
      [`\`${name}\`, GraphQL`, [[searchGraphql(query)]]],
      [`\`${name}\`, MCP`, [[searchMcp(query)]]],
    ]),
  );
  return { warmUp: [searchRest("the"), searchGraphql("the"), searchMcp("the")], attacks };
}

/** Readers of the first address of a chain of redirects. */
export function movedReaders(): Attacks {
  const moved = get(`/docs/${FIRST_OF_CHAIN}.md`);
  const attacks = { [`redirects, the start of a chain × ${MANY}`]: [Array(MANY).fill(moved)] };
  return { warmUp: [get("/docs/p.md")], attacks };
}

interface Page {
  readonly slug: string;
  /** Words of it. */
  readonly words: readonly string[];
}

/** Many requests at once, of each kind of route. */
export function pipelines({ slug, words }: Page): Attacks {
  let count = 0;
  // Never the same, so that no answer is kept.
  const query = () =>
    `${words[++count % words.length]} ${words[(7 * count) % words.length]} z${count}`;
  const list = (length: number, make: () => RawRequest) => [Array.from({ length }, make)];
  const deep = "[".repeat(30_000) + "]".repeat(30_000);
  const call = mcpCall("x").replace('"x"', deep);
  const attacks: Attacks["attacks"] = {
    [`/search.json × ${MANY}`]: list(MANY, () => searchRest(query())),
    [`GraphQL hits × ${MANY}`]: list(MANY, () => searchGraphql(query())),
    [`MCP search_docs × ${FEW}`]: list(FEW, () => searchMcp(query())),
    [`/openapi.json × ${MANY}`]: list(MANY, () => get("/openapi.json")),
    [`/docs/….md × ${MANY}`]: list(MANY, () => get(`/docs/${slug}.md`)),
    [`/llms.txt × ${MANY}`]: list(MANY, () => get("/llms.txt")),
    [`/llms-full.txt × ${FEW}`]: list(FEW, () => get("/llms-full.txt")),
    [`start page × ${MANY}`]: list(MANY, () => get(`/?q=${encodeURIComponent(query())}`, HTML)),
    [`a page × ${MANY}`]: list(MANY, () => get(`/${slug}`, HTML)),
    "100 connections × 20 /search.json": Array.from(
      { length: 100 },
      () => list(20, () => searchRest(query()))[0]!,
    ),
    "MCP, JSON 30 000 deep": [[postMcp(call)]],
  };
  return { warmUp: Object.values(attacks).map(([connection]) => connection![0]!), attacks };
}

const HTML = { Accept: "text/html", "Accept-Encoding": "br" };

/** Sends an attack, and waits until all its connections have ended. */
export async function sendAll(origin: string, attack: Attack): Promise<void> {
  await Promise.all(attack.map((requests) => sendAtOnce(origin, requests)));
}

/** Ends the connection: answers of MCP in parts leave it open. */
const LAST: RawRequest = { path: "/healthz", headers: { Connection: "close" } };

/**
 * Writes requests at once on one connection, and waits for its end. A server that was held for longer
 * than its limits of time resets the connection.
 */
export function sendAtOnce(origin: string, requests: readonly RawRequest[]): Promise<void> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname).resume();
  socket.write([...requests, LAST].map(format).join(""));
  return new Promise((resolve) => socket.on("error", () => {}).on("close", () => resolve()));
}

function format({ path, body, headers = {} }: RawRequest): string {
  const length = Buffer.byteLength(body ?? "");
  const all = {
    Host: "localhost",
    ...(body !== undefined && { "Content-Type": "application/json", "Content-Length": length }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${body === undefined ? "GET" : "POST"} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body ?? ""}`;
}

function get(path: string, headers: Readonly<Record<string, string>> = {}): RawRequest {
  return { path, headers };
}

function searchRest(query: string): RawRequest {
  return get(`/search.json?q=${encodeURIComponent(query)}&limit=50&perDoc=10`);
}

function searchGraphql(query: string): RawRequest {
  const text = "query ($q: String!) { hits(query: $q, limit: 50, perDoc: 10) { total } }";
  return { path: "/graphql", body: JSON.stringify({ query: text, variables: { q: query } }) };
}

function searchMcp(query: string): RawRequest {
  return postMcp(mcpCall(query));
}

/** A call of a tool, as JSON. */
function mcpCall(query: string): string {
  const params = { name: "search_docs", arguments: { query } };
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
}

function postMcp(body: string): RawRequest {
  return { path: "/mcp", body, headers: { Accept: "application/json, text/event-stream" } };
}

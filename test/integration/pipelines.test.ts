import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import type { Received } from "../fixtures/pipelined-requests.ts";
import { ROOT, RUNTIMES, scriptLine } from "../support/command.ts";
import { writeHandbookCorpus } from "../support/server.ts";
import { makeFolder } from "../support/tree.ts";

/** Deno looks at other connections after about 60 short requests; Node.js does before each. */
const COUNT = 200;

const MCP_CALL = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "search_docs", arguments: { query: "install" } },
};

/** One request of each kind of route. */
const REQUESTS = {
  "GET /search.json": get("/search.json?q=install"),
  "GET /graphql": get("/graphql?query={meta{name}}"),
  "POST /graphql": post("/graphql", { query: '{ hits(query: "install") { total } }' }),
  "POST /mcp": post("/mcp", MCP_CALL),
  "GET /openapi.json": get("/openapi.json"),
  "GET /docs/{slug}.md": get("/docs/guide/first-steps.md"),
  "GET /llms.txt": get("/llms.txt"),
  "GET /llms-full.txt": get("/llms-full.txt"),
  "GET /corpus.json": get("/corpus.json"),
  "GET / for browsers": get("/?q=install", "text/html"),
  "GET /graph": get("/graph", "text/html"),
  "GET /reference": get("/reference", "text/html"),
  "GET a page": get("/guide/first-steps", "text/html"),
  "GET an unknown path": get("/nothing"),
  "GET /healthz": get("/healthz"),
  "GET /admin/api/session": get("/admin/api/session"),
} as const;

it.each(RUNTIMES)(
  "ATTACK-T240: a connection that sends many requests of any route at once lets others be answered in between, on %s",
  async (runtime) => {
    const corpus = await writeHandbookCorpus(join(await makeFolder(), "corpus.json"));
    const script = `${ROOT}test/fixtures/pipelined-requests.ts`;
    const options = JSON.stringify({ corpus, count: COUNT, requests: REQUESTS });
    const [program, args] = scriptLine(runtime, [script, options]);
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
    const received: Record<string, Received> = JSON.parse(await text(child.stdout));

    const answers = Object.entries(received);
    expect(answers.map(([name]) => name)).toEqual(Object.keys(REQUESTS));
    // All are answered, in the same way.
    const broken = answers.filter(
      ([, { statuses }]) => statuses.length !== COUNT || new Set(statuses).size !== 1,
    );
    expect(broken).toEqual([]);
    const last = answers.filter(([, { before }]) => before >= COUNT);
    expect(last.map(([name, { before }]) => `${name}: after ${before} answers`)).toEqual([]);
  },
);

it.each(RUNTIMES)(
  "ATTACK-T231: while the server works for a long time, others are answered, on %s",
  async (runtime) => {
    const [program, args] = scriptLine(runtime, [`${ROOT}test/fixtures/long-work.ts`]);
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });

    expect(Number(await text(child.stdout))).toBeGreaterThan(3);
  },
);

function get(target: string, accept = "*/*"): string {
  return `GET ${target} HTTP/1.1\r\nHost: localhost\r\nAccept: ${accept}\r\nAccept-Encoding: gzip\r\n\r\n`;
}

function post(target: string, body: object): string {
  const json = JSON.stringify(body);
  const head = [
    `POST ${target} HTTP/1.1`,
    "Host: localhost",
    "Accept: application/json, text/event-stream",
    "Content-Type: application/json",
    `Content-Length: ${json.length}`,
  ];
  return `${head.join("\r\n")}\r\n\r\n${json}`;
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";
import { summarize, table } from "./measure.ts";

const QUERIES: Readonly<Record<string, string>> = {
  meta: "{ meta { name docCount sections } }",
  "one doc with headings": "{ docs(limit: 1) { id title slug headings { depth text anchor } } }",
  "50 docs": "{ docs(limit: 50) { id title slug description wordCount links } }",
  search: '{ search(query: "ab") { id title slug } }',
};

export interface RequestOptions {
  /** A corpus file. */
  readonly corpus: string;
  readonly rounds: number;
  /** Length of one measurement, in seconds. */
  readonly seconds: number;
}

interface Server {
  readonly url: string;
  readonly process: ChildProcess;
}

/** Requests a second of each query, as ratios to bare Hono sending the same bytes. */
export async function benchRequests(options: RequestOptions): Promise<string> {
  const rows: string[][] = [];
  for (const [name, query] of Object.entries(QUERIES)) {
    rows.push(await benchQuery({ ...options, name, query }));
  }
  return table(
    [
      "query",
      "bare Hono, requests/s",
      "docgate",
      "ratio",
      "p99 ms",
      "graphql-yoga",
      "ratio",
      "p99 ms",
    ],
    rows,
  );
}

async function benchQuery(
  options: RequestOptions & { name: string; query: string },
): Promise<string[]> {
  const { corpus, rounds, seconds, name, query } = options;
  const body = JSON.stringify({ query });
  const docgate = await start("../docgate.ts", {
    args: ["serve", "--no-partner", "--port", "0", "--corpus", corpus],
  });
  const yoga = await start("./server-yoga.ts", { args: [corpus] });
  const answer = await ask(docgate, body);
  if (answer !== (await ask(yoga, body))) throw new Error(`"${name}" is answered differently`);
  const bare = await start("./server-bare.ts", { env: { ANSWER: answer } });
  const servers = [bare, docgate, yoga];
  const rates: number[][] = servers.map(() => []);
  const latencies: number[][] = servers.map(() => []);
  for (const server of servers) await load(server, { body, seconds: 1 });
  for (let round = 0; round < rounds; round++) {
    for (const [index, server] of servers.entries()) {
      const result = await load(server, { body, seconds });
      rates[index]!.push(result.requests.average);
      latencies[index]!.push(result.latency.p99);
    }
  }
  for (const server of servers) server.process.kill();
  const [floor, ours, theirs] = rates.map((values) => summarize(values).median);
  const [, ourP99, theirP99] = latencies.map((values) => summarize(values).median);
  return [
    name,
    floor!.toFixed(0),
    ...[ours!.toFixed(0), (ours! / floor!).toFixed(2), ourP99!.toFixed(0)],
    ...[theirs!.toFixed(0), (theirs! / floor!).toFixed(2), theirP99!.toFixed(0)],
  ];
}

async function start(
  script: string,
  { args = [], env = {} }: { args?: readonly string[]; env?: Record<string, string> },
): Promise<Server> {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return { url: `${/http:\S+/.exec(line)![0]}/graphql`, process: child };
}

async function ask({ url }: Server, body: string): Promise<string> {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  return (await fetch(url, { method: "POST", headers, body })).text();
}

function load(
  { url }: Server,
  { body, seconds }: { body: string; seconds: number },
): Promise<autocannon.Result> {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  return autocannon({ url, method: "POST", headers, body, connections: 32, duration: seconds });
}

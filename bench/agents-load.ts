import autocannon from "autocannon";
import { type Sample, show, summarize, table } from "./measure.ts";
import type { RelevanceTree } from "./relevance-tree.ts";
import type { Query } from "./relevance-truth.ts";
import type { Goal, PartResults } from "./results.ts";
import { cpuSecondsOf, memoryOf } from "./run-process.ts";
import { serveDocgate } from "./serve.ts";

export interface AgentLoadOptions {
  readonly name: string;
  readonly corpus: string;
  readonly queries: readonly Query[];
  readonly tree: RelevanceTree;
  readonly rounds: number;
  readonly seconds: number;
}

const CONNECTIONS = 32;
const LEAST_RATE = 1_500;
const REVISION = "2026-07-28";
const ACCEPT = "application/json, text/event-stream";

/** Measures calls a second of each tool over HTTP, and the memory of the server. */
export async function benchAgentLoads(options: AgentLoadOptions): Promise<PartResults> {
  const { name, corpus, rounds, seconds, queries, tree } = options;
  const server = await serveDocgate(corpus);
  const url = server.url.replace(/graphql$/, "mcp");
  const loads: Readonly<Record<string, readonly (readonly [string, unknown])[]>> = {
    read_docs: tree.docs.flatMap(({ slug, headings }) =>
      headings.map(({ anchor }) => ["read_docs", { refs: [`${slug}#${anchor}`] }] as const),
    ),
    search_docs: queries.map(({ query }) => ["search_docs", { query }] as const),
    list_docs: [["list_docs", {}]],
  };
  try {
    const before = memoryOf(server.pid, "VmRSS");
    const rates = new Map<string, Sample>();
    const perCpuSecond = new Map<string, Sample>();
    for (const [tool, calls] of Object.entries(loads)) {
      const requests = calls.map(([call, given]) => requestOf(call, given));
      await load(url, { requests, seconds });
      const runs: Run[] = [];
      for (let round = 0; round < rounds; round++) {
        const cpu = cpuSecondsOf(server.pid);
        const { perSecond, count } = await load(url, { requests, seconds });
        runs.push({ perSecond, count: count / (cpuSecondsOf(server.pid) - cpu) });
      }
      rates.set(tool, summarize(runs.map(({ perSecond }) => perSecond)));
      perCpuSecond.set(tool, summarize(runs.map(({ count }) => count)));
    }
    const after = memoryOf(server.pid, "VmRSS");
    const rows = Array.from(rates, ([tool, rate]) => [
      tool,
      show(rate, 0),
      show(perCpuSecond.get(tool)!, 0),
    ]);
    return {
      text:
        `Calls a second over HTTP, ${CONNECTIONS} connections, the calls of the tree in turn; a call that comes again is answered from memory:\n\n` +
        `${table(["tool", "calls a second", "in a second of the server's processor time"], rows)}\n\n` +
        `Resident memory: ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB after.`,
      goals: Array.from(rates, ([tool, { median }]) => {
        const cpu = perCpuSecond.get(tool)!.median.toFixed(0);
        return rateGoal(`${name}: ${tool}`, { rate: median, cpu });
      }),
    };
  } finally {
    await server.stop();
  }
}

function rateGoal(what: string, { rate, cpu }: { rate: number; cpu: string }): Goal {
  return {
    goal: `${what} at least ${LEAST_RATE} a second`,
    figure: `${rate.toFixed(0)} a second, ${cpu} in a second of processor time`,
    ratio: (rate / LEAST_RATE).toFixed(2),
    isMet: rate >= LEAST_RATE,
  };
}

function requestOf(name: string, given: unknown): autocannon.Request {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": REVISION,
    "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { name, arguments: given, _meta };
  return {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: ACCEPT,
      "MCP-Protocol-Version": REVISION,
      "Mcp-Method": "tools/call",
      "Mcp-Name": name,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  };
}

interface Run {
  readonly perSecond: number;
  readonly count: number;
}

interface LoadOptions {
  readonly requests: autocannon.Request[];
  readonly seconds: number;
}

async function load(url: string, { requests, seconds }: LoadOptions): Promise<Run> {
  const result = await autocannon({ url, requests, connections: CONNECTIONS, duration: seconds });
  if (result.non2xx + result.errors === 0) {
    return { perSecond: result.requests.average, count: result.requests.total };
  }
  throw new Error(`${url}: ${result.non2xx} refusals and ${result.errors} errors`);
}

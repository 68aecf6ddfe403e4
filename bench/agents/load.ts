import autocannon from "autocannon";
import type { Goal, PartResults } from "../results.ts";
import type { RelevanceTree } from "../search/relevance/tree.ts";
import type { Query } from "../search/relevance/truth.ts";
import { type Sample, show, summarize, table } from "../support/measure.ts";
import { cpuSecondsOf, memoryOf } from "../support/run-process.ts";
import { serveDocgate, servePeer } from "../support/serve.ts";

export interface AgentLoadOptions {
  readonly name: string;
  readonly corpus: string;
  readonly queries: readonly Query[];
  readonly tree: RelevanceTree;
  readonly rounds: number;
  readonly seconds: number;
}

const CONNECTIONS = 32;
/** Calls of a tool that are repeated in turn; a client that prepares more misses its own timeouts. */
const MAX_CALLS = 1_000;
const LEAST_RATE = 1_500;
const REVISION = "2026-07-28";
const ACCEPT = "application/json, text/event-stream";

/** Measures calls a second of each tool over HTTP, and the memory of the server. */
export async function benchAgentLoads(options: AgentLoadOptions): Promise<PartResults> {
  const { name, corpus, queries, tree } = options;
  const trivial = await servePeer("mcp-trivial");
  const server = await serveDocgate(corpus);
  const [url, peer] = [server, trivial].map((served) => served.url.replace(/graphql$/, "mcp"));
  const loads: Readonly<Record<string, readonly (readonly [string, unknown])[]>> = {
    read_docs: tree.docs.flatMap(({ slug, headings }) =>
      headings.map(({ anchor }) => ["read_docs", { refs: [`${slug}#${anchor}`] }] as const),
    ),
    search_docs: queries.map(({ query }) => ["search_docs", { query }] as const),
    list_docs: [["list_docs", {}]],
  };
  const nothing: Target = { url: peer!, pid: trivial.pid, requests: [requestOf("nothing", {})] };
  try {
    const before = memoryOf(server.pid, "VmRSS");
    const rows: string[][] = [];
    const goals: Goal[] = [];
    for (const [tool, calls] of Object.entries(loads)) {
      const every = Math.ceil(calls.length / MAX_CALLS);
      const some = calls.filter((_, at) => at % every === 0);
      const requests = some.map(([call, given]) => requestOf(call, given));
      const own = { url: url!, pid: server.pid, requests };
      const { rate, perCpuSecond, ratio } = await compare({ own, nothing }, options);
      rows.push([tool, show(rate, 0), show(perCpuSecond, 0), show(ratio, 2)]);
      const cpu = `${perCpuSecond.median.toFixed(0)} in a second of processor time`;
      goals.push(rateGoal(`${name}: ${tool}`, { rate: rate.median, cpu }));
    }
    const after = memoryOf(server.pid, "VmRSS");
    return { text: describe({ rows, before, after }), goals };
  } finally {
    await Promise.all([server.stop(), trivial.stop()]);
  }
}

function describe({ rows, before, after }: { rows: string[][]; before: number; after: number }) {
  const head = ["tool", "calls a second", "in a second of processor time", "to one trivial tool"];
  return (
    `Calls a second over HTTP, ${CONNECTIONS} connections, the calls of the tree in turn; a call that comes again is answered from memory. ` +
    "The last column compares the calls in a second of the server's processor time with those of a server of the same library that has one tool, which does nothing, in the same rounds.\n\n" +
    `${table(head, rows)}\n\n` +
    `Resident memory: ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB after.`
  );
}

/** A server to send requests to. */
interface Target {
  readonly url: string;
  readonly pid: number;
  readonly requests: autocannon.Request[];
}

interface LoadComparison {
  readonly rate: Sample;
  readonly perCpuSecond: Sample;
  /** Calls in a second of processor time, to those of the trivial tool. */
  readonly ratio: Sample;
}

async function compare(
  { own, nothing }: { readonly own: Target; readonly nothing: Target },
  { rounds, seconds }: Pick<AgentLoadOptions, "rounds" | "seconds">,
): Promise<LoadComparison> {
  for (const target of [own, nothing]) await load(target, seconds);
  const runs: (Run & { readonly ratio: number })[] = [];
  for (let round = 0; round < rounds; round++) {
    const run = await load(own, seconds);
    const trivial = await load(nothing, seconds);
    runs.push({ ...run, ratio: run.perCpuSecond / trivial.perCpuSecond });
  }
  const of = (key: keyof (typeof runs)[number]) => summarize(runs.map((run) => run[key]));
  return { rate: of("perSecond"), perCpuSecond: of("perCpuSecond"), ratio: of("ratio") };
}

function rateGoal(what: string, { rate, cpu }: { rate: number; cpu: string }): Goal {
  return {
    goal: `${what} at least ${LEAST_RATE} a second`,
    figure: `${rate.toFixed(0)} a second, ${cpu}`,
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
  readonly perCpuSecond: number;
}

async function load({ url, pid, requests }: Target, seconds: number): Promise<Run> {
  const cpu = cpuSecondsOf(pid);
  const result = await autocannon({ url, requests, connections: CONNECTIONS, duration: seconds });
  if (result.non2xx + result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refusals and ${result.errors} errors`);
  }
  const { average, total } = result.requests;
  return { perSecond: average, perCpuSecond: total / (cpuSecondsOf(pid) - cpu) };
}

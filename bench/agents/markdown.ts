import { writeFile } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import autocannon from "autocannon";
import type { PartResults } from "../results.ts";
import { medianOf, type Sample, show, summarize, table } from "../support/measure.ts";
import { cpuSecondsOf } from "../support/run-process.ts";
import { type ServerProcess, serveDocgate, servePeer } from "../support/serve.ts";

export interface MarkdownLoadOptions {
  readonly name: string;
  readonly corpus: string;
  readonly slugs: readonly string[];
  /** Folder for the recorded answers. */
  readonly work: string;
  readonly rounds: number;
  readonly seconds: number;
}

const CONNECTIONS = 32;
/** Number of pages that are asked for in turn. */
const MAX_PAGES = 500;
const MIN_RATIO = 0.8;
const OURS = "docgate";
const PEER = "bare Hono";

/** Encodings that the clients accept; agents accept compressed answers. */
const ENCODINGS = { "as they are": "identity", "in brotli": "gzip, deflate, br" };

/** Headers that node:http writes itself. */
const OF_CONNECTION = new Set(["connection", "content-length", "date", "keep-alive"]);

/** Requests in a second, of the clock and of the server's processor time. */
interface Run {
  readonly perSecond: number;
  readonly perCpuSecond: number;
}

/** Measures Markdown routes next to bare Hono that sends the same bytes with the same headers. */
export async function benchMarkdown(options: MarkdownLoadOptions): Promise<PartResults> {
  const rows: string[][] = [];
  const ratios: number[] = [];
  for (const [form, encoding] of Object.entries(ENCODINGS)) {
    const runs = await measureForm(encoding, options);
    const rate = (server: string, key: keyof Run): Sample =>
      summarize(runs[server]!.map((run) => run[key]));
    for (const server of [OURS, PEER]) {
      const cells = [rate(server, "perSecond"), rate(server, "perCpuSecond")];
      rows.push([server === OURS ? form : "", server, ...cells.map((cell) => show(cell, 0))]);
    }
    ratios.push(
      medianOf(runs[OURS]!.map((run, at) => run.perCpuSecond / runs[PEER]![at]!.perCpuSecond)),
    );
  }
  const head = ["Markdown", "", "pages a second", "in a second of the server's processor time"];
  const worst = Math.min(...ratios);
  return {
    text: `Pages as Markdown in turn, at most ${MAX_PAGES}, ${CONNECTIONS} connections:\n\n${table(head, rows)}`,
    goals: [
      {
        goal: `${options.name}: Markdown routes at least ${MIN_RATIO} of bare Hono with the same bytes`,
        figure: `of processor time: ${Object.keys(ENCODINGS)
          .map((form, at) => `${ratios[at]!.toFixed(2)} ${form}`)
          .join(", ")}`,
        ratio: worst.toFixed(2),
        isMet: worst >= MIN_RATIO,
      },
    ],
  };
}

async function measureForm(encoding: string, options: MarkdownLoadOptions) {
  const { corpus, slugs, work, rounds, seconds } = options;
  const headers = { Accept: "text/markdown, */*", "Accept-Encoding": encoding };
  const every = Math.ceil(slugs.length / MAX_PAGES);
  const some = slugs.filter((_, at) => at % every === 0);
  const requests = some.map((slug) => ({ path: `${slug}.md`, headers }));
  const recorded = join(work, "markdown-answers.json");
  const docgate = await serveDocgate(corpus);
  const servers: Record<string, ServerProcess> = { [OURS]: docgate };
  const runs: Record<string, Run[]> = { [OURS]: [], [PEER]: [] };
  try {
    const answers: Awaited<ReturnType<typeof record>>[] = [];
    for (const request of requests) answers.push(await record(docgate, request));
    await writeFile(recorded, JSON.stringify(answers));
    servers[PEER] = await servePeer("bare-markdown", recorded);
    // The first round is not counted: code is still being compiled.
    for (let round = 0; round <= rounds; round++) {
      for (const [name, server] of Object.entries(servers)) {
        const run = await load(server, { requests, seconds });
        if (round > 0) runs[name]!.push(run);
      }
    }
    return runs;
  } finally {
    for (const server of Object.values(servers)) await server.stop();
  }
}

interface PageRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns the path, the headers and the body of an answer, in base64. */
async function record({ url }: ServerProcess, { path, headers }: PageRequest) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(new URL(path, url), { headers }, resolve).on("error", reject);
  });
  if (response.statusCode !== 200) throw new Error(`${path} is answered ${response.statusCode}`);
  const names = response.rawHeaders.filter((_, at) => at % 2 === 0);
  const own = names.filter((name) => !OF_CONNECTION.has(name.toLowerCase()));
  const sent = own.map((name) => [name, String(response.headers[name.toLowerCase()])]);
  return [path, Object.fromEntries(sent), (await buffer(response)).toString("base64")];
}

async function load(
  { url, pid }: ServerProcess,
  { requests, seconds }: { requests: PageRequest[]; seconds: number },
): Promise<Run> {
  const cpu = cpuSecondsOf(pid);
  const result = await autocannon({
    url: new URL("/", url).href,
    requests,
    connections: CONNECTIONS,
    duration: seconds,
  });
  const { total, average } = result.requests;
  if (result.non2xx + result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refusals and ${result.errors} errors`);
  }
  return { perSecond: average, perCpuSecond: total / (cpuSecondsOf(pid) - cpu) };
}

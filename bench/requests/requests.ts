import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { PartResults } from "../results.ts";
import { show, summarize, table } from "../support/measure.ts";
import { memoryOf } from "../support/run-process.ts";
import { ask, type ServerProcess, serveDocgate, servePeer } from "../support/serve.ts";
import { latencyOf, runWrk, type WrkRun } from "../support/wrk.ts";
import { requestGoals } from "./goals.ts";
import { fillBody, LOAD_KINDS, type Load, makeLoads } from "./loads.ts";
import {
  growthOf,
  LIMITS,
  type Measurement,
  OURS,
  ratioToHono,
  showSlowest,
} from "./measured-requests.ts";

/** Factor by which the first round is longer. It is not counted: code is still being compiled. */
const WARM_UP = 2;
/**
 * Under a load with fewer requests per second at first, rounds are longer by the factor `LONGER`.
 */
const FEW = 1000;
const LONGER = 5;
/** Maximum number of other requests between two rounds. */
const MARGIN = 1000;
const SAMPLES = 50;

const PEERS: Readonly<Record<string, readonly [script: string, ...args: string[]]>> = {
  "graphql-yoga": ["yoga"],
  "Apollo Server": ["apollo"],
  "graphql-js, kept": ["graphql-js"],
  Mercurius: ["mercurius"],
  "Mercurius, JIT": ["mercurius", "jit"],
  "graphql-http": ["graphql-http"],
};

export interface RequestOptions {
  /** Name of the corpus in the results. */
  readonly name: string;
  /** The corpus file. */
  readonly corpus: string;
  /** Folder for bodies and answers. */
  readonly work: string;
  readonly rounds: number;
  /** Length of one measurement, under a load of many requests. */
  readonly seconds: number;
}

/**
 * Measures requests per second of docgate and its peers under each load, as ratios to bare Hono.
 */
export async function benchRequests(options: RequestOptions): Promise<PartResults> {
  const { name, corpus } = options;
  const folder = join(options.work, "requests");
  await mkdir(folder, { recursive: true });
  const servers = new Map([[OURS, await serveDocgate(corpus)]]);
  try {
    for (const [peer, [script, ...args]] of Object.entries(PEERS)) {
      servers.set(peer, await servePeer(script, corpus, ...args));
    }
    const measured: Measurement[] = [];
    for (const load of await makeLoads(corpus)) {
      measured.push(...(await benchLoad(load, { ...options, work: folder, servers })));
    }
    return { text: describe(name, measured), goals: requestGoals(name, measured) };
  } finally {
    for (const server of servers.values()) await server.stop();
  }
}

interface LoadOptions extends RequestOptions {
  readonly servers: ReadonlyMap<string, ServerProcess>;
}

async function benchLoad(load: Load, options: LoadOptions): Promise<Measurement[]> {
  const answer = join(options.work, "answer.json");
  const bodies = join(options.work, "bodies.txt");
  await writeFile(answer, await agreedAnswer(load, options.servers));
  await writeFile(bodies, load.bodies.map((body) => `${body}\n`).join(""));
  const limits = new Map<string, ServerProcess>();
  try {
    for (const [name, script] of Object.entries(LIMITS)) {
      limits.set(name, await servePeer(script, answer));
    }
    return await measureInTurn(load, {
      ...options,
      bodies,
      servers: new Map([...limits, ...options.servers]),
    });
  } finally {
    for (const server of limits.values()) await server.stop();
  }
}

async function measureInTurn(
  load: Load,
  { servers, bodies, rounds, seconds }: LoadOptions & { bodies: string },
): Promise<Measurement[]> {
  const states = [...servers].map(([server, { url, pid }]) => ({
    server,
    url,
    pid,
    before: memoryOf(pid, "VmRSS"),
    runs: [] as WrkRun[],
  }));
  let length = WARM_UP * seconds;
  for (let round = 0; round <= rounds; round++) {
    // The servers take turns in coming first: the machine does not stay the same through a round.
    const first = round % states.length;
    for (const { url, runs } of [...states.slice(first), ...states.slice(0, first)]) {
      const count = runs.reduce((sum, { requests }) => sum + requests + MARGIN, MARGIN);
      runs.push(await runWrk({ url, lines: bodies, count, seconds: length }));
    }
    const isSlow = states.some(({ server, runs }) => server === OURS && runs[0]!.perSecond < FEW);
    length = isSlow ? LONGER * seconds : seconds;
  }
  return states.map(({ server, pid, before, runs }) => ({
    load,
    server,
    runs: runs.slice(1),
    before,
    after: memoryOf(pid, "VmRSS"),
  }));
}

/**
 * Returns the answer of median length, on which all servers agree.
 *
 * @throws {Error} if one of them answers differently
 */
async function agreedAnswer(
  load: Load,
  servers: ReadonlyMap<string, ServerProcess>,
): Promise<string> {
  const { bodies, query, kind } = load;
  const step = Math.max(1, Math.floor(bodies.length / SAMPLES));
  const docgate = servers.get(OURS)!;
  const samples: { body: string; answer: string }[] = [];
  for (let i = 0; i < bodies.length; i += step) {
    const body = fillBody(bodies[i]!);
    samples.push({ body, answer: await ask(docgate, body) });
  }
  samples.sort((left, right) => left.answer.length - right.answer.length);
  const { body, answer } = samples[Math.floor(samples.length / 2)]!;
  for (const [name, server] of servers) {
    const other = await ask(server, body);
    if (isDeepStrictEqual(JSON.parse(other), JSON.parse(answer))) continue;
    throw new Error(`${query}, ${kind}: ${name} does not give docgate's answer`);
  }
  return answer;
}

function describe(name: string, measured: readonly Measurement[]): string {
  const servers = [...new Set(measured.map(({ server }) => server))];
  const row = (load: Load, cell: (one: Measurement) => string): string[] => [
    load.query,
    ...measured.filter((one) => one.load === load).map(cell),
  ];
  const sections = LOAD_KINDS.flatMap((kind) => {
    const loads = [...new Set(measured.map(({ load }) => load))].filter(
      (load) => load.kind === kind,
    );
    return [
      `#### ${name}, ${kind}`,
      "Ratio to bare Hono in the same round: requests a second.",
      table(
        ["", ...servers],
        loads.map((load) => row(load, (one) => showRate(one, measured))),
      ),
      "Milliseconds, half of the requests and 99 of 100 over all rounds (99 of 100 in each round).",
      table(
        ["", ...servers],
        loads.map((load) => row(load, showLatency)),
      ),
    ];
  });
  return [`### ${name}`, ...sections, describeMemory(name, { servers, measured })].join("\n\n");
}

function showRate(one: Measurement, measured: readonly Measurement[]): string {
  const rate = summarize(one.runs.map(({ perSecond }) => perSecond));
  return `${ratioToHono(one, measured).toFixed(2)}: ${show(rate, 0)}`;
}

function showLatency({ runs }: Measurement): string {
  return `${latencyOf(runs, 0.5).toFixed(1)} / ${showSlowest(runs)}`;
}

function describeMemory(
  name: string,
  { servers, measured }: { servers: readonly string[]; measured: readonly Measurement[] },
): string {
  const rows = servers
    .filter((server) => !(server in LIMITS))
    .map((server) => {
      const all = measured.filter((one) => one.server === server);
      const worst = all.toSorted((left, right) => growthOf(right) - growthOf(left))[0]!;
      return [
        server,
        all[0]!.before.toFixed(0),
        all.at(-1)!.after.toFixed(0),
        `${growthOf(worst).toFixed(2)} (${worst.load.query}, ${worst.load.kind})`,
      ];
    });
  const head = ["", "MB before the first load", "MB after the last", "most growth under one load"];
  return [`#### ${name}, resident memory`, table(head, rows)].join("\n\n");
}

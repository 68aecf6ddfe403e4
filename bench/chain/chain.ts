import { randomBytes, scrypt } from "node:crypto";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import autocannon from "autocannon";
import { DEFAULT_COST, passwordConcurrency } from "../../runtime/partner/secrets/passwords.ts";
import type { Goal, PartResults } from "../results.ts";
import { cpuMsOf } from "../support/cpu-time.ts";
import { medianOf, show, summarize, table } from "../support/measure.ts";
import { ask, bearer, mint, mintRequest, type Target } from "./partner-requests.ts";
import {
  type BenchServer,
  type ChainServer,
  type LoopDelay,
  startChainServer,
  startPeer,
} from "./server.ts";
import { benchWrites } from "./writes.ts";

const CONNECTIONS = 32;
/** Concurrent sign-ins of one consumer. */
const SIGN_INS = 200;
/** Interval of the requests that measure how long others wait. */
const PROBE_EVERY_MS = 10;

export interface ChainOptions {
  /** Folder for data. */
  readonly work: string;
  readonly rounds: number;
  /** Length of one measurement, in seconds. */
  readonly seconds: number;
}

/** Measures the partner's side against the least work that it could do, in one run and in turn. */
export async function benchChain(options: ChainOptions): Promise<PartResults> {
  const { work, rounds, seconds } = options;
  const docgate = await startChainServer(work);
  const token = await mint(docgate);
  const read = { url: `${docgate.url}/v1/space/list`, headers: bearer(docgate, token) };
  const answer = await (await fetch(read.url, { headers: read.headers })).text();
  const bare = await startPeer("./bare-chain.ts", { ANSWER: answer, TOKEN: token });
  const minting = mintRequest(docgate);
  try {
    const requests = await benchRequests(options, { bare, docgate }, [
      { name: "`GET /v1/space/list`", peer: { ...read, url: bare.url }, ours: read, least: 0.6 },
      {
        name: "mint a token, the peer with jose",
        peer: { ...minting, url: bare.url },
        ours: minting,
        least: 0.6,
      },
      {
        name: "mint a token, the peer with `node:crypto`",
        peer: { ...minting, url: `${bare.url}/in-place` },
        ours: minting,
      },
    ]);
    const writes = await benchWrites(docgate, { token, work, rounds, seconds });
    const signIns = await benchSignIns(docgate, { token, rounds });
    return {
      text: [requests.text, writes.text, signIns].join("\n\n"),
      goals: [...requests.goals, ...writes.goals],
    };
  } finally {
    bare.stop();
    docgate.stop();
  }
}

/** A request, to a peer and to docgate. */
interface Comparison {
  readonly name: string;
  readonly peer: Target;
  readonly ours: Target;
  /** The part of the peer's rate that a goal asks for. */
  readonly least?: number;
}

interface Servers {
  readonly bare: BenchServer;
  readonly docgate: BenchServer;
}

async function benchRequests(
  options: ChainOptions,
  servers: Servers,
  comparisons: readonly Comparison[],
): Promise<PartResults> {
  const measured: ComparisonResult[] = [];
  for (const comparison of comparisons) measured.push(await compare(comparison, servers, options));
  const text = [
    `${CONNECTIONS} connections, ${options.rounds} rounds of ${options.seconds} s each in turn: medians, and the`,
    "least and the most. The peer is bare Hono with the same cryptography and the same headers: of the",
    "reads, it compares the digest of the token and sends the same bytes; of the mint, it hashes both",
    "secrets and signs one token with Ed25519. Times on the processor are those of the servers alone.",
    "",
    table(
      ["request", "peer, requests/s", "p99 ms", "CPU µs", "docgate", "ratio", "p99 ms", "CPU µs"],
      measured.map(({ row }) => row),
    ),
  ].join("\n");
  return { text, goals: measured.flatMap(({ goal }) => goal ?? []) };
}

interface ComparisonResult {
  readonly row: readonly string[];
  readonly goal?: Goal;
}

async function compare(
  { name, peer, ours, least }: Comparison,
  { bare, docgate }: Servers,
  { rounds, seconds }: Pick<ChainOptions, "rounds" | "seconds">,
): Promise<ComparisonResult> {
  for (const target of [peer, ours]) await load(target, 2);
  const [theirs, mine]: [LoadRun[], LoadRun[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    theirs.push(await measure(peer, { seconds, server: bare }));
    mine.push(await measure(ours, { seconds, server: docgate }));
  }
  const ratio = medianOf(mine.map(({ rate }, round) => rate / theirs[round]!.rate));
  const [floor, rate] = [theirs, mine].map((runs) => summarize(runs.map(({ rate }) => rate)));
  const latency = (runs: LoadRun[]) => medianOf(runs.map(({ p99 }) => p99)).toFixed(0);
  const cpu = (runs: LoadRun[]) => medianOf(runs.map(({ cpuUs }) => cpuUs)).toFixed(0);
  const row = [
    ...[name, show(floor!, 0), latency(theirs), cpu(theirs)],
    ...[show(rate!, 0), ratio.toFixed(2), latency(mine), cpu(mine)],
  ];
  if (least === undefined) return { row };
  const figure = `${rate!.median.toFixed(0)} requests/s`;
  const goal = `${name}: at least ${least} of bare Hono`;
  return {
    row,
    goal: {
      goal,
      figure,
      peer: floor!.median.toFixed(0),
      ratio: ratio.toFixed(2),
      isMet: ratio >= least,
    },
  };
}

interface LoadRun {
  /** Requests in a second. */
  readonly rate: number;
  readonly p99: number;
  /** Microseconds of the server's processor time for each request. */
  readonly cpuUs: number;
}

async function measure(
  target: Target,
  { seconds, server: { pid } }: { readonly seconds: number; readonly server: BenchServer },
): Promise<LoadRun> {
  const before = cpuMsOf(pid);
  const { requests, latency } = await load(target, seconds);
  const cpuUs = ((cpuMsOf(pid) - before) * 1000) / requests.total;
  return { rate: requests.average, p99: latency.p99, cpuUs };
}

async function load(target: Target, seconds: number): Promise<autocannon.Result> {
  const result = await autocannon({ ...target, connections: CONNECTIONS, duration: seconds });
  if (result.non2xx + result.errors === 0) return result;
  throw new Error(`${target.url}: ${result.non2xx} refusals and ${result.errors} errors`);
}

/** Measures sign-ins per second, and their effect on other requests (ATTACK-G103). */
async function benchSignIns(
  docgate: ChainServer,
  { token, rounds }: { readonly token: string; readonly rounds: number },
): Promise<string> {
  const quiet: Delays[] = [];
  const busy: Delays[] = [];
  const [floors, rates]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    floors.push(await rateOfHashes());
    quiet.push(await probe(docgate, { token, during: () => sleep(5_000) }));
    const during = async () => void rates.push(await signInAtOnce(docgate));
    busy.push(await probe(docgate, { token, during }));
  }
  const [floor, rate] = [summarize(floors), summarize(rates)];
  return [
    `${SIGN_INS} concurrent sign-ins: ${show(rate, 1)} per second, where bare scrypt of the`,
    `same cost gives ${show(floor, 1)} (${passwordConcurrency(availableParallelism())} at a time): ` +
      `ratio ${(rate.median / floor.median).toFixed(2)}.`,
    `In the meantime, \`GET /v1/space/list\` every ${PROBE_EVERY_MS} ms, and the delay of the event loop:`,
    "",
    table(
      ["", "p50 ms", "p99 ms", "max ms", "loop p50 ms", "loop p99 ms", "loop max ms"],
      [delayRow("alone", quiet), delayRow(`while ${SIGN_INS} sign in`, busy)],
    ),
  ].join("\n");
}

function delayRow(name: string, all: readonly Delays[]): string[] {
  const median = (of: (delays: Delays) => number) => summarize(all.map(of)).median.toFixed(1);
  return [
    name,
    ...[median(({ p50 }) => p50), median(({ p99 }) => p99), median(({ max }) => max)],
    ...[
      median(({ loop }) => loop.p50),
      median(({ loop }) => loop.p99),
      median(({ loop }) => loop.max),
    ],
  ];
}

/** The response times that a partner sees, in milliseconds. */
interface Delays {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly loop: LoopDelay;
}

interface ProbeOptions {
  readonly token: string;
  during(): Promise<void>;
}

/** Reads at a steady pace, without waiting for the last answer, while something else runs. */
async function probe(docgate: ChainServer, { token, during }: ProbeOptions): Promise<Delays> {
  const headers = bearer(docgate, token);
  const probes: Promise<number>[] = [];
  await docgate.loopDelay();
  const timer = setInterval(() => {
    probes.push(timeOf(() => ask(`${docgate.url}/v1/space/list`, { headers })));
  }, PROBE_EVERY_MS);
  await during();
  clearInterval(timer);
  const loop = await docgate.loopDelay();
  const times = (await Promise.all(probes)).sort((left, right) => left - right);
  const at = (share: number) => times[Math.floor(times.length * share)]!;
  return { p50: at(0.5), p99: at(0.99), max: times.at(-1)!, loop };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** @returns sign-ins per second */
async function signInAtOnce({ url, origin, chain }: ChainServer): Promise<number> {
  const request = {
    method: "POST",
    headers: { Origin: origin, "Content-Type": "application/json" },
    body: JSON.stringify(chain.withoutPasscode),
  };
  const milliseconds = await timeOf(async () => {
    const all = Array.from({ length: SIGN_INS }, () => ask(`${url}/v1/auth/access_token`, request));
    const refused = (await Promise.all(all)).filter(({ success }) => !success).length;
    if (refused > 0) throw new Error(`${refused} of ${SIGN_INS} sign-ins were refused`);
  });
  return SIGN_INS / (milliseconds / 1000);
}

/** @returns hashes per second, each at the cost of a password */
async function rateOfHashes(): Promise<number> {
  const { ln, r, p } = DEFAULT_COST;
  const options = { N: 2 ** ln, r, p, maxmem: 2 ** 26 };
  const concurrency = passwordConcurrency(availableParallelism());
  const hash = () =>
    new Promise<void>((resolve, reject) =>
      scrypt("password", randomBytes(16), 32, options, (error) =>
        error ? reject(error) : resolve(),
      ),
    );
  const count = 20;
  const milliseconds = await timeOf(() =>
    Promise.all(
      Array.from({ length: concurrency }, async () => {
        for (let done = 0; done < count; done++) await hash();
      }),
    ),
  );
  return (concurrency * count) / (milliseconds / 1000);
}

import { randomBytes, scrypt } from "node:crypto";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import autocannon from "autocannon";
import { DEFAULT_COST, passwordConcurrency } from "../runtime/partner/secrets/passwords.ts";
import {
  type BenchServer,
  type ChainServer,
  type LoopDelay,
  startChainServer,
  startPeer,
} from "./chain-server.ts";
import { type Sample, show, summarize, table } from "./measure.ts";
import { ask, bearer, mint, mintRequest, type Target } from "./partner-requests.ts";

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
export async function benchChain(options: ChainOptions): Promise<string> {
  const { work, rounds, seconds } = options;
  const docgate = await startChainServer(work);
  const token = await mint(docgate);
  const read = { url: `${docgate.url}/v1/space/list`, headers: bearer(docgate, token) };
  const answer = await (await fetch(read.url, { headers: read.headers })).text();
  const bare = await startPeer("./server-bare-chain.ts", { ANSWER: answer });
  try {
    const requests = await benchRequests(options, {
      read: [{ url: bare.url }, read],
      mint: [{ url: bare.url, method: "POST" }, mintRequest(docgate)],
    });
    const writes = await benchWrites(docgate, { token, work, rounds, seconds });
    const signIns = await benchSignIns(docgate, { token, rounds });
    return [requests, writes, signIns].join("\n\n");
  } finally {
    bare.stop();
    docgate.stop();
  }
}

/** A peer and docgate. */
type Pair = readonly [Target, Target];

async function benchRequests(
  { rounds, seconds }: ChainOptions,
  { read, mint }: { readonly read: Pair; readonly mint: Pair },
): Promise<string> {
  return [
    `${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s each in turn: medians, and the`,
    "least and the most. The peer of the reads is bare Hono sending the same bytes, that of the mint",
    "is bare Hono signing one token with Ed25519.",
    "",
    table(
      ["request", "peer, requests/s", "p99 ms", "docgate", "ratio", "p50 ms", "p99 ms"],
      [
        ["`GET /v1/space/list`", ...(await compare(read, { rounds, seconds }))],
        ["mint a token", ...(await compare(mint, { rounds, seconds }))],
      ],
    ),
  ].join("\n");
}

async function compare(
  [peer, docgate]: Pair,
  { rounds, seconds }: Pick<ChainOptions, "rounds" | "seconds">,
): Promise<string[]> {
  for (const target of [peer, docgate]) await load(target, 2);
  const [theirs, ours]: [autocannon.Result[], autocannon.Result[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    theirs.push(await load(peer, seconds));
    ours.push(await load(docgate, seconds));
  }
  const [floor, rate] = [theirs, ours].map((runs) =>
    summarize(runs.map(({ requests }) => requests.average)),
  );
  const median = (runs: autocannon.Result[], share: "p50" | "p99") =>
    summarize(runs.map(({ latency }) => latency[share])).median.toFixed(0);
  return [
    ...[show(floor!, 0), median(theirs, "p99"), show(rate!, 0)],
    ...[(rate!.median / floor!.median).toFixed(2), median(ours, "p50"), median(ours, "p99")],
  ];
}

async function load(target: Target, seconds: number): Promise<autocannon.Result> {
  const result = await autocannon({ ...target, connections: CONNECTIONS, duration: seconds });
  if (result.non2xx + result.errors === 0) return result;
  throw new Error(`${target.url}: ${result.non2xx} refusals and ${result.errors} errors`);
}

interface WriteOptions extends Pick<ChainOptions, "work" | "rounds" | "seconds"> {
  /** Token of the application. */
  readonly token: string;
}

/** Measures requests that end with a commit, one after the other. */
async function benchWrites(docgate: ChainServer, options: WriteOptions): Promise<string> {
  const { token, work, rounds, seconds } = options;
  const commits = openCommits(join(work, "commits.db"));
  const [served, other] = [await newSpace(docgate), await newSpace(docgate)];
  await offer(docgate, served);
  const steps: Readonly<Record<string, () => Promise<unknown>>> = {
    "bare SQLite, one row": async () => commits.next(),
    "save a space that no partner has": () => renameSpace(docgate, other),
    "save a space of a contract": () => renameSpace(docgate, served),
    "handshake: issue and claim": () => shakeHands(docgate, token),
  };
  const rates = new Map(Object.keys(steps).map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, step] of Object.entries(steps)) {
      rates.get(name)!.push(await rateOf(step, seconds));
    }
  }
  commits.close();
  const [floor] = [...rates.values()].map(summarize);
  return [
    "One after the other. A save that a partner sees, and a claim, also send a notice and commit its",
    "outcome; an issue and a claim are one commit each.",
    "",
    table(
      ["write", "each second", "ratio"],
      [...rates].map(([name, all]) => writeRow(name, { rate: summarize(all), floor: floor! })),
    ),
  ].join("\n");
}

function writeRow(name: string, { rate, floor }: { rate: Sample; floor: Sample }): string[] {
  return [name, show(rate, 0), (rate.median / floor.median).toFixed(2)];
}

async function rateOf(step: () => Promise<unknown>, seconds: number): Promise<number> {
  const start = performance.now();
  let count = 0;
  for (; performance.now() - start < seconds * 1000; count++) await step();
  return count / ((performance.now() - start) / 1000);
}

/**
 * Writes one row per transaction, as durably as docgate: it is on the disk when the commit returns.
 */
function openCommits(file: string): { next(): void; close(): void } {
  const database = new DatabaseSync(file);
  database.exec("PRAGMA synchronous = FULL; PRAGMA journal_mode = WAL; CREATE TABLE rows (text)");
  const insert = database.prepare("INSERT INTO rows VALUES (?)");
  return {
    next: () => void insert.run(randomBytes(100).toString("base64url")),
    close: () => database.close(),
  };
}

/** @returns the id of the space */
async function newSpace(docgate: ChainServer): Promise<string> {
  const { space } = await callAdmin(docgate, "POST /spaces", { title: newName() });
  return space.id;
}

async function renameSpace(docgate: ChainServer, id: string): Promise<void> {
  await callAdmin(docgate, `PATCH /spaces/${id}`, { title: newName() });
}

/** Makes a space the only one that the contract offers. */
async function offer(docgate: ChainServer, id: string): Promise<void> {
  const { items } = await callAdmin(docgate, "GET /contracts");
  const change = { spaceIds: [id], defaultSystemSpaceIds: [], defaultOutsideSpaceIds: [] };
  await callAdmin(docgate, `PATCH /contracts/${items[0].id}`, change);
}

function newName(): string {
  return randomBytes(8).toString("hex");
}

async function shakeHands(docgate: ChainServer, token: string): Promise<void> {
  const url = `${docgate.url}/v1/resources/certificate?client_id=${docgate.chain.clientId}`;
  const headers = { ...bearer(docgate, token), "Content-Type": "application/json" };
  const { result } = await ask(url, { headers });
  await ask(url, { method: "POST", headers, body: JSON.stringify({ code: result.code }) });
}

/** Measures sign-ins per second, and their effect on other requests (ATTACK-G103). */
async function benchSignIns(
  docgate: ChainServer,
  { token, rounds }: Pick<WriteOptions, "token" | "rounds">,
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

/** @param operation for example `PATCH /spaces/1` */
async function callAdmin(
  { url, adminToken }: BenchServer & { adminToken: string },
  operation: string,
  body?: object,
) {
  const [method, path] = operation.split(" ") as [string, string];
  return ask(`${url}/admin/api${path}`, {
    method,
    headers: { Authorization: `Bearer ${adminToken}`, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
}

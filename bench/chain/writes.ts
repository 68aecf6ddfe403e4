import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { PartResults } from "../results.ts";
import { cpuMsOf } from "../support/cpu-time.ts";
import { medianOf, quantile, show, summarize, table } from "../support/measure.ts";
import { ask, bearer } from "./partner-requests.ts";
import type { BenchServer, ChainServer } from "./server.ts";

export interface WriteOptions {
  /** Folder for data. */
  readonly work: string;
  readonly rounds: number;
  /** Length of one measurement, in seconds. */
  readonly seconds: number;
  /** Token of the application. */
  readonly token: string;
}

/** Parts of a bare row's rate that the goals ask for. */
const LEAST = { "save a space of a contract": 0.2, "handshake: issue and claim": 0.1 } as const;

/** Measures requests that end with a commit, one after the other. */
export async function benchWrites(
  docgate: ChainServer,
  options: WriteOptions,
): Promise<PartResults> {
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
  const runs = new Map(Object.keys(steps).map((name) => [name, [] as WriteRun[]]));
  for (const step of Object.values(steps)) await repeat(step, { seconds: 1, pid: docgate.pid });
  for (let round = 0; round < rounds; round++) {
    for (const [name, step] of Object.entries(steps)) {
      runs.get(name)!.push(await repeat(step, { seconds, pid: docgate.pid }));
    }
  }
  commits.close();
  const [floor] = [...runs.values()];
  const text = [
    "One after the other. A save that a partner sees, and a claim, also send a notice and commit its",
    "outcome; an issue and a claim are one commit each. The ratio is the median of those in each round,",
    "because the rate of a bare row follows what else writes to the disk.",
    "",
    table(
      ["write", "each second", "ratio", "p99 ms", "CPU ms of the server"],
      [...runs].map(([name, all]) => writeRow(name, { all, floor: floor! })),
    ),
  ].join("\n");
  const goals = Object.entries(LEAST).map(([name, least]) => {
    const all = runs.get(name)!;
    const ratio = ratioOf(all, floor!);
    return {
      goal: `${name}, at least ${least} of a bare row`,
      figure: `${medianOf(all.map(({ rate }) => rate)).toFixed(0)} a second`,
      peer: `a bare row ${medianOf(floor!.map(({ rate }) => rate)).toFixed(0)}`,
      ratio: ratio.toFixed(2),
      isMet: ratio >= least,
    };
  });
  return { text, goals };
}

interface WriteRun {
  /** Writes in a second. */
  readonly rate: number;
  readonly p99: number;
  /** Milliseconds of the server's processor time for each. */
  readonly cpuMs: number;
}

interface WriteRuns {
  readonly all: readonly WriteRun[];
  readonly floor: readonly WriteRun[];
}

function writeRow(name: string, { all, floor }: WriteRuns): string[] {
  const cpuMs = all === floor ? "" : medianOf(all.map((run) => run.cpuMs)).toFixed(2);
  return [
    name,
    show(summarize(all.map(({ rate }) => rate)), 0),
    ratioOf(all, floor).toFixed(2),
    medianOf(all.map(({ p99 }) => p99)).toFixed(1),
    cpuMs,
  ];
}

function ratioOf(all: readonly WriteRun[], floor: readonly WriteRun[]): number {
  return medianOf(all.map(({ rate }, round) => rate / floor[round]!.rate));
}

async function repeat(
  step: () => Promise<unknown>,
  { seconds, pid }: { readonly seconds: number; readonly pid: number },
): Promise<WriteRun> {
  const [start, cpuBefore] = [performance.now(), cpuMsOf(pid)];
  const times: number[] = [];
  while (performance.now() - start < seconds * 1000) {
    const began = performance.now();
    await step();
    times.push(performance.now() - began);
  }
  const rate = times.length / ((performance.now() - start) / 1000);
  return { rate, p99: quantile(times, 0.99), cpuMs: (cpuMsOf(pid) - cpuBefore) / times.length };
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

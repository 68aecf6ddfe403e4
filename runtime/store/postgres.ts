import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type DataTypeNode,
  type Dialect,
  type Kysely,
  PostgresAdapter,
  PostgresDriver,
  type PostgresPool,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  sql,
} from "kysely";
import pg from "pg";
import { DocgateError, hasCode } from "../../corpus/error.ts";
import type { Engine } from "./engine.ts";
import { reasonOf } from "./errors.ts";

/** The oldest version that its makers still mend. */
const MIN_VERSION = 14;

/** A runtime opens so many connections at most. */
const MAX_READERS = 8;
const MAX_WRITERS = 4;
/** A connection is made, or becomes free, within this time. */
const CONNECT_TIMEOUT_MS = 5_000;
/** The server ends a statement after this time, and a transaction whose runtime is silent. */
const STATEMENT_TIMEOUT_MS = 10_000;
/** A server that does not even say so is given up. */
const ANSWER_TIMEOUT_MS = 12_000;

/** A transaction that others got in the way of is run again so often at most. */
const MAX_ATTEMPTS = 15;
const FIRST_BACKOFF_MS = 10;
const MAX_BACKOFF_MS = 300;

/** Any number, the same for every docgate. */
const SCHEMA_LOCK = 7_305_416_118;

export interface PostgresOptions {
  /** Names the database in messages, without a password. */
  readonly place: string;
  /** Told when the server stops answering, when it answers again, and of each time it is busy. */
  readonly log?: ((line: string) => void) | undefined;
}

/** A database on a PostgreSQL server. Nothing is connected before the first statement. */
export function openPostgres(url: string, { place, log = () => {} }: PostgresOptions): Engine {
  const state = createState({ place, log });
  const readers = createPool(url, MAX_READERS);
  const writers = createPool(url, MAX_WRITERS);
  return {
    place,
    reader: dialectOf(watchedPool(readers, state)),
    writer: dialectOf(watchedPool(writers, state)),
    isolation: "serializable",
    attempt: (run) => attempt(run, state),
    async lockSchema(tx) {
      await checkServer(tx, place);
      await sql`select pg_advisory_xact_lock(${sql.lit(SCHEMA_LOCK)})`.execute(tx);
    },
    async lock(tx) {
      // It takes no snapshot: what is read after it is what the one before has left.
      await sql`lock table installation in share row exclusive mode`.execute(tx);
    },
    verify: (reader) => checkServer(reader, place),
    async close() {
      await Promise.all([readers.end(), writers.end()]);
    },
  };
}

function createPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    fallback_application_name: "docgate",
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    keepAlive: true,
  });
  // A connection may end at any time; who uses it is told by its statement.
  pool.on("error", () => {});
  pool.on("connect", (client) => void client.on("error", () => {}));
  return pool;
}

function dialectOf(pool: PostgresPool): Dialect {
  return {
    createDriver: () => new PostgresDriver({ pool }),
    createQueryCompiler: () => new Compiler(),
    createAdapter: () => new Adapter(),
    createIntrospector: (db) => ({
      getSchemas: async () => [],
      getTables: () => tablesOf(db),
    }),
  };
}

/** Texts have the order of their code points, whatever the database's language. */
class Compiler extends PostgresQueryCompiler {
  override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node);
    if (node.dataType === "text") this.append(' collate "C"');
  }
}

/** The schema is locked already, until the transaction ends. */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** The tables that a name alone means, so that other schemas of the database do not count. */
// biome-ignore lint/suspicious/noExplicitAny: it may be asked on behalf of any schema
async function tablesOf(db: Kysely<any>) {
  const { rows } = await sql<{ name: string; schema: string }>`
    select tablename as name, schemaname as schema from pg_catalog.pg_tables
    where schemaname = current_schema()`.execute(db);
  return rows.map((table) => ({ ...table, isView: false, isForeign: false, columns: [] }));
}

/** @throws {DocgateError} `store` if the server is none that docgate can use */
async function checkServer(db: Kysely<unknown>, place: string): Promise<void> {
  const { rows } = await sql<{ version: number; encoding: string }>`
    select current_setting('server_version_num')::int / 10000 as version,
      current_setting('server_encoding') as encoding`.execute(db);
  const { version, encoding } = rows[0]!;
  if (version < MIN_VERSION) {
    throw new DocgateError(
      "store",
      `The store "${place}" is on PostgreSQL ${version}, but docgate needs ${MIN_VERSION} or newer.`,
    );
  }
  if (encoding === "UTF8") return;
  throw new DocgateError(
    "store",
    `The store "${place}" has the encoding ${encoding}, but docgate needs UTF8: make the database ` +
      "again, with ENCODING 'UTF8'.",
  );
}

interface State {
  /** It does not answer. @returns what to throw for it */
  away(error: unknown): DocgateError;
  /** It answers, but not in time. @returns what to throw for it */
  busy(reason: string, error: unknown): DocgateError;
  /** It answers. */
  there(): void;
  readonly isAway: boolean;
}

/**
 * Says once when a server stops answering, and once when it answers again; and each time that it is
 * busy.
 */
function createState({
  place,
  log,
}: {
  readonly place: string;
  readonly log: (line: string) => void;
}): State {
  let isAway = false;
  return {
    away(error) {
      const message = `The store "${place}" does not answer: ${reasonOf(error)}.`;
      if (!isAway) log(message);
      isAway = true;
      return new DocgateError("store-unavailable", message, { cause: error });
    },
    busy(reason, error) {
      const message = `The store "${place}" is too busy: ${reason}.`;
      log(message);
      return new DocgateError("store-busy", message, { cause: error });
    },
    there() {
      if (isAway) log(`The store "${place}" answers again.`);
      isAway = false;
    },
    get isAway() {
      return isAway;
    },
  };
}

/** Tells a server that does not answer from one that is busy, or refuses a statement. */
function watchedPool(pool: pg.Pool, state: State): PostgresPool {
  return {
    options: {},
    async connect() {
      const client = await pool.connect().catch((error) => {
        const isFull = error.message === POOL_IS_FULL && !state.isAway;
        throw isFull ? state.busy("all connections are in use", error) : state.away(error);
      });
      let isLost = false;

      async function query(text: string, values: readonly unknown[]) {
        try {
          const result = await client.query(text, [...values]);
          state.there();
          return result;
        } catch (error) {
          if (isBusy(error)) {
            state.there();
            throw state.busy(error.message, error);
          }
          if (!isOutage(error)) throw error;
          isLost = true;
          throw state.away(error);
        }
      }

      return {
        // Kysely's driver hands in no cursor, the second form that its type has.
        query: query as unknown as PostgresPoolClient["query"],
        release: (isDiscarded = false) => client.release(isLost || isDiscarded),
      };
    },
    // The pool is ended when all is.
    end: async () => {},
  };
}

/**
 * Classes and codes of https://www.postgresql.org/docs/current/errcodes-appendix.html: connection,
 * resources, shutting down or starting, timeouts, a standby that may not be written, disk.
 */
const OUTAGES = /^(?:08|53|57|58|25006|25P03)/;

/** Whatever has no code of the server's is of the connection. */
function isOutage(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || OUTAGES.test(error.code ?? "");
}

/** What the pool says to who has waited in vain for a connection that others use. */
const POOL_IS_FULL = "timeout exceeded when trying to connect";

/** A statement or its wait for a lock took too long, and the server ended it; the connection holds. */
const ENDED = new Set(["57014", "55P03"]);

function isBusy(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && ENDED.has(error.code ?? "");
}

/** The transaction was rolled back because of others: a serialization failure, or a deadlock. */
const IN_THE_WAY = new Set(["40001", "40P01"]);

async function attempt<Result>(run: () => Promise<Result>, state: State): Promise<Result> {
  let hasClashed = false;
  for (let attempts = 1; ; attempts++) {
    try {
      return await run();
    } catch (error) {
      // What clashed may have been committed after this transaction looked: it looks again, once.
      const isClash: boolean = hasCode(error, "store-conflict") && !hasClashed;
      hasClashed ||= isClash;
      if (!isClash && !IN_THE_WAY.has((error as { code?: string }).code ?? "")) throw error;
      if (attempts === MAX_ATTEMPTS) {
        throw state.busy(`${attempts} attempts got in each other's way`, error);
      }
      await sleep(backoffMs(attempts));
    }
  }
}

/** Doubles, with chance in it, so that those who met do not meet again. */
function backoffMs(attempts: number): number {
  return randomInt(1, Math.min(FIRST_BACKOFF_MS * 2 ** attempts, MAX_BACKOFF_MS));
}

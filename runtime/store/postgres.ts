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
import { type Engine, Writability } from "./engine.ts";
import { reasonOf } from "./errors.ts";

/** The oldest supported version of PostgreSQL. */
const MIN_VERSION = 14;

/** Maximum number of connections of a runtime. */
const MAX_READERS = 8;
const MAX_WRITERS = 4;
/** Time to open a connection, or to wait for a free one. */
const CONNECT_TIMEOUT_MS = 5_000;
/** The server's limit for a statement, and for an idle transaction. */
const STATEMENT_TIMEOUT_MS = 10_000;
/** Time after which a server that does not answer at all is given up. */
const ANSWER_TIMEOUT_MS = 12_000;

/** Maximum number of attempts of a transaction with conflicts. */
const MAX_ATTEMPTS = 15;
const FIRST_BACKOFF_MS = 10;
const MAX_BACKOFF_MS = 300;

/** Arbitrary, but the same for every docgate. */
const SCHEMA_LOCK = 7_305_416_118;

export interface PostgresOptions {
  /** Name of the database in messages, without a password. */
  readonly place: string;
  /**
   * Called when the server stops answering, when it answers again, and each time that it is busy.
   */
  readonly log?: ((line: string) => void) | undefined;
}

/** Opens a database on a PostgreSQL server. The first statement connects to it. */
export function openPostgres(url: string, { place, log = () => {} }: PostgresOptions): Engine {
  const writability = new Writability({ place, log });
  const state = createState({ place, log, writability });
  const readers = createPool(url, MAX_READERS);
  const writers = createPool(url, MAX_WRITERS);
  return {
    place,
    reader: dialectOf(watchedPool(readers, state)),
    writer: dialectOf(watchedPool(writers, state)),
    // Not `now()`, which is the start of the transaction.
    clock: "(extract(epoch from clock_timestamp()) * 1000)::double precision",
    writability,
    isolation: "serializable",
    attempt: (run) => attempt(run, state),
    async lockSchema(tx) {
      await checkServer(tx, place);
      await sql`select pg_advisory_xact_lock(${sql.lit(SCHEMA_LOCK)})`.execute(tx);
    },
    async lock(tx) {
      // It takes no snapshot: later reads see what the previous transaction has committed.
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
  // A connection may end at any time; the failing statement reports it to its caller.
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

/** Sorts texts by code point, whatever the language of the database. */
class Compiler extends PostgresQueryCompiler {
  override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node);
    if (node.dataType === "text") this.append(' collate "C"');
  }
}

/** The schema is already locked until the transaction ends. */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** Lists the tables of the current schema, so that other schemas of the database do not count. */
// biome-ignore lint/suspicious/noExplicitAny: it may be called for any schema
async function tablesOf(db: Kysely<any>) {
  const { rows } = await sql<{ name: string; schema: string }>`
    select tablename as name, schemaname as schema from pg_catalog.pg_tables
    where schemaname = current_schema()`.execute(db);
  return rows.map((table) => ({ ...table, isView: false, isForeign: false, columns: [] }));
}

/** @throws {DocgateError} `store` if docgate cannot use the server */
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
    `The store "${place}" has the encoding ${encoding}, but docgate needs UTF8: create the database ` +
      "again, with ENCODING 'UTF8'.",
  );
}

interface State {
  /** The server does not answer. @returns the error to throw */
  away(error: unknown): DocgateError;
  /** The server answers, but not in time. @returns the error to throw */
  busy(reason: string, error: unknown): DocgateError;
  /** The server answers. */
  there(): void;
  readonly isAway: boolean;
  readonly writability: Writability;
}

interface StateOptions {
  readonly place: string;
  readonly log: (line: string) => void;
  readonly writability: Writability;
}

/**
 * Logs once when a server stops answering, and once when it answers again; and each time that it is
 * busy.
 */
function createState({ place, log, writability }: StateOptions): State {
  let isAway = false;
  return {
    writability,
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

/** Distinguishes a server that does not answer from one that is busy, or refuses a statement. */
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
          const result = await client.query(numbered(text), [...values]);
          state.there();
          return result;
        } catch (error) {
          if (isBusy(error)) {
            state.there();
            throw state.busy(error.message, error);
          }
          const failure = UNWRITABLE.get((error as pg.DatabaseError).code ?? "");
          if (failure) {
            state.there();
            const detail = reasonOf(error);
            throw state.writability.failed({ ...failure, detail, cause: error });
          }
          if (!isOutage(error)) throw error;
          isLost = true;
          throw state.away(error);
        }
      }

      return {
        // Kysely's driver never passes a cursor, the second form that its type allows.
        query: query as unknown as PostgresPoolClient["query"],
        release: (isDiscarded = false) => client.release(isLost || isDiscarded),
      };
    },
    // The pool is closed with the engine.
    end: async () => {},
  };
}

/** Numbers the parameters of a text (`statements.ts`): no statement has another question mark. */
function numbered(text: string): string {
  let count = 0;
  return text.replace(/\?/g, () => {
    count += 1;
    return `$${count}`;
  });
}

/** Codes of a server that answers, but saves nothing: a full disk, a read-only standby. */
const UNWRITABLE = new Map([
  [
    "53100",
    { reason: "the disk of the database is full", remedy: "Free space on the disk of the server." },
  ],
  [
    "25006",
    {
      reason: "the database is read-only",
      remedy: "Set DATABASE_URL to a server that takes changes.",
    },
  ],
]);

/**
 * Classes and codes of https://www.postgresql.org/docs/current/errcodes-appendix.html: connection,
 * resources, shutting down or starting, timeouts, disk.
 */
const OUTAGES = /^(?:08|53|57|58|25P03)/;

/** An error without a code from the server is a connection error. */
function isOutage(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || OUTAGES.test(error.code ?? "");
}

/** The pool's message after waiting in vain for a free connection. */
const POOL_IS_FULL = "timeout exceeded when trying to connect";

/** The server cancelled a statement or its wait for a lock; the connection stays open. */
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
      // The conflicting row may have been committed after this transaction looked: it retries once.
      const isClash: boolean = hasCode(error, "store-conflict") && !hasClashed;
      hasClashed ||= isClash;
      if (!isClash && !IN_THE_WAY.has((error as { code?: string }).code ?? "")) throw error;
      if (attempts === MAX_ATTEMPTS) {
        throw state.busy(`${attempts} attempts had conflicts with other transactions`, error);
      }
      await sleep(backoffMs(attempts));
    }
  }
}

/** Doubles, with a random part, so that transactions that met do not meet again. */
function backoffMs(attempts: number): number {
  return randomInt(1, Math.min(FIRST_BACKOFF_MS * 2 ** attempts, MAX_BACKOFF_MS));
}

import { chmodSync, closeSync, existsSync, openSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { backup, DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from "kysely";
import { LRUCache } from "lru-cache";
import { DocgateError } from "../../corpus/error.ts";
import { isSystemError } from "../../corpus/system-error.ts";
import { makeDataFolder } from "./data-folder.ts";
import { type Engine, Writability, type WritabilityOptions } from "./engine.ts";
import { cannotOpen, cannotUse, remedyFor, whyUnwritable } from "./errors.ts";

/** Maximum time that a transaction waits for another process to finish its own. */
const LOCK_WAIT_MS = 5_000;
const LOCK_RETRY_MS = 10;
const MAX_STATEMENTS = 500;

/**
 * Opens the embedded store's file, and creates it with mode 0600 if it does not exist. There is one
 * writer; the reader never waits for it.
 *
 * @throws {DocgateError} `store` if it cannot be opened
 */
export function openSqlite(file: string, { log }: Pick<WritabilityOptions, "log"> = {}): Engine {
  const opened: DatabaseSync[] = [];
  const writability = new Writability({
    place: file,
    log,
    hasRoom: () => canWrite(join(dirname(file), PROBE_FILE)),
  });

  function open(options: OpenOptions): OpenedFile {
    const database = openDatabase(file, options);
    opened.push(database);
    return { file, database, writability: options.readOnly ? undefined : writability };
  }

  return {
    place: file,
    writer: dialectOf(() => driverOf(open({ readOnly: false }), createTurns())),
    reader: dialectOf(() => driverOf(open({ readOnly: true }), NO_TURNS)),
    clock: "cast(unixepoch('subsec') * 1000 as integer)",
    writability,
    // A transaction that has begun runs alone, so there are no conflicts.
    attempt: (run) => run(),
    lockSchema: async () => {},
    lock: async () => {},
    async verify(reader) {
      const { rows } = await sql<{ quickCheck: string }>`pragma quick_check(1)`.execute(reader);
      const result = rows[0]?.quickCheck.replace(/\s+/g, " ");
      if (result === "ok") return;
      throw new DocgateError(
        "store",
        `The store "${file}" is damaged: ${result}. Restore a backup.`,
      );
    },
    async close() {
      // The last connection to close merges the write-ahead log into the file: it must be the
      // writer.
      for (const database of opened.splice(0).reverse()) database.close();
    },
  };
}

interface OpenedFile {
  readonly file: string;
  readonly database: DatabaseSync;
  /** Of the connection that writes. */
  readonly writability?: Writability | undefined;
}

/** Written next to the store, and removed again, after changes failed. */
const PROBE_FILE = ".docgate-probe";
/** More than most changes add to the write-ahead log. */
const PROBE_BYTES = 256 * 1024;

function canWrite(file: string): boolean {
  try {
    writeFileSync(file, Buffer.alloc(PROBE_BYTES), { mode: 0o600 });
    return true;
  } catch (error) {
    if (isSystemError(error)) return false;
    throw error;
  } finally {
    rmSync(file, { force: true });
  }
}

/** More than the maximum number of pages in a file. */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Writes a consistent copy of a file into another file, which is empty.
 *
 * @throws {DocgateError} `store` if it cannot be opened or read, or the disk is full
 */
export async function backUpSqlite(file: string, target: string): Promise<void> {
  const database = openDatabase(file, { readOnly: true });
  try {
    // In one step: between two steps, others could write, and the copy would start again each time.
    await backup(database, target, { rate: ALL_PAGES });
  } catch (error) {
    throw cannotUse(file, error);
  } finally {
    database.close();
  }
}

interface OpenOptions {
  readonly readOnly: boolean;
}

function openDatabase(file: string, { readOnly }: OpenOptions): DatabaseSync {
  try {
    if (!readOnly) claimFile(file);
    const database = new DatabaseSync(file, { readOnly });
    // Another process may be opening or closing the file at the same moment.
    database.exec(`PRAGMA busy_timeout = ${LOCK_WAIT_MS}`);
    // FULL: a commit is on the disk before it is acknowledged, so it survives a power failure.
    database.exec("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
    if (!readOnly) database.exec("PRAGMA journal_mode = WAL");
    // From here on, waiting would block the whole process.
    database.exec("PRAGMA busy_timeout = 0");
    return database;
  } catch (error) {
    throw cannotOpen(file, error);
  }
}

/** SQLite gives its side files the mode of the database, so the mode is set first. */
function claimFile(file: string): void {
  makeDataFolder(dirname(file));
  if (existsSync(file)) chmodSync(file, 0o600);
  else closeSync(openSync(file, "a", 0o600));
}

function dialectOf(createDriver: () => Driver): Dialect {
  return {
    createDriver,
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new EmbeddedAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

class EmbeddedAdapter extends SqliteAdapter {
  /** Kysely must not queue for the connection: the driver does, and limits the waiting time. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  /** SQLite rolls back schema changes like any others. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * One connection. A statement runs synchronously, so reading needs no lock; a transaction holds the
 * connection to its end.
 */
function driverOf(opened: OpenedFile, turns: Turns): Driver {
  const { database } = opened;
  const connection = connectionOf(opened);
  /** Total time for which transactions have waited for another process, one after the other. */
  let waitedMs = 0;
  let givesUpAtMs = 0;

  /** Another process holds the lock during its transaction, which is short. */
  async function beginWithRetries(): Promise<void> {
    for (;;) {
      try {
        await connection.executeQuery(CompiledQuery.raw("begin immediate"));
        return;
      } catch (error) {
        if (!isLocked(error) || waitedMs >= givesUpAtMs) throw error;
        await sleep(LOCK_RETRY_MS);
        waitedMs += LOCK_RETRY_MS;
      }
    }
  }

  return {
    async init() {},
    async acquireConnection() {
      const askedAtMs = waitedMs;
      await turns.take();
      // Time spent in the queue while others waited for the lock counts as waiting for it.
      givesUpAtMs = askedAtMs + LOCK_WAIT_MS;
      return connection;
    },
    async releaseConnection() {
      turns.pass();
    },
    async beginTransaction(_, { accessMode }) {
      // The write lock is taken at once: a transaction that began can also be finished.
      if (accessMode !== "read only") await beginWithRetries();
      else await connection.executeQuery(CompiledQuery.raw("begin"));
    },
    async commitTransaction() {
      await connection.executeQuery(CompiledQuery.raw("commit"));
    },
    async rollbackTransaction() {
      // Some errors, such as a full disk, have already rolled back.
      if (database.isTransaction !== false) {
        await connection.executeQuery(CompiledQuery.raw("rollback"));
      }
    },
    // Kysely would skip a connection that was never used.
    async destroy() {},
  };
}

interface PreparedStatement {
  readonly statement: StatementSync;
  /** Asked for once: it takes longer than many statements. */
  readonly hasRows: boolean;
}

function connectionOf({ file, database, writability }: OpenedFile): DatabaseConnection {
  const statements = new LRUCache<string, PreparedStatement>({ max: MAX_STATEMENTS });

  function prepare(text: string): PreparedStatement {
    const known = statements.get(text);
    if (known) return known;
    const statement = database.prepare(text);
    const prepared = { statement, hasRows: statement.columns().length > 0 };
    statements.set(text, prepared);
    return prepared;
  }

  return {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery) {
      try {
        const { statement, hasRows } = prepare(sql);
        const values = parameters as SQLInputValue[];
        if (hasRows) return { rows: statement.all(...values) as Row[] };
        const { changes } = statement.run(...values);
        return { rows: [], numAffectedRows: BigInt(changes) };
      } catch (cause) {
        const reason = whyUnwritable(cause);
        if (reason === undefined || writability === undefined) throw cannotUse(file, cause);
        const detail = (cause as Error).message;
        throw writability.failed({ reason, detail, remedy: remedyFor(detail)!, cause });
      }
    },
    // biome-ignore lint/correctness/useYield: Kysely requires the method; nothing here streams
    async *streamQuery() {
      throw new TypeError("The embedded store does not stream");
    },
  };
}

function isLocked(error: unknown): boolean {
  return /database is locked|database table is locked/.test((error as Error).message);
}

interface Turns {
  take(): Promise<void>;
  pass(): void;
}

const NO_TURNS: Turns = { take: () => Promise.resolve(), pass() {} };

/** Lets callers through one at a time. */
function createTurns(): Turns {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  return {
    async take() {
      if (isTaken) await new Promise<void>((resolve) => waiting.push(resolve));
      isTaken = true;
    },
    pass() {
      const next = waiting.shift();
      if (next) next();
      else isTaken = false;
    },
  };
}

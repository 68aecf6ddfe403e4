import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { CamelCasePlugin, type Dialect, Kysely, type Transaction } from "kysely";
import { DocgateError } from "../../corpus/error.ts";
import type { Engine } from "./engine.ts";
import { cannotOpen, isPassing, UnwritableError } from "./errors.ts";
import type { StoreClock } from "./installation.ts";
import { joined, oncePerTurn } from "./joined.ts";
import { createQueries, type Queries } from "./queries.ts";
import { migrate } from "./schema/migrate.ts";
import { openSqlite } from "./sqlite.ts";

const WAIT_STEP_MS = 500;

/** Everything that the partner chain and its administrators store. */
export interface Store {
  /** Name of the store in messages, without a password. */
  readonly place: string;
  /** Statements outside of transactions; for reading. */
  readonly read: Queries;
  /**
   * Runs work in one transaction, which is on the disk when the promise resolves and leaves nothing
   * behind when it rejects. The work must have no other effects, because it may be retried.
   *
   * @throws {ConflictError} if a value that must be unique already exists
   * @throws {DocgateError} `store-unavailable`, an {@link UnwritableError} if nothing can be saved
   */
  transaction<Result>(work: (tx: Queries) => Promise<Result>): Promise<Result>;
  /**
   * Does the same for work that also reads or writes files: among all users of the store, including
   * other processes, only one runs at a time.
   */
  exclusive<Result>(work: (tx: Queries) => Promise<Result>): Promise<Result>;
  /**
   * Reads the whole file, which takes seconds for each gigabyte; or checks that docgate can use the
   * server.
   *
   * @throws {DocgateError} `store` if it is damaged or unusable
   */
  verify(): Promise<void>;
  /**
   * Returns why nothing can be saved, such as "the disk is full"; null if it can, as far as is known.
   * After a failure, it tries a change that changes nothing.
   */
  whyUnwritable(): Promise<string | null>;
  close(): Promise<void>;
}

/** The place of a store: the address of a PostgreSQL database, or else a file. */
export interface StorePlace {
  readonly file: string;
  /** `postgres://…` */
  readonly url?: string | undefined;
}

export interface OpenStoreOptions extends StorePlace {
  /**
   * Returns milliseconds since 1970. Default: the clock of the database, which is the server's on
   * PostgreSQL.
   */
  readonly now?: (() => number) | undefined;
  /** How to wait for a server that does not answer yet. Default: no waiting. */
  readonly wait?: StoreWait | undefined;
  /**
   * Called when a store stops answering or taking changes, when it does so again, and each time that
   * a server is busy.
   */
  readonly log?: ((line: string) => void) | undefined;
}

export interface StoreWait {
  /** Called once, when waiting begins. */
  readonly onWait: () => void;
  /** Ends the wait: the store is not opened then. */
  readonly signal: AbortSignal;
}

/**
 * Opens a store and brings its schema up to date.
 *
 * @throws {DocgateError} `store` if it cannot be opened or comes from a newer docgate
 */
export async function openStore(options: OpenStoreOptions): Promise<Store> {
  const { engine, writer } = await openDatabase(options);
  const reader = kyselyOf(engine.reader);
  const { now } = options;
  const clock: StoreClock = now ? { now } : { sql: engine.clock };

  async function run<Result>(work: (tx: Transaction<unknown>) => Promise<Result>): Promise<Result> {
    const result = await engine.attempt(() => {
      const transaction = writer.transaction();
      const { isolation } = engine;
      return (isolation ? transaction.setIsolationLevel(isolation) : transaction).execute(work);
    });
    engine.writability.saved();
    return result;
  }

  return {
    place: engine.place,
    read: joinMoments(createQueries(reader, clock)),
    transaction: (work) => run((tx) => work(createQueries(tx, clock))),
    exclusive: (work) =>
      run(async (tx) => {
        await engine.lock(tx);
        return work(createQueries(tx, clock));
      }),
    verify: () => engine.verify(reader),
    async whyUnwritable() {
      const { writability } = engine;
      if (writability.reason === null) return null;
      await run((tx) => createQueries(tx, clock).installation.rewrite()).catch((error) => {
        if (!(error instanceof UnwritableError)) throw error;
      });
      return writability.reason;
    },
    async close() {
      await reader.destroy();
      await writer.destroy();
      await engine.close();
    },
  };
}

/** Shares the query that every request makes between concurrent requests. */
function joinMoments(read: Queries): Queries {
  const { installation } = read;
  const moment = oncePerTurn(joined(installation.moment));
  const revision = async () => (await moment()).revision;
  return { ...read, installation: { ...installation, moment, revision } };
}

/**
 * Returns true if the store exists. Never creates it.
 *
 * @throws {DocgateError} `store` if the server does not answer, or is unusable
 */
export async function hasStore(place: StorePlace): Promise<boolean> {
  if (place.url === undefined) return existsSync(place.file);
  const engine = await openEngine(place);
  const reader = kyselyOf(engine.reader);
  try {
    await engine.verify(reader);
    return (await reader.introspection.getTables()).some(({ name }) => name === "installation");
  } catch (error) {
    throw cannotOpen(engine.place, error);
  } finally {
    await reader.destroy();
    await engine.close();
  }
}

/** @throws {DocgateError} `store` if the store does not exist, or is unusable */
export async function expectStore(place: StorePlace): Promise<void> {
  if (await hasStore(place)) return;
  throw new DocgateError(
    "store",
    `There is no store at "${placeName(place)}". "docgate serve" creates it; --data names its folder.`,
  );
}

/** Returns the name of a store in messages, without a password. */
export function placeName({ file, url }: StorePlace): string {
  if (url === undefined) return file;
  const { host, pathname, searchParams } = new URL(url);
  return `postgres://${host || searchParams.get("host")}${pathname}`;
}

/** An opened database with the current schema. */
export interface Database {
  readonly engine: Engine;
  readonly writer: Kysely<unknown>;
}

/** @throws {DocgateError} `store` if it cannot be opened or comes from a newer docgate */
export async function openDatabase(options: OpenStoreOptions): Promise<Database> {
  const engine = await openEngine(options);
  const writer = kyselyOf(engine.writer);
  try {
    await waitFor(() => bringUpToDate(writer, engine), options);
  } catch (error) {
    await writer.destroy();
    await engine.close();
    throw cannotOpen(engine.place, error);
  }
  return { engine, writer };
}

/** Retries while a server does not answer yet. */
async function waitFor(open: () => Promise<void>, { wait }: OpenStoreOptions): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await open();
    } catch (error) {
      if (!wait || !isPassing(error)) throw error;
      if (isFirst) wait.onWait();
      await sleep(WAIT_STEP_MS, undefined, { signal: wait.signal });
    }
  }
}

async function openEngine({ file, url, ...options }: OpenStoreOptions): Promise<Engine> {
  if (url === undefined) return openSqlite(file, options);
  // Imported only if the store is on PostgreSQL.
  const { openPostgres } = await import("./postgres.ts");
  return openPostgres(url, { place: placeName({ file, url }), ...options });
}

export function kyselyOf(dialect: Dialect): Kysely<unknown> {
  return new Kysely({ dialect, plugins: [new CamelCasePlugin()] });
}

/**
 * Runs in one transaction: if several processes open a new store at once, one creates its tables.
 */
async function bringUpToDate(writer: Kysely<unknown>, engine: Engine): Promise<void> {
  // Each statement sees what the previous transaction committed while this one waited for its lock.
  const transaction = writer.transaction().setIsolationLevel("read committed");
  await transaction.execute(async (tx) => {
    await engine.lockSchema(tx);
    await migrate(tx, engine.place);
  });
}

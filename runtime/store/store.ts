import { CamelCasePlugin, type Dialect, Kysely, sql } from "kysely";
import { cannotOpen, StoreError } from "./errors.ts";
import { migrate } from "./migrate.ts";
import { createQueries, type Queries } from "./queries.ts";
import { sqliteDialects } from "./sqlite.ts";

/** Everything that the partner chain and its administrators keep. */
export interface Store {
  /** Statements outside of transactions; for reading. */
  readonly read: Queries;
  /**
   * Runs work in one transaction, which is on the disk when the promise resolves and leaves nothing
   * when it rejects. The work talks to the store alone, for it may be run again.
   *
   * @throws {ConflictError} if something else has what must be unique
   */
  transaction<Result>(work: (tx: Queries) => Promise<Result>): Promise<Result>;
  /**
   * Reads the whole file. Takes seconds for each gigabyte.
   *
   * @throws {StoreError} if it is damaged
   */
  verify(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the embedded store and brings its schema up to date.
 *
 * @throws {StoreError} if the file cannot be opened or comes from a newer docgate
 */
export async function openStore({ file }: { readonly file: string }): Promise<Store> {
  const dialects = sqliteDialects(file);
  const writer = kyselyOf(dialects.writer);
  await bringUpToDate(writer, file).catch((error) => {
    dialects.close();
    throw error;
  });
  const reader = kyselyOf(dialects.reader);
  const read = createQueries(reader);
  return {
    read,
    transaction: (work) => writer.transaction().execute((tx) => work(createQueries(tx))),
    async verify() {
      const { rows } = await sql<{ quickCheck: string }>`pragma quick_check(1)`.execute(reader);
      const result = rows[0]?.quickCheck.replace(/\s+/g, " ");
      if (result !== "ok") throw new StoreError(`The store "${file}" is damaged: ${result}`);
    },
    async close() {
      await reader.destroy();
      await writer.destroy();
      dialects.close();
    },
  };
}

function kyselyOf(dialect: Dialect): Kysely<unknown> {
  return new Kysely({ dialect, plugins: [new CamelCasePlugin()] });
}

/** In one transaction: of several who open a new store at the same moment, one makes its tables. */
async function bringUpToDate(writer: Kysely<unknown>, file: string): Promise<void> {
  try {
    await writer.transaction().execute((tx) => migrate(tx, file));
  } catch (error) {
    throw error instanceof StoreError ? error : cannotOpen(file, error);
  }
}

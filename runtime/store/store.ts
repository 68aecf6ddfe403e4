import { CamelCasePlugin, type Dialect, Kysely } from "kysely";
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
  await bringUpToDate(writer, file);
  const reader = kyselyOf(dialects.reader);
  const read = createQueries(reader);
  return {
    read,
    transaction: (work) => writer.transaction().execute((tx) => work(createQueries(tx))),
    async close() {
      await reader.destroy();
      await writer.destroy();
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
    await writer.destroy();
    throw error instanceof StoreError ? error : cannotOpen(file, error);
  }
}

import { CamelCasePlugin, Kysely } from "kysely";
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
  const writer = new Kysely<unknown>({
    dialect: dialects.writer,
    plugins: [new CamelCasePlugin()],
  });
  await migrate(writer, file);
  const reader = new Kysely<unknown>({
    dialect: dialects.reader,
    plugins: [new CamelCasePlugin()],
  });
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

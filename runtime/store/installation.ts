import type { Kysely } from "kysely";
import { statementsOf } from "./statements.ts";

/** Values that exist once for all organizations. */
export interface InstallationQueries {
  /** The root key, encrypted under the master key; undefined before the first start. */
  rootKey(): Promise<string | undefined>;
  setRootKey(wrapped: string): Promise<void>;
  /** A number that grows with every change of the data served to partners. */
  revision(): Promise<number>;
  /** Announces a change of the data served to partners to all users of the store. */
  bumpRevision(): Promise<void>;
  /** Writes the revision that is there already, to find out whether anything can be written. */
  rewrite(): Promise<void>;
}

interface Schema {
  installation: { id: number; rootKey: string; revision: number };
}

const ONLY_ROW = 1;

export function createInstallation(database: Kysely<unknown>): InstallationQueries {
  const db = database as Kysely<Schema>;
  const run = statementsOf(database);
  return {
    async rootKey() {
      const row = await db.selectFrom("installation").select("rootKey").executeTakeFirst();
      return row?.rootKey;
    },
    async setRootKey(rootKey) {
      await db
        .insertInto("installation")
        .values({ id: ONLY_ROW, rootKey, revision: 0 })
        .onConflict((conflict) => conflict.column("id").doUpdateSet({ rootKey }))
        .execute();
    },
    async revision() {
      const { rows } = await run("select revision from installation", []);
      return (rows[0]?.revision as number | undefined) ?? 0;
    },
    async bumpRevision() {
      await run("update installation set revision = revision + 1", []);
    },
    async rewrite() {
      await run("update installation set revision = revision", []);
    },
  };
}

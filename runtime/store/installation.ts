import type { Kysely } from "kysely";
import { type StoredRow, statementsOf } from "./statements.ts";

/** The answer to the question that each request asks the store first. */
export interface Moment {
  /** A number that grows with every change of the data served to partners. */
  readonly revision: number;
  /** The store's clock, which all its users share: milliseconds since 1970. */
  readonly nowMs: number;
}

/** Reads the clock of a store: an expression in its SQL, or the clock of this process. */
export type StoreClock = { readonly sql: string } | { readonly now: () => number };

/** Values that exist once for all organizations. */
export interface InstallationQueries {
  /** The root key, encrypted under the master key; undefined before the first start. */
  rootKey(): Promise<string | undefined>;
  setRootKey(wrapped: string): Promise<void>;
  /** A number that grows with every change of the data served to partners. */
  revision(): Promise<number>;
  moment(): Promise<Moment>;
  /** Returns the store's clock without reading a row, so that no change conflicts with it. */
  nowMs(): Promise<number>;
  /** Announces a change of the data served to partners to all users of the store. */
  bumpRevision(): Promise<void>;
  /** Writes the revision that is there already, to find out whether anything can be written. */
  rewrite(): Promise<void>;
}

interface Schema {
  installation: { id: number; rootKey: string; revision: number };
}

const ONLY_ROW = 1;

export function createInstallation(
  database: Kysely<unknown>,
  clock: StoreClock,
): InstallationQueries {
  const db = database as Kysely<Schema>;
  const run = statementsOf(database);
  const time = "sql" in clock ? clock.sql : "0";
  const nowMsIn = (row: StoredRow | undefined) =>
    "now" in clock ? clock.now() : Number(row!.nowMs);
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
    async moment() {
      const text = `select (select revision from installation) as revision, ${time} as now_ms`;
      const [row] = (await run(text, [])).rows;
      return { revision: (row!.revision as number | null) ?? 0, nowMs: nowMsIn(row) };
    },
    async nowMs() {
      if ("now" in clock) return clock.now();
      return nowMsIn((await run(`select ${time} as now_ms`, [])).rows[0]);
    },
    async bumpRevision() {
      await run("update installation set revision = revision + 1", []);
    },
    async rewrite() {
      await run("update installation set revision = revision", []);
    },
  };
}

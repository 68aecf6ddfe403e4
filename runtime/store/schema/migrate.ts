import type { Kysely, Transaction } from "kysely";
import { Migrator } from "kysely/migration";
import { DocgateError } from "../../../corpus/error.ts";
import { MIGRATIONS } from "./migrations.ts";

/**
 * Applies the missing migrations.
 *
 * @param db A transaction, so that either all or none are applied.
 * @param place Name of the store in messages.
 * @throws {DocgateError} `store` if the store has a migration that this docgate does not know
 */
export async function migrate(db: Transaction<unknown>, place: string): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...MIGRATIONS }) },
  });
  await refuseNewer(db, place);
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

async function refuseNewer(db: Kysely<unknown>, place: string): Promise<void> {
  for (const name of await appliedMigrations(db)) {
    if (name in MIGRATIONS) continue;
    throw new DocgateError(
      "store",
      `The store "${place}" was written by a newer docgate (its schema has "${name}"). ` +
        "Run that version, or restore a backup made before the upgrade.",
    );
  }
}

async function appliedMigrations(db: Kysely<unknown>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === "kysely_migration")) return [];
  const rows = await (db as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom("kysely_migration")
    .select("name")
    .execute();
  return rows.map(({ name }) => name);
}

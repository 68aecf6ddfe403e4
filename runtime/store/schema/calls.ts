import { sql } from "kysely";
import type { Db } from "./db.ts";

/** Counts of refusals, and of the calls of each key. */
export async function createCalls(db: Db): Promise<void> {
  await db.schema
    .createTable("refusals")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("hour", "text", (column) => column.notNull())
    .addColumn("organization_id", "text", (column) => column.references("organizations.id"))
    .addColumn("api_key_id", "text")
    .addColumn("origin", "text", (column) => column.notNull())
    .addColumn("endpoint", "text", (column) => column.notNull())
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("count", "integer", (column) => column.notNull())
    .addUniqueConstraint("refusals_hour", ["hour", "origin", "endpoint", "reason"])
    .execute();
  await db.schema
    .createIndex("refusals_page")
    .on("refusals")
    .columns(["organization_id", "api_key_id", "id"])
    .execute();
  await db.schema
    .createTable("key_calls")
    .addColumn("api_key_id", "text", (column) =>
      column.notNull().references("api_keys.id").onDelete("cascade"),
    )
    .addColumn("period", "text", (column) => column.notNull())
    .addColumn("start", "text", (column) => column.notNull())
    .addColumn("endpoint", "text", (column) => column.notNull())
    .addColumn("outcome", "text", (column) => column.notNull())
    .addColumn("count", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("key_calls_key", [
      "api_key_id",
      "period",
      "start",
      "endpoint",
      "outcome",
    ])
    .execute();
}

/** The time of the last refusal that a count has. */
export async function addLastRefusals(db: Db): Promise<void> {
  await db.schema
    .alterTable("refusals")
    .addColumn("last_at", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await db
    .updateTable("refusals")
    .set({ lastAt: sql.ref("hour") })
    .execute();
}

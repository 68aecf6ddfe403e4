import type { Db } from "./db.ts";

/** Keys that sign notices, the webhooks that ask for it, and notices sent again. */
export async function addSignedNotices(db: Db): Promise<void> {
  await db.schema
    .createTable("notice_keys")
    .addColumn("kid", "text", (column) => column.primaryKey())
    .addColumn("public_key", "text", (column) => column.notNull())
    .addColumn("private_key", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .alterTable("webhooks")
    .addColumn("signing", "text", (column) => column.notNull().defaultTo("none"))
    .execute();
  await db.schema.alterTable("notices").addColumn("resend_of", "text").execute();
}

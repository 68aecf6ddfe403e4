import { chainOldEntries } from "./chain-old-entries.ts";
import type { Db } from "./db.ts";

/** Number and hash chain of the audit log of each organization. */
export async function chainAudit(db: Db): Promise<void> {
  await db.schema.alterTable("audit").addColumn("sequence", "integer").execute();
  await db.schema.alterTable("audit").addColumn("previous_hash", "text").execute();
  await db.schema
    .createTable("audit_heads")
    .addColumn("organization_id", "text", (column) =>
      column.primaryKey().references("organizations.id"),
    )
    .addColumn("sequence", "integer", (column) => column.notNull())
    .addColumn("hash", "text", (column) => column.notNull())
    .execute();
  await chainOldEntries(db);
  await db.schema
    .createIndex("audit_sequence")
    .on("audit")
    .columns(["organization_id", "sequence"])
    .unique()
    .execute();
}

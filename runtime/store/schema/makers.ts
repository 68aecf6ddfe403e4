import { type Db, owned } from "./db.ts";

/** Who invited someone, and which token made another. Open invitations end: who sent them is unknown. */
export async function addMakers(db: Db): Promise<void> {
  await db.schema.dropTable("invitations").execute();
  await db.schema
    .createTable("invitations")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organization_id", "text", owned)
    .addColumn("inviter_id", "text", (column) =>
      column.notNull().references("admins.id").onDelete("cascade"),
    )
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("permissions", "text", (column) => column.notNull())
    .addColumn("token_hash", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .addUniqueConstraint("invitations_token_hash", ["token_hash"])
    .addUniqueConstraint("invitations_email", ["organization_id", "email"])
    .execute();
  // Without a reference: SQLite follows only a thousand of them, and removing an administrator must
  // not depend on how many tokens made each other.
  await db.schema.alterTable("admin_tokens").addColumn("parent_id", "text").execute();
}

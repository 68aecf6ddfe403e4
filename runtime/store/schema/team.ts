import { type Db, owned } from "./db.ts";

/**
 * Invitations, and limits of admin tokens. Administrators who have all permissions have those for the
 * team too.
 */
export async function addTeam(db: Db): Promise<void> {
  await db.schema
    .createTable("invitations")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organization_id", "text", owned)
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("permissions", "text", (column) => column.notNull())
    .addColumn("token_hash", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .addUniqueConstraint("invitations_token_hash", ["token_hash"])
    .addUniqueConstraint("invitations_email", ["organization_id", "email"])
    .execute();
  const tokens = db.schema.alterTable("admin_tokens");
  await tokens
    .addColumn("permissions", "text", (column) => column.notNull().defaultTo("null"))
    .execute();
  await tokens.addColumn("expires_at", "text").execute();
  await tokens.addColumn("last_used_at", "text").execute();
  const all = ["api-keys", "api-keys:w", "cache", "cache:w", "directory", "directory:w", "audit"];
  await db
    .updateTable("admins")
    .set({ permissions: JSON.stringify([...all, "team", "team:w"]) })
    .where("permissions", "=", JSON.stringify(all))
    .execute();
}

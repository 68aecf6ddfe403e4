import { type Db, owned } from "./db.ts";

/** Domains whose organization is known. Several may name the same one for their providers. */
export async function addOwnedDomains(db: Db): Promise<void> {
  await db.schema.dropTable("provider_domains").execute();
  await db.schema
    .createTable("provider_domains")
    .addColumn("organization_id", "text", owned)
    .addColumn("domain", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("provider_domains_key", ["organization_id", "domain"])
    .execute();
  await db.schema
    .createTable("owned_domains")
    .addColumn("domain", "text", (column) => column.primaryKey())
    .addColumn("organization_id", "text", owned)
    .addColumn("proof", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
}

import { type Db, owned } from "./db.ts";

/** Second factors, passkeys, OpenID providers, and what organizations ask of a sign-in. */
export async function addSignInWays(db: Db): Promise<void> {
  await addPolicies(db);
  await createFactors(db);
  await createProviders(db);
  await db.schema
    .createTable("used_steps")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .execute();
}

async function addPolicies(db: Db): Promise<void> {
  const organizations = db.schema.alterTable("organizations");
  await organizations
    .addColumn("requires_second_factor", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await organizations
    .addColumn("allows_passwords", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema
    .alterTable("admin_sessions")
    .addColumn("way", "text", (column) => column.notNull().defaultTo("password"))
    .execute();
}

async function createFactors(db: Db): Promise<void> {
  await db.schema
    .createTable("totp_secrets")
    .addColumn("admin_id", "text", (column) =>
      column.primaryKey().references("admins.id").onDelete("cascade"),
    )
    .addColumn("secret", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("confirmed_at", "text")
    .addColumn("last_step", "integer", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("recovery_codes")
    .addColumn("code_hash", "text", (column) => column.primaryKey())
    .addColumn("admin_id", "text", administrator)
    .execute();
  await db.schema
    .createIndex("recovery_codes_admin")
    .on("recovery_codes")
    .column("admin_id")
    .execute();
  await db.schema
    .createTable("passkeys")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("admin_id", "text", administrator)
    .addColumn("credential_id", "text", (column) => column.notNull())
    .addColumn("public_key", "text", (column) => column.notNull())
    .addColumn("counter", "double precision", (column) => column.notNull())
    .addColumn("transports", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("last_used_at", "text")
    .addUniqueConstraint("passkeys_credential_id", ["credential_id"])
    .execute();
  await db.schema.createIndex("passkeys_admin").on("passkeys").column("admin_id").execute();
}

async function createProviders(db: Db): Promise<void> {
  await db.schema
    .createTable("identity_providers")
    .addColumn("organization_id", "text", (column) =>
      column.primaryKey().references("organizations.id"),
    )
    .addColumn("issuer", "text", (column) => column.notNull())
    .addColumn("client_id", "text", (column) => column.notNull())
    .addColumn("client_secret", "text")
    .addColumn("new_permissions", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .execute();
  // A domain has one organization, so that an address alone tells where to sign in.
  await db.schema
    .createTable("provider_domains")
    .addColumn("domain", "text", (column) => column.primaryKey())
    .addColumn("organization_id", "text", owned)
    .execute();
  await db.schema
    .createTable("identities")
    .addColumn("admin_id", "text", (column) =>
      column.primaryKey().references("admins.id").onDelete("cascade"),
    )
    .addColumn("issuer", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addUniqueConstraint("identities_subject", ["issuer", "subject"])
    .execute();
}

function administrator<
  Column extends {
    notNull(): Column;
    references(ref: string): Column;
    onDelete(action: "cascade"): Column;
  },
>(column: Column): Column {
  return column.notNull().references("admins.id").onDelete("cascade");
}

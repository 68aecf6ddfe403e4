import { type CreateTableBuilder, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { chainAudit } from "./audit-chain.ts";
import { addLastRefusals, createCalls } from "./calls.ts";
import { type Db, owned } from "./db.ts";
import { addLogFilters } from "./log-filters.ts";
import { addMakers } from "./makers.ts";
import { addNoticeSecrets } from "./notice-secrets.ts";
import { addOwnedDomains } from "./owned-domains.ts";
import { addSignInWays } from "./sign-in-ways.ts";
import { addSignedNotices } from "./signed-notices.ts";
import { addTeam } from "./team.ts";

/**
 * The schema's history: migrations by name, in order. A released migration is never edited. Types
 * are only `text` and `integer`, which mean the same in every engine.
 */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  "001-initial": { up: createInitialSchema },
  "002-notice-leases": { up: addNoticeLeases },
  "003-administrator-sign-ins": { up: addAdministratorSignIns },
  "004-log-filters": { up: addLogFilters },
  "005-audit-chain": { up: chainAudit },
  "006-calls": { up: createCalls },
  "007-signed-notices": { up: addSignedNotices },
  "008-team": { up: addTeam },
  "009-sign-in-ways": { up: addSignInWays },
  "010-notice-secrets": { up: addNoticeSecrets },
  "011-makers": { up: addMakers },
  "012-owned-domains": { up: addOwnedDomains },
  "013-last-refusals": { up: addLastRefusals },
};

async function createInitialSchema(db: Db): Promise<void> {
  await createInstallation(db);
  await createAdministrators(db);
  await createChain(db);
  await createDirectory(db);
  await createOneTimeThings(db);
  await createLogs(db);
  await createServed(db);
}

async function createInstallation(db: Db): Promise<void> {
  await db.schema
    .createTable("installation")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("root_key", "text", (column) => column.notNull())
    .addColumn("revision", "integer", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("signing_keys")
    .addColumn("kid", "text", (column) => column.primaryKey())
    .addColumn("public_key", "text", (column) => column.notNull())
    .addColumn("private_key", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
}

async function createAdministrators(db: Db): Promise<void> {
  await db.schema
    .createTable("organizations")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addUniqueConstraint("organizations_name", ["name"])
    .execute();
  await db.schema
    .createTable("admins")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organization_id", "text", owned)
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("password_hash", "text", (column) => column.notNull())
    .addColumn("permissions", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addUniqueConstraint("admins_email", ["email"])
    .execute();
  await db.schema
    .createTable("admin_sessions")
    .addColumn("id_hash", "text", (column) => column.primaryKey())
    .addColumn("admin_id", "text", (column) =>
      column.notNull().references("admins.id").onDelete("cascade"),
    )
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("last_seen_at", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("admin_tokens")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("admin_id", "text", (column) =>
      column.notNull().references("admins.id").onDelete("cascade"),
    )
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("token_hash", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addUniqueConstraint("admin_tokens_token_hash", ["token_hash"])
    .execute();
}

async function createChain(db: Db): Promise<void> {
  await named(db, "clients")
    .addColumn("client_id", "text", (column) => column.notNull())
    .addColumn("secret_hash", "text", (column) => column.notNull())
    .addUniqueConstraint("clients_client_id", ["client_id"])
    .execute();
  await named(db, "certificates")
    .addColumn("public_certificate", "text", (column) => column.notNull())
    .addColumn("private_key", "text", (column) => column.notNull())
    .addColumn("secret_key", "text")
    .addColumn("fingerprint", "text", (column) => column.notNull())
    .addColumn("not_before", "text", (column) => column.notNull())
    .addColumn("not_after", "text", (column) => column.notNull())
    .execute();
  await named(db, "contracts")
    .addColumn("key", "text", (column) => column.notNull())
    .addColumn("outside_registration", "integer", (column) => column.notNull())
    .addColumn("otp_inside_registration", "integer", (column) => column.notNull())
    .addColumn("otp_outside_registration", "integer", (column) => column.notNull())
    .addColumn("block_outside_registration_logins", "integer", (column) => column.notNull())
    .addColumn("block_system_registration_logins", "integer", (column) => column.notNull())
    .addUniqueConstraint("contracts_key", ["key"])
    .execute();
  await named(db, "webhooks")
    .addColumn("origin", "text", (column) => column.notNull())
    .addColumn("notification_url", "text", (column) => column.notNull())
    .addUniqueConstraint("webhooks_origin", ["origin"])
    .execute();
  // A resource is bound to at most one key: the columns are unique. Deleting it unbinds it.
  await named(db, "api_keys")
    .addColumn("key_hash", "text", (column) => column.notNull())
    .addColumn("display_prefix", "text", (column) => column.notNull())
    .addColumn("client_id", "text", (column) =>
      column.references("clients.id").onDelete("set null"),
    )
    .addColumn("certificate_id", "text", (column) =>
      column.references("certificates.id").onDelete("set null"),
    )
    .addColumn("contract_id", "text", (column) =>
      column.references("contracts.id").onDelete("set null"),
    )
    .addColumn("webhook_id", "text", (column) =>
      column.references("webhooks.id").onDelete("set null"),
    )
    .addColumn("generation", "integer", (column) => column.notNull())
    .addColumn("last_used_at", "text")
    .addUniqueConstraint("api_keys_key_hash", ["key_hash"])
    .addUniqueConstraint("api_keys_client_id", ["client_id"])
    .addUniqueConstraint("api_keys_certificate_id", ["certificate_id"])
    .addUniqueConstraint("api_keys_contract_id", ["contract_id"])
    .addUniqueConstraint("api_keys_webhook_id", ["webhook_id"])
    .execute();
}

async function createDirectory(db: Db): Promise<void> {
  await ownedTable(db, "spaces")
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("description", "text", (column) => column.notNull())
    .execute();
  await ownedTable(db, "agents")
    .addColumn("space_id", "text", (column) =>
      column.notNull().references("spaces.id").onDelete("cascade"),
    )
    .addColumn("agent_id", "text", (column) => column.notNull())
    .addColumn("display_name", "text", (column) => column.notNull())
    .addColumn("start_flow", "text", (column) => column.notNull())
    .addColumn("start_node", "text", (column) => column.notNull())
    .addColumn("active", "integer", (column) => column.notNull())
    .addColumn("front_settings", "text", (column) => column.notNull())
    .addUniqueConstraint("agents_agent_id", ["organization_id", "agent_id"])
    .execute();
  await db.schema.createIndex("agents_space").on("agents").column("space_id").execute();
  await db.schema
    .createTable("contract_spaces")
    .addColumn("contract_id", "text", (column) =>
      column.notNull().references("contracts.id").onDelete("cascade"),
    )
    .addColumn("space_id", "text", (column) =>
      column.notNull().references("spaces.id").onDelete("cascade"),
    )
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("default_system", "integer", (column) => column.notNull())
    .addColumn("default_outside", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("contract_spaces_key", ["contract_id", "space_id"])
    .execute();
  await db.schema
    .createIndex("contract_spaces_space")
    .on("contract_spaces")
    .column("space_id")
    .execute();
  await ownedTable(db, "consumers")
    .addColumn("contract_id", "text", (column) =>
      column.notNull().references("contracts.id").onDelete("cascade"),
    )
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("email_folded", "text", (column) => column.notNull())
    .addColumn("password_hash", "text", (column) => column.notNull())
    .addColumn("registration", "text", (column) => column.notNull())
    .addColumn("last_sign_in_at", "text")
    .addUniqueConstraint("consumers_email", ["contract_id", "email_folded"])
    .execute();
}

async function createOneTimeThings(db: Db): Promise<void> {
  // The key is the primary key: each has one valid code.
  await db.schema
    .createTable("certificate_codes")
    .addColumn("api_key_id", "text", (column) =>
      column.primaryKey().references("api_keys.id").onDelete("cascade"),
    )
    .addColumn("code_hash", "text", (column) => column.notNull())
    .addColumn("client_id", "text")
    .addColumn("expires_at", "text", (column) => column.notNull())
    .execute();
  // The consumer is unique: a new challenge ends the previous one.
  await db.schema
    .createTable("challenges")
    .addColumn("id_hash", "text", (column) => column.primaryKey())
    .addColumn("consumer_id", "text", (column) =>
      column.notNull().references("consumers.id").onDelete("cascade"),
    )
    .addColumn("pin_hash", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .addUniqueConstraint("challenges_consumer_id", ["consumer_id"])
    .execute();
  await db.schema
    .createTable("refresh_tokens")
    .addColumn("token_hash", "text", (column) => column.primaryKey())
    .addColumn("family_id", "text", (column) => column.notNull())
    .addColumn("consumer_id", "text", (column) =>
      column.notNull().references("consumers.id").onDelete("cascade"),
    )
    .addColumn("expires_at", "text", (column) => column.notNull())
    .addColumn("used_at", "text")
    .execute();
  await db.schema
    .createIndex("refresh_tokens_family")
    .on("refresh_tokens")
    .column("family_id")
    .execute();
  await db.schema
    .createIndex("refresh_tokens_consumer")
    .on("refresh_tokens")
    .column("consumer_id")
    .execute();
  await db.schema
    .createTable("known_networks")
    .addColumn("consumer_id", "text", (column) =>
      column.notNull().references("consumers.id").onDelete("cascade"),
    )
    .addColumn("network_hash", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("known_networks_key", ["consumer_id", "network_hash"])
    .execute();
  await db.schema
    .createTable("setup_links")
    .addColumn("token_hash", "text", (column) => column.primaryKey())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("budgets")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("used", "integer", (column) => column.notNull())
    .addColumn("resets_at", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("idempotent_creates")
    .addColumn("admin_id", "text", (column) =>
      column.notNull().references("admins.id").onDelete("cascade"),
    )
    .addColumn("key", "text", (column) => column.notNull())
    .addColumn("collection", "text", (column) => column.notNull())
    .addColumn("body_hash", "text", (column) => column.notNull())
    .addColumn("resource_id", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("idempotent_creates_key", ["admin_id", "key"])
    .execute();
}

async function createLogs(db: Db): Promise<void> {
  await db.schema
    .createTable("notices")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organization_id", "text", owned)
    .addColumn("api_key_id", "text")
    .addColumn("webhook_id", "text", (column) => column.notNull())
    .addColumn("kinds", "text", (column) => column.notNull())
    .addColumn("url", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("http_status", "integer")
    .addColumn("error", "text")
    .addColumn("duration_ms", "integer")
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("notices_page")
    .on("notices")
    .columns(["organization_id", "id"])
    .execute();
  // The organization comes first: a look-up of another organization's key must not take longer than
  // one of an unknown key.
  await db.schema
    .createIndex("notices_key")
    .on("notices")
    .columns(["organization_id", "api_key_id", "id"])
    .execute();
  await db.schema.createIndex("notices_state").on("notices").columns(["state", "id"]).execute();
  await db.schema
    .createTable("audit")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organization_id", "text", owned)
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("admin", "text", (column) => column.notNull())
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("resource", "text", (column) => column.notNull())
    .addColumn("resource_id", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("changes", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("audit_page")
    .on("audit")
    .columns(["organization_id", "id"])
    .execute();
}

async function createServed(db: Db): Promise<void> {
  await db.schema
    .createTable("served_keys")
    .addColumn("api_key_id", "text", (column) =>
      column.primaryKey().references("api_keys.id").onDelete("cascade"),
    )
    .addColumn("organization_id", "text", owned)
    .addColumn("key_hash", "text", (column) => column.notNull())
    .addColumn("generation", "integer", (column) => column.notNull())
    .addColumn("client_id", "text")
    .addColumn("certificate_id", "text")
    .addColumn("contract_id", "text")
    .addColumn("webhook_id", "text")
    .addColumn("client_public_id", "text")
    .addColumn("client_secret_hash", "text")
    .addColumn("origin", "text")
    .addColumn("space_ids", "text", (column) => column.notNull())
    .addColumn("space_list", "text", (column) => column.notNull())
    .addColumn("contract", "text", (column) => column.notNull())
    .addColumn("policy", "text", (column) => column.notNull())
    .execute();
}

/** The end of the lease that the process which queued a pending notice has on it. */
async function addNoticeLeases(db: Db): Promise<void> {
  await db.schema.alterTable("notices").addColumn("lease_until", "text").execute();
}

/** The last sign-ins of administrators, and the networks they came from. */
async function addAdministratorSignIns(db: Db): Promise<void> {
  await db.schema.alterTable("admins").addColumn("last_sign_in_at", "text").execute();
  await sql`update admins set last_sign_in_at = (
    select max(at) from audit
    where audit.organization_id = admins.organization_id
      and audit.resource_id = admins.id and audit.action = 'sign-in')`.execute(db);
  await db.schema
    .createTable("admin_networks")
    .addColumn("admin_id", "text", (column) =>
      column.notNull().references("admins.id").onDelete("cascade"),
    )
    .addColumn("network_hash", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("admin_networks_key", ["admin_id", "network_hash"])
    .execute();
}

/** Creates a table of rows that an organization owns. */
function ownedTable(db: Db, table: string): CreateTableBuilder<string, string> {
  return db.schema
    .createTable(table)
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organization_id", "text", owned)
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull());
}

/** Creates the same with a name that is unique within the organization. */
function named(db: Db, table: string): CreateTableBuilder<string, string> {
  return ownedTable(db, table)
    .addColumn("name", "text", (column) => column.notNull())
    .addUniqueConstraint(`${table}_name`, ["organization_id", "name"]);
}

import { DataTypeNode, type Kysely, sql } from "kysely";

/** A text that is sorted by code point on both engines, whatever the language of the database. */
const text = { toOperationNode: () => DataTypeNode.create("text") };

/**
 * Creates all tables and indexes.
 *
 * Booleans are 0 and 1, times are texts in ISO 8601 and lists are JSON, because these mean the
 * same on both engines.
 */
export async function createInitialSchema(db: Kysely<unknown>): Promise<void> {
  const parts = [INSTALLATION, ADMINISTRATORS, SIGN_IN, CHAIN, DIRECTORY, LOGS];
  for (const statement of parts.flat()) await statement.execute(db);
}

/** Values that exist once for all organizations. */
const INSTALLATION = [
  sql`create table installation (
    id integer primary key,
    root_key ${text} not null,
    revision integer not null
  )`,
  sql`create table signing_keys (
    kid ${text} primary key,
    public_key ${text} not null,
    private_key ${text} not null,
    created_at ${text} not null
  )`,
  sql`create table notice_keys (
    kid ${text} primary key,
    public_key ${text} not null,
    private_key ${text} not null,
    created_at ${text} not null
  )`,
];

/** Organizations, their administrators, and what these sign in with. */
const ADMINISTRATORS = [
  sql`create table organizations (
    id ${text} primary key,
    name ${text} not null,
    requires_second_factor integer not null,
    allows_passwords integer not null,
    created_at ${text} not null,
    constraint organizations_name unique (name)
  )`,
  sql`create table admins (
    id ${text} primary key,
    organization_id ${text} not null references organizations (id),
    email ${text} not null,
    password_hash ${text} not null,
    permissions ${text} not null,
    last_sign_in_at ${text},
    created_at ${text} not null,
    constraint admins_email unique (email)
  )`,
  sql`create table admin_networks (
    admin_id ${text} not null references admins (id) on delete cascade,
    network_hash ${text} not null,
    expires_at ${text} not null,
    constraint admin_networks_key primary key (admin_id, network_hash)
  )`,
  sql`create table admin_sessions (
    id ${text} not null,
    id_hash ${text} primary key,
    admin_id ${text} not null references admins (id) on delete cascade,
    last_seen_at ${text} not null,
    way ${text} not null,
    network ${text} not null,
    device ${text} not null,
    created_at ${text} not null,
    constraint admin_sessions_id unique (id)
  )`,
  // The parent has no reference: SQLite follows only a thousand of them, and removing an
  // administrator must not depend on how many tokens made each other.
  sql`create table admin_tokens (
    id ${text} primary key,
    admin_id ${text} not null references admins (id) on delete cascade,
    name ${text} not null,
    token_hash ${text} not null,
    permissions ${text} not null,
    expires_at ${text},
    last_used_at ${text},
    parent_id ${text},
    created_at ${text} not null,
    constraint admin_tokens_token_hash unique (token_hash)
  )`,
  sql`create table invitations (
    id ${text} primary key,
    organization_id ${text} not null references organizations (id),
    inviter_id ${text} not null references admins (id) on delete cascade,
    email ${text} not null,
    permissions ${text} not null,
    token_hash ${text} not null,
    expires_at ${text} not null,
    created_at ${text} not null,
    constraint invitations_token_hash unique (token_hash),
    constraint invitations_email unique (organization_id, email)
  )`,
  sql`create table setup_links (
    token_hash ${text} primary key,
    expires_at ${text} not null
  )`,
  sql`create table idempotent_creates (
    admin_id ${text} not null references admins (id) on delete cascade,
    key ${text} not null,
    collection ${text} not null,
    body_hash ${text} not null,
    resource_id ${text} not null,
    created_at ${text} not null,
    constraint idempotent_creates_key primary key (admin_id, key)
  )`,
];

/** Second factors, passkeys and OpenID providers. */
const SIGN_IN = [
  sql`create table totp_secrets (
    admin_id ${text} primary key references admins (id) on delete cascade,
    secret ${text} not null,
    confirmed_at ${text},
    last_step integer not null,
    created_at ${text} not null
  )`,
  sql`create table recovery_codes (
    code_hash ${text} primary key,
    admin_id ${text} not null references admins (id) on delete cascade
  )`,
  sql`create index recovery_codes_admin on recovery_codes (admin_id)`,
  sql`create table passkeys (
    id ${text} primary key,
    admin_id ${text} not null references admins (id) on delete cascade,
    credential_id ${text} not null,
    public_key ${text} not null,
    counter double precision not null,
    transports ${text} not null,
    name ${text} not null,
    last_used_at ${text},
    created_at ${text} not null,
    constraint passkeys_credential_id unique (credential_id)
  )`,
  sql`create index passkeys_admin on passkeys (admin_id)`,
  sql`create table used_steps (
    id ${text} primary key,
    expires_at ${text} not null
  )`,
  sql`create table identity_providers (
    organization_id ${text} primary key references organizations (id),
    issuer ${text} not null,
    client_id ${text} not null,
    client_secret ${text},
    new_permissions ${text} not null,
    created_at ${text} not null,
    updated_at ${text} not null
  )`,
  sql`create table provider_domains (
    organization_id ${text} not null references organizations (id),
    domain ${text} not null,
    constraint provider_domains_key primary key (organization_id, domain)
  )`,
  sql`create table owned_domains (
    domain ${text} primary key,
    organization_id ${text} not null references organizations (id),
    proof ${text} not null,
    created_at ${text} not null
  )`,
  sql`create table identities (
    admin_id ${text} primary key references admins (id) on delete cascade,
    issuer ${text} not null,
    subject ${text} not null,
    created_at ${text} not null,
    constraint identities_subject unique (issuer, subject)
  )`,
];

/** The parts of the partner chain, and what is served of them. */
const CHAIN = [
  sql`create table clients (
    id ${text} primary key,
    organization_id ${text} not null references organizations (id),
    name ${text} not null,
    client_id ${text} not null,
    secret_hash ${text} not null,
    previous_secret_hash ${text},
    previous_secret_until ${text},
    created_at ${text} not null,
    updated_at ${text} not null,
    constraint clients_name unique (organization_id, name),
    constraint clients_client_id unique (client_id)
  )`,
  sql`create table certificates (
    id ${text} primary key,
    organization_id ${text} not null references organizations (id),
    name ${text} not null,
    public_certificate ${text} not null,
    private_key ${text} not null,
    secret_key ${text},
    fingerprint ${text} not null,
    not_before ${text} not null,
    not_after ${text} not null,
    created_at ${text} not null,
    updated_at ${text} not null,
    constraint certificates_name unique (organization_id, name)
  )`,
  sql`create table contracts (
    id ${text} primary key,
    organization_id ${text} not null references organizations (id),
    name ${text} not null,
    key ${text} not null,
    outside_registration integer not null,
    otp_inside_registration integer not null,
    otp_outside_registration integer not null,
    block_outside_registration_logins integer not null,
    block_system_registration_logins integer not null,
    created_at ${text} not null,
    updated_at ${text} not null,
    constraint contracts_name unique (organization_id, name),
    constraint contracts_key unique (key)
  )`,
  sql`create table webhooks (
    id ${text} primary key,
    organization_id ${text} not null references organizations (id),
    name ${text} not null,
    origin ${text} not null,
    notification_url ${text} not null,
    signing ${text} not null,
    signing_secret ${text},
    previous_signing_secret ${text},
    previous_secret_until ${text},
    created_at ${text} not null,
    updated_at ${text} not null,
    constraint webhooks_name unique (organization_id, name),
    constraint webhooks_origin unique (origin)
  )`,
  // A resource is bound to at most one key: the columns are unique. Deleting it unbinds it.
  sql`create table api_keys (
    id ${text} primary key,
    organization_id ${text} not null references organizations (id),
    name ${text} not null,
    key_hash ${text} not null,
    display_prefix ${text} not null,
    client_id ${text} references clients (id) on delete set null,
    certificate_id ${text} references certificates (id) on delete set null,
    contract_id ${text} references contracts (id) on delete set null,
    webhook_id ${text} references webhooks (id) on delete set null,
    generation integer not null,
    active integer not null,
    expires_at ${text},
    networks ${text} not null,
    requests_per_minute integer,
    reminded_days integer,
    last_used_at ${text},
    created_at ${text} not null,
    updated_at ${text} not null,
    constraint api_keys_name unique (organization_id, name),
    constraint api_keys_key_hash unique (key_hash),
    constraint api_keys_client_id unique (client_id),
    constraint api_keys_certificate_id unique (certificate_id),
    constraint api_keys_contract_id unique (contract_id),
    constraint api_keys_webhook_id unique (webhook_id)
  )`,
  // The key is the primary key: each has one valid code.
  sql`create table certificate_codes (
    api_key_id ${text} primary key references api_keys (id) on delete cascade,
    code_hash ${text} not null,
    client_id ${text},
    expires_at ${text} not null
  )`,
  // The key is the primary key: a new link ends the earlier one, and its session.
  sql`create table partner_links (
    api_key_id ${text} primary key references api_keys (id) on delete cascade,
    admin_id ${text} not null references admins (id) on delete cascade,
    token_id ${text} references admin_tokens (id) on delete cascade,
    token_hash ${text} not null,
    may_rotate integer not null,
    shows_causes integer not null,
    expires_at ${text} not null,
    opened_at ${text},
    network ${text},
    device ${text},
    created_at ${text} not null,
    constraint partner_links_token_hash unique (token_hash)
  )`,
  sql`create table served_keys (
    api_key_id ${text} primary key references api_keys (id) on delete cascade,
    organization_id ${text} not null references organizations (id),
    key_hash ${text} not null,
    generation integer not null,
    client_id ${text},
    certificate_id ${text},
    contract_id ${text},
    webhook_id ${text},
    client_public_id ${text},
    client_secret_hash ${text},
    previous_secret_hash ${text},
    previous_secret_until ${text},
    active integer not null,
    expires_at ${text},
    networks ${text} not null,
    requests_per_minute integer,
    origin ${text},
    space_ids ${text} not null,
    space_list ${text} not null,
    contract ${text} not null,
    policy ${text} not null
  )`,
];

/** Spaces, agents and consumers. */
const DIRECTORY = [
  sql`create table spaces (
    id ${text} primary key,
    organization_id ${text} not null references organizations (id),
    title ${text} not null,
    description ${text} not null,
    created_at ${text} not null,
    updated_at ${text} not null
  )`,
  sql`create table agents (
    id ${text} primary key,
    organization_id ${text} not null references organizations (id),
    space_id ${text} not null references spaces (id) on delete cascade,
    agent_id ${text} not null,
    display_name ${text} not null,
    start_flow ${text} not null,
    start_node ${text} not null,
    active integer not null,
    front_settings ${text} not null,
    created_at ${text} not null,
    updated_at ${text} not null,
    constraint agents_agent_id unique (organization_id, agent_id)
  )`,
  sql`create index agents_space on agents (space_id)`,
  sql`create table contract_spaces (
    contract_id ${text} not null references contracts (id) on delete cascade,
    space_id ${text} not null references spaces (id) on delete cascade,
    position integer not null,
    default_system integer not null,
    default_outside integer not null,
    constraint contract_spaces_key primary key (contract_id, space_id)
  )`,
  sql`create index contract_spaces_space on contract_spaces (space_id)`,
  sql`create table consumers (
    id ${text} primary key,
    organization_id ${text} not null references organizations (id),
    contract_id ${text} not null references contracts (id) on delete cascade,
    email ${text} not null,
    email_folded ${text} not null,
    password_hash ${text} not null,
    registration ${text} not null,
    last_sign_in_at ${text},
    created_at ${text} not null,
    updated_at ${text} not null,
    constraint consumers_email unique (contract_id, email_folded)
  )`,
  // The consumer is unique: a new challenge ends the previous one.
  sql`create table challenges (
    id_hash ${text} primary key,
    consumer_id ${text} not null references consumers (id) on delete cascade,
    pin_hash ${text} not null,
    expires_at ${text} not null,
    constraint challenges_consumer_id unique (consumer_id)
  )`,
  sql`create table refresh_tokens (
    token_hash ${text} primary key,
    family_id ${text} not null,
    consumer_id ${text} not null references consumers (id) on delete cascade,
    expires_at ${text} not null,
    used_at ${text}
  )`,
  sql`create index refresh_tokens_family on refresh_tokens (family_id)`,
  sql`create index refresh_tokens_consumer on refresh_tokens (consumer_id)`,
  sql`create table known_networks (
    consumer_id ${text} not null references consumers (id) on delete cascade,
    network_hash ${text} not null,
    expires_at ${text} not null,
    constraint known_networks_key primary key (consumer_id, network_hash)
  )`,
];

/** Events, and counts of them. */
const LOGS = [
  sql`create table notices (
    id ${text} primary key,
    organization_id ${text} not null references organizations (id),
    api_key_id ${text},
    webhook_id ${text} not null,
    kinds ${text} not null,
    url ${text} not null,
    state ${text} not null,
    http_status integer,
    error ${text},
    duration_ms integer,
    lease_until ${text},
    resend_of ${text},
    created_at ${text} not null
  )`,
  // The organization comes first in what requests look up: another organization's key must not
  // take longer than an unknown one.
  sql`create index notices_page on notices (organization_id, id)`,
  sql`create index notices_key on notices (organization_id, api_key_id, id)`,
  sql`create index notices_state on notices (state, id)`,
  sql`create index notices_by_state on notices (organization_id, state, id)`,
  sql`create index notices_by_kinds on notices (organization_id, kinds, id)`,
  sql`create index notices_by_webhook_id on notices (organization_id, webhook_id, id)`,
  // Another program can remove the number of an entry, and verifying the log reports it.
  sql`create table audit (
    id ${text} primary key,
    organization_id ${text} not null references organizations (id),
    at ${text} not null,
    admin ${text} not null,
    network ${text},
    action ${text} not null,
    resource ${text} not null,
    resource_id ${text} not null,
    name ${text} not null,
    changes ${text} not null,
    sequence integer,
    previous_hash ${text}
  )`,
  sql`create index audit_page on audit (organization_id, id)`,
  sql`create index audit_by_admin on audit (organization_id, admin, id)`,
  sql`create index audit_by_action on audit (organization_id, action, id)`,
  sql`create index audit_by_resource on audit (organization_id, resource, id)`,
  sql`create index audit_by_resource_id on audit (organization_id, resource_id, id)`,
  sql`create index audit_sequence on audit (organization_id, sequence)`,
  sql`create table audit_heads (
    organization_id ${text} primary key references organizations (id),
    sequence integer not null,
    hash ${text} not null
  )`,
  sql`create table refusals (
    id ${text} primary key,
    hour ${text} not null,
    organization_id ${text} references organizations (id),
    api_key_id ${text},
    meant_origin ${text},
    origin ${text} not null,
    endpoint ${text} not null,
    reason ${text} not null,
    count integer not null,
    last_at ${text} not null,
    constraint refusals_hour unique (hour, origin, endpoint, reason)
  )`,
  sql`create index refusals_page on refusals (organization_id, id)`,
  sql`create index refusals_by_key on refusals (organization_id, api_key_id, id)`,
  sql`create index refusals_by_reason on refusals (organization_id, reason, id)`,
  sql`create table partner_calls (
    id ${text} primary key,
    request_id ${text} not null,
    organization_id ${text} not null references organizations (id),
    api_key_id ${text},
    at ${text} not null,
    origin ${text} not null,
    endpoint ${text} not null,
    outcome ${text} not null,
    status integer not null,
    duration_ms integer not null,
    network ${text} not null
  )`,
  sql`create index partner_calls_page on partner_calls (organization_id, id)`,
  sql`create index partner_calls_by_request on partner_calls (organization_id, request_id, id)`,
  sql`create index partner_calls_by_key on partner_calls (organization_id, api_key_id, id)`,
  sql`create index partner_calls_at on partner_calls (at)`,
  sql`create table key_calls (
    api_key_id ${text} not null references api_keys (id) on delete cascade,
    period ${text} not null,
    start ${text} not null,
    endpoint ${text} not null,
    outcome ${text} not null,
    count integer not null,
    constraint key_calls_key primary key (api_key_id, period, start, endpoint, outcome)
  )`,
  sql`create table budgets (
    name ${text} primary key,
    used integer not null,
    resets_at ${text} not null
  )`,
];

import type { Kysely } from "kysely";
import { createAudit } from "./audit.ts";
import { createBudgets } from "./budgets.ts";
import { createCalls } from "./calls.ts";
import { createInstallation } from "./installation.ts";
import { createNotices } from "./notices.ts";
import { POLICY_SWITCHES } from "./policy.ts";
import { createPurge } from "./purge.ts";
import type * as rows from "./rows.ts";
import { createServed } from "./served.ts";
import { type Table, type TableOptions, tableOf } from "./table.ts";

/** How the statements of each kind are made for a connection or a transaction. */
const KINDS = {
  installation: createInstallation,
  signingKeys: table<rows.SigningKey>("signingKeys", { key: "kid" }),
  noticeKeys: table<rows.NoticeKey>("noticeKeys", { key: "kid" }),
  organizations: table<rows.Organization>("organizations", {
    key: "id",
    booleans: ["requiresSecondFactor", "allowsPasswords"],
  }),
  admins: table<rows.Admin>("admins", { key: "id", json: ["permissions"] }),
  adminNetworks: table<rows.AdminNetwork>("adminNetworks", { key: "networkHash" }),
  adminSessions: table<rows.AdminSession>("adminSessions", { key: "idHash" }),
  adminTokens: table<rows.AdminToken>("adminTokens", { key: "id", json: ["permissions"] }),
  totpSecrets: table<rows.TotpSecret>("totpSecrets", { key: "adminId" }),
  recoveryCodes: table<rows.RecoveryCode>("recoveryCodes", { key: "codeHash" }),
  passkeys: table<rows.Passkey>("passkeys", { key: "id", json: ["transports"] }),
  usedSteps: table<rows.UsedStep>("usedSteps", { key: "id" }),
  identityProviders: table<rows.IdentityProvider>("identityProviders", {
    key: "organizationId",
    json: ["newPermissions"],
  }),
  providerDomains: table<rows.ProviderDomain>("providerDomains", { key: "domain" }),
  ownedDomains: table<rows.OwnedDomain>("ownedDomains", { key: "domain" }),
  identities: table<rows.Identity>("identities", { key: "adminId" }),
  invitations: table<rows.Invitation>("invitations", { key: "id", json: ["permissions"] }),
  setupLinks: table<{ readonly tokenHash: string; readonly expiresAt: string }>("setupLinks", {
    key: "tokenHash",
  }),
  apiKeys: table<rows.ApiKey>("apiKeys", { key: "id" }),
  clients: table<rows.Client>("clients", { key: "id" }),
  certificates: table<rows.Certificate>("certificates", { key: "id" }),
  contracts: table<rows.Contract>("contracts", { key: "id", booleans: POLICY_SWITCHES }),
  contractSpaces: table<rows.ContractSpace>("contractSpaces", {
    key: "position",
    booleans: ["defaultSystem", "defaultOutside"],
  }),
  webhooks: table<rows.Webhook>("webhooks", { key: "id" }),
  spaces: table<rows.Space>("spaces", { key: "id" }),
  agents: table<rows.Agent>("agents", { key: "id", booleans: ["active"] }),
  consumers: table<rows.Consumer>("consumers", { key: "id" }),
  codes: table<rows.CertificateCode>("certificateCodes", { key: "apiKeyId" }),
  challenges: table<rows.Challenge>("challenges", { key: "idHash" }),
  refreshTokens: table<rows.RefreshToken>("refreshTokens", { key: "tokenHash" }),
  knownNetworks: table<rows.KnownNetwork>("knownNetworks", { key: "networkHash" }),
  idempotentCreates: table<rows.IdempotentCreate>("idempotentCreates", { key: "createdAt" }),
  budgets: createBudgets,
  notices: createNotices,
  audit: createAudit,
  calls: createCalls,
  served: createServed,
  /** Removes what expired before a time; only the store's size depends on it. */
  purge: createPurge,
};

type Kinds = typeof KINDS;

/** The statements of the store, inside or outside of a transaction. */
export type Queries = { readonly [Kind in keyof Kinds]: ReturnType<Kinds[Kind]> };

/** A database or transaction, and the kinds that were made for it. */
interface Bound {
  readonly db: Kysely<unknown>;
  readonly made: Map<string, unknown>;
}

/** Makes each kind at its first use: a transaction uses two or three of more than thirty. */
const BY_KIND = Object.create(
  null,
  Object.fromEntries(
    Object.entries(KINDS).map(([kind, make]) => [kind, { get: once(kind, make) }]),
  ),
);

/** Creates the statements for a database, or for a transaction. */
export function createQueries(db: Kysely<unknown>): Queries {
  return Object.create(BY_KIND, { db: { value: db }, made: { value: new Map() } });
}

/** Returns queries with other statements of some kinds. Spreading them would copy none. */
export function replaceKinds(queries: Queries, kinds: Partial<Queries>): Queries {
  return Object.create(queries, Object.getOwnPropertyDescriptors(kinds));
}

function once(kind: string, make: (db: Kysely<unknown>) => unknown) {
  return function getKind(this: Bound): unknown {
    if (!this.made.has(kind)) this.made.set(kind, make(this.db));
    return this.made.get(kind);
  };
}

function table<Row extends object>(name: string, options: TableOptions<Row>) {
  return (db: Kysely<unknown>): Table<Row> => tableOf(db, name, options);
}

import type { Kysely } from "kysely";
import { createAudit } from "./audit.ts";
import { createBudgets } from "./budgets.ts";
import { createCalls, createPartnerCalls } from "./calls.ts";
import { createInstallation, type StoreClock } from "./installation.ts";
import { createNotices } from "./notices.ts";
import { eachSwitch } from "./policy.ts";
import { createPurge } from "./purge.ts";
import type * as rows from "./rows.ts";
import { createServed } from "./served.ts";
import { type Table, type TableOptions, tableOf } from "./table.ts";

/** Creates the statements of each kind for a database, or for a transaction. */
const KINDS = {
  installation: createInstallation,
  signingKeys: table<rows.SigningKey>("signingKeys", { key: "kid" }),
  noticeKeys: table<rows.NoticeKey>("noticeKeys", { key: "kid" }),
  organizations: table<rows.Organization>("organizations", {
    key: "id",
    encodings: { requiresSecondFactor: "boolean", allowsPasswords: "boolean" },
  }),
  admins: table<rows.Admin>("admins", { key: "id", encodings: { permissions: "json" } }),
  adminNetworks: table<rows.AdminNetwork>("adminNetworks", { key: "networkHash" }),
  adminSessions: table<rows.AdminSession>("adminSessions", { key: "idHash" }),
  adminTokens: table<rows.AdminToken>("adminTokens", {
    key: "id",
    encodings: { permissions: "json" },
  }),
  totpSecrets: table<rows.TotpSecret>("totpSecrets", { key: "adminId" }),
  recoveryCodes: table<rows.RecoveryCode>("recoveryCodes", { key: "codeHash" }),
  passkeys: table<rows.Passkey>("passkeys", { key: "id", encodings: { transports: "json" } }),
  usedSteps: table<rows.UsedStep>("usedSteps", { key: "id" }),
  identityProviders: table<rows.IdentityProvider>("identityProviders", {
    key: "organizationId",
    encodings: { newPermissions: "json" },
  }),
  providerDomains: table<rows.ProviderDomain>("providerDomains", { key: "domain" }),
  ownedDomains: table<rows.OwnedDomain>("ownedDomains", { key: "domain" }),
  identities: table<rows.Identity>("identities", { key: "adminId" }),
  invitations: table<rows.Invitation>("invitations", {
    key: "id",
    encodings: { permissions: "json" },
  }),
  setupLinks: table<{ readonly tokenHash: string; readonly expiresAt: string }>("setupLinks", {
    key: "tokenHash",
  }),
  apiKeys: table<rows.ApiKey>("apiKeys", {
    key: "id",
    encodings: { active: "boolean", networks: "json" },
  }),
  partnerLinks: table<rows.PartnerLink>("partnerLinks", {
    key: "apiKeyId",
    encodings: { mayRotate: "boolean", showsCauses: "boolean" },
  }),
  clients: table<rows.Client>("clients", { key: "id" }),
  certificates: table<rows.Certificate>("certificates", { key: "id" }),
  contracts: table<rows.Contract>("contracts", {
    key: "id",
    encodings: eachSwitch(() => "boolean"),
  }),
  contractSpaces: table<rows.ContractSpace>("contractSpaces", {
    key: "position",
    encodings: { defaultSystem: "boolean", defaultOutside: "boolean" },
  }),
  webhooks: table<rows.Webhook>("webhooks", { key: "id" }),
  spaces: table<rows.Space>("spaces", { key: "id" }),
  agents: table<rows.Agent>("agents", { key: "id", encodings: { active: "boolean" } }),
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
  partnerCalls: createPartnerCalls,
  served: createServed,
  /** Removes what expired before a time; only the store's size depends on it. */
  purge: createPurge,
};

type Kinds = typeof KINDS;

/** The statements of the store, inside or outside of a transaction. */
export type Queries = { readonly [Kind in keyof Kinds]: ReturnType<Kinds[Kind]> };

/** Creates the statements for a database, or for a transaction. */
export function createQueries(db: Kysely<unknown>, clock: StoreClock): Queries {
  const kinds = Object.entries(KINDS).map(([kind, create]) => [kind, create(db, clock)]);
  return Object.fromEntries(kinds);
}

function table<Row extends object>(name: string, options: TableOptions<Row>) {
  return (db: Kysely<unknown>): Table<Row> => tableOf(db, name, options);
}

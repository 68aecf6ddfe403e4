import type { Kysely } from "kysely";
import { type AuditQueries, createAudit } from "./audit.ts";
import { type Budgets, createBudgets } from "./budgets.ts";
import { type CallQueries, createCalls } from "./calls.ts";
import { createInstallation, type InstallationQueries } from "./installation.ts";
import { createNotices, type NoticeQueries } from "./notices.ts";
import { POLICY_SWITCHES } from "./policy.ts";
import { createPurge, type Purge } from "./purge.ts";
import type * as rows from "./rows.ts";
import { createServed, type ServedQueries } from "./served.ts";
import { type Table, tableOf } from "./table.ts";

/** The statements of the store, inside or outside of a transaction. */
export interface Queries {
  readonly installation: InstallationQueries;
  readonly signingKeys: Table<rows.SigningKey>;
  readonly noticeKeys: Table<rows.NoticeKey>;
  readonly organizations: Table<rows.Organization>;
  readonly admins: Table<rows.Admin>;
  readonly adminNetworks: Table<rows.AdminNetwork>;
  readonly adminSessions: Table<rows.AdminSession>;
  readonly adminTokens: Table<rows.AdminToken>;
  readonly totpSecrets: Table<rows.TotpSecret>;
  readonly recoveryCodes: Table<rows.RecoveryCode>;
  readonly passkeys: Table<rows.Passkey>;
  readonly usedSteps: Table<rows.UsedStep>;
  readonly identityProviders: Table<rows.IdentityProvider>;
  readonly providerDomains: Table<rows.ProviderDomain>;
  readonly identities: Table<rows.Identity>;
  readonly invitations: Table<rows.Invitation>;
  readonly setupLinks: Table<{ readonly tokenHash: string; readonly expiresAt: string }>;
  readonly apiKeys: Table<rows.ApiKey>;
  readonly clients: Table<rows.Client>;
  readonly certificates: Table<rows.Certificate>;
  readonly contracts: Table<rows.Contract>;
  readonly contractSpaces: Table<rows.ContractSpace>;
  readonly webhooks: Table<rows.Webhook>;
  readonly spaces: Table<rows.Space>;
  readonly agents: Table<rows.Agent>;
  readonly consumers: Table<rows.Consumer>;
  readonly codes: Table<rows.CertificateCode>;
  readonly challenges: Table<rows.Challenge>;
  readonly refreshTokens: Table<rows.RefreshToken>;
  readonly knownNetworks: Table<rows.KnownNetwork>;
  readonly idempotentCreates: Table<rows.IdempotentCreate>;
  readonly budgets: Budgets;
  readonly notices: NoticeQueries;
  readonly audit: AuditQueries;
  readonly calls: CallQueries;
  readonly served: ServedQueries;
  /** Removes what expired before a time; only the store's size depends on it. */
  purge: Purge;
}

export function createQueries(db: Kysely<unknown>): Queries {
  return {
    installation: createInstallation(db),
    signingKeys: tableOf(db, "signingKeys", { key: "kid" }),
    noticeKeys: tableOf(db, "noticeKeys", { key: "kid" }),
    organizations: tableOf(db, "organizations", {
      key: "id",
      booleans: ["requiresSecondFactor", "allowsPasswords"],
    }),
    admins: tableOf(db, "admins", { key: "id", json: ["permissions"] }),
    adminNetworks: tableOf(db, "adminNetworks", { key: "networkHash" }),
    adminSessions: tableOf(db, "adminSessions", { key: "idHash" }),
    adminTokens: tableOf(db, "adminTokens", { key: "id", json: ["permissions"] }),
    totpSecrets: tableOf(db, "totpSecrets", { key: "adminId" }),
    recoveryCodes: tableOf(db, "recoveryCodes", { key: "codeHash" }),
    passkeys: tableOf(db, "passkeys", { key: "id", json: ["transports"] }),
    usedSteps: tableOf(db, "usedSteps", { key: "id" }),
    identityProviders: tableOf(db, "identityProviders", {
      key: "organizationId",
      json: ["newPermissions"],
    }),
    providerDomains: tableOf(db, "providerDomains", { key: "domain" }),
    identities: tableOf(db, "identities", { key: "adminId" }),
    invitations: tableOf(db, "invitations", { key: "id", json: ["permissions"] }),
    setupLinks: tableOf(db, "setupLinks", { key: "tokenHash" }),
    apiKeys: tableOf(db, "apiKeys", { key: "id" }),
    clients: tableOf(db, "clients", { key: "id" }),
    certificates: tableOf(db, "certificates", { key: "id" }),
    contracts: tableOf(db, "contracts", { key: "id", booleans: POLICY_SWITCHES }),
    contractSpaces: tableOf(db, "contractSpaces", {
      key: "position",
      booleans: ["defaultSystem", "defaultOutside"],
    }),
    webhooks: tableOf(db, "webhooks", { key: "id" }),
    spaces: tableOf(db, "spaces", { key: "id" }),
    agents: tableOf(db, "agents", { key: "id", booleans: ["active"] }),
    consumers: tableOf(db, "consumers", { key: "id" }),
    codes: tableOf(db, "certificateCodes", { key: "apiKeyId" }),
    challenges: tableOf(db, "challenges", { key: "idHash" }),
    refreshTokens: tableOf(db, "refreshTokens", { key: "tokenHash" }),
    knownNetworks: tableOf(db, "knownNetworks", { key: "networkHash" }),
    idempotentCreates: tableOf(db, "idempotentCreates", { key: "createdAt" }),
    budgets: createBudgets(db),
    notices: createNotices(db),
    audit: createAudit(db),
    calls: createCalls(db),
    served: createServed(db),
    purge: createPurge(db),
  };
}

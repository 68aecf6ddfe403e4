import type { Kysely } from "kysely";

interface Schema {
  certificateCodes: { expiresAt: string };
  challenges: { expiresAt: string };
  refreshTokens: { expiresAt: string };
  knownNetworks: { expiresAt: string };
  adminNetworks: { expiresAt: string };
  setupLinks: { expiresAt: string };
  usedSteps: { expiresAt: string };
  invitations: { expiresAt: string };
  partnerLinks: { expiresAt: string };
  budgets: { resetsAt: string };
  idempotentCreates: { createdAt: string };
}

export type Purge = (before: {
  readonly now: string;
  readonly idempotentBefore: string;
}) => Promise<void>;

export function createPurge(database: Kysely<unknown>): Purge {
  const db = database as Kysely<Schema>;
  return async ({ now, idempotentBefore }) => {
    await db.deleteFrom("certificateCodes").where("expiresAt", "<=", now).execute();
    await db.deleteFrom("challenges").where("expiresAt", "<=", now).execute();
    await db.deleteFrom("refreshTokens").where("expiresAt", "<=", now).execute();
    await db.deleteFrom("knownNetworks").where("expiresAt", "<=", now).execute();
    await db.deleteFrom("adminNetworks").where("expiresAt", "<=", now).execute();
    await db.deleteFrom("setupLinks").where("expiresAt", "<=", now).execute();
    await db.deleteFrom("usedSteps").where("expiresAt", "<=", now).execute();
    await db.deleteFrom("invitations").where("expiresAt", "<=", now).execute();
    await db.deleteFrom("partnerLinks").where("expiresAt", "<=", now).execute();
    await db.deleteFrom("budgets").where("resetsAt", "<=", now).execute();
    await db.deleteFrom("idempotentCreates").where("createdAt", "<=", idempotentBefore).execute();
  };
}

import type { Kysely } from "kysely";
import type { Bindings, KeyLimits, ServedKey } from "./rows.ts";
import { type Table, tableOf } from "./table.ts";

/** The data served to partners, prepared, one row for each key. */
export interface ServedQueries extends Table<ServedKey> {
  /** The Origins of all fully bound keys, each with its key, paused and expired ones too. */
  allowList(): Promise<readonly ListedKey[]>;
}

/** A fully bound key, and what decides on whether it works now. */
export interface ListedKey extends Pick<KeyLimits, "active" | "expiresAt"> {
  readonly origin: string;
  readonly apiKeyId: string;
}

interface Schema {
  apiKeys: Bindings & { id: string; active: number; expiresAt: string | null };
  webhooks: { id: string; origin: string };
}

export function createServed(database: Kysely<unknown>): ServedQueries {
  const db = database as Kysely<Schema>;
  return {
    ...tableOf<ServedKey>(database, "servedKeys", {
      key: "apiKeyId",
      encodings: { spaceIds: "json", active: "boolean", networks: "json" },
    }),
    async allowList() {
      const rows = await db
        .selectFrom("apiKeys")
        .innerJoin("webhooks", "webhooks.id", "apiKeys.webhookId")
        .select(["webhooks.origin", "apiKeys.id as apiKeyId", "active", "expiresAt"])
        .where("apiKeys.clientId", "is not", null)
        .where("apiKeys.certificateId", "is not", null)
        .where("apiKeys.contractId", "is not", null)
        .execute();
      return rows.map(({ active, ...row }) => ({ ...row, active: active === 1 }));
    },
  };
}

import type { Kysely } from "kysely";
import type { Bindings, ServedKey } from "./rows.ts";
import { type Table, tableOf } from "./table.ts";

/** The data served to partners, prepared, one row for each key. */
export interface ServedQueries extends Table<ServedKey> {
  /** The Origins of all fully bound keys, each with its key. */
  allowList(): Promise<readonly { readonly origin: string; readonly apiKeyId: string }[]>;
}

interface Schema {
  apiKeys: Bindings & { id: string };
  webhooks: { id: string; origin: string };
}

export function createServed(database: Kysely<unknown>): ServedQueries {
  const db = database as Kysely<Schema>;
  return {
    ...tableOf<ServedKey>(database, "servedKeys", {
      key: "apiKeyId",
      encodings: { spaceIds: "json" },
    }),
    allowList: () =>
      db
        .selectFrom("apiKeys")
        .innerJoin("webhooks", "webhooks.id", "apiKeys.webhookId")
        .select(["webhooks.origin", "apiKeys.id as apiKeyId"])
        .where("apiKeys.clientId", "is not", null)
        .where("apiKeys.certificateId", "is not", null)
        .where("apiKeys.contractId", "is not", null)
        .execute(),
  };
}

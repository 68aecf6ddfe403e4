import type { Kysely } from "kysely";
import { createLog, type Log } from "./log.ts";
import type { PartnerCall } from "./rows.ts";

/** Single calls of partners. */
export interface PartnerCallQueries extends Log<PartnerCall> {
  /** Removes the calls before a time. */
  removeBefore(at: string): Promise<void>;
}

export function createPartnerCalls(database: Kysely<unknown>): PartnerCallQueries {
  const db = database as Kysely<{ partnerCalls: PartnerCall }>;
  return {
    ...createLog<PartnerCall>(database, "partnerCalls", { key: "id", time: "at" }),
    async removeBefore(at) {
      await db.deleteFrom("partnerCalls").where("at", "<", at).execute();
    },
  };
}

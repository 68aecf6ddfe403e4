import { type Kysely, sql } from "kysely";
import { createLog, type Log, type PageOptions } from "./log.ts";
import type { KeyCalls, PartnerCall, Refusals } from "./rows.ts";

export interface RefusalPage extends PageOptions<Refusals> {
  /** True to include refusals that belong to no organization. */
  readonly hasStrangers: boolean;
}

/** Counts of calls and refusals. */
export interface CallQueries {
  /** Adds to the refusals of an hour. */
  addRefusals(row: Refusals): Promise<void>;
  /** Adds to the calls of a key in an hour or a day. */
  addCalls(row: KeyCalls): Promise<void>;
  /** Newest first. */
  refusals(organizationId: string, page: RefusalPage): Promise<readonly Refusals[]>;
  /** In order of time. */
  callsOf(apiKeyId: string): Promise<readonly KeyCalls[]>;
  /** Removes what is older, and all but the newest rows of refusals. */
  purgeCalls(limits: CallLimits): Promise<void>;
}

export interface CallLimits {
  readonly refusalsBefore: string;
  /** Maximum number of rows of refusals. */
  readonly refusals: number;
  readonly hoursBefore: string;
  readonly daysBefore: string;
}

interface Schema {
  refusals: Refusals;
  keyCalls: KeyCalls;
}

export function createCalls(database: Kysely<unknown>): CallQueries {
  const db = database as Kysely<Schema>;
  const log = createLog<Refusals>(database, "refusals", { key: "id", time: "lastAt" });
  return {
    async addRefusals(row) {
      await db
        .insertInto("refusals")
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(["hour", "origin", "endpoint", "reason"]).doUpdateSet({
            count: sql`refusals.count + ${row.count}`,
            // Another process may have written a later one.
            lastAt: sql`case when refusals.last_at > ${row.lastAt} then refusals.last_at
              else ${row.lastAt} end`,
            organizationId: row.organizationId,
            apiKeyId: row.apiKeyId,
            meantOrigin: row.meantOrigin,
          }),
        )
        .execute();
    },
    async addCalls(row) {
      await db
        .insertInto("keyCalls")
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(["apiKeyId", "period", "start", "endpoint", "outcome"])
            .doUpdateSet({ count: sql`key_calls.count + ${row.count}` }),
        )
        .execute();
    },
    async refusals(organizationId, { hasStrangers, ...page }) {
      const own = await log.page(organizationId, page);
      if (!hasStrangers) return own;
      const all = [...own, ...(await log.page(null, page))];
      return all.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, page.limit);
    },
    callsOf: (apiKeyId) =>
      db
        .selectFrom("keyCalls")
        .selectAll()
        .where("apiKeyId", "=", apiKeyId)
        .orderBy("start")
        .orderBy("endpoint")
        .orderBy("outcome")
        .execute(),
    async purgeCalls({ refusalsBefore, refusals, hoursBefore, daysBefore }) {
      await db.deleteFrom("refusals").where("hour", "<", refusalsBefore).execute();
      const beyond = db
        .selectFrom("refusals")
        .select("id")
        .orderBy("id", "desc")
        .offset(refusals)
        .limit(1);
      await db.deleteFrom("refusals").where("id", "<=", beyond).execute();
      for (const [period, before] of [
        ["hour", hoursBefore],
        ["day", daysBefore],
      ] as const) {
        await db
          .deleteFrom("keyCalls")
          .where("period", "=", period)
          .where("start", "<", before)
          .execute();
      }
    },
  };
}

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

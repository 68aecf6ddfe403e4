import { type Kysely, sql } from "kysely";

export interface Take {
  /** The name of the counter: what is counted, and for whom. */
  readonly name: string;
  readonly now: string;
  /** End of the window, if one starts now. */
  readonly resetsAt: string;
}

export interface Lease {
  /** The name of the counter. */
  readonly name: string;
  /** End of the window; windows end at the same times for everyone. */
  readonly resetsAt: string;
  /** How many to take. */
  readonly count: number;
}

/** Counters over windows of time, shared by all users of the store. */
export interface Budgets {
  /** Counts once, in one statement. @returns the count in this window, including this one */
  take(take: Take): Promise<number>;
  /** @returns the count in this window so far, without counting */
  peek(take: Take): Promise<number>;
  /**
   * Counts several at once. If the clock was set back into an earlier window, what was counted stays.
   *
   * @returns the count in this window before
   */
  lease(lease: Lease): Promise<number>;
}

interface Schema {
  budgets: { name: string; used: number; resetsAt: string };
}

export function createBudgets(database: Kysely<unknown>): Budgets {
  const db = database as Kysely<Schema>;
  return {
    async take({ name, now, resetsAt }) {
      // If a window ends later than one that starts now, the clock was set back after it was opened.
      const isOver = sql<boolean>`(budgets.resets_at <= ${now} or budgets.resets_at > ${resetsAt})`;
      const row = await db
        .insertInto("budgets")
        .values({ name, used: 1, resetsAt })
        .onConflict((conflict) =>
          conflict.column("name").doUpdateSet({
            used: sql`case when ${isOver} then 1 else budgets.used + 1 end`,
            resetsAt: sql`case when ${isOver} then ${resetsAt} else budgets.resets_at end`,
          }),
        )
        .returning("used")
        .executeTakeFirstOrThrow();
      return row.used;
    },
    async peek({ name, now, resetsAt }) {
      const row = await db
        .selectFrom("budgets")
        .select("used")
        .where("name", "=", name)
        .where("resetsAt", ">", now)
        .where("resetsAt", "<=", resetsAt)
        .executeTakeFirst();
      return row?.used ?? 0;
    },
    async lease({ name, resetsAt, count }) {
      const row = await db
        .insertInto("budgets")
        .values({ name, used: count, resetsAt })
        .onConflict((conflict) =>
          conflict.column("name").doUpdateSet({
            used: sql`case when budgets.resets_at < ${resetsAt} then cast(${count} as integer)
              else budgets.used + cast(${count} as integer) end`,
            resetsAt,
          }),
        )
        .returning("used")
        .executeTakeFirstOrThrow();
      return row.used - count;
    },
  };
}

import { type Kysely, sql } from "kysely";

export interface Take {
  /** What is counted, for whom. */
  readonly name: string;
  readonly now: string;
  /** When the count starts anew, if it starts now. */
  readonly resetsAt: string;
}

/** Counters over windows of time, shared by all who use the store. */
export interface Budgets {
  /** Counts in one statement. @returns how often it was counted in this window, this time included */
  take(take: Take): Promise<number>;
  /** @returns what {@link take} would have found: how often it was counted in this window so far */
  peek(take: Take): Promise<number>;
}

interface Schema {
  budgets: { name: string; used: number; resetsAt: string };
}

export function createBudgets(database: Kysely<unknown>): Budgets {
  const db = database as Kysely<Schema>;
  return {
    async take({ name, now, resetsAt }) {
      // A window that ends later than one from now on was opened before the clock was set back.
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
  };
}

import type { Db } from "./db.ts";

/** An index for each filter of the logs, with the organization first as in those of the pages. */
export async function addLogFilters(db: Db): Promise<void> {
  const filters = [
    ["notices", "state"],
    ["notices", "kinds"],
    ["notices", "webhook_id"],
    ["audit", "admin"],
    ["audit", "action"],
    ["audit", "resource"],
    ["audit", "resource_id"],
  ] as const;
  for (const [table, column] of filters) {
    await db.schema
      .createIndex(`${table}_by_${column}`)
      .on(table)
      .columns(["organization_id", column, "id"])
      .execute();
  }
}

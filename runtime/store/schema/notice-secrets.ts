import type { Db } from "./db.ts";

/** The secrets that sign the notices to a webhook. */
export async function addNoticeSecrets(db: Db): Promise<void> {
  const columns = ["signing_secret", "previous_signing_secret", "previous_secret_until"];
  for (const column of columns) {
    await db.schema.alterTable("webhooks").addColumn(column, "text").execute();
  }
}

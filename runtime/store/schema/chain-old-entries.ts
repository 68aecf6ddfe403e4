import type { Kysely } from "kysely";
import { auditLine, hashOfLine } from "../audit-line.ts";
import type { AuditEntry } from "../rows.ts";

const PAGE = 500;

/** Gives the entries of an audit log without a chain their numbers and hashes, oldest first. */
// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on today's row types
export async function chainOldEntries(db: Kysely<any>): Promise<void> {
  const organizations = await db.selectFrom("organizations").select("id").execute();
  for (const { id: organizationId } of organizations) {
    let head = { sequence: 0, hash: null as string | null, id: "" };
    for (;;) {
      const rows = await db
        .selectFrom("audit")
        .selectAll()
        .where("organizationId", "=", organizationId)
        .where("id", ">", head.id)
        .orderBy("id")
        .limit(PAGE)
        .execute();
      for (const row of rows) {
        const place = { sequence: head.sequence + 1, previousHash: head.hash };
        await db.updateTable("audit").set(place).where("id", "=", row.id).execute();
        const changed = { ...row, ...place, changes: JSON.parse(row.changes) };
        const hash = hashOfLine(auditLine(changed as AuditEntry));
        head = { sequence: place.sequence, hash, id: row.id };
      }
      if (rows.length < PAGE) break;
    }
    const { sequence, hash } = head;
    if (hash === null) continue;
    await db.insertInto("auditHeads").values({ organizationId, sequence, hash }).execute();
  }
}

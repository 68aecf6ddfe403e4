import { runChange } from "../../partner/change.ts";
import { DAY_MS } from "../../partner/clock.ts";
import type { Platform } from "../../partner/platform.ts";

/** Name in the audit log of what docgate removes by itself. */
const ACTOR = "retention";
/** Action of the entry that says what was removed. */
export const REMOVE_OLD = "remove-old";

/**
 * Removes the audit entries of all organizations that are older than a number of whole days, and
 * writes an entry about what was removed. Entries are only removed from the start of a log.
 *
 * @param days 0 keeps all entries
 */
export async function removeOldEntries(platform: Platform, days: number): Promise<void> {
  if (days === 0) return;
  // Whole days, so that at most one such entry is written in a day.
  const today = Math.floor(platform.now() / DAY_MS) * DAY_MS;
  const since = new Date(today - days * DAY_MS).toISOString();
  for (const { id } of await platform.store.read.organizations.list({})) {
    const [oldest] = await platform.store.read.audit.after(id, { sequence: 0, limit: 1 });
    if (oldest && oldest.at < since) await removeBefore(platform, { organizationId: id, since });
  }
}

async function removeBefore(
  platform: Platform,
  { organizationId, since }: { readonly organizationId: string; readonly since: string },
): Promise<void> {
  await runChange(platform, { organizationId, name: ACTOR }, async ({ tx, record }) => {
    const [oldest] = await tx.audit.after(organizationId, { sequence: 0, limit: 1 });
    const kept = await tx.audit.firstSince(organizationId, since);
    const head = await tx.audit.head(organizationId);
    if (!oldest || !head) return;
    const first = kept?.sequence ?? head.sequence + 1;
    const previousHash = kept ? kept.previousHash : head.hash;
    if (first === oldest.sequence) return;
    await tx.audit.removeBefore(organizationId, first);
    record({
      action: REMOVE_OLD,
      resource: "audit",
      resourceId: organizationId,
      name: `entries ${oldest.sequence} to ${first - 1}, before ${since}`,
      changes: {
        sequence: [oldest.sequence, first],
        previousHash: [oldest.previousHash, previousHash],
      },
    });
  });
}

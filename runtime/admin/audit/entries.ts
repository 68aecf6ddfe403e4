import type { AuditPlace } from "../../store/audit.ts";
import type { AuditEntry } from "../../store/rows.ts";
import type { Store } from "../../store/store.ts";

const PAGE = 500;

interface EntriesOptions {
  readonly organizationId: string;
  /** Number after which to begin. Default: 0. */
  readonly after?: number;
}

/** Reads the audit log of an organization, oldest first, a page at a time. */
export async function* auditEntries(
  { read }: Store,
  { organizationId, after = 0 }: EntriesOptions,
): AsyncGenerator<AuditEntry> {
  let place: Omit<AuditPlace, "limit"> = { sequence: after };
  for (;;) {
    const page = await read.audit.after(organizationId, { ...place, limit: PAGE });
    yield* page;
    if (page.length < PAGE) return;
    place = page.at(-1)!;
  }
}

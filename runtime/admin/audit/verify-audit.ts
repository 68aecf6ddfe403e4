import type { Organization } from "../../store/rows.ts";
import type { Store } from "../../store/store.ts";
import { AuditChain } from "./audit-chain.ts";
import { auditEntries } from "./entries.ts";

/** The state of one organization's audit log. */
export interface AuditReport {
  readonly organization: string;
  /** Number of entries. */
  readonly entries: number;
  /** Hash of the last entry; null if there is none. */
  readonly hash: string | null;
  /** Sentences about what is missing or changed; empty if the log is intact. */
  readonly faults: readonly string[];
}

/**
 * Verifies that no entry of an organization's audit log is missing or changed.
 *
 * @param earlier Lines of an earlier export, by the number of the entry: they must be unchanged.
 */
export async function verifyAudit(
  store: Store,
  { id: organizationId, name }: Organization,
  earlier: ReadonlyMap<number, string> = new Map(),
): Promise<AuditReport> {
  const chain = new AuditChain(earlier);
  for await (const entry of auditEntries(store, { organizationId })) chain.add(entry);
  const head = await store.read.audit.head(organizationId);
  // Entries may have been added before the end was read.
  const late = auditEntries(store, { organizationId, after: chain.last });
  for await (const entry of late) {
    if (entry.sequence <= (head?.sequence ?? 0)) chain.add(entry);
  }
  const faults = chain.end(head);
  return { organization: name, entries: chain.entries, hash: head?.hash ?? null, faults };
}

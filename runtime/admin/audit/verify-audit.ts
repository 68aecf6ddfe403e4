import type { Organization } from "../../store/rows.ts";
import type { Store } from "../../store/store.ts";
import { AuditChain } from "./audit-chain.ts";
import { auditEntries } from "./entries.ts";
import type { ExportedLog, ExportedLogs } from "./export-audit.ts";

/** The state of one organization's audit log. */
export interface AuditReport {
  readonly organization: string;
  /** Number of entries. */
  readonly entries: number;
  /** Number of the first entry: those before it were removed because of their age. */
  readonly first: number;
  /** Hash of the last entry; null if there is none. */
  readonly hash: string | null;
  /** Sentences about what is missing or changed; empty if the log is intact. */
  readonly faults: readonly string[];
}

const NOTHING: ExportedLog = { lines: new Map(), organizationName: undefined };

/**
 * Verifies that no entry of an organization's audit log is missing or changed.
 *
 * @param earlier An earlier export: its entries must be there, unchanged.
 */
export async function verifyAudit(
  store: Store,
  organization: Organization,
  earlier: ExportedLog = NOTHING,
): Promise<AuditReport> {
  for (;;) {
    const report = await readOnce(store, organization, earlier);
    const [oldest] = await store.read.audit.after(organization.id, { sequence: 0, limit: 1 });
    // Entries that are removed because of their age in the meantime look like missing ones.
    if ((oldest?.sequence ?? 1) === report.first) return report;
  }
}

async function readOnce(
  store: Store,
  { id: organizationId, name }: Organization,
  { lines, organizationName }: ExportedLog,
): Promise<AuditReport> {
  const chain = new AuditChain(lines);
  for await (const entry of auditEntries(store, { organizationId })) chain.add(entry);
  const head = await store.read.audit.head(organizationId);
  // Entries may have been added before the end was read.
  const late = auditEntries(store, { organizationId, after: chain.last });
  for await (const entry of late) {
    if (entry.sequence <= (head?.sequence ?? 0)) chain.add(entry);
  }
  const faults = [...chain.end(head)];
  const unnumbered = await store.read.audit.countUnnumbered(organizationId);
  if (unnumbered > 0) faults.push(`${unnumbered} more in the table, without a number from 1 on.`);
  const logged = chain.organizationName ?? organizationName;
  if (logged !== undefined && logged !== name) {
    faults.push(`The organization had the name "${logged}" when it was last logged.`);
  }
  return {
    organization: name,
    entries: chain.entries,
    first: chain.first,
    hash: head?.hash ?? null,
    faults,
  };
}

/**
 * Finds organizations that an export or entries of the store name, but that the store does not have.
 *
 * @returns sentences about them
 */
export async function findLostOrganizations(
  { read }: Store,
  exported: ExportedLogs,
): Promise<readonly string[]> {
  const known = new Set((await read.organizations.list({})).map(({ id }) => id));
  const logged = await read.audit.organizationIds();
  const lost = [...new Set([...exported.keys(), ...logged])].filter((id) => !known.has(id));
  return lost.map((id) => {
    const { organizationName } = exported.get(id) ?? NOTHING;
    const name = organizationName === undefined ? "" : `"${organizationName}", `;
    const source = exported.has(id) ? "The export" : "The log";
    return `${source} has entries of an organization that is not in the store: ${name}id ${id}.`;
  });
}

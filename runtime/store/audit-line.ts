import { createHash } from "node:crypto";
import type { AuditEntry } from "./rows.ts";

/**
 * Returns an audit entry as one line of JSON, as it is exported and hashed. The form never changes,
 * because the hashes in existing stores depend on it.
 */
export function auditLine(entry: AuditEntry): string {
  return JSON.stringify({
    sequence: entry.sequence,
    previousHash: entry.previousHash,
    organizationId: entry.organizationId,
    id: entry.id,
    at: entry.at,
    admin: entry.admin,
    network: entry.network,
    action: entry.action,
    resource: entry.resource,
    resourceId: entry.resourceId,
    name: entry.name,
    changes: entry.changes,
  });
}

/** Returns the SHA-256 of a line in lower-case hexadecimal: the next entry has it. */
export function hashOfLine(line: string): string {
  return createHash("sha256").update(line).digest("hex");
}

import { differences } from "../../partner/chain/differences.ts";
import { RuleError } from "../../partner/chain/rule-error.ts";
import type { Change } from "../../partner/change.ts";
import type { Queries } from "../../store/queries.ts";
import type { Admin } from "../../store/rows.ts";
import { endPartnerLinksOf } from "../partner-page/partner-links.ts";
import type { Permission } from "./permissions.ts";
import { endOtherSessions } from "./sessions.ts";

/** Needed to create credentials for partners, so an organization always has someone with it. */
const WRITE: Permission = "api-keys:w";

export interface NewPassword {
  readonly admin: Admin;
  readonly passwordHash: string;
  /** The session that continues; all others of the administrator end. */
  readonly exceptSession: string | null;
}

/** Replaces a password and ends the sessions that began with the old one. Tokens stay valid. */
export async function replacePassword(
  { tx, record }: Change,
  { admin, passwordHash, exceptSession }: NewPassword,
): Promise<void> {
  const { id, email } = admin;
  await tx.admins.update({ id }, { passwordHash });
  await endOtherSessions(tx, { adminId: id, except: exceptSession });
  record({ action: "change-password", resource: "admin", resourceId: id, name: email });
}

/**
 * Replaces the permissions. Without the one to write, the links to partners' pages end too.
 *
 * @throws {RuleError} if nobody in the organization would be left with write permission
 */
export async function replacePermissions(
  change: Change,
  { admin, permissions }: { readonly admin: Admin; readonly permissions: readonly Permission[] },
): Promise<void> {
  const { tx, record } = change;
  const changes = differences({ permissions: admin.permissions }, { permissions });
  if (Object.keys(changes).length === 0) return;
  await expectOtherHolder(tx, { admin, kept: permissions, permission: WRITE });
  const { id, email } = admin;
  await tx.admins.update({ id }, { permissions });
  if (!permissions.includes(WRITE)) await endPartnerLinksOf(change, id);
  record({ action: "update", resource: "admin", resourceId: id, name: email, changes });
}

/**
 * Removes an administrator with all sessions, tokens, open invitations and links to partners' pages.
 *
 * @throws {RuleError} if it is the last one with write permission
 */
export async function removeAdmin(change: Change, admin: Admin): Promise<void> {
  const { tx, record } = change;
  await expectOtherHolder(tx, { admin, kept: [], permission: WRITE });
  const { id, email, permissions } = admin;
  for (const token of await tx.adminTokens.list({ adminId: id })) {
    record({ action: "revoke", resource: "adminToken", resourceId: token.id, name: email });
  }
  for (const invitation of await tx.invitations.list({ inviterId: id })) {
    const { id: resourceId, email: name } = invitation;
    record({ action: "withdraw", resource: "admin", resourceId, name });
  }
  await endPartnerLinksOf(change, id);
  // The sessions, tokens and invitations refer to the row and are removed with it.
  await tx.admins.remove({ id });
  const changes = differences({ permissions }, null);
  record({ action: "delete", resource: "admin", resourceId: id, name: email, changes });
}

interface Loss {
  readonly admin: Admin;
  /** The permissions that the administrator keeps. */
  readonly kept: readonly string[];
  /** The permission that someone must have. */
  readonly permission: Permission;
}

/** @throws {RuleError} if the organization would be left without anyone who has the permission */
export async function expectOtherHolder(
  tx: Queries,
  { admin, kept, permission }: Loss,
): Promise<void> {
  const { id, email, organizationId, permissions } = admin;
  if (!permissions.includes(permission) || kept.includes(permission)) return;
  const all = await tx.admins.list({ organizationId });
  if (all.some((other) => other.id !== id && other.permissions.includes(permission))) return;
  throw new RuleError(
    "conflict",
    `The administrator "${email}" is the last one of the organization with the permission ` +
      `${permission}. Give it to another administrator first.`,
  );
}

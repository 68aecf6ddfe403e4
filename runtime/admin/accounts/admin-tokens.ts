import { notFound } from "../../partner/chain/rule-error.ts";
import type { Change } from "../../partner/change.ts";
import type { Platform } from "../../partner/platform.ts";
import { createSecret, SECRET_PREFIXES } from "../../partner/secrets/secrets.ts";
import type { Admin, AdminToken } from "../../store/rows.ts";
import type { Permission } from "./permissions.ts";

export interface WantedToken {
  readonly admin: Admin;
  /** The token that makes this one; null: none does. */
  readonly parent: AdminToken | null;
  readonly name: string;
  /** Null: always those of the administrator. */
  readonly permissions: readonly Permission[] | null;
  /** Null: never, or with its parent. */
  readonly expiresAt: string | null;
}

/** A new token, in plain text this once. */
export interface IssuedToken {
  readonly row: AdminToken;
  readonly token: string;
}

export async function issueToken(
  { vault }: Platform,
  { tx, at, newId, record }: Change,
  { admin, parent, name, permissions, expiresAt }: WantedToken,
): Promise<IssuedToken> {
  const token = createSecret(SECRET_PREFIXES.adminToken);
  const tokenHash = vault.hash("admin-token", token);
  const row: AdminToken = {
    id: newId(),
    adminId: admin.id,
    parentId: parent?.id ?? null,
    name,
    tokenHash,
    permissions,
    createdAt: at,
    expiresAt: earlier(expiresAt, parent?.expiresAt ?? null),
    lastUsedAt: null,
  };
  await tx.adminTokens.insert(row);
  record({ action: "create", resource: "adminToken", resourceId: row.id, name: admin.email });
  return { row, token };
}

/** Returns the earlier of two ends; null is none. */
function earlier(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return Date.parse(one) < Date.parse(other) ? one : other;
}

/**
 * Revokes a token, the tokens that it made, and those that they made.
 *
 * @returns the number of revoked tokens
 * @throws {RuleError} `not-found` if the administrator has no such token
 */
export async function revokeToken(
  { tx, record }: Change,
  { id, admin }: { readonly id: string; readonly admin: Admin },
): Promise<number> {
  const ended = await tx.adminTokens.remove({ id, adminId: admin.id });
  if (ended.length === 0) throw notFound("token");
  // The list grows while it is walked.
  for (const token of ended) {
    record({ action: "revoke", resource: "adminToken", resourceId: token.id, name: admin.email });
    ended.push(...(await tx.adminTokens.remove({ parentId: token.id })));
  }
  return ended.length;
}

/** Checks that a token has not expired. */
export function isValid({ expiresAt }: AdminToken, now: number): boolean {
  return expiresAt === null || now < Date.parse(expiresAt);
}

/** Returns the administrator with the permissions that a token has now. */
export function narrowed(admin: Admin, { permissions }: AdminToken): Admin {
  if (permissions === null) return admin;
  return { ...admin, permissions: admin.permissions.filter((name) => permissions.includes(name)) };
}

import { notFound } from "../../partner/chain/rule-error.ts";
import type { Change } from "../../partner/change.ts";
import { MINUTE_MS, timestamp } from "../../partner/clock.ts";
import type { Platform } from "../../partner/platform.ts";
import { createSecret, SECRET_PREFIXES } from "../../partner/secrets/secrets.ts";
import type { Admin, AdminToken } from "../../store/rows.ts";
import type { Permission } from "./permissions.ts";

/** A token's last use is written at most this often. */
const TOUCH_MS = MINUTE_MS;

export interface WantedToken {
  readonly admin: Admin;
  readonly name: string;
  /** Null: always those of the administrator. */
  readonly permissions: readonly Permission[] | null;
  /** Null: never. */
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
  { admin, name, permissions, expiresAt }: WantedToken,
): Promise<IssuedToken> {
  const token = createSecret(SECRET_PREFIXES.adminToken);
  const tokenHash = vault.hash("admin-token", token);
  const row: AdminToken = {
    id: newId(),
    adminId: admin.id,
    name,
    tokenHash,
    permissions,
    createdAt: at,
    expiresAt,
    lastUsedAt: null,
  };
  await tx.adminTokens.insert(row);
  record({ action: "create", resource: "adminToken", resourceId: row.id, name: admin.email });
  return { row, token };
}

/** @throws {RuleError} `not-found` if the administrator has no such token */
export async function revokeToken(
  { tx, record }: Change,
  { id, admin }: { readonly id: string; readonly admin: Admin },
): Promise<void> {
  const [removed] = await tx.adminTokens.remove({ id, adminId: admin.id });
  if (!removed) throw notFound("token");
  record({ action: "revoke", resource: "adminToken", resourceId: id, name: admin.email });
}

/** Checks that a token has not expired. */
export function isValid({ expiresAt }: AdminToken, now: number): boolean {
  return expiresAt === null || now < Date.parse(expiresAt);
}

/** Records the use of a token. */
export async function touchToken(
  platform: Platform,
  { id, lastUsedAt }: AdminToken,
): Promise<void> {
  if (lastUsedAt !== null && platform.now() - Date.parse(lastUsedAt) < TOUCH_MS) return;
  const now = timestamp(platform);
  await platform.store.transaction((tx) => tx.adminTokens.update({ id }, { lastUsedAt: now }));
}

/** Returns the administrator with the permissions that a token has now. */
export function narrowed(admin: Admin, { permissions }: AdminToken): Admin {
  if (permissions === null) return admin;
  return { ...admin, permissions: admin.permissions.filter((name) => permissions.includes(name)) };
}

import { explainClash } from "../partner/chain/rule-error.ts";
import { runChange } from "../partner/change.ts";
import { type Platform, timestamp } from "../partner/platform.ts";
import { createSecret, SECRET_PREFIXES } from "../partner/secrets/secrets.ts";
import { foldEmail } from "../partner/sign-in/email.ts";
import type { Admin } from "../store/rows.ts";
import {
  type Administrator,
  addAdministrator,
  type NewAdministrator,
} from "./add-administrator.ts";
import { PERMISSIONS, parsePermissions } from "./permissions.ts";

/** How the audit log names who uses these functions. */
const COMMAND_LINE = "command line";

/** What an operator asked for is not there. */
export class UnknownError extends Error {
  override readonly name = "UnknownError";
}

export interface WantedAdministrator extends Omit<NewAdministrator, "permissions"> {
  /** All unless told. */
  readonly permissions?: readonly string[] | undefined;
}

/**
 * Makes an administrator, and the organization when it is new.
 *
 * @throws {Error} if a value is not what it must be, or there is an administrator with this address
 */
export async function createAdministrator(
  platform: Platform,
  { permissions = PERMISSIONS, ...rest }: WantedAdministrator,
): Promise<Administrator> {
  const wanted = { ...rest, permissions: parsePermissions(permissions.join(",")) };
  return addAdministrator(platform, { wanted, actor: COMMAND_LINE }).catch((error) => {
    throw explainClash(error);
  });
}

/** An admin token as lists show it. */
export interface AdminTokenEntry {
  readonly id: string;
  /** Whose permissions it has. */
  readonly email: string;
  readonly name: string;
  readonly createdAt: string;
}

export interface NewAdminToken extends AdminTokenEntry {
  /** In plain text, this once. */
  readonly token: string;
}

/** @throws {UnknownError} if there is no administrator with this address */
export async function createAdminToken(
  platform: Platform,
  { email, name = "" }: { readonly email: string; readonly name?: string | undefined },
): Promise<NewAdminToken> {
  const admin = await platform.store.read.admins.find({ email: foldEmail(email) });
  if (!admin) throw new UnknownError(`There is no administrator with the email "${email}".`);
  const token = createSecret(SECRET_PREFIXES.adminToken);
  const row = {
    id: platform.newId(),
    adminId: admin.id,
    name,
    tokenHash: platform.vault.hash("admin-token", token),
    createdAt: timestamp(platform),
  };
  await runChange(platform, actorFor(admin), async ({ tx, record }) => {
    await tx.adminTokens.insert(row);
    record({ action: "create", resource: "adminToken", resourceId: row.id, name: admin.email });
  });
  return { id: row.id, email: admin.email, name, createdAt: row.createdAt, token };
}

/** Of all administrators, in the order of their creation. */
export async function listAdminTokens({ store }: Platform): Promise<readonly AdminTokenEntry[]> {
  const admins = new Map((await store.read.admins.list({})).map((admin) => [admin.id, admin]));
  const tokens = await store.read.adminTokens.list({});
  return tokens.map(({ id, adminId, name, createdAt }) => ({
    id,
    email: admins.get(adminId)!.email,
    name,
    createdAt,
  }));
}

/** @throws {UnknownError} if there is no such token */
export async function revokeAdminToken(platform: Platform, id: string): Promise<void> {
  const { read } = platform.store;
  const token = await read.adminTokens.find({ id });
  const admin = token && (await read.admins.find({ id: token.adminId }));
  if (!admin) throw new UnknownError(`There is no admin token with the id "${id}".`);
  await runChange(platform, actorFor(admin), async ({ tx, record }) => {
    await tx.adminTokens.remove({ id });
    record({ action: "revoke", resource: "adminToken", resourceId: id, name: admin.email });
  });
}

function actorFor({ organizationId }: Admin) {
  return { organizationId, name: COMMAND_LINE };
}

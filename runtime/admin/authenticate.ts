import type { Platform } from "../partner/platform.ts";
import { parseBearer } from "../partner/secrets/credentials.ts";
import { isWellFormed, SECRET_PREFIXES } from "../partner/secrets/secrets.ts";
import type { Admin } from "../store/rows.ts";
import type { Permission } from "./permissions.ts";
import { findSession } from "./sessions.ts";

/** The administrator who makes a request. */
export interface Caller {
  readonly admin: Admin;
  /** Of the session that speaks for the administrator; null where it is an admin token. */
  readonly sessionHash: string | null;
}

export interface Credentials {
  readonly authorization: string | undefined;
  /** The session cookie's value. */
  readonly cookie: string | undefined;
}

/** @returns null for whom is not known; an `Authorization` that is wrong is not made up for */
export async function authenticate(
  platform: Platform,
  { authorization, cookie }: Credentials,
): Promise<Caller | null> {
  if (authorization !== undefined) return byToken(platform, parseBearer(authorization));
  return cookie === undefined ? null : bySession(platform, cookie);
}

export function may({ admin }: Caller, permission: Permission): boolean {
  return admin.permissions.includes(permission);
}

async function byToken(platform: Platform, token: string | null): Promise<Caller | null> {
  if (token === null || !isWellFormed(token, SECRET_PREFIXES.adminToken)) return null;
  const { store, vault } = platform;
  const tokenHash = vault.hash("admin-token", token);
  const row = await store.read.adminTokens.find({ tokenHash });
  const admin = row && (await store.read.admins.find({ id: row.adminId }));
  return admin ? { admin, sessionHash: null } : null;
}

async function bySession(platform: Platform, cookie: string): Promise<Caller | null> {
  const session = await findSession(platform, cookie);
  const admin = session && (await platform.store.read.admins.find({ id: session.adminId }));
  return admin ? { admin, sessionHash: session.idHash } : null;
}

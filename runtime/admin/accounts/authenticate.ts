import type { Platform } from "../../partner/platform.ts";
import { parseBearer } from "../../partner/secrets/credentials.ts";
import { isWellFormed, SECRET_PREFIXES } from "../../partner/secrets/secrets.ts";
import type { Queries } from "../../store/queries.ts";
import type { Admin } from "../../store/rows.ts";
import { Refusal } from "../refusal.ts";
import { isValid, narrowed, touchToken } from "./admin-tokens.ts";
import type { Permission } from "./permissions.ts";
import { findSession } from "./sessions.ts";

/** A session or an admin token that authenticates an administrator, by its keyed hash. */
type Credential =
  | { readonly sessionHash: string; readonly tokenHash: null }
  | { readonly sessionHash: null; readonly tokenHash: string };

/** The administrator who makes a request. */
export type Caller = Credential & { readonly admin: Admin };

/** Who may use an operation: administrators with a permission, all administrators, or anyone. */
export type Access = Permission | "administrator" | "anyone";

export interface Credentials {
  readonly authorization: string | undefined;
  /** The session cookie's value. */
  readonly cookie: string | undefined;
}

/**
 * Finds the administrator who makes a request. A valid cookie does not make up for a wrong
 * `Authorization`.
 *
 * @throws {Refusal} 401 if the administrator is not known
 */
export async function authenticate(platform: Platform, credentials: Credentials): Promise<Caller> {
  const caller = await findCaller(platform, credentials);
  if (!caller) throw notSignedIn();
  return caller;
}

/** @returns null if the administrator is not known */
export function findCaller(
  platform: Platform,
  { authorization, cookie }: Credentials,
): Promise<Caller | null> {
  return authorization === undefined
    ? bySession(platform, cookie)
    : byToken(platform, parseBearer(authorization));
}

/** @throws {Refusal} 403 if the administrator lacks the permission */
export function expectAccess({ permissions }: Admin, access: Access): void {
  if (access === "anyone" || access === "administrator" || permissions.includes(access)) return;
  throw new Refusal(`This needs the permission "${access}".`, { status: 403 });
}

/**
 * Checks a caller again, in the transaction of the requested change: since the request began, the
 * session or token may have ended, or the permission may have been removed.
 *
 * @throws {Refusal} 401 or 403
 */
export async function expectStill(
  tx: Queries,
  { caller, access }: { readonly caller: Caller; readonly access: Access },
): Promise<void> {
  const admin = await findAdmin(tx, caller);
  if (!admin) throw notSignedIn();
  expectAccess(admin, access);
}

export function may({ admin }: Caller, permission: Permission): boolean {
  return admin.permissions.includes(permission);
}

async function byToken(platform: Platform, token: string | null): Promise<Caller | null> {
  if (token === null || !isWellFormed(token, SECRET_PREFIXES.adminToken)) return null;
  const { store, vault } = platform;
  const credential = { sessionHash: null, tokenHash: vault.hash("admin-token", token) };
  const row = await store.read.adminTokens.find({ tokenHash: credential.tokenHash });
  const admin = row && (await store.read.admins.find({ id: row.adminId }));
  if (!admin || !isValid(row, platform.now())) return null;
  await touchToken(platform, row);
  return { ...credential, admin: narrowed(admin, row) };
}

async function bySession(platform: Platform, cookie: string | undefined): Promise<Caller | null> {
  const session = cookie === undefined ? undefined : await findSession(platform, cookie);
  const admin = session && (await platform.store.read.admins.find({ id: session.adminId }));
  return admin ? { sessionHash: session.idHash, tokenHash: null, admin } : null;
}

async function findAdmin(
  queries: Queries,
  { sessionHash, tokenHash }: Credential,
): Promise<Admin | undefined> {
  if (sessionHash !== null) {
    const session = await queries.adminSessions.find({ idHash: sessionHash });
    return session && (await queries.admins.find({ id: session.adminId }));
  }
  const token = await queries.adminTokens.find({ tokenHash });
  const admin = token && (await queries.admins.find({ id: token.adminId }));
  return admin && narrowed(admin, token);
}

function notSignedIn(): Refusal {
  const headers = { "WWW-Authenticate": "Bearer" };
  return new Refusal("Sign in first, or send an admin token.", { status: 401, headers });
}

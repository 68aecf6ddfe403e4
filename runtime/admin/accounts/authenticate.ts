import type { Platform } from "../../partner/platform.ts";
import { parseBearer } from "../../partner/secrets/credentials.ts";
import { isWellFormed, SECRET_PREFIXES } from "../../partner/secrets/secrets.ts";
import type { Queries } from "../../store/queries.ts";
import type { Admin, AdminSession, AdminToken } from "../../store/rows.ts";
import { Refusal } from "../refusal.ts";
import { accepts, lacksFactor } from "../sign-in/policy.ts";
import { isValid, narrowed } from "./admin-tokens.ts";
import type { Permission } from "./permissions.ts";
import { findSession } from "./sessions.ts";

/** The administrator who makes a request, by a session or by an admin token. */
export type Caller = Credential & {
  readonly admin: Admin;
  /** True if the organization requires a second factor that the sign-in was without. */
  readonly lacksFactor: boolean;
};

type Credential =
  | { readonly session: AdminSession; readonly token: null }
  | { readonly session: null; readonly token: AdminToken };

/**
 * Who may use an operation: administrators with a permission, all administrators, all of them even
 * without a second factor that their organization requires, or anyone.
 */
export type Access = Permission | "administrator" | "signed-in" | "anyone";

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

/** @throws {Refusal} 403 if the administrator lacks the permission, or a required second factor */
export function expectAccess({ admin, lacksFactor }: Caller, access: Access): void {
  if (access === "anyone" || access === "signed-in") return;
  if (lacksFactor) {
    const message = "Your organization requires a second factor. Set one up in your account first.";
    throw new Refusal(message, { status: 403 });
  }
  if (access === "administrator" || admin.permissions.includes(access)) return;
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
  const current = await findAgain(tx, caller);
  if (!current) throw notSignedIn();
  expectAccess(current, access);
}

export function may({ admin }: Caller, permission: Permission): boolean {
  return admin.permissions.includes(permission);
}

async function byToken(platform: Platform, secret: string | null): Promise<Caller | null> {
  if (secret === null || !isWellFormed(secret, SECRET_PREFIXES.adminToken)) return null;
  const { store, vault } = platform;
  const token = await store.read.adminTokens.find({ tokenHash: vault.hash("admin-token", secret) });
  if (!token || !isValid(token, platform.now())) return null;
  const caller = await ofToken(store.read, token);
  if (caller) platform.tokenUse.note(token.id);
  return caller;
}

async function bySession(platform: Platform, cookie: string | undefined): Promise<Caller | null> {
  const session = cookie === undefined ? undefined : await findSession(platform, cookie);
  return session ? ofSession(platform.store.read, session) : null;
}

async function findAgain(queries: Queries, credential: Credential): Promise<Caller | null> {
  if (credential.session) {
    const { idHash } = credential.session;
    const session = await queries.adminSessions.find({ idHash });
    return session ? ofSession(queries, session) : null;
  }
  const { tokenHash } = credential.token;
  const token = await queries.adminTokens.find({ tokenHash });
  return token ? ofToken(queries, token) : null;
}

/** @returns null if the organization no longer accepts how the session began */
async function ofSession(
  { admins, organizations }: Queries,
  session: AdminSession,
): Promise<Caller | null> {
  const admin = await admins.find({ id: session.adminId });
  if (!admin) return null;
  const policy = (await organizations.find({ id: admin.organizationId }))!;
  if (!accepts(policy, session.way)) return null;
  return { session, token: null, admin, lacksFactor: lacksFactor(policy, session.way) };
}

async function ofToken({ admins }: Queries, token: AdminToken): Promise<Caller | null> {
  const admin = await admins.find({ id: token.adminId });
  return admin ? { session: null, token, admin: narrowed(admin, token), lacksFactor: false } : null;
}

function notSignedIn(): Refusal {
  const headers = { "WWW-Authenticate": "Bearer" };
  return new Refusal("Sign in first, or send an admin token.", { status: 401, headers });
}

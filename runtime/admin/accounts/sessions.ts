import { HOUR_MS, MINUTE_MS, timestamp } from "../../partner/clock.ts";
import type { Platform } from "../../partner/platform.ts";
import { CODE_PATTERN, createCode } from "../../partner/secrets/secrets.ts";
import type { Queries } from "../../store/queries.ts";
import type { Admin, AdminSession, SignInWay } from "../../store/rows.ts";
import type { Browser } from "./browser.ts";

/** A session ends after this long without use. */
export const IDLE_MS = 30 * MINUTE_MS;

/** A session ends this long after the sign-in, however often it is used. */
export const LIFETIME_MS = 12 * HOUR_MS;

/** A session's last use, and the administrator's last sign-in, are written at most this often. */
const TOUCH_MS = MINUTE_MS;

/** Finds the live session with this cookie value, and records its use. */
export async function findSession(
  platform: Platform,
  code: string,
): Promise<AdminSession | undefined> {
  if (!CODE_PATTERN.test(code)) return undefined;
  const idHash = platform.vault.hash("session", code);
  const session = await platform.store.read.adminSessions.find({ idHash });
  if (!session || !isLive(session, platform.now())) return undefined;
  await touch(platform, session);
  return session;
}

/**
 * Starts a session, always with a new value (ATTACK-H110). Ends the session of the browser's
 * earlier cookie, and removes expired ones.
 *
 * @returns the cookie's value
 */
export async function startSession(
  tx: Queries,
  { platform, admin, way, browser }: StartSession,
): Promise<string> {
  const { id: adminId, lastSignInAt } = admin;
  const code = createCode();
  const now = timestamp(platform);
  const { cookie, network, device } = browser;
  if (cookie !== undefined) await endSession(tx, platform.vault.hash("session", cookie));
  for (const session of await tx.adminSessions.list({ adminId })) {
    if (!isLive(session, platform.now())) await endSession(tx, session.idHash);
  }
  const idHash = platform.vault.hash("session", code);
  const times = { createdAt: now, lastSeenAt: now };
  const id = platform.newId();
  await tx.adminSessions.insert({ id, idHash, adminId, way, network, device, ...times });
  if (lastSignInAt === null || platform.now() - Date.parse(lastSignInAt) >= TOUCH_MS) {
    await tx.admins.update({ id: adminId }, { lastSignInAt: now });
  }
  return code;
}

export interface StartSession {
  readonly platform: Platform;
  readonly admin: Admin;
  readonly way: SignInWay;
  readonly browser: Browser;
}

export async function endSession(tx: Queries, idHash: string): Promise<void> {
  await tx.adminSessions.remove({ idHash });
}

/** Ends all sessions of an administrator but one. */
export async function endOtherSessions(
  tx: Queries,
  { adminId, except }: { readonly adminId: string; readonly except: string | null },
): Promise<void> {
  for (const { idHash } of await tx.adminSessions.list({ adminId })) {
    if (idHash !== except) await endSession(tx, idHash);
  }
}

/** Returns the live sessions of an administrator, the newest first. */
export async function liveSessions(
  { store, now }: Platform,
  adminId: string,
): Promise<readonly AdminSession[]> {
  const sessions = await store.read.adminSessions.list({ adminId }, "createdAt");
  return sessions.filter((session) => isLive(session, now())).reverse();
}

/** Checks that a session has not expired. */
export function isLive({ createdAt, lastSeenAt }: AdminSession, now: number): boolean {
  return now - Date.parse(lastSeenAt) < IDLE_MS && now - Date.parse(createdAt) < LIFETIME_MS;
}

async function touch(platform: Platform, { idHash, lastSeenAt }: AdminSession): Promise<void> {
  if (platform.now() - Date.parse(lastSeenAt) < TOUCH_MS) return;
  await platform.store.transaction((tx) =>
    tx.adminSessions.update({ idHash }, { lastSeenAt: timestamp(platform) }),
  );
}

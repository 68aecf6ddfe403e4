import { RuleError } from "../../partner/chain/rule-error.ts";
import type { Change } from "../../partner/change.ts";
import { MINUTE_MS } from "../../partner/clock.ts";
import type { Platform } from "../../partner/platform.ts";
import type { Queries } from "../../store/queries.ts";
import type { Admin, Passkey, SignInWay, TotpSecret } from "../../store/rows.ts";
import type { Caller } from "../accounts/authenticate.ts";
import type { Browser } from "../accounts/browser.ts";
import { endOtherSessions, startSession } from "../accounts/sessions.ts";
import { Refusal } from "../refusal.ts";
import { replaceRecoveryCodes } from "./recovery-codes.ts";

/** How old a sign-in may be to change how one signs in. */
const RECENT_MINUTES = 10;

/** The factors of an administrator besides a password. */
export interface Factors {
  /** Null if there is none that a code confirmed. */
  readonly totp: TotpSecret | null;
  readonly passkeys: readonly Passkey[];
  /** How many are left. */
  readonly recoveryCodes: number;
}

/** The factors that can follow a password. */
export const SECOND_FACTORS = ["totp", "passkey", "recovery-code"] as const;

export type SecondFactor = (typeof SECOND_FACTORS)[number];

export async function factorsOf(queries: Queries, adminId: string): Promise<Factors> {
  const secret = await queries.totpSecrets.find({ adminId });
  return {
    totp: secret && secret.confirmedAt !== null ? secret : null,
    passkeys: await queries.passkeys.list({ adminId }),
    recoveryCodes: await queries.recoveryCodes.count({ adminId }),
  };
}

/** Returns what must follow a password; nothing if the administrator has no second factor. */
export function methodsOf({ totp, passkeys, recoveryCodes }: Factors): readonly SecondFactor[] {
  if (!totp && passkeys.length === 0) return [];
  const has = { totp, passkey: passkeys.length > 0, "recovery-code": recoveryCodes > 0 };
  return SECOND_FACTORS.filter((method) => has[method]);
}

/**
 * Checks that someone signed in a short time ago: a console left open must not be enough to add a
 * way in or to remove one.
 *
 * @throws {Refusal} 403
 */
export function expectRecent({ now }: Platform, { session }: Caller): void {
  if (session !== null && now() - Date.parse(session.createdAt) < RECENT_MINUTES * MINUTE_MS)
    return;
  const message = `Sign in again: this needs a sign-in of the last ${RECENT_MINUTES} minutes.`;
  throw new Refusal(message, { status: 403, errors: [{ path: "session", message }] });
}

export interface Addition {
  readonly caller: Caller;
  /** How many there were before this one: with the first, recovery codes are created. */
  readonly before: Factors;
  /** The way in which the browser has just shown that it has the factor. */
  readonly way: SignInWay;
  /** The session of its cookie is replaced. */
  readonly browser: Browser;
}

export interface FactorResult {
  /** The new session cookie's value. */
  readonly code: string;
  /** Null if there were some before. */
  readonly recoveryCodes: readonly string[] | null;
}

/**
 * Completes the set-up of a second factor: the browser's session becomes one that has it, and all
 * others end, because they began without it.
 */
export async function completeFactor(
  platform: Platform,
  { tx }: Change,
  { caller: { admin, session }, before, way: shown, browser }: Addition,
): Promise<FactorResult> {
  const isFirst = methodsOf(before).length === 0;
  // A session that began without a password stays one, also where passwords are switched off.
  const way = session === null || session.way === "password" ? shown : session.way;
  if (isFirst) await endOtherSessions(tx, { adminId: admin.id, except: null });
  const code = await startSession(tx, { platform, admin, way, browser });
  if (!isFirst) return { code, recoveryCodes: null };
  return { code, recoveryCodes: await replaceRecoveryCodes(platform, { tx, adminId: admin.id }) };
}

/**
 * Checks what is left after a factor was removed: without any, recovery codes are worthless.
 *
 * @throws {RuleError} `conflict` if the organization requires one
 */
export async function completeRemoval({ tx }: Change, admin: Admin): Promise<void> {
  if (methodsOf(await factorsOf(tx, admin.id)).length > 0) return;
  const { requiresSecondFactor } = (await tx.organizations.find({ id: admin.organizationId }))!;
  if (requiresSecondFactor) {
    const message =
      "Your organization requires a second factor, and this is your last one. Set up another first.";
    throw new RuleError("conflict", message);
  }
  await tx.recoveryCodes.remove({ adminId: admin.id });
}

import { runChange } from "../partner/change.ts";
import type { Platform } from "../partner/platform.ts";
import { foldEmail } from "../partner/sign-in/email.ts";
import { networkOf } from "../partner/sign-in/network.ts";
import type { Admin } from "../store/rows.ts";
import type { Caller } from "./authenticate.ts";
import { guessesOf } from "./guesses.ts";
import { Refusal } from "./refusal.ts";
import { endOtherSessions, startSession } from "./sessions.ts";

export interface SignIn {
  readonly email: string;
  readonly password: string;
  /** The client's. */
  readonly address: string;
  /** The session cookie that the browser sent along; what it leads to ends. */
  readonly cookie: string | undefined;
}

export interface SignedIn {
  readonly admin: Admin;
  /** The new session cookie's value. */
  readonly code: string;
}

/**
 * Signs an administrator in. Whether there is one with this address can be told neither from the
 * answer nor from the time that it takes.
 *
 * @throws {Refusal} 401, or 429 after too many failures
 */
export async function signIn(platform: Platform, request: SignIn): Promise<SignedIn> {
  const { email, password, address, cookie } = request;
  const admin = await platform.store.read.admins.find({ email: foldEmail(email) });
  const isRight = await isPassword(platform, { admin, password, guesser: { email, address } });
  if (!admin || !isRight) throw new Refusal("The email or the password is wrong.", { status: 401 });
  const { id, organizationId } = admin;
  const { result: code } = await runChange(
    platform,
    { organizationId, name: admin.email },
    async (change) => {
      // Guesses that were made at the same time count against this one too.
      await guessesOf(platform, { email, address }).check(change.tx);
      change.record({
        action: "sign-in",
        resource: "session",
        resourceId: id,
        name: admin.email,
      });
      return startSession(change.tx, { platform, adminId: id, replaces: cookie });
    },
  );
  return { admin, code };
}

interface Check {
  readonly admin: Admin | undefined;
  readonly password: string;
  readonly guesser: { readonly email: string; readonly address: string };
}

/** @throws {Refusal} 429 after too many failures */
async function isPassword(
  platform: Platform,
  { admin, password, guesser }: Check,
): Promise<boolean> {
  const { store, passwords } = platform;
  const guesses = guessesOf(platform, guesser);
  await guesses.check(store.read);
  const requester = { side: "administrators", network: networkOf(guesser.address) } as const;
  const isRight = admin
    ? await passwords.verify(password, admin.passwordHash, requester)
    : await passwords.verifyNothing(password, requester);
  if (isRight) return true;
  await store.transaction(async (tx) => {
    // Of guesses made at the same time, those above the limit are not told that they are wrong.
    await guesses.check(tx);
    await guesses.count(tx);
  });
  return false;
}

export interface PasswordChange {
  readonly caller: Caller;
  readonly currentPassword: string;
  readonly newPassword: string;
  /** The client's. */
  readonly address: string;
}

/**
 * Changes the caller's own password, and ends every other session.
 *
 * @throws {Refusal} 400 if the current password is wrong, 429 after too many failures
 */
export async function changePassword(platform: Platform, request: PasswordChange): Promise<void> {
  const { caller, currentPassword, newPassword, address } = request;
  const { admin, sessionHash } = caller;
  const { id, organizationId, email } = admin;
  const guesser = { email, address };
  if (!(await isPassword(platform, { admin, password: currentPassword, guesser }))) {
    const message = "This is not your password.";
    const errors = [{ path: "currentPassword", message }];
    throw new Refusal(message, { status: 400, errors });
  }
  const passwordHash = await platform.passwords.hash(newPassword);
  await runChange(platform, { organizationId, name: email }, async ({ tx, record }) => {
    await tx.admins.update({ id }, { passwordHash });
    await endOtherSessions(tx, { adminId: id, except: sessionHash });
    record({ action: "change-password", resource: "admin", resourceId: id, name: email });
  });
}

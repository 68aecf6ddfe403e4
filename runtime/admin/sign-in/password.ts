import { networkOf } from "../../http/network.ts";
import type { AdminRefusal } from "../../partner/calls/admin-refusals.ts";
import { runChange } from "../../partner/change.ts";
import type { Platform } from "../../partner/platform.ts";
import { foldEmail } from "../../partner/sign-in/email.ts";
import type { Admin } from "../../store/rows.ts";
import type { Access, Caller } from "../accounts/authenticate.ts";
import type { Browser } from "../accounts/browser.ts";
import { replacePassword } from "../accounts/change-administrator.ts";
import { runAs } from "../api/resource.ts";
import { Refusal } from "../refusal.ts";
import { completeSignIn, type SignedIn } from "./complete-sign-in.ts";
import { LoginThrottle } from "./login-throttle.ts";
import { hashNewPassword } from "./new-password.ts";
import { askForFactor, type NeedsFactor } from "./second-factor.ts";

export interface SignIn {
  readonly email: string;
  readonly password: string;
  /** The address of the client. */
  readonly address: string;
  /** The session of its cookie ends. */
  readonly browser: Browser;
}

/**
 * Signs an administrator in, or asks for the second factor. Neither the answer nor its timing
 * reveals whether there is an administrator with this address.
 *
 * @throws {Refusal} 401, or 429 after too many failures
 */
export async function signIn(platform: Platform, request: SignIn): Promise<SignedIn | NeedsFactor> {
  const { email, password, address, browser } = request;
  const admin = await platform.store.read.admins.find({ email: foldEmail(email) });
  const throttle = new LoginThrottle(platform, { email, address, adminId: admin?.id });
  const isRight = await isPassword(platform, { admin, password, address, throttle });
  if (!admin || !isRight) throw wrongCredentials();
  const { id, organizationId, passwordHash } = admin;
  const actor = { organizationId, name: admin.email, network: browser.network };
  const { result } = await runChange(platform, actor, async (change) => {
    const { tx } = change;
    // Guesses made in parallel count against this one too.
    await throttle.check(tx);
    // Hashing takes a while, during which the password may have changed.
    const current = await tx.admins.find({ id, passwordHash });
    if (!current) throw wrongCredentials();
    const { allowsPasswords } = (await tx.organizations.find({ id: organizationId }))!;
    if (!allowsPasswords) throw wrongCredentials();
    await throttle.makeKnown(tx);
    const more = await askForFactor(platform, { queries: tx, admin: current });
    return more ?? completeSignIn(platform, change, { admin: current, way: "password", browser });
  });
  return result;
}

function wrongCredentials(): Refusal {
  return new Refusal("The email or the password is wrong.", { status: 401 });
}

interface Check {
  readonly admin: Admin | undefined;
  readonly password: string;
  /** The address of the client. */
  readonly address: string;
  readonly throttle: LoginThrottle;
}

/** @throws {Refusal} 429 after too many failures */
async function isPassword(platform: Platform, check: Check): Promise<boolean> {
  const { admin, address } = check;
  const refused = (reason: AdminRefusal) =>
    platform.adminRefusals.count({ reason, network: networkOf(address), admin });
  try {
    const isRight = await compare(platform, check);
    if (!isRight) refused(admin ? "wrong-password" : "unknown-administrator");
    return isRight;
  } catch (error) {
    if (error instanceof Refusal) refused("too-many-attempts");
    throw error;
  }
}

async function compare(
  { store, passwords }: Platform,
  { admin, password, address, throttle }: Check,
): Promise<boolean> {
  const isKnown = await throttle.check(store.read);
  const network = isKnown ? networkOf(address) : networkOf(address, 48);
  const requester = { side: "administrators", network, isKnown } as const;
  const isRight =
    admin && admin.passwordHash !== ""
      ? await passwords.verify(password, admin.passwordHash, requester)
      : await passwords.verifyNothing(password, requester);
  if (isRight) return true;
  await store.transaction(async (tx) => {
    // Of parallel guesses, those above the limit do not learn that they are wrong.
    await throttle.check(tx);
    await throttle.count(tx);
  });
  return false;
}

export interface PasswordChange {
  readonly caller: Caller;
  readonly access: Access;
  readonly currentPassword: string;
  readonly newPassword: string;
  /** The address of the client. */
  readonly address: string;
  readonly browser: Browser;
}

/**
 * Changes the caller's own password, and ends every other session.
 *
 * @throws {Refusal} 400 if the current password is wrong, 401 if the caller's session or token has
 *   ended in the meantime, 429 after too many failures
 */
export async function changePassword(platform: Platform, request: PasswordChange): Promise<void> {
  const { caller, access, currentPassword, newPassword, address, browser } = request;
  const { admin, session } = caller;
  const exceptSession = session?.idHash ?? null;
  const { id, email, passwordHash: replaces } = admin;
  const throttle = new LoginThrottle(platform, { email, address, adminId: id });
  if (!(await isPassword(platform, { admin, password: currentPassword, address, throttle }))) {
    throw notYourPassword();
  }
  const { organizationId } = admin;
  const { name } = (await platform.store.read.organizations.find({ id: organizationId }))!;
  const passwordHash = await hashNewPassword(platform, {
    password: newPassword,
    email,
    organization: name,
    field: "newPassword",
  });
  await runAs({ platform, caller, access, browser }, async (change) => {
    // Hashing takes a while, during which the password may have changed.
    const current = await change.tx.admins.find({ id, passwordHash: replaces });
    if (!current) throw notYourPassword();
    await replacePassword(change, { admin, passwordHash, exceptSession });
  });
}

function notYourPassword(): Refusal {
  const message = "This is not your password.";
  const errors = [{ path: "currentPassword", message }];
  return new Refusal(message, { status: 400, errors });
}

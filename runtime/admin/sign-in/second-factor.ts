import { networkOf } from "../../http/network.ts";
import { runChange } from "../../partner/change.ts";
import { HOUR_MS, windowOf } from "../../partner/clock.ts";
import type { Platform } from "../../partner/platform.ts";
import type { Queries } from "../../store/queries.ts";
import type { Admin, SignInWay } from "../../store/rows.ts";
import type { Browser } from "../accounts/browser.ts";
import { Refusal } from "../refusal.ts";
import { completeSignIn, type SignedIn } from "./complete-sign-in.ts";
import { factorsOf, methodsOf, type SecondFactor } from "./factors.ts";
import { tooMany } from "./login-throttle.ts";
import { spendRecoveryCode } from "./recovery-codes.ts";
import { createStep, readStep, type Step, takeStep } from "./steps.ts";
import { spendTotp } from "./totp.ts";

/**
 * Codes that may be tried for an administrator, right ones too. Only someone with the password can
 * try any; with three codes valid at a time, a day of guesses finds one with 0.15 %.
 */
const MOST_PER_HOUR = 20;

const CODE_STEP = "second-factor";

/** The right password, where more is needed. */
export interface NeedsFactor {
  /** For the request with the code. */
  readonly token: string;
  readonly methods: readonly SecondFactor[];
}

interface AfterPassword {
  readonly adminId: string;
  /** Changes with the password. */
  readonly password: string;
}

/** Asks for a second factor after the right password. @returns null if there is none */
export async function askForFactor(
  platform: Platform,
  { queries, admin }: { readonly queries: Queries; readonly admin: Admin },
): Promise<NeedsFactor | null> {
  const methods = methodsOf(await factorsOf(queries, admin.id));
  if (methods.length === 0) return null;
  const data: AfterPassword = { adminId: admin.id, password: passwordState(platform, admin) };
  return { token: await createStep(platform, { purpose: CODE_STEP, data }), methods };
}

export interface CodeSignIn {
  readonly token: string;
  /** The code of an authenticator app, or a recovery code. */
  readonly code: string;
  /** The address of the client. */
  readonly address: string;
  /** The session of its cookie ends. */
  readonly browser: Browser;
}

/**
 * Signs an administrator in whose password was right, by a code.
 *
 * @throws {Refusal} 401, or 429 after too many attempts
 */
export async function signInByCode(
  platform: Platform,
  { token, code, address, browser }: CodeSignIn,
): Promise<SignedIn> {
  const step = await readStep<AfterPassword>(platform, { purpose: CODE_STEP, token });
  if (!step) throw expired();
  const known = await platform.store.read.admins.find({ id: step.data.adminId });
  if (!known) throw wrongCode();
  try {
    return await finishByCode(platform, { step, known, code, browser });
  } catch (error) {
    if (error instanceof Refusal) {
      const reason = error.status === 429 ? "too-many-attempts" : "wrong-code";
      const network = networkOf(address);
      platform.adminRefusals.count({ reason, network, admin: known });
    }
    throw error;
  }
}

interface CodeAttempt extends Pick<CodeSignIn, "code" | "browser"> {
  readonly step: Step<AfterPassword>;
  readonly known: Admin;
}

async function finishByCode(
  platform: Platform,
  { step, known, code, browser }: CodeAttempt,
): Promise<SignedIn> {
  const { adminId, password } = step.data;
  await countAttempt(platform, adminId);
  const actor = {
    organizationId: known.organizationId,
    name: known.email,
    network: browser.network,
  };
  const { result } = await runChange(platform, actor, async (change) => {
    const { tx } = change;
    const admin = await tx.admins.find({ id: adminId });
    if (!admin || passwordState(platform, admin) !== password) throw wrongCode();
    const { allowsPasswords } = (await tx.organizations.find({ id: admin.organizationId }))!;
    const way = allowsPasswords ? await spendCode(platform, { tx, adminId, code }) : null;
    if (way === null || !(await takeStep(tx, step))) throw wrongCode();
    return completeSignIn(platform, change, { admin, way, browser });
  });
  return result;
}

async function spendCode(
  platform: Platform,
  { tx, adminId, code }: { readonly tx: Queries; readonly adminId: string; readonly code: string },
): Promise<SignInWay | null> {
  const { totp } = await factorsOf(tx, adminId);
  if (totp && (await spendTotp(platform, { tx, row: totp, code }))) return "totp";
  return (await spendRecoveryCode(platform, { tx, adminId, code })) ? "recovery-code" : null;
}

/** Counted before the code is looked at, so that attempts made in parallel count too. */
async function countAttempt(platform: Platform, adminId: string): Promise<void> {
  const take = { name: `admin-second-factor/${adminId}`, ...windowOf(platform, HOUR_MS) };
  const used = await platform.store.transaction((tx) => tx.budgets.take(take));
  if (used > MOST_PER_HOUR) throw tooMany(HOUR_MS);
}

function passwordState({ vault }: Platform, { passwordHash }: Admin): string {
  return vault.hash("password-state", passwordHash);
}

function wrongCode(): Refusal {
  return new Refusal("The code is wrong, or was used before.", { status: 401 });
}

function expired(): Refusal {
  return new Refusal("This sign-in has expired. Start again.", { status: 401 });
}

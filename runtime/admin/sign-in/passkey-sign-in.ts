import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { runChange } from "../../partner/change.ts";
import { MINUTE_MS } from "../../partner/clock.ts";
import type { Platform } from "../../partner/platform.ts";
import type { Passkey } from "../../store/rows.ts";
import type { Browser } from "../accounts/browser.ts";
import { Refusal } from "../refusal.ts";
import { completeSignIn, type SignedIn } from "./complete-sign-in.ts";
import { checkNetwork, countFailure } from "./login-throttle.ts";
import { isFramed, loadWebAuthn, relyingPartyOf } from "./relying-party.ts";
import { createStep, readStep, STEP_MINUTES, takeStep } from "./steps.ts";

const PURPOSE = "passkey";

interface Challenge {
  readonly challenge: string;
}

/**
 * Creates what a browser needs to use any passkey that it has for this site: nothing in it depends
 * on an account.
 *
 * @throws {RuleError} `conflict` if there can be no passkeys
 */
export async function startPasskeySignIn(platform: Platform) {
  const { id: rpID } = relyingPartyOf(platform);
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID,
    userVerification: "required",
    timeout: STEP_MINUTES * MINUTE_MS,
  });
  const data: Challenge = { challenge: options.challenge };
  return { token: await createStep(platform, { purpose: PURPOSE, data }), options };
}

export interface PasskeySignIn {
  readonly token: string;
  readonly response: AuthenticationResponseJSON;
  /** The address of the client. */
  readonly address: string;
  /** The session of its cookie ends. */
  readonly browser: Browser;
}

/**
 * Signs an administrator in by a passkey alone. Every failure has the same answer.
 *
 * @throws {Refusal} 401, or 429 after too many failures
 */
export async function signInByPasskey(
  platform: Platform,
  { address, ...request }: PasskeySignIn,
): Promise<SignedIn> {
  await checkNetwork(platform, { queries: platform.store.read, address });
  try {
    return await acceptPasskey(platform, request);
  } catch (error) {
    if (error instanceof Refusal) {
      await platform.store.transaction((tx) => countFailure(platform, { queries: tx, address }));
    }
    throw error;
  }
}

/** @throws {Refusal} 401 */
async function acceptPasskey(
  platform: Platform,
  { token, response, browser }: Omit<PasskeySignIn, "address">,
): Promise<SignedIn> {
  const { read } = platform.store;
  const step = await readStep<Challenge>(platform, { purpose: PURPOSE, token });
  const passkey = step && (await read.passkeys.find({ credentialId: response.id }));
  const known = passkey && (await read.admins.find({ id: passkey.adminId }));
  if (!known) throw notAccepted();
  const { challenge } = step.data;
  const counter = await verify(platform, { passkey, response, challenge });
  const actor = {
    organizationId: known.organizationId,
    name: known.email,
    network: browser.network,
  };
  const { result } = await runChange(platform, actor, async (change) => {
    const { tx, at } = change;
    const admin = await tx.admins.find({ id: known.id });
    // Equal to what was read, so that one of two with the same counter wins.
    const unchanged = { id: passkey.id, counter: passkey.counter };
    const used = await tx.passkeys.update(unchanged, { counter, lastUsedAt: at });
    if (!admin || used === 0 || !(await takeStep(tx, step))) throw notAccepted();
    return completeSignIn(platform, change, { admin, way: "passkey", browser });
  });
  return result;
}

interface Assertion {
  readonly passkey: Passkey;
  readonly response: AuthenticationResponseJSON;
  readonly challenge: string;
}

/** @returns the new counter @throws {Refusal} 401 */
async function verify(
  platform: Platform,
  { passkey, response, challenge }: Assertion,
): Promise<number> {
  const { adminId, credentialId, publicKey, counter } = passkey;
  if (response.response.userHandle !== Buffer.from(adminId).toString("base64url")) {
    throw notAccepted();
  }
  const { id: expectedRPID, origin: expectedOrigin } = relyingPartyOf(platform);
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin,
    expectedRPID,
    credential: { id: credentialId, publicKey: Buffer.from(publicKey, "base64url"), counter },
  }).catch(() => {
    // The library throws plain errors for everything that is wrong with a response.
    throw notAccepted();
  });
  if (!verified || isFramed(response.response)) throw notAccepted();
  return authenticationInfo.newCounter;
}

function notAccepted(): Refusal {
  return new Refusal("This passkey was not accepted.", { status: 401 });
}

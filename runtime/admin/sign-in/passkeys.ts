import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import { notFound, RuleError } from "../../partner/chain/rule-error.ts";
import type { Change } from "../../partner/change.ts";
import { MINUTE_MS } from "../../partner/clock.ts";
import type { Platform } from "../../partner/platform.ts";
import type { Admin, Passkey } from "../../store/rows.ts";
import { Refusal } from "../refusal.ts";
import { completeRemoval } from "./factors.ts";
import { isFramed, loadWebAuthn, relyingPartyOf } from "./relying-party.ts";
import { createStep, readStep, STEP_MINUTES, type Step, takeStep } from "./steps.ts";

/** The most passkeys of one administrator. */
export const MAX_PASSKEYS = 20;

const PURPOSE = "new-passkey";

/** ES256, EdDSA and RS256 (RFC 9053, RFC 8812), which Node and Deno verify. */
const ALGORITHMS = [-7, -8, -257];

interface Challenge {
  readonly adminId: string;
  readonly challenge: string;
}

/** A new passkey as the browser reports it, verified. */
export interface NewPasskey
  extends Pick<Passkey, "credentialId" | "publicKey" | "counter" | "transports"> {
  readonly step: Step<Challenge>;
}

/**
 * Creates what a browser needs to create a passkey.
 *
 * @throws {RuleError} if there can be none, or no more
 */
export async function startPasskeyCreation(
  platform: Platform,
  { id, email, organizationId }: Admin,
) {
  const { id: rpID } = relyingPartyOf(platform);
  const { read } = platform.store;
  const passkeys = await read.passkeys.list({ adminId: id });
  expectRoom(passkeys.length);
  const { name } = (await read.organizations.find({ id: organizationId }))!;
  const { generateRegistrationOptions } = await loadWebAuthn();
  const options = await generateRegistrationOptions({
    rpName: `docgate (${name})`,
    rpID,
    userID: new TextEncoder().encode(id),
    userName: email,
    userDisplayName: email,
    timeout: STEP_MINUTES * MINUTE_MS,
    excludeCredentials: passkeys.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  const data: Challenge = { adminId: id, challenge: options.challenge };
  return { token: await createStep(platform, { purpose: PURPOSE, data }), options };
}

export interface Registration {
  readonly admin: Admin;
  readonly token: string;
  readonly response: RegistrationResponseJSON;
}

/** @throws {Refusal} 400 */
export async function verifyNewPasskey(
  platform: Platform,
  { admin, token, response }: Registration,
): Promise<NewPasskey> {
  const step = await readStep<Challenge>(platform, { purpose: PURPOSE, token });
  if (step?.data.adminId !== admin.id) throw notAccepted();
  const { id: expectedRPID, origin: expectedOrigin } = relyingPartyOf(platform);
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: step.data.challenge,
    expectedOrigin,
    expectedRPID,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => {
    // The library throws plain errors for everything that is wrong with a response.
    throw notAccepted();
  });
  const isSame = registrationInfo?.credential.id === response.id;
  if (!isSame || isFramed(response.response)) throw notAccepted();
  const { id: credentialId, publicKey, counter, transports = [] } = registrationInfo.credential;
  return {
    step,
    credentialId,
    publicKey: Buffer.from(publicKey).toString("base64url"),
    counter,
    transports,
  };
}

/**
 * Adds a verified passkey.
 *
 * @throws {Refusal} 400 if its challenge was used before
 * @throws {RuleError} if there are too many
 * @throws {ConflictError} if it is registered already, for whomever
 */
export async function addPasskey(
  { tx, at, newId, record }: Change,
  { admin, name, passkey }: { readonly admin: Admin; name: string; passkey: NewPasskey },
): Promise<void> {
  const { step, ...credential } = passkey;
  expectRoom(await tx.passkeys.count({ adminId: admin.id }));
  if (!(await takeStep(tx, step))) throw notAccepted();
  const id = newId();
  const dates = { createdAt: at, lastUsedAt: null };
  await tx.passkeys.insert({ id, adminId: admin.id, name, ...credential, ...dates });
  record({ action: "create", resource: "passkey", resourceId: id, name });
}

/**
 * Removes a passkey of an administrator.
 *
 * @throws {RuleError} `not-found`; `conflict` if the administrator could then not sign in, or lacked
 *   a factor that the organization requires
 */
export async function removePasskey(
  change: Change,
  { admin, id }: { readonly admin: Admin; readonly id: string },
): Promise<void> {
  const { tx, record } = change;
  const { id: adminId, organizationId } = admin;
  const [removed] = await tx.passkeys.remove({ id, adminId });
  if (!removed) throw notFound("passkey");
  const { allowsPasswords } = (await tx.organizations.find({ id: organizationId }))!;
  const hasOther =
    allowsPasswords ||
    (await tx.passkeys.count({ adminId })) > 0 ||
    (await tx.identityProviders.find({ organizationId })) !== undefined;
  if (!hasOther) {
    const message =
      "Your organization has switched passwords off, and this is your last passkey. Add another first.";
    throw new RuleError("conflict", message);
  }
  await completeRemoval(change, admin);
  record({ action: "delete", resource: "passkey", resourceId: id, name: removed.name });
}

function expectRoom(count: number): void {
  if (count < MAX_PASSKEYS) return;
  throw new RuleError("invalid", `Reached the maximum number of passkeys (${MAX_PASSKEYS}).`);
}

function notAccepted(): Refusal {
  const message = "This passkey was not accepted. Add it again.";
  return new Refusal(message, { status: 400 });
}

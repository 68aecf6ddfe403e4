import type { Queries } from "../../store/queries.ts";
import type { Challenge, Consumer } from "../../store/rows.ts";
import type { RefusalReason } from "../api/refusals.ts";
import type { Call } from "../calls/call.ts";
import { timestamp } from "../clock.ts";
import type { Platform } from "../platform.ts";
import { createCode, createPin, isPin } from "../secrets/secrets.ts";
import { createGuessBudgets } from "./guess-budgets.ts";
import { isBlocked } from "./registration.ts";
import { completeSignIn, type TokensResult } from "./tokens.ts";

/** How long a passcode can be confirmed (CHAIN-C10). */
export const PASSCODE_TTL_SECONDS = 5 * 60;

const PASSCODE_TTL_MS = PASSCODE_TTL_SECONDS * 1000;

/** A requested passcode: one part for the browser, one for the mail, one for the store. */
export interface NewChallenge {
  readonly hash: string;
  readonly pin: string;
  readonly row: Challenge;
}

/**
 * Creates a challenge. The store gets keyed hashes of both parts, and the pin's depends on the
 * hash, which the store does not have: a copy of the store reveals no pin (ATTACK-G95).
 */
export function createChallenge(platform: Platform, consumerId: string): NewChallenge {
  const [hash, pin] = [createCode(), createPin()];
  const row: Challenge = {
    idHash: platform.vault.hash("challenge", hash),
    consumerId,
    pinHash: hashPin(platform, { hash, pin }),
    expiresAt: timestamp(platform, PASSCODE_TTL_MS),
  };
  return { hash, pin, row };
}

interface Proof {
  readonly hash: string;
  readonly pin: string;
}

function hashPin({ vault }: Platform, { hash, pin }: Proof): string {
  return vault.hash("pin", `${hash}:${pin}`);
}

export interface PasscodeRequest {
  /** The Origin of the request, which the gate let through. */
  readonly origin: string;
  /** The client's address. */
  readonly address: string;
  /** The hash that the sign-in answered with. */
  readonly hash: string;
  /** Anything but a string of six digits is a wrong pin. */
  readonly pin: unknown;
  readonly call?: Call;
}

export type PasscodeResult = TokensResult | { readonly kind: "expired" };

/**
 * Confirms a passcode and issues the tokens. Any attempt ends the challenge, whatever its result
 * (CHAIN-C10).
 */
export async function confirmPasscode(
  platform: Platform,
  request: PasscodeRequest,
): Promise<PasscodeResult> {
  const { origin } = request;
  const tenant = await platform.served.byOrigin(origin);
  const contractId = tenant?.contractId ?? null;
  const proved = await platform.store.transaction((tx) =>
    redeem(tx, { platform, request, contractId }),
  );
  const result = typeof proved === "string" ? proved : await complete(platform, origin, proved);
  if (typeof result !== "string") return result;
  platform.onRefusal("passcode", result, request.call);
  return { kind: "expired" };
}

type Reason = RefusalReason<"passcode">;

async function complete(
  platform: Platform,
  origin: string,
  proved: ProvenConsumer,
): Promise<TokensResult | Reason> {
  return (await completeSignIn(platform, { origin, ...proved })) ?? "gone";
}

interface Redemption {
  readonly platform: Platform;
  readonly request: PasscodeRequest;
  /** The contract of the Origin. */
  readonly contractId: string | null;
}

interface ProvenConsumer {
  readonly consumer: Consumer;
  readonly networkHash: string;
}

/**
 * Removes the challenge first, so that only one of several attempts is checked (ATTACK-G89).
 *
 * @returns the reason if the attempt is refused
 */
async function redeem(
  tx: Queries,
  { platform, request, contractId }: Redemption,
): Promise<ProvenConsumer | Reason> {
  const { hash, pin, address } = request;
  const [challenge] = await tx.challenges.remove({
    idHash: platform.vault.hash("challenge", hash),
  });
  if (!challenge) return "no-challenge";
  if (!isLive(challenge, timestamp(platform))) return "expired";
  const consumer = await tx.consumers.find({ id: challenge.consumerId });
  if (!consumer || consumer.contractId !== contractId) return "other-tenant";
  const contract = await tx.contracts.find({ id: contractId });
  if (!contract) return "gone";
  if (isBlocked(contract, consumer)) return "blocked";
  const budgets = createGuessBudgets(platform, { account: consumer, address });
  if ((await budgets.spent(tx)).has("pin/network")) return "too-many-passcodes";
  const { networkHash } = budgets;
  const { pinHash } = challenge;
  if (isPin(pin) && platform.vault.equals(pinHash, hashPin(platform, { hash, pin }))) {
    return { consumer, networkHash };
  }
  await budgets.count(tx, "pin/account", "pin/network");
  return "wrong-passcode";
}

function isLive({ expiresAt }: Challenge, at: string): boolean {
  // A passcode is not valid before its creation either: a clock set back gains no extra time.
  const madeAt = new Date(Date.parse(expiresAt) - PASSCODE_TTL_MS).toISOString();
  return madeAt <= at && at < expiresAt;
}

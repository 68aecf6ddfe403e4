import { randomUUID } from "node:crypto";
import type { Call } from "../calls/call.ts";
import { isAllowed } from "../keys/networks.ts";
import type { AskMoment } from "../keys/store-moment.ts";
import type { Platform } from "../platform.ts";
import { type MintCredentials, parseMintCredentials } from "../secrets/credentials.ts";
import { createSecret, isWellFormed, SECRET_PREFIXES } from "../secrets/secrets.ts";
import type { RefusalReason } from "./refusals.ts";

/**
 * Replaces a header that could not be read, so that it costs the same as a wrong one (ATTACK-B17):
 * credentials that match nothing, to be decoded, checked and hashed like any others.
 */
const STAND_IN = Buffer.from(
  [
    createSecret(SECRET_PREFIXES.clientSecret),
    randomUUID(),
    createSecret(SECRET_PREFIXES.apiKey),
  ].join("|"),
).toString("base64");

/** Replaces the hashes of a key that does not exist; no secret hashes to it. */
const NO_HASH = "-".repeat(43);
/** Replaces the end of an overlap. */
const NEVER = "1970-01-01T00:00:00.000Z";

export interface MintRequest {
  readonly clientId: string | null;
  /** Null if the header could not be read. */
  readonly credentials: MintCredentials | null;
  /** The client's address, for the key's networks. */
  readonly address: string;
  readonly ask?: AskMoment;
  readonly call?: Call;
}

/**
 * Mints an application token if every credential is right and the key works (PIA §4, PIA §7,
 * CHAIN-C5a).
 *
 * The answer does not say what is wrong, and no check is skipped after another has failed, so every
 * refusal takes the same time.
 *
 * @returns null if anything is wrong
 */
export async function mintToken(
  platform: Platform,
  { clientId, credentials, address, call, ...request }: MintRequest,
): Promise<string | null> {
  const { store, vault, served, tokens } = platform;
  const { ask = store.read.installation.moment } = request;
  const { clientSecret, apiKeyId, apiKeySecret } = credentials ?? parseMintCredentials(STAND_IN)!;
  const found = await served.workingById(apiKeyId, ask);
  const key = typeof found === "string" ? undefined : found;
  const secretHash = vault.hash("client-secret", clientSecret);
  const isCurrent = vault.equals(secretHash, key?.clientSecretHash ?? NO_HASH);
  const isPrevious = vault.equals(secretHash, key?.previousSecretHash ?? NO_HASH);
  const isInOverlap = (await ask()).nowMs < Date.parse(key?.previousSecretUntil ?? NEVER);
  const isSecretRight = [
    isWellFormed(clientSecret, SECRET_PREFIXES.clientSecret),
    isCurrent || (isPrevious && isInOverlap),
  ];
  const isKeyRight = [
    isWellFormed(apiKeySecret, SECRET_PREFIXES.apiKey),
    vault.equals(vault.hash("api-key", apiKeySecret), key?.keyHash ?? NO_HASH),
  ];
  const faults: readonly (readonly [boolean, RefusalReason<"mint">])[] = [
    [credentials === null, "unreadable-credentials"],
    [clientId === null, "no-client-id"],
    [!key, typeof found === "string" ? found : "key-not-bound"],
    [!isAllowed(address, key?.networks ?? null), "other-network"],
    [!isSecretRight.every(Boolean), "wrong-client-secret"],
    [!isKeyRight.every(Boolean), "wrong-api-key"],
    [key?.clientPublicId !== clientId, "other-client"],
  ];
  const fault = faults.find(([isFault]) => isFault);
  if (fault || !key?.clientPublicId) {
    platform.onRefusal("mint", fault?.[1] ?? "key-not-bound", call);
    return null;
  }
  const { apiKeyId: keyId, clientPublicId, generation } = key;
  platform.lastUse.note(keyId);
  return tokens.mint({ keyId, clientId: clientPublicId, generation }, ask);
}

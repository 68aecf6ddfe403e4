import { randomUUID } from "node:crypto";
import type { Call } from "../calls/call.ts";
import type { AskRevision } from "../keys/store-revision.ts";
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

export interface MintRequest {
  readonly clientId: string | null;
  /** Null if the header could not be read. */
  readonly credentials: MintCredentials | null;
  readonly ask?: AskRevision;
  readonly call?: Call;
}

/**
 * Mints an application token if every credential is right and the key is fully bound (PIA §4,
 * PIA §7).
 *
 * The answer does not say what is wrong, and no check is skipped after another has failed, so every
 * refusal takes the same time.
 *
 * @returns null if anything is wrong
 */
export async function mintToken(
  platform: Platform,
  { clientId, credentials, ask, call }: MintRequest,
): Promise<string | null> {
  const { vault, served, tokens } = platform;
  const { clientSecret, apiKeyId, apiKeySecret } = credentials ?? parseMintCredentials(STAND_IN)!;
  const key = await served.boundById(apiKeyId, ask);
  const isSecretRight = [
    isWellFormed(clientSecret, SECRET_PREFIXES.clientSecret),
    vault.equals(vault.hash("client-secret", clientSecret), key?.clientSecretHash ?? NO_HASH),
  ];
  const isKeyRight = [
    isWellFormed(apiKeySecret, SECRET_PREFIXES.apiKey),
    vault.equals(vault.hash("api-key", apiKeySecret), key?.keyHash ?? NO_HASH),
  ];
  const faults: readonly (readonly [boolean, RefusalReason<"mint">])[] = [
    [credentials === null, "unreadable-credentials"],
    [clientId === null, "no-client-id"],
    [!key?.origin, "key-not-bound"],
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

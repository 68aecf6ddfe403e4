import type { MintCredentials } from "./credentials.ts";
import type { Platform } from "./platform.ts";
import { isWellFormed, SECRET_PREFIXES } from "./secrets.ts";

/** Stands in for credentials that could not be read, so that they cost the same as wrong ones. */
const NO_CREDENTIALS: MintCredentials = { clientSecret: "", apiKeyId: "", apiKeySecret: "" };

export interface MintRequest {
  readonly clientId: string | null;
  /** Null where the header could not be read. */
  readonly credentials: MintCredentials | null;
}

/**
 * Mints an application token if every credential is right and the key is fully bound (§4, §7).
 *
 * What is wrong is not told, and no check is left out once another has failed: the answer takes the
 * same time.
 *
 * @returns null if anything is wrong
 */
export async function mintToken(
  platform: Platform,
  { clientId, credentials }: MintRequest,
): Promise<string | null> {
  const { vault, served, tokens } = platform;
  const { clientSecret, apiKeyId, apiKeySecret } = credentials ?? NO_CREDENTIALS;
  const key = await served.byId(apiKeyId);
  const isSecretRight = [
    isWellFormed(clientSecret, SECRET_PREFIXES.clientSecret),
    vault.equals(vault.hash("client-secret", clientSecret), key?.clientSecretHash ?? ""),
  ];
  const isKeyRight = [
    isWellFormed(apiKeySecret, SECRET_PREFIXES.apiKey),
    vault.equals(vault.hash("api-key", apiKeySecret), key?.keyHash ?? ""),
  ];
  const isRight = [...isSecretRight, ...isKeyRight].every(Boolean);
  if (!isRight || !key?.origin || !key.clientPublicId || key.clientPublicId !== clientId) {
    return null;
  }
  const { apiKeyId: keyId, clientPublicId, generation } = key;
  platform.lastUse.note(keyId);
  return tokens.mint({ keyId, clientId: clientPublicId, generation });
}

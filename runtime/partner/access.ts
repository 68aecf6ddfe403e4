import type { ServedKey } from "../store/rows.ts";
import type { Platform } from "./platform.ts";
import { parseBearer } from "./secrets/credentials.ts";
import { isWellFormed, SECRET_PREFIXES } from "./secrets/secrets.ts";

/**
 * The key that a request's `Authorization` speaks for (§5.2, §5.3): an application token, checked
 * against the live store (decision C5), or the raw key itself (decision C6).
 *
 * @returns null for everything else
 */
export async function authenticate(
  platform: Platform,
  authorization: string | undefined,
): Promise<ServedKey | null> {
  const bearer = parseBearer(authorization);
  if (bearer === null) return null;
  const key = bearer.startsWith(SECRET_PREFIXES.apiKey)
    ? await byRawKey(platform, bearer)
    : await byToken(platform, bearer);
  if (key) platform.lastUse.note(key.apiKeyId);
  return key;
}

async function byRawKey({ vault, served }: Platform, key: string): Promise<ServedKey | null> {
  if (!isWellFormed(key, SECRET_PREFIXES.apiKey)) return null;
  return (await served.byKeyHash(vault.hash("api-key", key))) ?? null;
}

async function byToken({ tokens, served }: Platform, token: string): Promise<ServedKey | null> {
  const claims = await tokens.verify(token);
  if (!claims) return null;
  const key = await served.byId(claims.keyId);
  if (!key || key.clientPublicId !== claims.clientId) return null;
  const isLive =
    key.generation === claims.generation && key.certificateId !== null && key.contractId !== null;
  return isLive ? key : null;
}

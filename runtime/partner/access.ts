import type { ServedKey } from "../store/rows.ts";
import type { Platform } from "./platform.ts";
import type { RefusalReason } from "./refusals.ts";
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
  const found = bearer === null ? "no-bearer" : await findKey(platform, bearer);
  if (typeof found === "string") {
    platform.onRefusal("bearer", found);
    return null;
  }
  platform.lastUse.note(found.apiKeyId);
  return found;
}

type Found = ServedKey | RefusalReason<"bearer">;

function findKey(platform: Platform, bearer: string): Promise<Found> {
  const isRawKey = bearer.startsWith(SECRET_PREFIXES.apiKey);
  return isRawKey ? byRawKey(platform, bearer) : byToken(platform, bearer);
}

async function byRawKey({ vault, served }: Platform, key: string): Promise<Found> {
  if (!isWellFormed(key, SECRET_PREFIXES.apiKey)) return "wrong-api-key";
  return (await served.byKeyHash(vault.hash("api-key", key))) ?? "wrong-api-key";
}

async function byToken({ tokens, served }: Platform, token: string): Promise<Found> {
  const claims = await tokens.verify(token);
  if (!claims) return "wrong-token";
  const key = await served.byId(claims.keyId);
  if (!key) return "key-deleted";
  if (key.clientPublicId !== claims.clientId) return "other-client";
  if (key.generation !== claims.generation) return "tokens-revoked";
  return key.certificateId !== null && key.contractId !== null ? key : "key-not-bound";
}

import type { ServedKey } from "../store/rows.ts";
import type { Platform } from "./platform.ts";
import type { RefusalReason } from "./refusals.ts";
import type { AskRevision } from "./revision.ts";
import { parseBearer } from "./secrets/credentials.ts";
import { isWellFormed, SECRET_PREFIXES } from "./secrets/secrets.ts";

export interface Caller {
  readonly authorization: string | undefined;
  /** Of the request. */
  readonly ask?: AskRevision;
}

/**
 * The key that a request's `Authorization` speaks for (§5.2, §5.3): an application token, checked
 * against the live store (decision C5), or the raw key itself (decision C6).
 *
 * @returns null for everything else
 */
export async function authenticate(
  platform: Platform,
  { authorization, ask }: Caller,
): Promise<ServedKey | null> {
  const bearer = parseBearer(authorization);
  const found = bearer === null ? "no-bearer" : await findKey(platform, { bearer, ask });
  if (typeof found === "string") {
    platform.onRefusal("bearer", found);
    return null;
  }
  platform.lastUse.note(found.apiKeyId);
  return found;
}

type Found = ServedKey | RefusalReason<"bearer">;

interface Search {
  readonly bearer: string;
  readonly ask: AskRevision | undefined;
}

function findKey(platform: Platform, search: Search): Promise<Found> {
  const isRawKey = search.bearer.startsWith(SECRET_PREFIXES.apiKey);
  return isRawKey ? byRawKey(platform, search) : byToken(platform, search);
}

async function byRawKey({ vault, served }: Platform, { bearer, ask }: Search): Promise<Found> {
  if (!isWellFormed(bearer, SECRET_PREFIXES.apiKey)) return "wrong-api-key";
  return (await served.byKeyHash(vault.hash("api-key", bearer), ask)) ?? "wrong-api-key";
}

async function byToken({ tokens, served }: Platform, { bearer, ask }: Search): Promise<Found> {
  const claims = await tokens.verify(bearer, ask);
  if (!claims) return "wrong-token";
  const key = await served.byId(claims.keyId, ask);
  if (!key) return "key-deleted";
  if (key.clientPublicId !== claims.clientId) return "other-client";
  if (key.generation !== claims.generation) return "tokens-revoked";
  return key.certificateId !== null && key.contractId !== null ? key : "key-not-bound";
}

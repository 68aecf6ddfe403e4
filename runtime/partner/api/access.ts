import type { ServedKey } from "../../store/rows.ts";
import { isFullyBound, openBindings } from "../keys/fully-bound.ts";
import type { AskRevision } from "../keys/store-revision.ts";
import type { Platform } from "../platform.ts";
import { parseBearer } from "../secrets/credentials.ts";
import { isWellFormed, SECRET_PREFIXES } from "../secrets/secrets.ts";
import type { RefusalReason } from "./refusals.ts";

export interface Caller {
  readonly authorization: string | undefined;
  /** Of the request. */
  readonly ask?: AskRevision;
}

/** Whom an authentic Bearer speaks for. */
export interface Principal {
  readonly key: ServedKey;
  /** Public identifier of the client that an application token was minted for; null for a raw key. */
  readonly mintedFor: string | null;
}

/**
 * Whom a request's `Authorization` speaks for: an application token, or the raw key itself
 * (PIA §5.2, PIA §5.3). What the key is bound to is not looked at: see {@link authorize}.
 *
 * @returns null if it is missing, malformed or not authentic, or its key is gone
 */
export async function authenticate(
  platform: Platform,
  { authorization, ask }: Caller,
): Promise<Principal | null> {
  const bearer = parseBearer(authorization);
  const found = bearer === null ? "no-bearer" : await findPrincipal(platform, { bearer, ask });
  if (typeof found === "string") {
    platform.onRefusal("bearer", found);
    return null;
  }
  return found;
}

type Reason = RefusalReason<"bearer">;

/** What is wrong with the bindings of a principal's key, if they keep it from something. */
export type BindingRule = (principal: Principal) => Reason | null;

/** Only a fully bound key works, and a token only for the client it was minted for (CHAIN-C5). */
export const forHandshake: BindingRule = ({ key, mintedFor }) => {
  if (mintedFor !== null && mintedFor !== key.clientPublicId) return "other-client";
  return isFullyBound(key) ? null : "key-not-bound";
};

/**
 * The same, but a raw key that lacks nothing but its contract reads that it has none (CHAIN-C6).
 */
export const forReads: BindingRule = (principal) => {
  const lacksContractAlone = openBindings(principal.key).join() === "contractId";
  return principal.mintedFor === null && lacksContractAlone ? null : forHandshake(principal);
};

/** @returns the key that a request may use, or null: see {@link authenticate} and the rule */
export async function authorize(
  platform: Platform,
  { rule, ...caller }: Caller & { readonly rule: BindingRule },
): Promise<ServedKey | null> {
  const principal = await authenticate(platform, caller);
  if (!principal) return null;
  const fault = rule(principal);
  if (fault !== null) {
    platform.onRefusal("bearer", fault);
    return null;
  }
  platform.lastUse.note(principal.key.apiKeyId);
  return principal.key;
}

type Found = Principal | Reason;

interface Search {
  readonly bearer: string;
  readonly ask: AskRevision | undefined;
}

function findPrincipal(platform: Platform, search: Search): Promise<Found> {
  const isRawKey = search.bearer.startsWith(SECRET_PREFIXES.apiKey);
  return isRawKey ? byRawKey(platform, search) : byToken(platform, search);
}

async function byRawKey({ vault, served }: Platform, { bearer, ask }: Search): Promise<Found> {
  if (!isWellFormed(bearer, SECRET_PREFIXES.apiKey)) return "wrong-api-key";
  const key = await served.byKeyHash(vault.hash("api-key", bearer), ask);
  return key ? { key, mintedFor: null } : "wrong-api-key";
}

async function byToken({ tokens, served }: Platform, { bearer, ask }: Search): Promise<Found> {
  const claims = await tokens.verify(bearer, ask);
  if (!claims) return "wrong-token";
  const key = await served.byId(claims.keyId, ask);
  if (!key) return "key-deleted";
  if (key.generation !== claims.generation) return "tokens-revoked";
  return { key, mintedFor: claims.clientId };
}

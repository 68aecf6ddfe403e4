import type { ServedKey } from "../../store/rows.ts";
import type { Call } from "../calls/call.ts";
import { isFullyBound, openBindings } from "../keys/fully-bound.ts";
import type { AskRevision } from "../keys/store-revision.ts";
import type { Platform } from "../platform.ts";
import { parseBearer } from "../secrets/credentials.ts";
import { isWellFormed, SECRET_PREFIXES } from "../secrets/secrets.ts";
import type { RefusalReason } from "./refusals.ts";

export interface Caller {
  readonly authorization: string | undefined;
  /** Asks for the store's revision on behalf of the request. */
  readonly ask?: AskRevision;
  readonly call?: Call;
}

/** The key that an authentic Bearer acts for. */
export interface Principal {
  readonly key: ServedKey;
  /** Public identifier of the client that a token was minted for; null for a raw key. */
  readonly mintedFor: string | null;
}

/**
 * Finds the key behind a request's `Authorization`: an application token, or the raw key itself
 * (PIA §5.2, PIA §5.3). Bindings are not checked here: see {@link authorize}.
 *
 * @returns null if it is missing, malformed or not authentic, or its key no longer exists
 */
export async function authenticate(platform: Platform, caller: Caller): Promise<Principal | null> {
  const { authorization, ask } = caller;
  const bearer = parseBearer(authorization);
  const found = bearer === null ? "no-bearer" : await findPrincipal(platform, { bearer, ask });
  if (typeof found === "string") {
    platform.onRefusal("bearer", found, caller.call);
    return null;
  }
  return found;
}

type Reason = RefusalReason<"bearer">;

/** Returns why the bindings of a principal's key rule out a request, or null if they do not. */
export type BindingRule = (principal: Principal) => Reason | null;

/** Accepts only a fully bound key, and a token only for the client it was minted for (CHAIN-C5). */
export const forHandshake: BindingRule = ({ key, mintedFor }) => {
  if (mintedFor !== null && mintedFor !== key.clientPublicId) return "other-client";
  return isFullyBound(key) ? null : "key-not-bound";
};

/**
 * Like {@link forHandshake}, but lets a raw key that lacks only its contract read that it has none
 * (CHAIN-C6).
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
    platform.onRefusal("bearer", fault, caller.call);
    return null;
  }
  platform.lastUse.note(principal.key.apiKeyId);
  return principal.key;
}

type PrincipalOrReason = Principal | Reason;

interface Search {
  readonly bearer: string;
  readonly ask: AskRevision | undefined;
}

function findPrincipal(platform: Platform, search: Search): Promise<PrincipalOrReason> {
  const isRawKey = search.bearer.startsWith(SECRET_PREFIXES.apiKey);
  return isRawKey ? byRawKey(platform, search) : byToken(platform, search);
}

async function byRawKey(
  { vault, served }: Platform,
  { bearer, ask }: Search,
): Promise<PrincipalOrReason> {
  if (!isWellFormed(bearer, SECRET_PREFIXES.apiKey)) return "wrong-api-key";
  const key = await served.byKeyHash(vault.hash("api-key", bearer), ask);
  return key ? { key, mintedFor: null } : "wrong-api-key";
}

async function byToken(
  { tokens, served }: Platform,
  { bearer, ask }: Search,
): Promise<PrincipalOrReason> {
  const claims = await tokens.verify(bearer, ask);
  if (!claims) return "wrong-token";
  const key = await served.byId(claims.keyId, ask);
  if (!key) return "key-deleted";
  if (key.generation !== claims.generation) return "tokens-revoked";
  return { key, mintedFor: claims.clientId };
}

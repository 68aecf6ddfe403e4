import type { ServedKey } from "../../store/rows.ts";
import type { Call } from "../calls/call.ts";
import { openBindings } from "../keys/fully-bound.ts";
import { keyFault, lifeFault } from "../keys/key-state.ts";
import { isAllowed } from "../keys/networks.ts";
import type { AskMoment } from "../keys/store-moment.ts";
import type { Platform } from "../platform.ts";
import { parseBearer } from "../secrets/credentials.ts";
import { isWellFormed, SECRET_PREFIXES } from "../secrets/secrets.ts";
import type { RefusalReason } from "./refusals.ts";

export interface Caller {
  readonly authorization: string | undefined;
  /** The client's address, for the key's networks. */
  readonly address: string;
  /** Asks the store on behalf of the request. Default: it is asked again. */
  readonly ask?: AskMoment;
  readonly call?: Call;
}

/** The key that an authentic Bearer acts for. */
export interface Principal {
  readonly key: ServedKey;
  /** Public identifier of the client that a token was minted for; null for a raw key. */
  readonly mintedFor: string | null;
  /** When the store was asked, by its clock. */
  readonly nowMs: number;
}

/**
 * Finds the key behind a request's `Authorization`: an application token, or the raw key itself
 * (PIA §5.2, PIA §5.3). Bindings are not checked here: see {@link authorize}.
 *
 * @returns null if it is missing, malformed or not authentic, its key no longer exists, or the call
 *   comes from another network than the key allows
 */
export async function authenticate(platform: Platform, caller: Caller): Promise<Principal | null> {
  const { authorization, address, ask = platform.store.read.installation.moment } = caller;
  const bearer = parseBearer(authorization);
  const found =
    bearer === null ? "no-bearer" : await findPrincipal(platform, { bearer, address, ask });
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
export const forHandshake: BindingRule = ({ key, mintedFor, nowMs }) => {
  if (mintedFor !== null && mintedFor !== key.clientPublicId) return "other-client";
  return keyFault(key, nowMs);
};

/**
 * Like {@link forHandshake}, but lets a raw key that lacks only its contract read that it has none
 * (CHAIN-C6), unless it is paused or has expired.
 */
export const forReads: BindingRule = (principal) => {
  const { key, mintedFor, nowMs } = principal;
  const lacksContractAlone = openBindings(key).join() === "contractId";
  return mintedFor === null && lacksContractAlone ? lifeFault(key, nowMs) : forHandshake(principal);
};

/** @returns the principal of a request, or null: see {@link authenticate} and the rule */
export async function authorize(
  platform: Platform,
  { rule, ...caller }: Caller & { readonly rule: BindingRule },
): Promise<Principal | null> {
  const principal = await authenticate(platform, caller);
  if (!principal) return null;
  const fault = rule(principal);
  if (fault !== null) {
    platform.onRefusal("bearer", fault, caller.call);
    return null;
  }
  platform.lastUse.note(principal.key.apiKeyId);
  return principal;
}

type Authentication = Principal | Reason;

interface Search {
  readonly bearer: string;
  readonly address: string;
  readonly ask: AskMoment;
}

async function findPrincipal(platform: Platform, search: Search): Promise<Authentication> {
  const isRawKey = search.bearer.startsWith(SECRET_PREFIXES.apiKey);
  const found = await (isRawKey ? byRawKey(platform, search) : byToken(platform, search));
  if (typeof found === "string") return found;
  if (!isAllowed(search.address, found.key.networks)) return "other-network";
  return { ...found, nowMs: (await search.ask()).nowMs };
}

type Bearer = Omit<Principal, "nowMs"> | Reason;

async function byRawKey({ vault, served }: Platform, { bearer, ask }: Search): Promise<Bearer> {
  if (!isWellFormed(bearer, SECRET_PREFIXES.apiKey)) return "wrong-api-key";
  const key = await served.byKeyHash(vault.hash("api-key", bearer), ask);
  return key ? { key, mintedFor: null } : "wrong-api-key";
}

async function byToken({ tokens, served }: Platform, { bearer, ask }: Search): Promise<Bearer> {
  const claims = await tokens.verify(bearer, ask);
  if (!claims) return "wrong-token";
  const key = await served.byId(claims.keyId, ask);
  if (!key) return "key-deleted";
  if (key.generation !== claims.generation) return "tokens-revoked";
  return { key, mintedFor: claims.clientId };
}

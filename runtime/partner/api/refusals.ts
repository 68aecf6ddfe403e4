import type { Call } from "../calls/call.ts";

/** The reasons for refusing partners and consumers: shown to operators, not in answers. */
export const REFUSALS = {
  /** No application token is minted. */
  mint: [
    /** The `Authorization` header is missing or cannot be read. */
    "unreadable-credentials",
    /** There is no `client_id`, or more than one. */
    "no-client-id",
    /** No key has this id, or it is not fully bound: telling them apart would take extra time. */
    "key-not-bound",
    "key-paused",
    "key-expired",
    /** The call comes from none of the key's networks. */
    "other-network",
    "wrong-client-secret",
    "wrong-api-key",
    /** The secret belongs to another client id. */
    "other-client",
    /** docgate failed. */
    "error",
  ],
  /** A Bearer is not accepted, on any route. */
  bearer: [
    /** The `Authorization` header is missing or is not a `Bearer`. */
    "no-bearer",
    /** It begins like a raw key but is not a current one. */
    "wrong-api-key",
    /** It is not an application token, or no key of this installation signed it. */
    "wrong-token",
    "key-deleted",
    "other-client",
    "tokens-revoked",
    /** The call comes from none of the key's networks. */
    "other-network",
    /** The key is not fully bound. */
    "key-not-bound",
    "key-paused",
    "key-expired",
    /** The key has been read as often in this minute as it may be. */
    "too-many-reads",
  ],
  /** No certificate code is issued. */
  issue: ["other-client", "key-deleted"],
  /** A certificate code is not accepted. */
  claim: [
    /** No code was issued, or it was claimed. */
    "no-code",
    "wrong-code",
    "expired",
    /** The key has been bound to another client since, or the caller is another client. */
    "other-client",
    /** The key has been deleted, or is no longer fully bound. */
    "key-not-bound",
    "key-paused",
    "key-expired",
  ],
  /** A consumer's email and password are not accepted. */
  "sign-in": [
    /** The Origin has lost its tenant, or the consumer changed while the tokens were signed. */
    "no-tenant",
    "unknown-consumer",
    "wrong-password",
    "blocked",
    /** Too many passwords were tried. */
    "too-many-passwords",
    /** Too many passcodes were tried or asked for. */
    "too-many-passcodes",
  ],
  /** A passcode is not accepted. */
  passcode: [
    /** There is no such challenge, or it was used. */
    "no-challenge",
    "expired",
    "other-tenant",
    "blocked",
    "too-many-passcodes",
    "wrong-passcode",
    /** The consumer or the binding has been removed or changed in the meantime. */
    "gone",
  ],
  /** A refresh token is not accepted. */
  refresh: [
    "unknown-token",
    "other-tenant",
    "expired",
    "blocked",
    /** It was used a second time: all tokens of its sign-in have ended. */
    "reused",
  ],
} as const;

export type RefusedAction = keyof typeof REFUSALS;

export type RefusalReason<Action extends RefusedAction> = (typeof REFUSALS)[Action][number];

/** Called with each refusal, after the transaction that decided it is committed. */
export type OnRefusal = <Action extends RefusedAction>(
  action: Action,
  reason: RefusalReason<Action>,
  /** The request that is refused, if it is one of a partner. */
  call?: Call,
) => void;

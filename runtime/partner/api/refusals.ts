/** What partners and consumers are refused, and why: told to operators alone, for no answer says it. */
export const REFUSALS = {
  /** No application token is minted. */
  mint: [
    /** The `Authorization` header is missing or cannot be read. */
    "unreadable-credentials",
    /** There is no `client_id`, or more than one. */
    "no-client-id",
    /** No key has this id, or it is not fully bound: to tell one from the other would take time. */
    "key-not-bound",
    "wrong-client-secret",
    "wrong-api-key",
    /** The secret is that of another client id. */
    "other-client",
    /** docgate failed. */
    "error",
  ],
  /** A Bearer is not accepted, on whichever route. */
  bearer: [
    /** The `Authorization` header is missing or is no `Bearer`. */
    "no-bearer",
    /** It begins like a raw key and is none, or none any more. */
    "wrong-api-key",
    /** It is no application token, or one that no key of this installation has signed. */
    "wrong-token",
    "key-deleted",
    "other-client",
    "tokens-revoked",
    /** The key is not fully bound. */
    "key-not-bound",
  ],
  /** No certificate code is issued. */
  issue: ["other-client", "key-deleted"],
  /** A certificate code is not accepted. */
  claim: [
    /** None was issued, or it was claimed. */
    "no-code",
    "wrong-code",
    "expired",
    /** The key has another client since, or the caller is another client. */
    "other-client",
    /** The key is gone, or not fully bound any more. */
    "key-not-bound",
  ],
  /** A consumer's email and password are not accepted. */
  "sign-in": [
    /** The Origin has lost its tenant, or the consumer was changed while the tokens were signed. */
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
    /** The consumer or the binding has gone or changed in between. */
    "gone",
  ],
  /** A refresh token is not accepted. */
  refresh: [
    "unknown-token",
    "other-tenant",
    "expired",
    "blocked",
    /** It came a second time: all tokens of its sign-in have ended. */
    "reused",
  ],
} as const;

export type RefusedAction = keyof typeof REFUSALS;

export type RefusalReason<Action extends RefusedAction> = (typeof REFUSALS)[Action][number];

/** Told of each refusal, once what it was decided by is committed. */
export type OnRefusal = <Action extends RefusedAction>(
  action: Action,
  reason: RefusalReason<Action>,
) => void;

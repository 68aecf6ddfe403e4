/** A reason for a refusal, in words. */
export interface RefusalText {
  /** For lists. */
  readonly brief: string;
  readonly text: string;
}

/** Describes the reasons why partners are refused. The answers to them do not say it. */
export const REFUSAL_TEXTS: Readonly<Record<string, RefusalText>> = {
  "no-origin": { brief: "No Origin", text: "The request has no Origin." },
  "two-origins": { brief: "Several Origins", text: "The request has more than one Origin." },
  "unlisted-origin": {
    brief: "Origin not listed",
    text: "No API key that works has a webhook with this Origin.",
  },
  "failed-look-up": { brief: "Store failed", text: "The store did not answer." },
  "no-host": { brief: "No Host", text: "The request has no Host." },
  "unreadable-credentials": {
    brief: "Unreadable credentials",
    text: "The Authorization header is missing or cannot be read.",
  },
  "no-client-id": { brief: "No client_id", text: "There is no client_id, or more than one." },
  "key-not-bound": {
    brief: "Key not fully bound",
    text: "There is no such API key, or it is not fully bound.",
  },
  "key-paused": { brief: "Key is paused", text: "The API key is paused." },
  "key-expired": { brief: "Key has expired", text: "The API key has expired." },
  "other-network": {
    brief: "Other network",
    text: "The call comes from none of the API key’s networks.",
  },
  "too-many-reads": {
    brief: "Too many reads",
    text: "The API key was read as often in this minute as it may be.",
  },
  "wrong-client-secret": {
    brief: "Wrong client secret",
    text: "The secret is not that of the client.",
  },
  "wrong-api-key": {
    brief: "Wrong raw key",
    text: "The raw key is unknown, or was rotated or deleted.",
  },
  "other-client": {
    brief: "Other client",
    text: "The client_id is not that of the API key’s client.",
  },
  error: { brief: "docgate failed", text: "docgate failed; its log has the error." },
  "no-bearer": {
    brief: "No Bearer",
    text: "The Authorization header is missing or is not a Bearer.",
  },
  "wrong-token": {
    brief: "Wrong token",
    text: "It is not an application token of this installation.",
  },
  "key-deleted": { brief: "Key is gone", text: "The API key is gone." },
  "tokens-revoked": { brief: "Tokens were revoked", text: "The API key’s tokens were revoked." },
  "no-code": {
    brief: "No certificate code",
    text: "There is no certificate code, or it was used.",
  },
  "wrong-code": { brief: "Wrong certificate code", text: "The certificate code is wrong." },
  expired: { brief: "Too old", text: "The code or token is too old." },
  "no-tenant": {
    brief: "Contract was lost",
    text: "The Origin lost its contract during the sign-in.",
  },
  "unknown-consumer": { brief: "Unknown consumer", text: "There is no consumer with this email." },
  "wrong-password": { brief: "Wrong password", text: "The password is wrong." },
  blocked: { brief: "Consumer is blocked", text: "The contract blocks this consumer." },
  "too-many-passwords": { brief: "Too many passwords", text: "Too many passwords were tried." },
  "too-many-passcodes": {
    brief: "Too many passcodes",
    text: "Too many passcodes were tried or asked for.",
  },
  "no-challenge": {
    brief: "No such sign-in",
    text: "There is no such sign-in, or its passcode was used.",
  },
  "other-tenant": { brief: "Other partner’s", text: "It belongs to another partner." },
  "wrong-passcode": { brief: "Wrong passcode", text: "The passcode is wrong." },
  gone: {
    brief: "Changed in between",
    text: "The consumer or the contract has changed in the meantime.",
  },
  "unknown-token": { brief: "Unknown refresh token", text: "The refresh token is unknown." },
  reused: {
    brief: "Refresh token reused",
    text: "The refresh token was used twice: all tokens of its sign-in have ended.",
  },
};

/** Returns the status of an outcome that is another answer than a refusal: `status-404`. */
export function statusOf(outcome: string): string | undefined {
  return /^status-(\d+)$/.exec(outcome)?.[1];
}

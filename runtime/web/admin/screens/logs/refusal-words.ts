/** Explains why a partner was refused. The answer to the partner does not say it. */
const REASONS: Readonly<Record<string, string>> = {
  "no-origin": "The request has no Origin.",
  "two-origins": "The request has more than one Origin.",
  "unlisted-origin": "No fully bound API key has a webhook with this Origin.",
  "failed-look-up": "The store did not answer.",
  "no-host": "The request has no Host.",
  "unreadable-credentials": "The Authorization header is missing or cannot be read.",
  "no-client-id": "There is no client_id, or more than one.",
  "key-not-bound": "There is no such API key, or it is not fully bound.",
  "wrong-client-secret": "The secret is not that of the client.",
  "wrong-api-key": "The raw key is unknown, or was rotated or deleted.",
  "other-client": "The client_id is not that of the API key’s client.",
  error: "docgate failed; its log has the error.",
  "no-bearer": "The Authorization header is missing or is not a Bearer.",
  "wrong-token": "It is not an application token of this installation.",
  "key-deleted": "The API key is gone.",
  "tokens-revoked": "The API key’s tokens were revoked.",
  "no-code": "There is no certificate code, or it was used.",
  "wrong-code": "The certificate code is wrong.",
  expired: "The code or token is too old.",
  "no-tenant": "The Origin lost its contract during the sign-in.",
  "unknown-consumer": "There is no consumer with this email.",
  "wrong-password": "The password is wrong.",
  blocked: "The contract blocks this consumer.",
  "too-many-passwords": "Too many passwords were tried.",
  "too-many-passcodes": "Too many passcodes were tried or asked for.",
  "no-challenge": "There is no such sign-in, or its passcode was used.",
  "other-tenant": "It belongs to another partner.",
  "wrong-passcode": "The passcode is wrong.",
  gone: "The consumer or the contract has changed in the meantime.",
  "unknown-token": "The refresh token is unknown.",
  reused: "The refresh token was used twice: all tokens of its sign-in have ended.",
};

/** Returns a sentence about a reason, or about the status of another answer. */
export function reasonText(reason: string): string {
  const status = /^status-(\d+)$/.exec(reason)?.[1];
  return status ? `Answered with ${status}, which says what is wrong.` : (REASONS[reason] ?? "");
}

/** A reason for a refusal: its meaning, and what helps. */
interface Reason {
  /** For lists. */
  readonly brief: string;
  readonly text: string;
  /** Left out where there is nothing to do. */
  readonly advice?: string;
}

const ROTATED = "Give the partner the current one; if it is lost, rotate it.";
const BIND = "Look at the API key’s page: it names what is missing.";
const RESUME = "Make the API key active again if the partner may have access.";
const EXTEND = "Change when the API key expires if the partner may have access.";
const GUESSES = "Too many at once are guesses, or a program that tries again and again.";

/** Explains why a partner was refused. The answer to the partner does not say it. */
const REASONS: Readonly<Record<string, Reason>> = {
  "no-origin": {
    brief: "No Origin",
    text: "The request has no Origin.",
    advice: "Servers must send one too: the Origin of the webhook, in every call.",
  },
  "two-origins": {
    brief: "Several Origins",
    text: "The request has more than one Origin.",
    advice: "Look for a proxy of the partner that adds one.",
  },
  "unlisted-origin": {
    brief: "Origin not listed",
    text: "No API key that works has a webhook with this Origin.",
    advice: "Compare it with the Origin of the webhook, byte for byte: scheme, port, letter case.",
  },
  "failed-look-up": {
    brief: "Store failed",
    text: "The store did not answer.",
    advice: "Ask the operator.",
  },
  "no-host": { brief: "No Host", text: "The request has no Host." },
  "unreadable-credentials": {
    brief: "Unreadable credentials",
    text: "The Authorization header is missing or cannot be read.",
    advice: "It must be the base64 of the three values alone, without “Basic” and line breaks.",
  },
  "no-client-id": {
    brief: "No client_id",
    text: "There is no client_id, or more than one.",
    advice: "It belongs into the query, once.",
  },
  "key-not-bound": {
    brief: "Key not fully bound",
    text: "There is no such API key, or it is not fully bound.",
    advice: BIND,
  },
  "key-paused": { brief: "Key is paused", text: "The API key is paused.", advice: RESUME },
  "key-expired": { brief: "Key has expired", text: "The API key has expired.", advice: EXTEND },
  "other-network": {
    brief: "Other network",
    text: "The call comes from none of the API key’s networks.",
    advice: "Add the network of the partner’s server, or look who else has its credentials.",
  },
  "too-many-reads": {
    brief: "Too many reads",
    text: "The API key was read as often in this minute as it may be.",
    advice: "The partner should keep what it reads until a notice comes; or raise the limit.",
  },
  "wrong-client-secret": {
    brief: "Wrong client secret",
    text: "The secret is not that of the client.",
    advice: ROTATED,
  },
  "wrong-api-key": {
    brief: "Wrong raw key",
    text: "The raw key is unknown, or was rotated or deleted.",
    advice: ROTATED,
  },
  "other-client": {
    brief: "Other client",
    text: "The client_id is not that of the API key’s client.",
    advice:
      "After another client was bound, the partner has to mint with that one’s id and secret.",
  },
  error: {
    brief: "docgate failed",
    text: "docgate failed; its log has the error.",
    advice: "Ask the operator.",
  },
  "no-bearer": {
    brief: "No Bearer",
    text: "The Authorization header is missing or is not a Bearer.",
    advice: "It must be “Bearer”, a blank, and the token.",
  },
  "wrong-token": {
    brief: "Wrong token",
    text: "It is not an application token of this installation.",
    advice: "The partner has to mint one here.",
  },
  "key-deleted": {
    brief: "Key is gone",
    text: "The API key is gone.",
    advice: "The partner needs another one.",
  },
  "tokens-revoked": {
    brief: "Tokens were revoked",
    text: "The API key’s tokens were revoked.",
    advice: "The partner has to mint a new one.",
  },
  "no-code": {
    brief: "No certificate code",
    text: "There is no certificate code, or it was used.",
    advice: "The partner has to ask for a new one: each is good for one claim.",
  },
  "wrong-code": {
    brief: "Wrong certificate code",
    text: "The certificate code is wrong.",
    advice: "The newest one counts, and a wrong claim uses it up.",
  },
  expired: {
    brief: "Too old",
    text: "The code or token is too old.",
    advice: "The partner has to ask for a new one.",
  },
  "no-tenant": {
    brief: "Contract was lost",
    text: "The Origin lost its contract during the sign-in.",
    advice: BIND,
  },
  "unknown-consumer": {
    brief: "Unknown consumer",
    text: "There is no consumer with this email.",
    advice: GUESSES,
  },
  "wrong-password": { brief: "Wrong password", text: "The password is wrong.", advice: GUESSES },
  blocked: {
    brief: "Consumer is blocked",
    text: "The contract blocks this consumer.",
    advice: "The contract’s switches say who may sign in.",
  },
  "too-many-passwords": {
    brief: "Too many passwords",
    text: "Too many passwords were tried.",
    advice: GUESSES,
  },
  "too-many-passcodes": {
    brief: "Too many passcodes",
    text: "Too many passcodes were tried or asked for.",
    advice: GUESSES,
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
  "unknown-token": {
    brief: "Unknown refresh token",
    text: "The refresh token is unknown.",
    advice: "Also after the consumer was deleted or has another password.",
  },
  reused: {
    brief: "Refresh token reused",
    text: "The refresh token was used twice: all tokens of its sign-in have ended.",
    advice: "Either the partner’s page keeps an old one, or somebody else has a copy.",
  },
};

/** The reasons by which refusals can be filtered. */
export const REASON_CHOICES = Object.entries(REASONS).map(([value, { brief }]) => ({
  value,
  text: brief,
}));

/** Names a reason, or another answer, in a few words. */
export function briefReason(reason: string): string {
  const status = statusOf(reason);
  return status === undefined ? (REASONS[reason]?.brief ?? reason) : `Answered with ${status}`;
}

/** Returns a sentence about a reason, or about the status of another answer. */
export function reasonText(reason: string): string {
  const status = statusOf(reason);
  return status
    ? `Answered with ${status}, which says what is wrong.`
    : (REASONS[reason]?.text ?? reason);
}

function statusOf(reason: string): string | undefined {
  return /^status-(\d+)$/.exec(reason)?.[1];
}

/** Returns what helps, if anything. */
export function adviceFor(reason: string): string | undefined {
  return REASONS[reason]?.advice;
}

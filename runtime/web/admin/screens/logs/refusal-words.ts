import { REFUSAL_TEXTS, statusOf } from "../../../../partner/calls/refusal-texts.ts";

const ROTATED = "Give the partner the current one; if it is lost, rotate it.";
const BIND = "Look at the API key’s page: it names what is missing.";
const RESUME = "Make the API key active again if the partner may have access.";
const EXTEND = "Change when the API key expires if the partner may have access.";
const GUESSES = "Too many at once are guesses, or a program that tries again and again.";

/** Advises administrators what to do; a reason for which there is nothing to do is left out. */
const ADVICE: Readonly<Record<string, string>> = {
  "no-origin": "Servers must send one too: the Origin of the webhook, in every call.",
  "two-origins": "Look for a proxy of the partner that adds one.",
  "unlisted-origin":
    "Compare it with the Origin of the webhook, byte for byte: scheme, port, letter case.",
  "failed-look-up": "Ask the operator.",
  "unreadable-credentials":
    "It must be the base64 of the three values alone, without “Basic” and line breaks.",
  "no-client-id": "It belongs into the query, once.",
  "key-not-bound": BIND,
  "key-paused": RESUME,
  "key-expired": EXTEND,
  "other-network": "Add the network of the partner’s server, or look who else has its credentials.",
  "too-many-reads":
    "The partner should keep what it reads until a notice comes; or raise the limit.",
  "wrong-client-secret": ROTATED,
  "wrong-api-key": ROTATED,
  "other-client":
    "After another client was bound, the partner has to mint with that one’s id and secret.",
  error: "Ask the operator.",
  "no-bearer": "It must be “Bearer”, a blank, and the token.",
  "wrong-token": "The partner has to mint one here.",
  "key-deleted": "The partner needs another one.",
  "tokens-revoked": "The partner has to mint a new one.",
  "no-code": "The partner has to ask for a new one: each is good for one claim.",
  "wrong-code": "The newest one counts, and a wrong claim uses it up.",
  expired: "The partner has to ask for a new one.",
  "no-tenant": BIND,
  "unknown-consumer": GUESSES,
  "wrong-password": GUESSES,
  blocked: "The contract’s switches say who may sign in.",
  "too-many-passwords": GUESSES,
  "too-many-passcodes": GUESSES,
  "unknown-token": "Also after the consumer was deleted or has another password.",
  reused: "Either the partner’s page keeps an old one, or somebody else has a copy.",
};

/** The reasons by which refusals can be filtered. */
export const REASON_CHOICES = Object.entries(REFUSAL_TEXTS).map(([value, { brief }]) => ({
  value,
  text: brief,
}));

/** Names a reason, or another answer, in a few words. */
export function briefReason(reason: string): string {
  const status = statusOf(reason);
  return status === undefined
    ? (REFUSAL_TEXTS[reason]?.brief ?? reason)
    : `Answered with ${status}`;
}

/** Returns a sentence about a reason, or about the status of another answer. */
export function reasonText(reason: string): string {
  const status = statusOf(reason);
  return status
    ? `Answered with ${status}, which says what is wrong.`
    : (REFUSAL_TEXTS[reason]?.text ?? reason);
}

/** Returns what helps, if anything. */
export function adviceFor(reason: string): string | undefined {
  return ADVICE[reason];
}
